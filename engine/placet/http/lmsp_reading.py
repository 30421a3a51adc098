"""Reading what a client of LMSP sends: its body, its idempotency key, and the place from which it reads on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request

from placet.rules import strict_json
from placet.rules.digest import Purpose, digest
from placet.rules.errors import (
    BadInput,
    InvalidCursor,
    InvalidIdempotencyKey,
    NotAcceptable,
    PlacetError,
    RequestTooSlow,
    TooLarge,
    UnsupportedMediaType,
)
from placet.settings import Settings

__all__ = [
    "Cursor",
    "asked_cursor",
    "check_takes_events",
    "fingerprint",
    "idempotency_key",
    "inside",
    "read_object",
    "request_of",
]

_JSON: Final = "application/json"
_TAKEN: Final = frozenset({"*/*", "text/*", "text/event-stream", "application/*", _JSON})
"""What `Accept` may name for a stream; the openai SDK names JSON for streams too (generations 1.4)."""
_QUOTED = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_ESCAPED = re.compile(r'\\(["\\])')
_KEY = re.compile(r"[!-~]{1,255}")
_WHOLE = re.compile(r"[0-9]{1,16}")
_LAST_NUMBER: Final = 2**53


async def read_object(request: Request, settings: Settings) -> dict[str, Any]:
    """The body, which must be one JSON object (LMSP 9, generations 1.9).

    Raises:
        UnsupportedMediaType: it is declared as something else. TooLarge: more bytes than the limit.
        RequestTooSlow: it didn't come in time. BadInput: not strict JSON, or not an object.
    """
    _check_is_json(request)
    limit_bytes = settings.integer("lmsp.max_request_bytes")
    try:
        async with asyncio.timeout(settings.integer("lmsp.request_read_s")):
            raw = await _read(request, limit_bytes)
    except TimeoutError:
        raise RequestTooSlow("The body didn't come in time.") from None
    value = strict_json.parse(raw, max_bytes=limit_bytes, error=BadInput)
    if not isinstance(value, dict):
        raise BadInput("The body must be a JSON object.", "")
    return value


def _check_is_json(request: Request) -> None:
    sent = request.headers.get("content-type", _JSON)
    if sent.split(";")[0].strip().lower() != _JSON:
        raise UnsupportedMediaType(f"The body must be {_JSON}.")


async def _read(request: Request, limit_bytes: int) -> bytes:
    declared = request.headers.get("content-length", "0")
    if declared.isdecimal() and int(declared[:20]) > limit_bytes:
        raise _too_large(limit_bytes)
    pieces: list[bytes] = []
    size = 0
    async for piece in request.stream():
        size += len(piece)
        if size > limit_bytes:
            raise _too_large(limit_bytes)
        pieces.append(piece)
    return b"".join(pieces)


def _too_large(limit_bytes: int) -> TooLarge:
    return TooLarge(f"The body has more than {limit_bytes} bytes.")


def request_of(holder: Mapping[str, Any]) -> dict[str, Any]:
    """A response request; `messages`, as chat completions spell it, stand for an `input` that isn't there."""
    if "input" in holder or not isinstance(holder.get("messages"), list):
        return dict(holder)
    others = {key: value for key, value in holder.items() if key != "messages"}
    return {**others, "input": holder["messages"]}


@contextmanager
def inside(member: str, *, but: str = "") -> Iterator[None]:
    """Let what the engine says of a part of the body point into this member (RFC 6901), but for one place beside it."""
    try:
        yield
    except PlacetError as error:
        if isinstance(error, BadInput):
            error.pointer = _moved(error.pointer, member, but)
        elif "pointer" in error.details:
            error.details["pointer"] = _moved(error.details["pointer"], member, but)
        raise


def _moved(pointer: str | None, member: str, but: str) -> str | None:
    return pointer if pointer is None or pointer == but else f"/{member}{pointer}"


def idempotency_key(request: Request) -> str | None:
    """The key, bare as LMSP's example has it or quoted as the draft has it; the two mean the same.

    Raises:
        InvalidIdempotencyKey: two of them, or not 1 to 255 visible ASCII characters.
    """
    sent = request.headers.getlist("idempotency-key")
    if not sent:
        return None
    quoted = _QUOTED.fullmatch(sent[0])
    key = _ESCAPED.sub(r"\1", quoted[1]) if quoted else sent[0]
    if len(sent) > 1 or not _KEY.fullmatch(key) or (key.startswith('"') and not quoted):
        raise InvalidIdempotencyKey("There is one Idempotency-Key, of 1 to 255 visible ASCII characters.")
    return key


def fingerprint(body: Mapping[str, Any]) -> str:
    """The digest of a body that a key stands for: blanks and the order of members don't count, every value does."""
    return digest(Purpose.KEY, "lmsp", dict(body))


@dataclass(frozen=True, kw_only=True)
class Cursor:
    """The number after which events are wanted; -1 for all. `by_id`: a client that reconnects named it (WHATWG)."""

    after: int
    by_id: bool


def asked_cursor(request: Request) -> Cursor:
    """The larger of `Last-Event-ID` and `starting_after`: who reconnects repeats an old address (generations 1.4).

    Raises:
        InvalidCursor: one of them is no number.
    """
    ids = [text for text in request.headers.getlist("last-event-id") if text]
    numbers = request.query_params.getlist("starting_after")
    if len(ids) > 1 or len(numbers) > 1:
        raise InvalidCursor("A stream starts after one number.")
    by_id, by_number = (_number(texts[0]) if texts else -1 for texts in (ids, numbers))
    return Cursor(after=max(by_id, by_number), by_id=by_id >= by_number and by_id >= 0)


def _number(text: str) -> int:
    if not _WHOLE.fullmatch(text) or int(text) > _LAST_NUMBER:
        raise InvalidCursor("A cursor is the whole number of an event.")
    return int(text)


def check_takes_events(request: Request) -> None:
    """Refuse a client that takes neither events nor what is sent for them by mistake.

    Raises:
        NotAcceptable: it doesn't.
    """
    sent = ",".join(request.headers.getlist("accept"))
    ranges = {part.split(";")[0].strip().lower() for part in sent.split(",")} - {""}
    if ranges and not ranges & _TAKEN:
        raise NotAcceptable("Events come as text/event-stream.")
