"""The events of a response, and the object that they add up to."""

import json
from collections.abc import Iterable
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.generations import EventType
from placet.rules.ports import Began, Finish, Piece, TextDelta, ToolCallDelta, Usage
from placet.rules.responses import FINALS, Draft, numbered, partial_output, response, usage_object

REQUEST = {"model": "m", "temperature": 0.5, "input": "Hi."}


def draft() -> Draft:
    numbers = count(1)
    return Draft(lambda prefix: f"{prefix}{next(numbers)}")


def told(made: Draft, pieces: Iterable[Piece]) -> list[dict[str, Any]]:
    return [event for piece in pieces for event in made.take(piece)]


def kinds(events: Iterable[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


def text_item(status: str, text: str, item_id: str = "msg_1") -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
    return {"id": item_id, "type": "message", "role": "assistant", "status": status, "content": [part]}


def call_item(status: str, arguments: str, item_id: str = "fc_1") -> dict[str, Any]:
    return {
        "id": item_id, "type": "function_call", "call_id": "c", "name": "t", "arguments": arguments,
        "status": status,
    }  # fmt: skip


def test_text_opens_an_item_once_and_closes_it_whole() -> None:
    made = draft()
    events = told(made, [Began(), TextDelta(text="Hel"), TextDelta(text=""), TextDelta(text="lo")])
    assert kinds(events) == [
        "response.output_item.added", "response.content_part.added", "response.output_text.delta",
        "response.output_text.delta",
    ]  # fmt: skip
    assert events[0]["item"] == {**text_item("in_progress", ""), "content": []}
    assert "".join(event.get("delta", "") for event in events) == "Hello"
    told(made, [Finish(reason="stop")])
    closing = made.closing()
    assert kinds(closing) == [
        "response.output_text.done", "response.content_part.done", "response.output_item.done",
    ]  # fmt: skip
    assert closing[0]["text"] == closing[1]["part"]["text"] == "Hello"
    assert closing[2]["item"] == text_item("completed", "Hello")
    assert closing == made.closing()


def test_calls_are_told_apart_by_their_index_and_closed_with_their_arguments() -> None:
    made = draft()
    events = told(
        made,
        [
            ToolCallDelta(index=0, call_id="c", name="t", arguments='{"a"'),
            ToolCallDelta(index=1, call_id="d", name="u", arguments=""),
            ToolCallDelta(index=0, call_id="", name="", arguments=":1}"),
            Finish(reason="tool_calls"),
        ],
    )
    assert kinds(events) == [
        "response.output_item.added", "response.function_call_arguments.delta", "response.output_item.added",
        "response.function_call_arguments.delta",
    ]  # fmt: skip
    assert events[0]["item"] == call_item("in_progress", "")
    assert [event["output_index"] for event in events] == [0, 0, 1, 0]
    closing = made.closing()
    assert closing[0]["arguments"] == '{"a":1}'
    assert closing[0]["name"] == "t"
    assert closing[1]["item"] == call_item("completed", '{"a":1}')
    assert made.ending()[1]["output"][1]["name"] == "u"


@pytest.mark.parametrize(
    ("reason", "status", "why"),
    [
        ("stop", "completed", None),
        ("tool_calls", "completed", None),
        ("length", "incomplete", "max_output_tokens"),
        ("content_filter", "incomplete", "content_filter"),
    ],
)
def test_how_a_response_ends_follows_from_the_servers_reason(
    reason: str, status: str, why: str | None
) -> None:
    made = draft()
    told(made, [TextDelta(text="x"), Usage(input_tokens=3, output_tokens=1), Finish(reason=reason)])
    ended, members = made.ending()
    assert ended == status
    assert members["output"] == [text_item(status, "x")]
    assert members["incomplete_details"] == (None if why is None else {"reason": why})
    assert members["usage"]["total_tokens"] == 4
    assert ended in FINALS


def test_a_response_that_is_not_finished_has_no_ending() -> None:
    with pytest.raises(RuntimeError):
        draft().ending()


def test_what_was_broken_off_is_never_told_as_whole_and_counts_nothing_by_itself() -> None:
    made = draft()
    told(made, [TextDelta(text="Hal")])
    assert made.broken_off() == {"output": [text_item("incomplete", "Hal")], "usage": None}


def test_a_response_repeats_what_was_asked_and_has_every_member_that_clients_need() -> None:
    made = response("resp_1", REQUEST, 17, "queued")
    assert made["id"] == "resp_1"
    assert made["created_at"] == 17
    assert made["status"] == "queued"
    assert made["temperature"] == 0.5
    assert made["tools"] == []
    assert made["tool_choice"] == "auto"
    assert made["output"] == []
    assert made["usage"] is made["error"] is made["incomplete_details"] is None
    assert made["background"] is True
    assert made["parallel_tool_calls"] is True
    assert response("resp_1", REQUEST, 17, "failed", error={"code": "x"})["error"] == {"code": "x"}


def test_usage_adds_up() -> None:
    assert usage_object(Usage(input_tokens=12, output_tokens=30, cached_tokens=4)) == {
        "input_tokens": 12, "input_tokens_details": {"cached_tokens": 4, "cache_write_tokens": 0},
        "output_tokens": 30, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 42,
    }  # fmt: skip


@given(st.text())
def test_an_event_is_one_line_of_ascii_with_its_number(text: str) -> None:
    line = numbered({"type": "response.output_text.delta", "delta": text}, 7)
    assert line.isascii()
    assert "\n" not in line
    assert "\r" not in line
    assert json.loads(line) == {"type": "response.output_text.delta", "delta": text, "sequence_number": 7}


PIECES = st.lists(
    st.one_of(
        st.builds(TextDelta, text=st.text(max_size=3)),
        st.builds(
            ToolCallDelta, index=st.integers(0, 2), call_id=st.just("c"), name=st.just("t"),
            arguments=st.text(max_size=3),
        ),
    )
)  # fmt: skip


@given(PIECES, PIECES)
def test_the_events_read_back_give_what_the_last_attempt_had_got_to(
    before: list[Piece], after: list[Piece]
) -> None:
    last = draft()
    events = [
        *told(draft(), before),
        {"type": EventType.IN_PROGRESS.value},
        *told(last, after),
        {"type": EventType.COMPLETED.value},
    ]
    assert partial_output(events) == last.broken_off()["output"]
