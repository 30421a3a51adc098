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
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from placet.folder import open_plain, sync_folder
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
    sync_folder(target.parent)
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


def _digest(
    file: BinaryIO, size: int, tell: Tell, also: Callable[[bytes], object] | None = None
) -> tuple[int, str]:
    """How many bytes there are, of so many, and the SHA-256 of them; `also` is handed each piece."""
    digest, done = hashlib.sha256(), 0
    file.seek(0)
    while done < size and (piece := file.read(min(_PIECE_BYTES, size - done))):
        digest.update(piece)
        if also is not None:
            also(piece)
        done += len(piece)
        tell("reading", done, size)
    return done, digest.hexdigest()


def check(path: Path, tell: Tell) -> BackedUp:
    """Look whether a backup is as it was written, byte for byte. Blocking.

    Raises:
        BadBackup: it isn't, or is none. OSError: it can't be read.
    """
    with _opened(path) as (file, seal):
        seal.hold(path, *_digest(file, seal.size, tell))
    _refuse_computed(path, path)
    return _told(path, seal.size, seal.sha256)


def take(path: Path, copy: Path, tell: Tell) -> None:
    """Copy a backup's database, and look over what was copied. Blocking.

    Whoever may write to the backup, or beside it, can't change what was looked over any more; what a database can do by
    itself, its triggers and views, isn't in the copy.

    Raises:
        BadBackup: it isn't as it was written, or is none. OSError: it can't be read, or the copy not be written.
    """
    copy.touch(mode=0o600, exist_ok=False)
    with _opened(path) as (file, seal), copy.open("r+b") as into:
        seal.hold(path, *_digest(file, seal.size, tell, into.write))
    _refuse_computed(copy, path)
    try:
        database.disarm(copy)
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{path} can't be read: {error}.") from error


@dataclass(frozen=True, kw_only=True)
class _Seal:
    """What the last line of a backup says of it."""

    size: int
    sha256: str

    def hold(self, path: Path, size: int, sha256: str) -> None:
        """Say nothing when the file is of these bytes; raises BadBackup."""
        if (size, sha256) != (self.size, self.sha256):
            raise BadBackup(
                f"{path} isn't as it was written: its bytes don't have the SHA-256 that it names."
            )


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, _Seal]]:
    with open_plain(path) as file:
        whole = os.fstat(file.fileno()).st_size
        if whole <= _TRAILER_BYTES:
            raise BadBackup(f"{path} isn't a backup of Placet.")
        file.seek(whole - _TRAILER_BYTES)
        found = _TRAILER.fullmatch(file.read(_TRAILER_BYTES))
        if found is None or int(found[2]) != whole - _TRAILER_BYTES:
            raise BadBackup(f"{path} isn't a backup of Placet, or its end is missing.")
        yield file, _Seal(size=int(found[2]), sha256=found[1].decode())


def _refuse_computed(path: Path, called: Path) -> None:
    """Say nothing when rows are what they seem. A view in a table's place, or a column that is worked out, can be without
    an end: such a file is small, and its digest fits.

    Raises:
        BadBackup: something else than a table has a table's name.
    """
    try:
        with closing(database.asking_connection(path)) as connection:
            found = connection.execute(_COMPUTED).fetchone()
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{called} can't be read: {error}.") from error
    if found is not None:
        raise BadBackup(f"{called} isn't a backup of Placet: it holds what no ledger does.")


def _told(path: Path, size: int, sha256: str) -> BackedUp:
    with closing(database.asking_connection(path)) as connection:
        try:
            root = chaining.root(connection.cursor())
            tip = chaining.tip(connection.cursor())
        except (sqlite3.DatabaseError, TypeError):
            # One that is older than chains: it has neither, until it is brought up to date.
            return BackedUp(root="", head="", links=0, size_bytes=size, sha256=sha256)
    return BackedUp(root=root, head=tip.head, links=tip.number, size_bytes=size, sha256=sha256)
