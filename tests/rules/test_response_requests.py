"""Response requests: what is refused and where, and that chat goes there and back unchanged."""

import math
from typing import Any

import pytest

from placet.rules.errors import BadInput, UnsupportedCapability
from placet.rules.ports import ModelRequest
from placet.rules.response_requests import check, items, messages, model_request, response_request

TOOL = {"type": "function", "name": "look", "parameters": {"type": "object"}}
ASKED: dict[str, Any] = {"model": "m", "input": "Hi."}


def asked(**more: Any) -> dict[str, Any]:
    return {**ASKED, **more}


GOOD = [
    asked(),
    asked(input=[{"role": "user", "content": "Hi."}]),
    asked(input=[{"type": "message", "role": "developer", "content": [{"type": "input_text", "text": ""}]}]),
    asked(input=[
        {"type": "function_call", "call_id": "c", "name": "look", "arguments": ""},
        {"type": "function_call_output", "call_id": "c", "output": "x"},
    ]),
    asked(instructions=""), asked(instructions=None, tools=None, text=None, metadata=None),
    asked(tools=[TOOL], tool_choice={"type": "function", "name": "look"}),
    asked(tools=[{**TOOL, "parameters": None}]),
    asked(temperature=0, top_p=1.0, max_output_tokens=1, parallel_tool_calls=False, metadata={"a": "b"}),
    asked(text={}), asked(text={"format": None}), asked(text={"format": {"type": "text"}}),
    asked(text={"format": {"type": "json_schema", "name": "n", "schema": {}}}),
    asked(stream=True, background=True, something_unknown=1),
]  # fmt: skip


@pytest.mark.parametrize("request_", GOOD)
def test_what_can_be_asked_is_taken(request_: dict[str, Any]) -> None:
    check(request_)


BAD = [
    ({"input": "Hi."}, "/model"), (asked(model=""), "/model"), (asked(model=1), "/model"),
    ({"model": "m"}, "/input"), (asked(input=[]), "/input"), (asked(input={}), "/input"),
    (asked(input=["x"]), "/input/0"),
    (asked(input=[{"role": "king", "content": "x"}]), "/input/0/role"),
    (asked(input=[{"role": [], "content": "x"}]), "/input/0/role"),
    (asked(input=[{"role": "user"}]), "/input/0/content"),
    (asked(input=[{"role": "user", "content": ["x"]}]), "/input/0/content/0"),
    (asked(input=[{"role": "user", "content": [{"type": "input_text"}]}]), "/input/0/content/0/text"),
    (asked(input=[{"type": "function_call", "call_id": "c", "name": "", "arguments": ""}]), "/input/0/name"),
    (asked(input=[{"type": "function_call_output", "output": "x"}]), "/input/0/call_id"),
    (asked(input=[{"type": "function_call_output", "call_id": "c"}]), "/input/0/output"),
    (asked(instructions=1), "/instructions"),
    (asked(tools={}), "/tools"), (asked(tools=["x"]), "/tools/0"),
    (asked(tools=[{"type": "function"}]), "/tools/0/name"),
    (asked(tools=[{**TOOL, "parameters": 1}]), "/tools/0/parameters"),
    (asked(tool_choice="perhaps"), "/tool_choice"), (asked(tool_choice=1), "/tool_choice"),
    (asked(tools=[TOOL], tool_choice={"type": "function", "name": "other"}), "/tool_choice"),
    (asked(temperature=2.1), "/temperature"), (asked(temperature=True), "/temperature"),
    (asked(temperature="1"), "/temperature"), (asked(top_p=-0.1), "/top_p"),
    (asked(temperature=10**399), "/temperature"), (asked(top_p=math.nan), "/top_p"),
    (asked(max_output_tokens=0), "/max_output_tokens"), (asked(max_output_tokens=1.0), "/max_output_tokens"),
    (asked(metadata=[]), "/metadata"), (asked(parallel_tool_calls=1), "/parallel_tool_calls"),
    (asked(text="json"), "/text/format"), (asked(text={"format": {"type": "xml"}}), "/text/format"),
    (asked(text={"format": {"type": {}}}), "/text/format"),
    (asked(text={"format": {"type": "json_schema"}}), "/text/format/schema"),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "pointer"), BAD)
def test_what_does_not_fit_is_refused_with_its_place(request_: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadInput) as refused:
        check(request_)
    assert refused.value.pointer == pointer
    assert not isinstance(refused.value, UnsupportedCapability)


