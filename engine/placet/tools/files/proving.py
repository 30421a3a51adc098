"""What proves that a file tool had its effect: the bytes on the disk, by their digest (ADR 0038, DECISIONS W4).

A receipt holds that digest and no path and no text. What is looked up is the very folder that the call was written down
about: another folder under the same name proves nothing.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from placet.rules.contracts import Grant
from placet.rules.errors import ToolFailed
from placet.rules.ports import Place
from placet.rules.receipts import Receipt
from placet.tools.files.paths import names_of
from placet.tools.files.removing import is_aside
from placet.tools.files.seeing import Seen, look, seen_from, sha256_of
from placet.tools.files.walking import Identity, identity_of, reach, readable

PROVIDER: Final = "files"
WRITTEN: Final = "file"
DELETED: Final = "deleted file"


def grant_of(place: Place) -> Grant:
    """The authority of a file tool: the folder that the owner gave the agent. Another folder is another leave."""
    return Grant(account=None, consent=hashlib.sha256(place.folder.encode()).hexdigest())


def same_path(path: str) -> str:
    """Which file a path means. There is one spelling of each (`paths`)."""
    return "/".join(names_of(path))


@dataclass
class Attempt:
    """Whether an effect was begun: what failed before that was never attempted."""

    begun: bool = False

    def look_last(self, folder: str, path: str, names: Sequence[str]) -> Seen:
        """The last look before the effect; what comes after it may have changed something."""
        seen = look(folder, path, names)
        self.begun = True
        return seen


@contextmanager
def attempt() -> Iterator[Attempt]:
    """What fails inside the block says whether it had begun to change anything.

    A target that turned out to be another one was left as it was, also where that shows late (`replacing`, `removing`).
    """
    trying = Attempt()
    try:
        yield trying
    except ToolFailed as failure:
        failure.not_executed = not trying.begun or failure.code == "target_changed"
        raise


class _Locks:
    """One file at a time, whoever writes to it in this process: agents, workflows, two windows."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: dict[str, threading.Lock] = {}
        self._users: Counter[str] = Counter()

    @contextmanager
    def held(self, folder: str, names: Sequence[str]) -> Iterator[None]:
        """Have the file for the block, which is short: precondition, effect, reading back. Blocking."""
        file = "/".join((folder, *names))  # folders are absolute, and no link is on the way
        with self._guard:
            lock = self._locks.setdefault(file, threading.Lock())
            self._users[file] += 1
        try:
            with lock:
                yield
        finally:
            with self._guard:
                self._users[file] -= 1
                if not self._users[file]:
                    del self._users[file], self._locks[file]


FILES: Final = _Locks()
"""The files that are being changed in this process."""


def read_back(folder: str, path: str, sha256: str) -> Receipt | None:
    """The receipt of a file whose bytes have this digest now; None: they haven't, or can't be read. Blocking."""
    try:
        seen = look(folder, path, names_of(path))
    except ToolFailed:
        return None
    return _receipt(seen, sha256)


def find_written(folder: str, path: str, sha256: str, target: Mapping[str, Any] | None) -> Receipt | None:
    """The same, looked up later: only in the folders that were there when the call was written down. Blocking."""
    try:
        seen = look(folder, path, names_of(path))
    except ToolFailed:
        return None
    return _receipt(seen, sha256) if _is_there(seen.folders, target) else None


def find_deleted(folder: str, path: str, target: Mapping[str, Any] | None) -> Receipt | None:
    """The receipt of a file that is gone from the folders that were approved, and wasn't only moved aside. Blocking."""
    if target is None or not isinstance(target.get("file"), Mapping):
        return None
    names, file = names_of(path), target["file"]
    try:
        with reach(folder, names[:-1]) as reached:
            seen = seen_from(reached, path, names[-1])
            gone = seen.file is None and not seen.missing and _is_there(seen.folders, target)
            if not gone or _is_aside(reached.descriptor, file):
                return None
    except (ToolFailed, OSError):
        return None
    return deleted(file.get("sha256"))


def deleted(sha256: str | None) -> Receipt:
    """The receipt of a file that is gone, by what it held when it went; too large to be read, it has no digest."""
    return Receipt(provider=PROVIDER, id=f"gone:{sha256 or 'unread'}", label=DELETED)


def _receipt(seen: Seen, sha256: str) -> Receipt | None:
    if seen.file is None or seen.file.data is None or sha256_of(seen.file.data) != sha256:
        return None
    return Receipt(provider=PROVIDER, id=sha256, label=WRITTEN)


def _is_there(folders: Sequence[Identity], target: Mapping[str, Any] | None) -> bool:
    """Whether the way leads through the folders that were approved; those made for it since come after them."""
    approved = [] if target is None else list(target.get("folders", []))
    return bool(approved) and [folder.as_json() for folder in folders][: len(approved)] == approved


def _is_aside(folder: int, file: Mapping[str, Any]) -> bool:
    """Whether the file still lies in its folder under a name that a deletion gave it on the way."""
    descriptor = readable(folder)
    try:
        with os.scandir(descriptor) as entries:
            aside = [entry.name for entry in entries if is_aside(entry.name)]
        found = (
            identity_of(os.stat(name, dir_fd=descriptor, follow_symlinks=False)).as_json() for name in aside
        )
        wanted = {"device": file["device"], "inode": file["inode"]}
        return any(it == wanted for it in found)
    finally:
        os.close(descriptor)
