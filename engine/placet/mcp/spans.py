"""Where the members of a JSON object stand in its text, so that a value can be sent on in the very words it came in."""

from __future__ import annotations

import json
import re
from typing import Final

_BLANK: Final = re.compile(r"[ \t\n\r]*")
_decode: Final = json.JSONDecoder(parse_int=lambda _: None, parse_float=lambda _: None).raw_decode


def members(text: str, start: int = 0) -> dict[str, tuple[int, int]]:
    """The first and the last position (exclusive) of each member's value of the object that begins at `start`.

    The text has been read strictly before: it is whole, and no key stands in it twice.
    """
    found: dict[str, tuple[int, int]] = {}
    at = _after_blank(text, _after_blank(text, start) + 1)
    while text[at] != "}":
        key, at = json.decoder.scanstring(text, at + 1)  # type: ignore[attr-defined]
        at = _after_blank(text, _after_blank(text, at) + 1)
        end = _decode(text, at)[1]
        found[key] = (at, end)
        at = _after_blank(text, end)
        if text[at] == ",":
            at = _after_blank(text, at + 1)
    return found


def raw_arguments(text: str) -> str | None:
    """The text of `params.arguments` of a message, on one line; None when it has none.

    Blanks between tokens mean nothing; a line end among them would cut a message in two.
    """
    top = members(text)
    if "params" not in top:
        return None
    inner = members(text, top["params"][0])
    if "arguments" not in inner:
        return None
    first, last = inner["arguments"]
    # A line end can't stand inside a string of valid JSON, so all that there are stand between tokens.
    return text[first:last].replace("\r", " ").replace("\n", " ")


def _after_blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return at if found is None else found.end()
