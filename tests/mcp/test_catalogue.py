"""What a call binds: its arguments, with an answer that a client gives its server, and never two calls alike."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from placet.mcp.catalogue import bound, unbound
from placet.mcp.eras import Era
from placet.mcp.front import Asked, Peer
from placet.rules.digest import args_digest

NAMES = st.sampled_from(["arguments", "inputResponses", "requestState", "a"])
VALUES = st.recursive(
    st.none() | st.integers(0, 1) | st.just("x"), lambda deeper: st.dictionaries(NAMES, deeper, max_size=3)
)
ARGUMENTS = st.dictionaries(NAMES, VALUES, max_size=3)
MORE = st.dictionaries(st.sampled_from(["inputResponses", "requestState", "_meta"]), VALUES, max_size=3)


def call(arguments: Mapping[str, Any], more: Mapping[str, Any]) -> Asked:
    return Asked(
        tool="t", arguments=arguments, raw="", more=more, peer=Peer(era=Era.MODERN, version="2026-07-28")
    )


def told(arguments: Mapping[str, Any], more: Mapping[str, Any]) -> tuple[Any, Any]:
    """What of a call reaches its server."""
    return arguments, {key: it for key, it in more.items() if key != "_meta"}


@given(ARGUMENTS, MORE, ARGUMENTS, MORE)
def test_no_two_calls_are_bound_alike(
    arguments: dict[str, Any], more: dict[str, Any], others: dict[str, Any], others_more: dict[str, Any]
) -> None:
    assume(told(arguments, more) != told(others, others_more))
    digests = [
        args_digest("t", bound(call(arguments, more))),
        args_digest("t", bound(call(others, others_more))),
    ]
    assert digests[0] != digests[1]


@pytest.mark.parametrize(
    ("arguments", "more"),
    [
        ({"arguments": {"a": 1}, "inputResponses": {}}, {}),
        ({"a": 1}, {"inputResponses": {}}),
        ({"arguments": {"arguments": {"a": 1}}}, {}),
    ],
)
def test_arguments_that_look_like_an_answer_are_none(arguments: dict[str, Any], more: dict[str, Any]) -> None:
    shown = bound(call(arguments, more))
    assert shown == {"arguments": arguments, **more}
    assert unbound(call(arguments, more), {**shown, "arguments": {"a": 2}}) == {"a": 2}


def test_plain_arguments_stand_as_they_are() -> None:
    plain = call({"arguments": [1], "requestState": "x"}, {"_meta": {}})
    assert bound(plain) == plain.arguments
    assert unbound(plain, {"b": 1}) == {"b": 1}


@pytest.mark.parametrize(
    "edited",
    [
        {"arguments": {"a": 2}},
        {"arguments": {"a": 2}, "inputResponses": {"x": 2}},
        {"arguments": {"a": 2}, "inputResponses": {"x": 1}, "requestState": "y"},
        {"arguments": {"a": 2}, "inputResponses": {"x": 1}, "more": 1},
        {"arguments": "a", "inputResponses": {"x": 1}},
    ],
)
def test_an_owner_edits_arguments_and_no_answer_of_the_clients(edited: dict[str, Any]) -> None:
    assert unbound(call({"a": 1}, {"inputResponses": {"x": 1}}), edited) is None


def test_an_edit_of_plain_arguments_does_not_become_an_answer() -> None:
    assert unbound(call({"a": 1}, {}), {"arguments": {"a": 1}, "inputResponses": {}}) is None
