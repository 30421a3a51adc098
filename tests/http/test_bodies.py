"""What a client may send: strict, bounded, and nothing that isn't known."""

import json
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.http.bodies import member_bytes
from tests.flows.house import House
from tests.flows.wire import Wire

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
CALLS = "/agents/clerk/tool-calls"


def post(net: Wire, content: bytes, path: str = CALLS) -> httpx.Response:
    return net.owner.post(path, content=content)


def nested(levels: int) -> str:
    return '{"a":' * levels + "1" + "}" * levels


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        (b'{"tool":"held","args":{"n":1,"n":2}}', "/args/n"),
        (b'{"tool":"held","args":{"n":NaN}}', "/args/n"),
        (b'{"tool":"held","args":{"n":1e999}}', "/args/n"),
        (b'{"tool":"held","args":{"text":"\\ud800"}}', "/args/text"),
        (b"[]", ""),
        (b'"text"', ""),
        (b'{"tool":1}', "/tool"),
        (b'{"tool":""}', "/tool"),
        (b'{"args":{}}', "/tool"),
        (b'{"tool":"held","args":[]}', "/args"),
        (b'{"tool":"held","wait_ms":-1}', "/wait_ms"),
        (b'{"tool":"held","wait_ms":true}', "/wait_ms"),
        (b'{"tool":"held","wait_ms":1.0}', "/wait_ms"),
        (b'{"tool":"held","defer":"yes"}', "/defer"),
        (b'{"tool":"held","request_key":7}', "/request_key"),
        (b'{"tool":"held","source":"me"}', "/source"),
        (b'{"tool":"held","surprise/~":1}', "/surprise~1~0"),
    ],
)
def test_what_does_not_fit_is_400_with_the_place(
    still_house: House, still: Wire, content: bytes, pointer: str
) -> None:
    answer = post(still, content)
    assert answer.status_code == 400, answer.text
    assert answer.json()["pointer"] == pointer
    assert still_house.tasks() == ()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff", b"\xef\xbb\xbf{}", b"{'tool':'held'}", b'{"tool":"held"} {}']
)
def test_what_is_no_json_is_400(still: Wire, content: bytes) -> None:
    answer = post(still, content)
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_input"


def test_arguments_may_be_64_levels_deep_and_no_deeper(still: Wire) -> None:
    fits = post(still, b'{"tool":"held","args":%s}' % nested(64).encode())
    too_deep = post(still, b'{"tool":"held","args":%s}' % nested(65).encode())
    assert (fits.status_code, fits.json()["pointer"]) == (
        400,
        "/args/a",
    )  # the schema's word, not the reader's
    assert too_deep.status_code == 400
    assert too_deep.json()["pointer"].count("/a") == 65
    assert "more than 64 levels" in too_deep.json()["error"], (
        "the arguments' own limit, not the body's with them"
    )


def test_nesting_without_an_end_is_refused_quickly(still: Wire) -> None:
    assert post(still, b"[" * 200_000).status_code == 400


def test_a_body_over_the_limit_is_413(house: House, net: Wire) -> None:
    house.engine.settings.set({"limits.body_bytes": 2048})
    answer = post(net, json.dumps({"tool": "held", "args": {"text": "x" * 4096}}).encode())
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert house.tasks() == ()


@pytest.mark.parametrize("padding", [b"x", b" "])
def test_arguments_over_the_limit_are_413_as_they_were_received(
    house: House, net: Wire, padding: bytes
) -> None:
    house.engine.settings.set({"limits.arguments_bytes": 1024})
    quote = b"" if padding == b" " else b'"text":'
    inner = padding * 1100 if padding == b" " else b'"' + padding * 1100 + b'"'
    answer = post(net, b'{"tool":"held","args":{' + quote + inner + b"}}")
    assert (answer.status_code, answer.json()["code"], answer.json()["pointer"]) == (
        413,
        "too_large",
        "/args",
    )
    assert house.tasks() == ()


def test_what_stands_beside_the_arguments_does_not_count_for_their_limit(house: House, net: Wire) -> None:
    house.engine.settings.set({"limits.arguments_bytes": 1024})
    answer = post(net, json.dumps({"tool": "held", "wait_ms": 0, "source": {"cwd": "x" * 2000}}).encode())
    assert answer.status_code == 202


@pytest.mark.parametrize(
    "path",
    [
        "/agents?x=1",
        "/tasks?limit=1&limit=2",
        "/tasks?limit=0",
        "/tasks?limit=1001",
        "/tasks?limit=x",
        "/tasks?limit=",
        "/tasks?status=done",
        "/tasks?kind=tool",
        "/tasks?phase=later",
        "/agents/clerk/tasks?kind=tool_call",
        "/health?x",
    ],
)
def test_parameters_that_are_not_known_or_do_not_fit_are_400(still: Wire, path: str) -> None:
    answer = still.owner.get(path)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_input")


@given(st.dictionaries(st.text(), VALUES, min_size=1, max_size=4), st.integers(0, 3))
def test_a_members_size_is_that_of_its_text(values: dict[str, Any], indent: int) -> None:
    text = json.dumps(values, indent=indent or None, ensure_ascii=False).encode("utf-8", "replace").decode()
    for key, value in json.loads(text).items():
        size = member_bytes(text, key)
        assert size >= len(
            json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
        )
    assert member_bytes(text, "no such key, surely") == 0


def test_a_members_size_counts_its_blanks_and_bytes() -> None:
    text = ' { "a" : [1, {"b":"}"}] , "args":  {"x" :  "é"}  ,"z":1}'
    assert member_bytes(text, "args") == len('{"x" :  "é"}'.encode())
    assert member_bytes(text, "z") == 1
