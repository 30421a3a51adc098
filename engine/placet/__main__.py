"""`python -m placet`: every command that needs no window."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

from placet.cli.failures import Exit, Failure, as_failure, sentence
from placet.cli.parser import build
from placet.folder import FolderError
from placet.rules.errors import PlacetError
from placet.settings import SettingsError

__all__ = ["main"]


def main(argv: Sequence[str]) -> int:
    """Carry out one command and return its exit code. What goes wrong is one sentence on stderr."""
    try:
        return _carry_out(argv)
    except Failure as failure:
        return _end(failure)
    except (PlacetError, SettingsError, FolderError) as error:
        return _end(as_failure(error))
    except KeyboardInterrupt:
        return _end(Failure("Broken off: undecided.", "interrupted", Exit.UNDECIDED))
    except BrokenPipeError:
        # Whoever read our output has left; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FAILED
    except OSError as problem:
        return _end(Failure(f"The system refused: {problem.strerror or problem}.", "system_error"))


def _carry_out(argv: Sequence[str]) -> int:
    arguments = build().parse_args(argv)
    # The one late import of the program: `placet approve` and `--help` would otherwise load the ledger and
    # the server, which takes longer than all that they do.
    command = importlib.import_module(f"placet.cli.{arguments.module}")
    code: int = command.run(arguments)
    return code


def _end(failure: Failure) -> int:
    sys.stderr.write(f"{sentence(failure)}\n")
    return int(failure.exit_code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