NOT_OFFERED = [
    (asked(input=[{"type": "item_reference", "id": "x"}]), "/input/0/type"),
    (asked(input=[{"role": "user", "content": [{"type": "input_image", "image_url": "x"}]}]),
     "/input/0/content/0/type"),
    (asked(input=[{"role": "user", "content": [{"type": ["text"], "text": "x"}]}]), "/input/0/content/0/type"),
    (asked(tools=[{"type": "web_search"}]), "/tools/0/type"),
    (asked(previous_response_id="resp_1"), "/previous_response_id"),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "pointer"), NOT_OFFERED)
def test_what_is_not_offered_is_said_to_be_so(request_: dict[str, Any], pointer: str) -> None:
    with pytest.raises(UnsupportedCapability) as refused:
        check(request_)
    assert refused.value.pointer == pointer


def test_a_text_is_one_message_of_the_users_behind_the_instructions() -> None:
    assert messages(asked(instructions="Be short.")) == [
        {"role": "system", "content": "Be short."},
        {"role": "user", "content": "Hi."},
    ]


def test_parts_are_put_together_and_a_developer_is_the_system() -> None:
    parts = [{"type": "input_text", "text": "a"}, {"type": "input_text", "text": "b"}]
    given = [{"role": "developer", "content": parts}, {"role": "assistant", "content": "c"}]
    output = {"type": "function_call_output", "call_id": "c", "output": parts}
    assert messages(asked(input=[*given, output])) == [
        {"role": "system", "content": "ab"},
        {"role": "assistant", "content": "c"},
        {"role": "tool", "tool_call_id": "c", "content": "ab"},
    ]


def call(call_id: str) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": "look", "arguments": "{}"}}


CHAT = [
    {"role": "system", "content": "You are."},
    {"role": "user", "content": "Look."},
    {"role": "assistant", "content": None, "tool_calls": [call("a"), call("b")]},
    {"role": "tool", "tool_call_id": "a", "content": "1"},
    {"role": "tool", "tool_call_id": "b", "content": ""},
    {"role": "assistant", "content": "Once more.", "tool_calls": [call("c")]},
    {"role": "tool", "tool_call_id": "c", "content": "2"},
    {"role": "assistant", "content": "Done."},
    {"role": "user", "content": "Thanks."},
]


@pytest.mark.parametrize("length", range(1, len(CHAT) + 1))
def test_chat_comes_back_from_a_request_as_it_went_in(length: int) -> None:
    request = {"model": "m", "input": items(CHAT[:length])}
    check(request)
    assert messages(request) == CHAT[:length]


CHAT_TOOL = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}


@pytest.mark.parametrize(
    "turn",
    [
        ModelRequest(model="m", messages=CHAT),
        ModelRequest(model="m", messages=CHAT, tools=(CHAT_TOOL,), require_tool=True, temperature=0.0),
        ModelRequest(model="m", messages=CHAT, tools=(CHAT_TOOL,), max_tokens=5),
    ],
)
def test_what_a_turn_asks_is_asked_again_from_what_was_kept(turn: ModelRequest) -> None:
    kept = response_request(turn, "here/m")
    check(kept)
    assert kept["model"] == "here/m"
    assert model_request(kept, "m") == turn


def test_a_choice_narrows_the_tools_that_the_model_is_offered() -> None:
    other = {**TOOL, "name": "other"}
    named = {"type": "function", "name": "other"}
    both = asked(tools=[TOOL, other], parallel_tool_calls=False)
    assert len(model_request(both, "m").tools) == 2
    assert not model_request(both, "m").require_tool
    one = model_request({**both, "tool_choice": named}, "m")
    assert [tool["function"]["name"] for tool in one.tools] == ["other"]
    assert one.require_tool
    assert one.more == {"parallel_tool_calls": False}
    none = model_request({**both, "tool_choice": "none"}, "m")
    assert (none.tools, none.require_tool, none.more) == ((), False, {})


@pytest.mark.parametrize(
    ("wanted", "schema"),
    [
        (None, None),
        ({"type": "text"}, None),
        ({"type": "json_object"}, {"type": "object"}),
        ({"type": "json_schema", "name": "n", "schema": {"type": "array"}}, {"type": "array"}),
    ],
)
def test_a_format_is_the_schema_that_a_reply_has_to_fit(
    wanted: dict[str, Any] | None, schema: dict[str, Any] | None
) -> None:
    assert model_request(asked(text={"format": wanted}), "m").schema == schema
