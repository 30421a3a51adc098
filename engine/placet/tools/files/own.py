"""What Placet itself put into agents' folders: folders made for a write, and temporary files that a crash left."""

from __future__ import annotations

import os
import re
import secrets
import stat
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from typing import Final

from placet.tools.files.walking import Identity, identity_of, readable

_TEMPORARY: Final = re.compile(r"\.placet-[0-9a-f]{16}\.tmp")
_LEFT_AFTER_NS: Final = 60 * 10**9
"""A write takes moments; a temporary file of this age has nobody who will give it its name."""
_MOST: Final = 10_000


def temporary_name() -> str:
    """A fresh name for bytes that are on their way to another. No tool takes a path that ends in one."""
    return f".placet-{secrets.token_hex(8)}.tmp"


def is_temporary(name: str) -> bool:
    """Whether a name is one of those."""
    return _TEMPORARY.fullmatch(name) is not None


class OwnTraces:
    """Remembers, for one process and within bounds, which folders it made and which it has looked through.

    Any thread may ask. `making` is held while a folder is made and noted, so that a second write of the same folder
    finds it noted.
    """

    def __init__(self) -> None:
        self.making = threading.RLock()
        self._made: OrderedDict[Identity, None] = OrderedDict()
        self._swept: OrderedDict[Identity, None] = OrderedDict()

    def note_made(self, folder: Identity) -> None:
        """This folder was made for a write that was approved."""
        _keep(self._made, folder)

    def made(self, folder: Identity) -> bool:
        """Whether it was, in this process. Waits for one that is being made: it is there before it is noted."""
        with self.making:
            return folder in self._made

    def sweep(self, folder: int) -> None:
        """Take away what a crash left in an open folder, once for each folder. Never an error: nothing depends on it.

        Only regular files of this user with one name, the shape of a temporary name and a minute of age.
        """
        with suppress(OSError):
            identity = identity_of(os.fstat(folder))
            if identity not in self._swept and _sweep(folder):
                _keep(self._swept, identity)


def _keep(known: OrderedDict[Identity, None], folder: Identity) -> None:
    known[folder] = None
    if len(known) > _MOST:
        known.popitem(last=False)


def _sweep(folder: int) -> bool:
    """Take away what is old enough; False: something younger was there, so it is worth another look."""
    descriptor = readable(folder)
    try:
        with os.scandir(descriptor) as entries:
            found = [entry.name for entry in entries if is_temporary(entry.name)]
        gone = [_take_away(name, folder) for name in found]
        return all(gone)
    finally:
        os.close(descriptor)


def _take_away(name: str, folder: int) -> bool:
    status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    ours = stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and status.st_uid == os.geteuid()
    if ours and time.time_ns() - status.st_mtime_ns < _LEFT_AFTER_NS:
        return False
    if ours:
        os.unlink(name, dir_fd=folder)
    return True
