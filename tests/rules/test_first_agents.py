"""The declarations that somebody begins with fit, and hold what writes."""

from __future__ import annotations

from placet.rules import declarations, first_agents
from placet.rules.declarations import Declaration


def parsed(declared: dict[str, object]) -> Declaration:
    return declarations.parse(declared, restricted_by_default=lambda _: True)


def test_the_demo_may_ask_to_write_one_file_and_nothing_else() -> None:
    demo = parsed(first_agents.demo("clerk", "/tmp/clerk"))
    (tool,) = demo.effective_tools()
    assert (tool.name, tool.restricted, tool.only) == ("fs_write", True, {"path": ("hello.txt",)})
    assert demo.policy.required_tool_first


def test_an_assistant_looks_freely_and_asks_before_it_writes() -> None:
    assistant = parsed(first_agents.assistant("assistant", "/tmp/a", "ollama", "m:latest"))
    assert {it.name: it.restricted for it in assistant.effective_tools()} == {
        "fs_list": False,
        "fs_read": False,
        "fs_write": True,
    }
    assert assistant.model is not None
    assert (assistant.model.backend, assistant.model.name) == ("ollama", "m:latest")


def test_a_name_that_is_taken_gets_a_number_behind_it() -> None:
    assert first_agents.free_name("clerk", ()) == "clerk"
    assert first_agents.free_name("clerk", {"clerk", "clerk-2"}) == "clerk-3"
