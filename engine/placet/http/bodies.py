"""Reading what a client sends: bounded, strictly parsed bodies and query parameters that are all known."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import Request

from placet.rules import strict_json
from placet.rules.errors import BadArguments, BadInput, TooLarge
from placet.rules.json_places import pointer, too_deep
from placet.settings import Settings

__all__ = ["Fields", "check_parameters", "member_bytes", "read_fields", "whole_parameter"]

_ENVELOPE_DEPTH: Final = strict_json.MAX_DEPTH + 1
"""A call's arguments may be as deep as the limit; the body around them is one level more."""
_BLANK = re.compile(r"[ \t\n\r]*")
_WHOLE = re.compile(r"[0-9]{1,18}")


class Fields:
    """One JSON object, asked key by key; `done` refuses keys that nobody asked for. `null` means absent."""

    def __init__(self, values: Mapping[str, Any], text: str) -> None:
        self._values = values
        self._text = text
        self._asked: set[str] = set()

    @property
    def values(self) -> Mapping[str, Any]:
        """All of it, for routes whose body is checked further in."""
        return self._values

    def take(self, key: str) -> Any:
        """The value, or None."""
        self._asked.add(key)
        return self._values.get(key)

    def optional_text(self, key: str) -> str | None:
        """A text, or None when it is absent."""
        value = self.take(key)
        if value is not None and not isinstance(value, str):
            raise BadInput(f"{key} must be a text.", f"/{key}")
        return value

    def text(self, key: str) -> str:
        """A text that must be there and not be empty."""
        value = self.optional_text(key)
        if not value:
            raise BadInput(f"{key} must be given as a text.", f"/{key}")
        return value

    def flag(self, key: str) -> bool:
        """True or false; absent is false."""
        value = self.take(key)
        if value is not None and not isinstance(value, bool):
            raise BadInput(f"{key} must be true or false.", f"/{key}")
        return value is True

    def whole(self, key: str, low: int, high: int) -> int | None:
        """A whole number within bounds, both included, or None."""
        value = self.take(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadInput(f"{key} must be a whole number from {low} to {high}.", f"/{key}")
        return value

    def mapping(self, key: str) -> Mapping[str, Any] | None:
        """An object, or None."""
        value = self.take(key)
        if value is not None and not isinstance(value, dict):
            raise BadInput(f"{key} must be an object.", f"/{key}")
        return value

    def arguments(self, key: str, limit_bytes: int) -> Mapping[str, Any] | None:
        """A call's arguments: an object whose text, as it was received, is within the limit (DECISIONS B1).

        Raises:
            BadArguments: not an object.
            TooLarge: more bytes than the limit.
        """
        value = self.take(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise BadArguments(f"{key} must be an object.", f"/{key}")
        # Only a body beyond the limit can hold arguments beyond it, so the second walk is rare.
        if len(self._text.encode()) > limit_bytes and member_bytes(self._text, key) > limit_bytes:
            raise TooLarge(f"{key} has more than {limit_bytes} bytes.", f"/{key}")
        return value

    def done(self) -> None:
        """Refuse the keys that nobody asked for."""
        for key in self._values:
            if key not in self._asked:
                raise BadInput(f"{key[:80]!a} isn't known here.", pointer((key,)))


async def read_fields(request: Request, settings: Settings) -> Fields:
    """Read a body that must be one JSON object; an empty body counts as an empty one.

    Raises:
        TooLarge: more bytes than the owner's limit (`limits.body_bytes`).
        BadInput: not strict JSON, or not an object.
    """
    limit_bytes = settings.integer("limits.body_bytes")
    raw = await _read(request, limit_bytes)
    if not raw:
        return Fields({}, "")
    value = _parsed(raw, limit_bytes)
    if not isinstance(value, dict):
        raise BadInput("The body must be a JSON object.", "")
    return Fields(value, raw.decode())


def _parsed(raw: bytes, limit_bytes: int) -> Any:
    try:
        return strict_json.parse(raw, max_depth=_ENVELOPE_DEPTH, max_bytes=limit_bytes, error=BadInput)
    except BadInput as flaw:
        # What the caller can count are the levels of what he sends in the body, not those of the body with it.
        flaw.message = flaw.message.replace(
            too_deep(_ENVELOPE_DEPTH), f"{too_deep(strict_json.MAX_DEPTH)} inside of the body"
        )
        raise


async def _read(request: Request, limit_bytes: int) -> bytes:
    pieces: list[bytes] = []
    size = 0
    async for piece in request.stream():
        size += len(piece)
        if size > limit_bytes:
            raise TooLarge(f"The body has more than {limit_bytes} bytes.")
        pieces.append(piece)
    return b"".join(pieces)


def member_bytes(text: str, key: str) -> int:
    """How many bytes of UTF-8 one member takes in the text of an object that was parsed and isn't empty."""
    decoder = json.JSONDecoder()
    at = _after_blank(text, 0)
    while text[at] != "}":  # the object's own bracket, then each comma
        name, at = decoder.raw_decode(text, _after_blank(text, at + 1))
        start = _after_blank(text, _after_blank(text, at) + 1)
        _, end = decoder.raw_decode(text, start)
        if name == key:
            return len(text[start:end].encode())
        at = _after_blank(text, end)
    return 0


def _after_blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def check_parameters(request: Request, *single: str, repeated: tuple[str, ...] = ()) -> None:
    """Refuse query parameters that aren't known, and repeats of those that may stand once.

    Raises:
        BadInput: there is one.
    """
    if not request.scope["query_string"]:
        return  # most requests: to make a collection of nothing takes longer than to read a short body
    seen: set[str] = set()
    for name, _ in request.query_params.multi_items():
        if name not in (*single, *repeated):
            raise BadInput(f"The parameter {name[:80]!a} isn't known here.")
        if name in seen and name not in repeated:
            raise BadInput(f"The parameter {name} is given twice.")
        seen.add(name)


def whole_parameter(request: Request, name: str, default: int, low: int, high: int) -> int:
    """A query parameter that is a whole number within bounds, both included.

    Raises:
        BadInput: it isn't.
    """
    text = request.query_params.get(name)
    if text is None:
        return default
    if not _WHOLE.fullmatch(text) or not low <= int(text) <= high:
        raise BadInput(f"{name} must be a whole number from {low} to {high}.")
    return int(text)
