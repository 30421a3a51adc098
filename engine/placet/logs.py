"""Logging set-up: a rotating file in the data folder that never holds arguments, results or secrets.

Messages of our own carry ids, codes and numbers only. What breaks outside of us may quote its input in an
exception's text, so a traceback is written as its frames and the exception's type, without that text.
"""

from __future__ import annotations

import logging
import logging.handlers
import os
import re
import traceback
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

__all__ = ["LEVELS", "set_up"]

LEVELS: Final = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
"""The words that `log.level` and `PLACET_LOG` take."""

_FILE_BYTES: Final = 5 * 1024 * 1024
_FILES_KEPT: Final = 3
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def set_up(folder: Path, level: str) -> logging.Handler:
    """Send our records, and other libraries' warnings, to `placet.log` in this folder.

    Calling it again replaces the earlier file. To stop, take the answer off the root logger and close it.
    """
    handler = _OwnersFile(folder / "placet.log")
    handler.setFormatter(_OneLine("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    for old in [known for known in root.handlers if isinstance(known, _OwnersFile)]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("placet").setLevel(LEVELS[level])
    return handler


class _OwnersFile(logging.handlers.RotatingFileHandler):
    """A rotating file that only its owner can read, whatever the umask."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=_FILE_BYTES, backupCount=_FILES_KEPT, encoding="utf-8")

    def _open(self) -> TextIO:  # type: ignore[override]
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.fchmod(descriptor, 0o600)
        return os.fdopen(descriptor, "a", encoding="utf-8")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is the standard library's
        """Lose the record: a disk that is full has no room for it, and a traceback on stderr helps nobody."""


class _OneLine(logging.Formatter):
    """Keeps a record on its own lines: a name from outside can't forge another record."""

    def format(self, record: logging.LogRecord) -> str:
        """The record with its message's control characters escaped; a traceback follows on its own lines."""
        text = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", record.getMessage())
        line = f"{self.formatTime(record)} {record.levelname} {record.name}: {text}"
        if record.exc_info:
            line = f"{line}\n{self.formatException(record.exc_info)}"
        return line

    def formatException(self, ei: _ExcInfo) -> str:  # noqa: N802 - the name is the standard library's
        """Frames and types of the exception and of what caused it, without their texts."""
        lines: list[str] = []
        error = ei[1]
        while error is not None:
            lines += [f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in _frames(error)]
            lines.append(f"  {type(error).__module__}.{type(error).__qualname__}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n".join(lines)


def _frames(error: BaseException) -> traceback.StackSummary:
    return traceback.extract_tb(error.__traceback__)
