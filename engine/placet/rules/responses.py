"""The response object and its events, made from the pieces that a model server sends (LMSP 6.3, generations 1.2, 1.3).

A `Draft` is one attempt at one response. It takes pieces and gives the payloads of the events that they make, without
their numbers: those are given in the commit that writes them, so that there is never a gap. The same events read back
give the same output, which is how a restart knows what a dead process had got to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.rules.generations import EventType
from placet.rules.ports import Finish, TextDelta, ToolCallDelta, Usage

Payload = dict[str, Any]
NewId = Callable[[str], str]
"""Makes an identifier with this prefix."""

COMPLETED: Final = "completed"
INCOMPLETE: Final = "incomplete"
IN_PROGRESS: Final = "in_progress"
QUEUED: Final = "queued"
FAILED: Final = "failed"
CANCELLED: Final = "cancelled"

FINALS: Final = {
    COMPLETED: EventType.COMPLETED,
    INCOMPLETE: EventType.INCOMPLETE,
    FAILED: EventType.FAILED,
    CANCELLED: EventType.CANCELLED,
}
"""The one event that each ending of a response is told by."""

_REASONS: Final = {"length": "max_output_tokens", "content_filter": "content_filter"}
"""Why a response is incomplete, by the reason that the model server gives; any other reason means complete."""

_ASKED: Final[tuple[tuple[str, Any], ...]] = (
    ("instructions", None),
    ("max_output_tokens", None),
    ("metadata", {}),
    ("parallel_tool_calls", True),
    ("previous_response_id", None),
    ("temperature", None),
    ("text", None),
    ("tool_choice", "auto"),
    ("tools", []),
    ("top_p", None),
)
"""What a response repeats of its request, and what it says where the request says nothing."""


def response(
    response_id: str, request: Mapping[str, Any], created_at_s: int, status: str, **more: Any
) -> Payload:
    """A response object in this status; `more` are the members that aren't empty yet."""
    made: Payload = {
        "id": response_id,
        "object": "response",
        "created_at": created_at_s,
        "completed_at": None,
        "status": status,
        "model": request["model"],
        "output": [],
        "usage": None,
        "error": None,
        "incomplete_details": None,
        "background": True,
    }
    asked = {name: request.get(name, default) for name, default in _ASKED}
    return {**made, **asked, **more}


def usage_object(usage: Usage) -> Payload:
    """How many tokens a response took, as the wire says it."""
    return {
        "input_tokens": usage.input_tokens,
        "input_tokens_details": {"cached_tokens": usage.cached_tokens, "cache_write_tokens": 0},
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage.input_tokens + usage.output_tokens,
    }


def numbered(payload: Mapping[str, Any], sequence_number: int) -> str:
    """The JSON text of an event with its number. In ASCII: no text of a model can break a line or a commit."""
    return json.dumps({**payload, "sequence_number": sequence_number}, separators=(",", ":"))


@dataclass(kw_only=True)
class _Item:
    """One output item on its way: a message, or a call of a function."""

    id: str
    type: str
    place: int
    text: list[str]
    name: str = ""
    call_id: str = ""

    def object(self, status: str) -> Payload:
        whole = "".join(self.text)
        if self.type == "function_call":
            return {
                "id": self.id, "type": self.type, "call_id": self.call_id, "name": self.name,
                "arguments": whole, "status": status,
            }  # fmt: skip
        content = [part(whole)] if self.text else []
        return {
            "id": self.id, "type": self.type, "role": "assistant", "status": status, "content": content,
        }  # fmt: skip


def part(text: str) -> Payload:
    """The one content part of a message."""
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


