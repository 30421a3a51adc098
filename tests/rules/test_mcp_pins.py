"""Which tools of a server stand as their owner pinned them, and how a difference is told."""

from typing import Any

import pytest

from placet.rules import mcp_pins, outside
from placet.rules.errors import BadInput
from placet.rules.mcp_pins import CHANGED, PINNED, Listed


def listed(*command: str, **tools: Any) -> Listed:
    return Listed(command=command or ("serve",), tools=tools)


A = {"inputSchema": {"type": "object"}}
B = {"inputSchema": {"type": "object", "maxProperties": 1}}


def test_the_first_list_is_as_it_should_be() -> None:
    assert mcp_pins.states(None, listed(a=A, b=B)) == {"a": PINNED, "b": PINNED}


def test_what_is_described_differently_or_is_new_has_changed() -> None:
    assert mcp_pins.states(listed(a=A, b=A), listed(a=A, b=B, c=A)) == {
        "a": PINNED,
        "b": CHANGED,
        "c": CHANGED,
    }


def test_a_number_of_another_type_is_another_description() -> None:
    one, float_ = {"maximum": 1}, {"maximum": 1.0}
    assert mcp_pins.states(listed(a=one), listed(a=float_)) == {"a": CHANGED}


def test_all_tools_of_another_program_have_changed() -> None:
    assert mcp_pins.states(listed("serve", a=A), listed("serve", "--more", a=A)) == {"a": CHANGED}


def test_a_tool_that_is_not_listed_now_stays_known() -> None:
    merged = mcp_pins.merged(listed("old", a=A, b=A), listed("new", b=B))
    assert merged == listed("new", a=A, b=B)


def test_a_list_comes_back_from_the_arguments_of_its_question() -> None:
    one = listed("serve", "x", a=A)
    assert mcp_pins.read(mcp_pins.arguments(one)) == one


@pytest.mark.parametrize(
    ("args", "pointer"),
    [
        ({"tools": {}}, "/command"),
        ({"command": ["a", 1], "tools": {}}, "/command"),
        ({"command": ["a"], "tools": []}, "/tools"),
        ({"command": ["a"], "tools": {"a": 1}}, "/tools"),
        ({"command": ["a"], "tools": {str(n): {} for n in range(mcp_pins.MOST_TOOLS + 1)}}, "/tools"),
    ],
)
def test_what_is_no_list_is_refused_with_its_place(args: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadInput) as refused:
        mcp_pins.read(args)
    assert refused.value.pointer == pointer


@pytest.mark.parametrize("name", ["", "a.b", "a b", "ä", "x" * 65, "a/b"])
def test_a_server_has_a_plain_name(name: str) -> None:
    assert not mcp_pins.is_server_name(name)
    with pytest.raises(BadInput):
        mcp_pins.question(name)


def test_a_question_is_known_by_its_name() -> None:
    assert mcp_pins.is_question(mcp_pins.question("files"))
    assert not mcp_pins.is_question("files.read")


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (listed("other", a=A), "is started by another command"),
        (listed(a=A, b=A), "offers 1 more tool."),
        (listed(a=A, b=A, c=A), "offers 2 more tools."),
        (listed(a=B, b=A), "describes 2 of its tools differently"),
    ],
)
def test_the_sentence_says_what_is_different(wanted: Listed, says: str) -> None:
    assert says in mcp_pins.sentence("files", listed(a=A), wanted)


def test_the_difference_is_shown_line_by_line() -> None:
    diff = mcp_pins.difference(listed(a=A), listed(a=B), "files")
    assert diff is not None
    assert diff.startswith("--- a/files.json\n+++ b/files.json\n")
    assert '+        "maxProperties": 1' in diff
    assert mcp_pins.difference(listed(a=A), listed(a=A), "files") is None


def test_no_program_may_ask_under_the_name_of_a_question() -> None:
    with pytest.raises(BadInput) as refused:
        outside.check_tool("mcp-tools:files")
    assert refused.value.pointer == "/tool"
