"""Puts a streamed reply together from its pieces, in the many ways that servers cut them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from placet.rules.errors import BackendFailed, ReplyCutShort
from placet.rules.ports import ModelReply, ModelToolCall

MAX_CALLS = 128
"""More calls than this in one reply is a broken server."""


@dataclass(kw_only=True)
class _Call:
    index: Any
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


class Assembly:
    """One reply on its way. Feed every chunk to `take`, then ask `finish` once for the whole reply."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._calls: list[_Call] = []
        self._finish_reason: str | None = None
        self._usage: Mapping[str, Any] = {}
        self._seen_choice = False

    def take(self, chunk: Mapping[str, Any]) -> str:
        """Add a `chat.completion.chunk`, or a whole `chat.completion`; returns the text that it adds.

        Raises:
            BackendFailed: the chunk isn't shaped like one.
        """
        usage = chunk.get("usage")
        if isinstance(usage, Mapping):
            self._usage = usage
        added = [self._take_choice(_mapping(choice)) for choice in _list(chunk.get("choices"))[:1]]
        return "".join(added)

    def _take_choice(self, choice: Mapping[str, Any]) -> str:
        self._seen_choice = True
        delta = _mapping(choice.get("delta") or choice.get("message"))
        for part in _list(delta.get("tool_calls")):
            self._take_call(_mapping(part))
        self._finish_reason = _text(choice.get("finish_reason")) or self._finish_reason
        text = _text(delta.get("content")) or _text(delta.get("refusal"))
        self._text.append(text)
        return text

    def _take_call(self, part: Mapping[str, Any]) -> None:
        function = _mapping(part.get("function"))
        call_id, name = _text(part.get("id")), _text(function.get("name"))
        call = self._find(part.get("index"), call_id, name)
        call.id = call.id or call_id
        call.name = call.name or name
        call.arguments.append(_text(function.get("arguments")))

    def _find(self, index: Any, call_id: str, name: str) -> _Call:
        """The call that a piece belongs to; a new one when it belongs to none.

        An index decides, except that some servers send index 0 for all calls and tell them apart by id alone:
        so a piece with a name *and* another id opens a call. Without an index: the id, or the call that is
        being written.
        """
        same_place = [c for c in self._calls if c.index == index] if index is not None else self._calls
        candidates = [c for c in same_place if c.id == call_id] if call_id else []
        candidates = candidates or same_place[-1:]
        if candidates and not self._opens_another(candidates[-1], index, call_id, name):
            return candidates[-1]
        if len(self._calls) == MAX_CALLS:
            raise BackendFailed(f"The model server sent more than {MAX_CALLS} tool calls in one reply.")
        self._calls.append(_Call(index=index))
        return self._calls[-1]

    @staticmethod
    def _opens_another(call: _Call, index: Any, call_id: str, name: str) -> bool:
        if not name or not call.name:
            return False
        if call_id and call.id:
            return call_id != call.id
        return index is None  # whole calls, one after the other, with neither index nor id

    def finish(self, *, done_seen: bool) -> ModelReply:
        """The whole reply. `done_seen`: the stream's own end mark came.

        `completion_tokens` is what the server counted, and 0 when it didn't say: pieces aren't tokens.

        Raises:
            ReplyCutShort: it ended at its length limit.
            BackendFailed: it never came to an end, was filtered, or a call has no name.
        """
        if not self._seen_choice or (self._finish_reason is None and not done_seen):
            raise BackendFailed("The model server's reply broke off before its end.")
        if self._finish_reason == "length":
            raise ReplyCutShort("The model's reply hit its length limit and isn't whole.")
        if self._finish_reason == "content_filter":
            raise BackendFailed("The model server's own filter took the reply, or a part of it, away.")
        calls = self._whole_calls()
        return ModelReply(
            text="".join(self._text),
            tool_calls=calls,
            finish_reason=self._finish_reason or ("tool_calls" if calls else "stop"),
            completion_tokens=self._count("completion_tokens") or 0,
            prompt_tokens=self._count("prompt_tokens"),
        )

    def _whole_calls(self) -> tuple[ModelToolCall, ...]:
        taken: set[str] = set()
        whole: list[ModelToolCall] = []
        for call in self._calls:
            if not call.name:
                raise BackendFailed("The model server sent a tool call without a name.")
            call_id = call.id if call.id and call.id not in taken else new_call_id()
            taken.add(call_id)
            whole.append(ModelToolCall(id=call_id, name=call.name, arguments="".join(call.arguments)))
        return tuple(whole)

    def _count(self, key: str) -> int | None:
        value = self._usage.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def new_call_id() -> str:
    """An id for a call whose server gave none."""
    return f"call_{secrets.token_hex(8)}"


def _mapping(value: Any) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BackendFailed("The model server sent something else where an object belongs.")
    return value


def _list(value: Any) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise BackendFailed("The model server sent something else where a list belongs.")
    return value


def _text(value: Any) -> str:
    """A string or nothing. Arguments given as an object are refused too: parsing would hide doubled keys."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BackendFailed("The model server sent something else where a text belongs.")
    return value