class Draft:
    """One attempt at a response, as far as it has got. Not for two threads at once."""

    def __init__(self, new_id: NewId) -> None:
        self._new_id = new_id
        self._items: list[_Item] = []
        self._calls: dict[int, _Item] = {}
        self._message: _Item | None = None
        self.usage: Usage | None = None
        self.finish: Finish | None = None

    def take(self, piece: object) -> list[Payload]:
        """Add a piece; the answer is the events that it makes, in order. A piece that says nothing makes none."""
        if isinstance(piece, TextDelta) and piece.text:
            return self._take_text(piece.text)
        if isinstance(piece, ToolCallDelta):
            return self._take_call(piece)
        if isinstance(piece, Usage):
            self.usage = piece
        if isinstance(piece, Finish):
            self.finish = piece
        return []

    def output(self, status: str) -> list[Payload]:
        """All items as they stand, each in this status."""
        return [item.object(status) for item in self._items]

    def ending(self) -> tuple[str, Payload]:
        """How the response ends now that the model has finished: the status, and the members that say so.

        Raises:
            RuntimeError: the model hasn't finished.
        """
        if self.finish is None:
            raise RuntimeError("a response that isn't finished has no ending")
        reason = _REASONS.get(self.finish.reason)
        status = INCOMPLETE if reason else COMPLETED
        details = {"reason": reason} if reason else None
        return status, {"output": self.output(status), "incomplete_details": details, **self.counted()}

    def broken_off(self) -> Payload:
        """The members of a response that was cancelled or failed in the middle: nothing is pretended to be whole."""
        return {"output": self.output(INCOMPLETE), **self.counted()}

    def counted(self) -> Payload:
        """The usage, when the model server counted; it is never invented."""
        return {"usage": usage_object(self.usage) if self.usage else None}

    def closing(self) -> list[Payload]:
        """The events that close all items of a finished response. Changes nothing."""
        status = self.ending()[0]
        return [event for item in self._items for event in _done(item, status)]

    def _take_text(self, text: str) -> list[Payload]:
        opened: list[Payload] = []
        if self._message is None:
            self._message = self._open(_Item(id=self._new_id("msg_"), type="message", place=0, text=[]))
            opened = [_added(self._message), _part_added(self._message)]
        self._message.text.append(text)
        return [*opened, _delta(EventType.TEXT_DELTA, self._message, text, content_index=0, logprobs=[])]

    def _take_call(self, piece: ToolCallDelta) -> list[Payload]:
        call, opened = self._calls.get(piece.index), []
        if call is None:
            call = self._calls[piece.index] = self._open(
                _Item(
                    id=self._new_id("fc_"),
                    type="function_call",
                    place=0,
                    text=[],
                    name=piece.name,
                    call_id=piece.call_id,
                )
            )
            opened = [_added(call)]
        if not piece.arguments:
            return opened
        call.text.append(piece.arguments)
        return [*opened, _delta(EventType.ARGUMENTS_DELTA, call, piece.arguments)]

    def _open(self, item: _Item) -> _Item:
        item.place = len(self._items)
        self._items.append(item)
        return item


def _added(item: _Item) -> Payload:
    empty = _Item(id=item.id, type=item.type, place=item.place, text=[], name=item.name, call_id=item.call_id)
    return {
        "type": EventType.ITEM_ADDED.value,
        "output_index": item.place,
        "item": empty.object(IN_PROGRESS),
    }


def _part_added(item: _Item) -> Payload:
    return {**_about(EventType.PART_ADDED, item), "content_index": 0, "part": part("")}


def _about(kind: EventType, item: _Item) -> Payload:
    return {"type": kind.value, "item_id": item.id, "output_index": item.place}


def _delta(kind: EventType, item: _Item, delta: str, **more: Any) -> Payload:
    return {**_about(kind, item), "delta": delta, **more}


def _done(item: _Item, status: str) -> list[Payload]:
    whole = "".join(item.text)
    if item.type == "function_call":
        closing = [{**_about(EventType.ARGUMENTS_DONE, item), "arguments": whole, "name": item.name}]
    else:
        closing = [
            {**_about(EventType.TEXT_DONE, item), "content_index": 0, "text": whole, "logprobs": []},
            {**_about(EventType.PART_DONE, item), "content_index": 0, "part": part(whole)},
        ]
    done = {"type": EventType.ITEM_DONE.value, "output_index": item.place, "item": item.object(status)}
    return [*closing, done]


def partial_output(events: Iterable[Mapping[str, Any]]) -> list[Payload]:
    """The output that these events had got to: what is known of an attempt whose process is gone.

    Each attempt begins with `response.in_progress`, at which whatever came before counts no more.
    """
    items: dict[int, _Item] = {}
    for event in events:
        kind = event["type"]
        if kind == EventType.IN_PROGRESS:
            items = {}
        elif kind == EventType.ITEM_ADDED:
            item = event["item"]
            items[event["output_index"]] = _Item(
                id=item["id"], type=item["type"], place=event["output_index"], text=[],
                name=item.get("name", ""), call_id=item.get("call_id", ""),
            )  # fmt: skip
        elif kind in {EventType.TEXT_DELTA, EventType.ARGUMENTS_DELTA}:
            items[event["output_index"]].text.append(event["delta"])
    return [items[place].object(INCOMPLETE) for place in sorted(items)]
