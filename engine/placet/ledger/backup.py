"""A copy of the whole ledger in one file, made while it is in use, and looked over before anything is taken from it.

The file is an SQLite database with a last line behind it that says how long it is and what its SHA-256 is. It comes into
being whole or not at all, and nobody but its owner may read it. Keys and other secrets aren't in a ledger, so not in here.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from placet.ledger import chaining, database
from placet.rules.errors import BadBackup

FORMAT: Final = "placet.backup.v1"
_TRAILER: Final = re.compile(rb"\nplacet\.backup\.v1 ([0-9a-f]{64}) ([0-9]{20})\n")
_TRAILER_BYTES: Final = 1 + len(FORMAT) + 1 + 64 + 1 + 20 + 1
_COMPUTED: Final = (
    "SELECT 1 FROM sqlite_master WHERE type = 'view' AND name NOT GLOB 'adf_*' "
    "OR type = 'table' AND rootpage = 0 UNION ALL "  # a virtual one
    "SELECT 1 FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' AND c.hidden != 0 LIMIT 1"
)
"""Whether something in a database isn't a plain table, but for the views that agents ask (`schema`)."""
_PIECE_BYTES: Final = 1 << 20
_STEPS: Final = 200_000
"""After so many of SQLite's own steps the copying says that it goes on."""

Tell = Callable[[str, int, int], None]
"""Hears how far it is: what is being done, how much of it is done, and how much there is (0: not known)."""


@dataclass(frozen=True, kw_only=True)
class BackedUp:
    """What a backup holds: the ledger's root, and where its chain ends."""

    root: str
    head: str
    links: int
    size_bytes: int
    sha256: str


def back_up(ledger: Path, target: Path, tell: Tell) -> BackedUp:
    """Copy the ledger as it is at this moment to `target`, in the place of whatever lies there. Blocking.

    It may be written to meanwhile: what is committed later isn't in the copy.

    Raises:
        OSError, sqlite3.Error: it can't be written; what was there is there.
    """
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")  # mode 0600
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "r+b") as file:
            _copy(ledger, draft, tell)
            size, sha256 = _sealed(file, tell)
            made = _told(draft, size, sha256)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)
    return made


def _copy(ledger: Path, draft: Path, tell: Tell) -> None:
    with closing(database.asking_connection(ledger)) as connection:
        connection.set_progress_handler(lambda: tell("copying", 0, 0), _STEPS)
        connection.execute("VACUUM INTO ?", (str(draft),))  # a file that is empty may be there


def _sealed(file: BinaryIO, tell: Tell) -> tuple[int, str]:
    size, sha256 = _digest(file, os.fstat(file.fileno()).st_size, tell)
    file.write(f"\n{FORMAT} {sha256} {size:020d}\n".encode("ascii"))
    file.flush()
    os.fsync(file.fileno())
    return size, sha256


def _digest(file: BinaryIO, size: int, tell: Tell) -> tuple[int, str]:
    digest, done = hashlib.sha256(), 0
    file.seek(0)
    while done < size and (piece := file.read(min(_PIECE_BYTES, size - done))):
        digest.update(piece)
        done += len(piece)
        tell("reading", done, size)
    return done, digest.hexdigest()


def check(path: Path, tell: Tell) -> BackedUp:
    """Look whether a backup is as it was written, byte for byte. Blocking.

    Raises:
        BadBackup: it isn't, or is none. OSError: it can't be read.
    """
    with path.open("rb") as file:
        whole = os.fstat(file.fileno()).st_size
        if whole <= _TRAILER_BYTES:
            raise BadBackup(f"{path} isn't a backup of Placet.")
        file.seek(whole - _TRAILER_BYTES)
        found = _TRAILER.fullmatch(file.read())
        if found is None:
            raise BadBackup(f"{path} isn't a backup of Placet, or its end is missing.")
        size, sha256 = _digest(file, whole - _TRAILER_BYTES, tell)
    if size != int(found[2]) or sha256.encode() != found[1]:
        raise BadBackup(f"{path} isn't as it was written: its bytes don't have the SHA-256 that it names.")
    _refuse_computed(path)
    return _told(path, size, sha256)


def _refuse_computed(path: Path) -> None:
    """Say nothing when rows are what they seem. A view in a table's place, or a column that is worked out, can be without
    an end: such a file is small, and its digest fits.

    Raises:
        BadBackup: something else than a table has a table's name.
    """
    try:
        with closing(database.asking_connection(path)) as connection:
            found = connection.execute(_COMPUTED).fetchone()
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{path} can't be read: {error}.") from error
    if found is not None:
        raise BadBackup(f"{path} isn't a backup of Placet: it holds what no ledger does.")


def _told(path: Path, size: int, sha256: str) -> BackedUp:
    with closing(database.asking_connection(path)) as connection:
        try:
            root = chaining.root(connection.cursor())
            tip = chaining.tip(connection.cursor())
        except (sqlite3.DatabaseError, TypeError):
            # One that is older than chains: it has neither, until it is brought up to date.
            return BackedUp(root="", head="", links=0, size_bytes=size, sha256=sha256)
    return BackedUp(root=root, head=tip.head, links=tip.number, size_bytes=size, sha256=sha256)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
