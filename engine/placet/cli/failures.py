"""How a command says that it didn't work: one sentence on stderr, a stable code in brackets, an exit code."""

from __future__ import annotations

import enum
from typing import Final

from placet.folder import FolderError
from placet.rules.characters import LOOKS, OURS, Look
from placet.rules.errors import BadInput, DataFolderInUse, PlacetError
from placet.settings import SettingsError

__all__ = ["EXPECTED", "Exit", "Failure", "as_failure", "sentence"]


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
    """The one line for stderr. Nothing that the message quotes acts on the terminal, or is invisible in it."""
    return f"placet: {''.join(map(_seen, failure.message))} [{failure.code}]"


def _seen(char: str) -> str:
    # Our own marks pass: a quoted text has been made showable already, and isn't marked twice.
    if char in OURS or LOOKS[char] in {Look.PLAIN, Look.MARK}:
        return char
    return f"\\u{ord(char):04x}"
