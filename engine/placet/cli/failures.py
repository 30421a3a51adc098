"""How a command says that it didn't work: one sentence on stderr, a stable code in brackets, an exit code."""

from __future__ import annotations

import enum
import re
from typing import Final

from placet.folder import FolderError
from placet.rules.errors import BadInput, DataFolderInUse, PlacetError
from placet.settings import SettingsError

__all__ = ["EXPECTED", "Exit", "Failure", "as_failure", "sentence"]

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")


class Exit(enum.IntEnum):
    """The exit codes that scripts may rely on."""

    DONE = 0
    FAILED = 1
    WRONG_USE = 2
    FOLDER_IN_USE = 3
    UNDECIDED = 4  # a decision is needed and there is nobody here to make it


class Failure(Exception):
    """Ends a command. `code` is stable; the message is one sentence for the person at the keyboard."""

    def __init__(self, message: str, code: str, exit_code: Exit = Exit.FAILED) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.exit_code = exit_code


EXPECTED: Final = (PlacetError, SettingsError, FolderError)
"""What the world, or whoever typed, can do wrong; `as_failure` takes these. All else is a mistake of ours."""


def as_failure(error: PlacetError | SettingsError | FolderError) -> Failure:
    """The end that an error of the engine's rooms means for a command."""
    if isinstance(error, DataFolderInUse):
        return Failure(str(error), error.code, Exit.FOLDER_IN_USE)
    wrong_use = isinstance(error, BadInput | SettingsError | FolderError)
    return Failure(str(error), error.code, Exit.WRONG_USE if wrong_use else Exit.FAILED)


def sentence(failure: Failure) -> str:
    """The one line for stderr. No control character that the message quotes reaches the terminal."""
    text = _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", failure.message)
    return f"placet: {text} [{failure.code}]"
