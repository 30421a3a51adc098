"""`python -m placet`: every command that needs no window."""

from __future__ import annotations

import importlib
import logging
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext

from placet.cli.failures import Exit, Failure, as_failure, sentence
from placet.cli.parser import build
from placet.folder import FolderError
from placet.rules.errors import PlacetError
from placet.settings import SettingsError

__all__ = ["leaving_at_once", "main"]

_log = logging.getLogger(__name__)


def main(argv: Sequence[str]) -> int:
    """Carry out one command and return its exit code. What goes wrong is one sentence on stderr."""
    try:
        return _carry_out(argv)
    except BrokenPipeError:
        # Whoever read our output has left; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FAILED
    except (Exception, KeyboardInterrupt) as error:
        # The top of the program (STYLE 31): nothing may end it with a traceback on the terminal.
        failure = _failure_of(error)
    sys.stderr.write(f"{sentence(failure)}\n")
    return failure.exit_code


def _failure_of(error: BaseException) -> Failure:
    if isinstance(error, Failure):
        return error
    if isinstance(error, PlacetError | SettingsError | FolderError):
        return as_failure(error)
    if isinstance(error, KeyboardInterrupt):
        return Failure("Broken off: undecided.", "interrupted", Exit.UNDECIDED)
    if isinstance(error, OSError):
        return Failure(f"The system refused: {error.strerror or error}.", "system_error")
    # A mistake of ours. A log file gets the frames; where none is open, the type must do.
    if logging.getLogger().hasHandlers():
        _log.error("a command broke", exc_info=error)
    return Failure(f"Something went wrong inside ({type(error).__name__}).", "internal")


def _carry_out(argv: Sequence[str]) -> int:
    arguments = build().parse_args(argv)
    with leaving_at_once() if arguments.module == "serve" else nullcontext():
        # The one late import of the program: `placet approve` and `--help` would otherwise load the ledger and
        # the server, which takes longer than all that they do.
        command = importlib.import_module(f"placet.cli.{arguments.module}")
        code: int = command.run(arguments)
        return code


@contextmanager
def leaving_at_once() -> Iterator[None]:
    """While a program that stays is loaded: told to end, it ends well at once, since nothing is open yet.

    Once there is something to close, the program's own handlers take over. An exception wouldn't do here: Qt's
    modules swallow one that is raised while they load.
    """
    numbers = (signal.SIGTERM, signal.SIGINT)
    kept = {number: signal.signal(number, lambda *_: os._exit(Exit.DONE)) for number in numbers}
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
