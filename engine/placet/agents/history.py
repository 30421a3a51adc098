"""Between the durable messages of a conversation and the messages of a chat-completions request.

The order that a model sees is by turn: a message that came during a turn belongs to the next one (DECISIONS
T7), so it stands behind everything of that turn, although it was written in the middle of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from placet.agents.answers import NEVER_ASKED, NOT_RECORDED, closing
from placet.rules import strict_json
from placet.rules.basics import TurnId
from placet.rules.errors import BadInput
from placet.rules.ports import ModelToolCall
from placet.rules.records import Message, Role

ChatMessage = dict[str, Any]


def chat(messages: Sequence[Message], turn_id: TurnId) -> list[ChatMessage]:
    """What the model of this turn is given: everything up to the turn, nothing of what is queued behind it.

    Always valid: each call has exactly one answer right behind it. A call whose answer was never recorded is
    closed by a message that says so.
    """
    chats = _Chat()
    for message in _by_turn(messages, turn_id):
        chats.add(message)
    return chats.finished()


def _by_turn(messages: Iterable[Message], last: TurnId) -> list[Message]:
    turns: dict[str, list[Message]] = {}
    for message in messages:
        turns.setdefault(message.turn_id or message.id, []).append(message)
    ordered: list[Message] = []
    for turn_id, group in turns.items():
        ordered += group
        if turn_id == last:
            break
    return ordered


class _Chat:
    """Builds the list and knows which calls of the newest reply are unanswered."""

    def __init__(self) -> None:
        self._list: list[ChatMessage] = []
        self._open: list[str] = []

    def add(self, message: Message) -> None:
        if message.role is Role.TOOL:
            self._add_answer(message)
            return
        self._close()
        if message.role is Role.OWNER:
            self._add_owner(message.text)
        else:
            self._add_reply(message)

    def finished(self) -> list[ChatMessage]:
        self._close()
        return self._list

    def _add_owner(self, text: str) -> None:
        # Some chat templates refuse two messages of one side in a row, as a failed turn leaves them.
        if self._list and self._list[-1]["role"] == "user":
            text = f"{self._list.pop()['content']}\n\n{text}"
        self._list.append({"role": "user", "content": text})

    def _add_reply(self, message: Message) -> None:
        reply = reply_chat(message.text, calls_of(message))
        self._list.append(reply)
        self._open = [call["id"] for call in reply.get("tool_calls", [])]

    def _add_answer(self, message: Message) -> None:
        answered = _payload(message).get("tool_call_id")
        if answered in self._open:
            self._open.remove(answered)
            self._list.append(answer_chat(answered, message.text))

    def _close(self) -> None:
        # Calls are asked one by one, so only the first without an answer can have been asked at all.
        for index, call_id in enumerate(self._open):
            code, why = ("not_made", NEVER_ASKED) if index else ("not_recorded", NOT_RECORDED)
            self._list.append(answer_chat(call_id, closing(code, why)))
        self._open = []


def reply_chat(text: str, calls: Sequence[ModelToolCall]) -> ChatMessage:
    """A model's reply as it is given back to it."""
    reply: ChatMessage = {"role": "assistant", "content": text or None}
    if calls:
        reply["tool_calls"] = [_call_chat(call) for call in calls]
    return reply


def answer_chat(call_id: str, content: str) -> ChatMessage:
    """The answer to one call."""
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def reply_payload(calls: Sequence[ModelToolCall]) -> str | None:
    """What the row of a reply keeps beside its text: the calls, exactly as the model wrote them."""
    if not calls:
        return None
    # In ASCII, so that even what UTF-8 can't carry is kept: the gate refuses it, the row says what it was.
    return json.dumps({"calls": [{"id": it.id, "name": it.name, "arguments": it.arguments} for it in calls]})


def answer_payload(call_id: str) -> str:
    """What the row of an answer keeps beside its text."""
    return json.dumps({"tool_call_id": call_id})


def sender_payload(agent: str) -> str:
    """What the row of a message from another agent keeps beside its text."""
    return json.dumps({"from_agent": agent})


def event_payload(triggers: Sequence[str]) -> str:
    """What the row of a message about events keeps beside its text: what each of them was."""
    return json.dumps({"from_triggers": list(triggers)})


def goal_payload(goal_revision: int, *, again: bool) -> str:
    """What the row of a workflow's goal keeps beside its text; `again`: the text is ours, about the same goal."""
    return json.dumps({"from_workflow" if again else "goal": goal_revision})


def has_goal(messages: Sequence[Message], goal_revision: int) -> bool:
    """Whether a workflow's conversation holds this revision's goal already."""
    return any(
        message.role is Role.OWNER and _payload(message).get("goal") == goal_revision for message in messages
    )


def agents_in_a_row(messages: Sequence[Message]) -> int:
    """How many messages of agents came since the owner last said something; events say nothing for the owner."""
    return sum("from_agent" in payload for payload in _since_the_owner(messages))


def events_in_a_row(messages: Sequence[Message], but: str) -> int:
    """How many messages were about events alone since the owner last said something, or an event of `but` came."""
    told = [payload["from_triggers"] for payload in _since_the_owner(messages) if "from_triggers" in payload]
    return next((count for count, triggers in enumerate(told) if but in triggers), len(told))


def _since_the_owner(messages: Sequence[Message]) -> Iterator[dict[str, Any]]:
    """What the messages hold beside their texts that stand in the owner's place and aren't the owner's, newest first."""
    for message in reversed(messages):
        if message.role is Role.OWNER:
            payload = _payload(message)
            if not payload:
                return
            yield payload


def calls_of(message: Message) -> tuple[ModelToolCall, ...]:
    """The calls that a reply's row keeps."""
    return tuple(ModelToolCall(**call) for call in _payload(message).get("calls", []))


def clean(text: str) -> str:
    """The text with lone surrogates, which UTF-8 can't carry, replaced."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def _call_chat(call: ModelToolCall) -> ChatMessage:
    function = {"name": clean(call.name), "arguments": call.arguments if _is_object(call.arguments) else "{}"}
    return {"id": call.id, "type": "function", "function": function}


def _is_object(arguments: str) -> bool:
    # Servers parse these texts again and break on what isn't JSON. The refusal says what was wrong with it.
    try:
        return isinstance(strict_json.parse(arguments), dict)
    except BadInput:
        return False


def _payload(message: Message) -> dict[str, Any]:
    return {} if message.payload is None else json.loads(message.payload)
