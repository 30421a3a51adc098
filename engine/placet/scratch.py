"""Temporary folders that go with whoever made them. What a crash left is taken away by the next `sweep`.

Such a folder holds a file that its maker keeps locked for as long as it lives: a lock that is free tells that nobody
does, whoever has the maker's process id by now.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

__all__ = ["Scratch", "sweep"]

_NAME: Final = re.compile(r"placet-[a-z]+-held-[a-z0-9_]{8}")
_LOCK: Final = ".held"


class Scratch:
    """A fresh folder in the system's temporary one, or in `base`; `purpose`, a word, is a part of its name.

    Any thread may close it; nothing in it outlives that.
    """

    def __init__(self, purpose: str, base: Path | None = None) -> None:
        place = _place() if base is None else base
        self._folder = tempfile.TemporaryDirectory(
            prefix=f"placet-{purpose}-held-", dir=place, ignore_cleanup_errors=True
        )
        self.path = Path(self._folder.name)
        self._lock = _locked(self.path)

    def close(self) -> None:
        """Take it away with all that is in it. More than once is no harm."""
        self._folder.cleanup()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _locked(folder: Path) -> int | None:
    """Locked before it has its name: whoever finds it under that finds it locked. None: nothing can be locked there."""
    draft = folder / f"{_LOCK}.new"
    descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except OSError:
        os.close(descriptor)
        return None
    draft.rename(folder / _LOCK)
    return descriptor


def sweep(place: Path | None = None) -> None:
    """Take away what is provably ours and nobody's any more. Never an error: nothing depends on it."""
    with suppress(OSError), os.scandir(_place() if place is None else place) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name):
                with suppress(OSError):
                    _take_away(Path(entry.path))


def _place() -> Path:
    return Path(tempfile.gettempdir())


def _take_away(folder: Path) -> None:
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        return
    descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(descriptor)
