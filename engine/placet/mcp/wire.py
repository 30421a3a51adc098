"""JSON-RPC messages as MCP frames them: one JSON text each, read strictly, or refused with the id that it came under.

A text that has two meanings has none (DECISIONS B1): duplicate keys, NaN, half a surrogate pair and the like are refused
before anybody looks at the message. Whoever sent it still waits, so its id is looked for all the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from placet.rules import strict_json
from placet.rules.errors import BadInput, TooLarge

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
MISSING_CAPABILITY: Final = -32021
UNSUPPORTED_VERSION: Final = -32022
HEADER_MISMATCH: Final = -32020

ENVELOPE_BYTES: Final = 256 * 1024
"""How much longer a message may be than the arguments in it."""
MAX_BYTES: Final = strict_json.MAX_BYTES + ENVELOPE_BYTES
_MAX_DEPTH: Final = strict_json.MAX_DEPTH + 2
"""Arguments at their limit stand in `params`, which stands in the message."""
_RESULT_BYTES: Final = 64 * 2**20
_RESULT_DEPTH: Final = 256
_ID_CHARS: Final = 256
_POINTER_CHARS: Final = 1_000
_MESSAGE_CHARS: Final = 2_000
_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)
_DEEPER: Final = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}
_ID: Final = rb'\s*:\s*("(?:[^"\\]|\\.){0,256}"|-?[0-9]{1,18})\s*'
_ID_VALUE: Final = re.compile(_ID + rb"(?=[,}])")
_LAST_ID: Final = re.compile(rb'"id"' + _ID + rb'(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*\Z')

Id = str | int


class WireError(Exception):
    """A message that isn't answered with a result. `id` None: nobody can say whose it was."""

    def __init__(self, code: int, message: str, *, id: Id | None = None, data: Any = None) -> None:  # noqa: A002
        super().__init__(message)
        self.code = code
        self.message = message
        self.id = id
        self.data = data

    def under(self, id: Id | None) -> WireError:  # noqa: A002
        """The same error, as the answer to one request."""
        return WireError(self.code, self.message, id=id, data=self.data)


@dataclass(frozen=True, kw_only=True)
class Message:
    """A request (`method` and `id`), a notification (`method` alone) or a response (`id`, and `result` or `error`).

    `text` is the JSON text that it was read from.
    """

    text: str
    id: Id | None = None
    method: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    result: Mapping[str, Any] | None = None
    error: Mapping[str, Any] | None = None

    @property
    def is_request(self) -> bool:
        """Whether somebody waits for its answer."""
        return self.method is not None and self.id is not None


def read_asked(raw: bytes) -> Message:
    """Read what a client sent.

    Raises:
        WireError: with the code and, where there is one, the id to refuse it under.
    """
    return _read(raw, max_bytes=MAX_BYTES, max_depth=_MAX_DEPTH)


def read_answered(raw: bytes) -> Message:
    """Read what a server sent, which may be longer and deeper: it is handed on, and decides nothing.

    Raises:
        WireError: it can't be read.
    """
    return _read(raw, max_bytes=_RESULT_BYTES, max_depth=_RESULT_DEPTH)


def _read(raw: bytes, *, max_bytes: int, max_depth: int) -> Message:
    try:
        value = strict_json.parse(raw, max_bytes=max_bytes, max_depth=max_depth, error=BadInput)
    except BadInput as flaw:
        raise _refusal(raw, flaw) from None
    if not isinstance(value, dict):
        raise WireError(INVALID_REQUEST, "A message is one JSON object; batches are not spoken.")
    return _message(value, raw.decode())


def _refusal(raw: bytes, flaw: BadInput) -> WireError:
    """Where the text is JSON of a looser kind, its sender has a mistake in the parameters; else it is no JSON at all."""
    found = None if isinstance(flaw, TooLarge) else _loosely(raw)
    asked_for = found.get("id") if isinstance(found, dict) else loose_id(raw)
    data = {"pointer": flaw.pointer} if flaw.pointer and len(flaw.pointer) <= _POINTER_CHARS else None
    is_json = found is not None or isinstance(flaw, TooLarge)
    code = INVALID_PARAMS if is_json else PARSE_ERROR
    return WireError(
        code, flaw.message[:_MESSAGE_CHARS], id=asked_for if _is_id(asked_for) else loose_id(raw), data=data
    )


def _loosely(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def loose_id(raw: bytes) -> Id | None:
    """The id that a message seems to have, whatever else is wrong with it: a member of the outermost object, or what
    stands at the end of a text whose middle is missing.
    """
    depth = 0
    for token in _TOKEN.finditer(raw):
        word = token[0]
        if word in _DEEPER:
            depth += _DEEPER[word]
        elif depth == 1 and word == b'"id"' and (value := _ID_VALUE.match(raw, token.end())):
            return _known_id(value[1])
    last = _LAST_ID.search(raw)
    return _known_id(last[1]) if last else None


def _known_id(text: bytes) -> Id | None:
    value = _loosely(text)
    return value if _is_id(value) else None


def _is_id(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= _ID_CHARS and value.isprintable() and not re.search("[\ud800-\udfff]", value)
    return isinstance(value, int) and not isinstance(value, bool)


def _message(value: dict[str, Any], text: str) -> Message:
    asked_for, method = value.get("id"), value.get("method")
    known = asked_for if _is_id(asked_for) else None
    if value.get("jsonrpc") != "2.0" or ("id" in value and known is None and "error" not in value):
        raise WireError(
            INVALID_REQUEST, "A message says jsonrpc 2.0, and its id is a text or an integer.", id=known
        )
    if method is None:
        return _response(value, known, text)
    if not isinstance(method, str) or not isinstance(value.get("params", {}), dict):
        code = INVALID_REQUEST if not isinstance(method, str) else INVALID_PARAMS
        raise WireError(code, "A method is a text, and its params are an object.", id=known)
    return Message(text=text, id=known, method=method, params=value.get("params", {}))


def _response(value: dict[str, Any], known: Id | None, text: str) -> Message:
    result, error = value.get("result"), value.get("error")
    if not isinstance(result, dict) and not isinstance(error, dict):
        raise WireError(INVALID_REQUEST, "A message has a method, a result or an error.", id=known)
    return Message(text=text, id=known, result=result if isinstance(result, dict) else None, error=error)


def request(id: Id, method: str, params: Mapping[str, Any]) -> str:  # noqa: A002
    """A request, as text."""
    return text_of({"jsonrpc": "2.0", "id": id, "method": method, "params": dict(params)})


def notification(method: str, params: Mapping[str, Any]) -> str:
    """A notification, as text."""
    return text_of({"jsonrpc": "2.0", "method": method, "params": dict(params)})


def response(id: Id, result: Mapping[str, Any]) -> str:  # noqa: A002
    """A result, as text."""
    return text_of({"jsonrpc": "2.0", "id": id, "result": dict(result)})


def refusal(error: WireError) -> str:
    """An error, as text."""
    told: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.data is not None:
        told["data"] = error.data
    return text_of({"jsonrpc": "2.0", "id": error.id, "error": told})


def text_of(message: Mapping[str, Any]) -> str:
    """A JSON text on one line. Everything beyond ASCII is escaped, so no reader finds another end of a line in it."""
    return json.dumps(message, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
