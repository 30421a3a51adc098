from __future__ import annotations

import itertools
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from placet.agents.history import answer_payload, chat, reply_payload
from placet.rules.basics import ConversationId, Instant, TurnId
from placet.rules.records import Message, Role
from tests.agents.scripted import asks, is_valid

_seq = itertools.count(1)


def message(role: Role, text: str, turn: str | None, payload: str | None = None) -> Message:
    seq = next(_seq)
    return Message(
        id=f"msg_{seq}",
        seq=seq,
        conversation_id=ConversationId("conv_1"),
        role=role,
        text=text,
        at_ms=Instant(seq),
        turn_id=None if turn is None else TurnId(turn),
        payload=payload,
    )


def owner(text: str, turn: str) -> Message:
    return message(Role.OWNER, text, turn)


def reply(text: str, turn: str, *call_ids: str) -> Message:
    calls = [asks("t", {"n": 1}, call_id) for call_id in call_ids]
    return message(Role.ASSISTANT, text, turn, reply_payload(calls))


def answer(call_id: str, turn: str, text: str = "{}") -> Message:
    return message(Role.TOOL, text, turn, answer_payload(call_id))


def shape(*messages: Message, turn: str = "a") -> list[tuple[str, Any]]:
    return [(it["role"], it["content"]) for it in chat(messages, TurnId(turn))]


def test_a_turn_is_given_back_word_for_word() -> None:
    built = chat(
        [owner("Go.", "a"), reply("", "a", "c1"), answer("c1", "a", "[1]"), reply("Done.", "a")], TurnId("a")
    )
    assert built == [
        {"role": "user", "content": "Go."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "t", "arguments": '{"n": 1}'}}
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "[1]"},
        {"role": "assistant", "content": "Done."},
    ]


def test_a_message_that_came_during_a_turn_stands_behind_that_turn() -> None:
    rows = [
        owner("Go.", "a"),
        reply("", "a", "c1"),
        owner("And?", "b"),
        answer("c1", "a"),
        reply("Done.", "a"),
    ]
    assert [it[0] for it in shape(*rows, turn="b")] == ["user", "assistant", "tool", "assistant", "user"]
    assert ("user", "And?") not in shape(*rows, turn="a")


def test_a_call_without_an_answer_is_closed_and_later_ones_are_told_as_never_made() -> None:
    built = chat(
        [owner("Go.", "a"), reply("", "a", "c1", "c2", "c3"), answer("c1", "a"), owner("Hm?", "b")],
        TurnId("b"),
    )
    assert is_valid(built)
    codes = [json.loads(it["content"]).get("error", {}).get("code") for it in built if it["role"] == "tool"]
    assert codes == [None, "not_recorded", "not_made"]
    said = next(it["content"] for it in built if it.get("tool_call_id") == "c2")
    assert "not decided" in said
    assert "outcome is unknown" in said


def test_two_messages_of_the_owner_in_a_row_become_one() -> None:
    assert shape(owner("One.", "a"), owner("Two.", "b"), turn="b") == [("user", "One.\n\nTwo.")]


def test_arguments_that_are_no_json_object_are_given_back_as_an_empty_one() -> None:
    row = message(Role.ASSISTANT, "", "a", reply_payload([asks("t", '{"n": '), asks("t", "[1]", "c2")]))
    calls = chat([owner("Go.", "a"), row], TurnId("a"))[1]["tool_calls"]
    assert [call["function"]["arguments"] for call in calls] == ["{}", "{}"]


ROWS = st.lists(
    st.tuples(st.sampled_from(["owner", "reply", "answer"]), st.sampled_from("ab"), st.integers(1, 3)),
    max_size=12,
)


@given(ROWS)
def test_whatever_rows_a_crash_left_the_history_is_valid(rows: list[tuple[str, str, int]]) -> None:
    made = {
        "owner": lambda turn, n: owner("x", turn),
        "reply": lambda turn, n: reply("y", turn, *(f"c{it}" for it in range(1, n))),
        "answer": lambda turn, n: answer(f"c{n}", turn),
    }
    built = chat([made[kind](turn, n) for kind, turn, n in rows], TurnId("b"))
    assert is_valid(built)
