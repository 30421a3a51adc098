"""The terminal: what is printed where, and questions to the person who sits at it.

Answers go to stdout; everything that accompanies them goes to stderr, so that output can be piped.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from placet.cli.failures import Exit, Failure

__all__ = ["ask", "is_there", "need", "print_json", "say", "tell"]


def say(text: str) -> None:
    """Print a command's answer.

    Raises:
        Failure: the program was started without a standard output.
    """
    if sys.stdout is None:
        raise Failure("There is no standard output to answer on.", "system_error")
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def print_json(value: Any) -> None:
    """Print the one JSON document of a command, in ASCII: no text of an agent's acts on the terminal."""
    say(json.dumps(value, ensure_ascii=True, indent=2))


def tell(text: str) -> None:
    """Print something beside the answer."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def is_there() -> bool:
    """Whether a person can be asked: questions are read from stdin and seen on stderr."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def need(what: str) -> None:
    """End the command when nobody can be asked.

    Raises:
        Failure: there is no terminal; nothing was decided.
    """
    if not is_there():
        raise Failure(
            f"{what} needs a terminal to ask in, and there is none: undecided.", "no_terminal", Exit.UNDECIDED
        )


def ask(question: str) -> str:
    """Ask, and read one line.

    Raises:
        Failure: the input ended; nothing was decided.
    """
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise Failure("The terminal gave no answer: undecided.", "no_answer", Exit.UNDECIDED)
    return line.strip()
