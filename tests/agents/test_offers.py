from __future__ import annotations

from typing import Any

import pytest

from placet.agents.offers import MAX_REASON_CHARS, offers
from placet.rules.declarations import parse
from placet.rules.errors import BadDeclaration
from placet.tools.registry import builtin
from placet.tools.schemas import Schema


def offered(*tools: dict[str, Any], guided: bool = False) -> dict[str, dict[str, Any]]:
    policy = {"required_tool_first": guided}
    mapping = {"name": "clerk", "folder": "/clerk", "tools": list(tools), "policy": policy}
    declaration = parse(mapping, restricted_by_default=lambda _: False)
    return {it["function"]["name"]: it["function"] for it in offers(declaration, builtin())}


def test_only_enabled_visible_and_existing_tools_are_offered() -> None:
    names = offered(
        {"name": "fs_write"},
        {"name": "fs_read", "visible": False},
        {"name": "fs_list", "enabled": False},
        {"name": "Bash"},
        {"name": "turn_end"},
    )
    assert list(names) == ["fs_write", "turn_end"]


def test_a_tool_that_is_declared_twice_is_offered_once_as_the_first_says() -> None:
    assert list(offered({"name": "fs_read"}, {"name": "fs_read", "visible": False})) == ["fs_read"]
    assert offered({"name": "fs_read", "visible": False}, {"name": "fs_read"}) == {}


def test_each_offer_carries_the_flags_beside_the_tools_own_arguments() -> None:
    parameters = offered({"name": "fs_write"})["fs_write"]["parameters"]
    assert parameters["properties"]["_async"]["type"] == "boolean"
    assert parameters["properties"]["_reason"]["maxLength"] == MAX_REASON_CHARS
    assert not {"_async", "_reason"} & set(parameters["required"])
    Schema(parameters).check({"path": "a", "content": "b", "_async": True, "_reason": "Because."})


def test_a_guided_turn_is_offered_the_tools_own_arguments_and_nothing_else() -> None:
    entry = {"name": "fs_write", "only": {"path": ["a.txt"]}}
    properties = offered(entry, guided=True)["fs_write"]["parameters"]["properties"]
    assert set(properties) == {"path", "content"}
    assert properties["path"]["enum"] == ["a.txt"]


def test_the_owners_narrowing_is_offered_as_a_choice() -> None:
    parameters = offered({"name": "fs_write", "only": {"path": ["a.txt", "b.txt"]}})["fs_write"]["parameters"]
    assert parameters["properties"]["path"]["enum"] == ["a.txt", "b.txt"]


def test_a_narrowing_that_fits_no_argument_is_refused() -> None:
    with pytest.raises(BadDeclaration):
        offered({"name": "fs_write", "only": {"pth": ["a.txt"]}})


def test_offering_leaves_the_tools_own_schema_as_it_is() -> None:
    offered({"name": "fs_write", "only": {"path": ["a.txt"]}})
    tool = builtin().get("fs_write")
    assert tool is not None
    assert set(tool.schema["properties"]) == {"path", "content"}
    assert "enum" not in tool.schema["properties"]["path"]
