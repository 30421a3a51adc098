"""What the system says when it refuses something, in the language of the console.

The C library names its errors in English unless the whole process speaks another language, which would reach further
than the window: numbers and names of children too. So the usual ones stand here, as Linux and macOS spell them.
"""

from __future__ import annotations

from typing import Final

from placet_gui.words import noop, translate

REASONS: Final = frozenset(
    [
        noop("system", "Address already in use"),
        noop("system", "Address not available"),
        noop("system", "Can't assign requested address"),
        noop("system", "Cannot allocate memory"),
        noop("system", "Cannot assign requested address"),
        noop("system", "Connection refused"),
        noop("system", "Connection reset by peer"),
        noop("system", "Device or resource busy"),
        noop("system", "Directory not empty"),
        noop("system", "Disk quota exceeded"),
        noop("system", "Exec format error"),
        noop("system", "File exists"),
        noop("system", "File name too long"),
        noop("system", "File too large"),
        noop("system", "Input/output error"),
        noop("system", "Is a directory"),
        noop("system", "No such file or directory"),
        noop("system", "No space left on device"),
        noop("system", "Not a directory"),
        noop("system", "Operation not permitted"),
        noop("system", "Permission denied"),
        noop("system", "Read-only file system"),
        noop("system", "Resource busy"),
        noop("system", "Stale file handle"),
        noop("system", "Text file busy"),
        noop("system", "Too many levels of symbolic links"),
        noop("system", "Too many open files"),
    ]
)
"""The usual ones. What isn't here is shown as the system says it."""


def system_reason(problem: OSError) -> str:
    """Why the system refused something, in the language of the console."""
    return reason_said(problem.strerror or str(problem))


def reason_said(reason: str) -> str:
    """A reason of the system's in the language of the console."""
    return translate("system", reason) if reason in REASONS else reason
