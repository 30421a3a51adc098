"""Where in a request's body something is wrong: rooms speak of arguments, clients of the body that held them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from placet.rules.errors import ArgumentsNotAllowed, BadArguments, BadInput, PlacetError

__all__ = ["about_arguments", "pointing_into"]

_ARGUMENTS: Final = ("/args", "/modified_args", "/modifiedArgs")


@contextmanager
def pointing_into(member: str) -> Iterator[None]:
    """Let what a room says of a call's arguments point into this member of the body (RFC 6901)."""
    try:
        yield
    except BadArguments as error:
        error.pointer = f"/{member}{error.pointer or ''}"
        raise
    except ArgumentsNotAllowed as error:
        error.details["pointer"] = f"/{member}{error.details.get('pointer', '')}"
        raise


def about_arguments(error: BadInput) -> PlacetError:
    """The same refusal, said of the arguments when the body was refused for what they hold (DECISIONS B1)."""
    inside = error.pointer is not None and error.pointer.startswith(_ARGUMENTS)
    if not inside or type(error) is not BadInput:
        return error
    return BadArguments(error.message, pointer=error.pointer, **error.details)
