"""Other programs' settings files: read only as plain files of sensible size, written whole, and put back as they were.

Their programs write them too, at any time, and know of no lock of ours. So a file is looked at once more when all is ready
to take its place, and left alone where somebody wrote it meanwhile. What is written between that look and the renaming right
behind it is lost still: no system offers to do both at once.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

from placet.folder import write_whole
from placet.rules.errors import SettingsRefused

__all__ = [
    "backup_of",
    "check_unchanged",
    "digest",
    "keep_copy",
    "put_back",
    "replace",
    "resolved",
    "text_of",
]

_BACKUP: Final = ".before-placet"
_NOT_BLOCKING: Final[int] = getattr(os, "O_NONBLOCK", 0)


def text_of(path: Path, most_bytes: int) -> str | None:
    """The settings' text; None: there is no file.

    A pipe or a device would keep us for ever, and a file without an end would take all memory; every link would wait.

    Raises:
        SettingsRefused: it isn't such a file.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _NOT_BLOCKING)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise SettingsRefused(f"{path} isn't a plain file, so it was left alone.")
            raw = file.read(most_bytes + 1)
        if len(raw) > most_bytes:
            raise SettingsRefused(f"{path} is too large for a settings file, so it was left alone.")
        return raw.decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        raise SettingsRefused(f"{path} can't be read as text, so it was left alone.") from None


def resolved(path: Path) -> Path:
    """What a path leads to: a link to a settings file stays one, and what it leads to is written.

    Raises:
        SettingsRefused: it leads nowhere, in a circle or by too long a name.
    """
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # the latter: a circle, before Python 3.13
        raise SettingsRefused(f"{path} leads nowhere, so nothing was written.") from None


def replace(path: Path, text: str, *, was: str | None) -> None:
    """Put a text in a file's place, whole, with the rights that the file had. `was`: what it held when it was read.

    Raises:
        SettingsRefused: it was changed since. OSError: it can't be written.
    """
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    write_whole(path, text.encode(), last_look=lambda: check_unchanged(path, was))
    if mode is not None:
        path.chmod(mode)


def check_unchanged(path: Path, was: str | None) -> None:
    """Look whether a file still holds what it did; None: there was none.

    Raises:
        SettingsRefused: it doesn't.
    """
    most_bytes = 0 if was is None else len(was.encode())
    try:
        same = text_of(path, most_bytes) == was
    except SettingsRefused:
        same = False
    if not same:
        raise SettingsRefused(f"{path} was changed while it was looked at, so it was left alone; try again.")


def keep_copy(path: Path, text: str) -> None:
    """Keep how a file was in a file of our own beside it, which nobody else writes. Raises OSError: it can't be written."""
    write_whole(backup_of(path), text.encode())


def backup_of(path: Path) -> Path:
    """Where it is kept how a file was."""
    return path.with_name(path.name + _BACKUP)


def put_back(
    path: Path, now: str, *, written: str, backup: Path | None, without: Callable[[str], str], most_bytes: int
) -> bool:
    """Take what is ours out of a file: as it was, byte for byte, while it still has the digest that was `written`.

    False: there was no file before, and there is nothing to put back.

    Raises:
        SettingsRefused: somebody writes it at this very moment. OSError: it can't be written.
    """
    before = None if backup is None else text_of(backup, most_bytes)
    if digest(now) != written or (backup is not None and before is None):
        # It was changed since, which stays; or nobody knows any more how it was.
        replace(path, without(now), was=now)
        return True
    if backup is None or before is None:
        return False
    replace(path, before, was=now)
    backup.unlink()
    return True


def digest(text: str) -> str:
    """What tells whether a file was changed since."""
    return hashlib.sha256(text.encode()).hexdigest()
