"""Which tools there are, and that each is declared as the interface says."""

from __future__ import annotations

import pytest

from placet.rules.errors import BadArguments, NotEnabled
from placet.rules.ports import Effect
from placet.tools.files.fs_read import FsRead
from placet.tools.registry import Registry, builtin
from placet.tools.turn_end import TurnEnd
from tests.tools.bench import Bench

DECLARED = {
    "fs_read": (Effect.READ, False, {"path"}, {"path"}),
    "fs_list": (Effect.READ, False, {"path"}, set()),
    "fs_write": (Effect.WRITE, True, {"path", "content"}, {"path", "content"}),
    "fs_edit": (Effect.WRITE, True, {"path", "old_text", "new_text"}, {"path", "old_text", "new_text"}),
    "fs_delete": (Effect.WRITE, True, {"path"}, {"path"}),
    "http_fetch": (Effect.WRITE, False, {"url", "method", "headers", "body"}, {"url"}),
    "shell": (Effect.UNKNOWN, True, {"command"}, {"command"}),
    "turn_end": (Effect.NONE, False, {"summary"}, set()),
}


@pytest.mark.parametrize("name", builtin().names())
def test_each_tool_is_declared_as_the_interface_says(name: str) -> None:
    tool = builtin().get(name)
    assert tool is not None
    arguments, required = set(tool.schema["properties"]), set(tool.schema.get("required", ()))
    assert (tool.effect, tool.restricted_by_default, arguments, required) == DECLARED[name]
    assert tool.name == name
    assert tool.summary.endswith(".")


@pytest.mark.parametrize("name", builtin().names())
def test_every_tool_refuses_unknown_and_reserved_arguments(name: str) -> None:
    good = dict.fromkeys(DECLARED[name][3], "x")
    schema = builtin().schema_of(name)
    schema.check(good)
    for extra in ("mode", "_authorized"):
        with pytest.raises(BadArguments) as caught:
            schema.check({**good, extra: True})
        assert caught.value.pointer == f"/{extra}"


def test_a_schema_is_compiled_once() -> None:
    registry = builtin()
    assert registry.schema_of("fs_read") is registry.schema_of("fs_read")


def test_a_tool_that_is_not_there_is_none_and_has_no_schema() -> None:
    assert builtin().get("shell_exec") is None
    with pytest.raises(NotEnabled):
        builtin().schema_of("shell_exec")


def test_two_tools_of_one_name_are_a_mistake_of_ours() -> None:
    with pytest.raises(RuntimeError):
        Registry([FsRead(), FsRead()])


def test_turn_end_ends_the_turn_and_hands_the_summary_back(bench: Bench) -> None:
    assert bench.preview(TurnEnd()).target is None
    assert bench.run(TurnEnd()).end_turn
    result = bench.run(TurnEnd(), summary="Done.")
    assert (result.end_turn, result.value) == (True, {"summary": "Done."})
