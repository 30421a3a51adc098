"""Puts a streamed reply in order, in the many ways that servers cut it: chunks go in, pieces come out."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from placet.rules.errors import BackendLost, BackendProtocolError
from placet.rules.ports import Finish, Piece, TextDelta, ToolCallDelta, Usage

MAX_CALLS = 128
"""More calls than this in one reply is a broken server."""
_MOST_TOKENS: Final = 2**53
"""A count beyond this counts nothing, and no ledger could hold it."""


@dataclass(kw_only=True)
class _Call:
    """One call. Until its name is known its arguments are held back; then `id` is what the engine calls it."""

    place: int
    index: Any
    sent_id: str = ""
    name: str = ""
    id: str = ""
    held_back: list[str] = field(default_factory=list)


class Assembly:
    """One reply on its way. Feed every chunk to `take`, then ask `finish` once for its end."""

    def __init__(self) -> None:
        self._calls: list[_Call] = []
        self._taken_ids: set[str] = set()
        self._finish_reason: str | None = None
        self._usage: Mapping[str, Any] = {}
        self._seen_choice = False

    def take(self, chunk: Mapping[str, Any]) -> list[Piece]:
        """Add a `chat.completion.chunk`, or a whole `chat.completion`; returns the pieces that it brings.

        Raises:
            BackendProtocolError: the chunk isn't shaped like one.
        """
        usage = chunk.get("usage")
        if isinstance(usage, Mapping):
            self._usage = usage
        return [
            piece
            for choice in _list(chunk.get("choices"))[:1]
            for piece in self._take_choice(_mapping(choice))
        ]

    def _take_choice(self, choice: Mapping[str, Any]) -> list[Piece]:
        self._seen_choice = True
        delta = _mapping(choice.get("delta") or choice.get("message"))
        self._finish_reason = _text(choice.get("finish_reason")) or self._finish_reason
        text = _text(delta.get("content")) or _text(delta.get("refusal"))
        pieces: list[Piece] = [TextDelta(text=text)] if text else []
        for part in _list(delta.get("tool_calls")):
            pieces += self._take_call(_mapping(part))
        return pieces

    def _take_call(self, part: Mapping[str, Any]) -> list[Piece]:
        function = _mapping(part.get("function"))
        sent_id, name = _text(part.get("id")), _text(function.get("name"))
        call = self._find(part.get("index"), sent_id, name)
        call.sent_id = call.sent_id or sent_id
        call.held_back.append(_text(function.get("arguments")))
        call.name = call.name or name
        return [self._told(call)] if call.name else []

    def _told(self, call: _Call) -> Piece:
        if not call.id:
            is_free = call.sent_id and call.sent_id not in self._taken_ids
            call.id = call.sent_id if is_free else new_call_id()
            self._taken_ids.add(call.id)
        arguments = "".join(call.held_back)
        call.held_back.clear()
        return ToolCallDelta(index=call.place, call_id=call.id, name=call.name, arguments=arguments)

    def _find(self, index: Any, call_id: str, name: str) -> _Call:
        """The call that a piece belongs to; a new one when it belongs to none.

        An index decides, except that some servers send index 0 for all calls and tell them apart by id alone:
        so a piece with a name *and* another id opens a call. Without an index: the id, or the call that is
        being written.
        """
        same_place = [c for c in self._calls if c.index == index] if index is not None else self._calls
        candidates = [c for c in same_place if c.sent_id == call_id] if call_id else []
        candidates = candidates or same_place[-1:]
        if candidates and not self._opens_another(candidates[-1], index, call_id, name):
            return candidates[-1]
        if len(self._calls) == MAX_CALLS:
            raise BackendProtocolError(
                f"The model server sent more than {MAX_CALLS} tool calls in one reply."
            )
        self._calls.append(_Call(place=len(self._calls), index=index))
        return self._calls[-1]

    @staticmethod
    def _opens_another(call: _Call, index: Any, call_id: str, name: str) -> bool:
        if not name or not call.name:
            return False
        if call_id and call.sent_id:
            return call_id != call.sent_id
        return index is None  # whole calls, one after the other, with neither index nor id

    def finish(self, *, done_seen: bool) -> list[Piece]:
        """The pieces at the end: what was counted, if anything was, and why it ended.

        `done_seen`: the stream's own end mark came. Nothing is counted here: pieces aren't tokens.

        Raises:
            BackendLost: the reply never came to an end.
            BackendProtocolError: a call has no name.
        """
        if not self._seen_choice or (self._finish_reason is None and not done_seen):
            raise BackendLost("The model server's reply broke off before its end.")
        if any(not call.name for call in self._calls):
            raise BackendProtocolError("The model server sent a tool call without a name.")
        reason = self._finish_reason or ("tool_calls" if self._calls else "stop")
        return [*self._counted(), Finish(reason=reason)]

    def _counted(self) -> list[Piece]:
        asked, given = self._count("prompt_tokens"), self._count("completion_tokens")
        if asked is None or given is None:
            return []
        details = self._usage.get("prompt_tokens_details")
        cached = details.get("cached_tokens") if isinstance(details, Mapping) else None
        return [Usage(input_tokens=asked, output_tokens=given, cached_tokens=_whole(cached) or 0)]

    def _count(self, key: str) -> int | None:
        return _whole(self._usage.get(key))


def new_call_id() -> str:
    """An id for a call whose server gave none."""
    return f"call_{secrets.token_hex(8)}"


def _whole(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= _MOST_TOKENS else None


def _mapping(value: Any) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BackendProtocolError("The model server sent something else where an object belongs.")
    return value


def _list(value: Any) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise BackendProtocolError("The model server sent something else where a list belongs.")
    return value


def _text(value: Any) -> str:
    """A string or nothing. Arguments given as an object are refused too: parsing would hide doubled keys."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BackendProtocolError("The model server sent something else where a text belongs.")
    return value
