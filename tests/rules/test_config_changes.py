"""What an agent may change in its own declaration, and that no route leads around its owner's words."""

import copy
from typing import Any

import pytest

from placet.rules import declarations
from placet.rules.config_changes import Change, changed, denial
from placet.rules.declarations import Declaration
from placet.rules.errors import BadArguments, BadDeclaration, ToolFailed

COMMAND = ["/usr/bin/notify", "--now"]
OWNERS = {
    "name": "clerk",
    "folder": "/srv/clerk",
    "model": {"backend": "embedded"},
    "tools": [
        {"name": "fs_read", "restricted": True},
        {"name": "fs_list"},
        {"name": "fs_write", "only": {"path": ["a.txt"]}},
        {"name": "http_fetch", "hosts": ["api.example.org"], "private_hosts": ["127.0.0.1:8080"]},
        {"name": "turn_end", "locked": True},
        {"name": "far.shell.sh", "deadline_s": 60},
        {"name": "sys_update_config"},
    ],
    "policy": {"repeat_denied": "refuse"},
    "triggers": {
        "on_task_create": {
            "enabled": True,
            "targets": [
                {"scope": "system", "lambda": "lib/hil.ts:ask"},
                {"scope": "system", "command": COMMAND},
            ],
        }
    },
    "timers": [
        {"name": "nightly", "every_s": 86400, "lambda": "lib/nightly.ts"},
        {"name": "beep", "at": "02:00", "command": COMMAND},
    ],
    "code_execution": {"restricted_methods": ["task_resolve"]},
}
FREE = frozenset({"fs_list", "fs_read", "turn_end"})


def by_default(tool: str) -> bool:
    return tool not in FREE


def declaration(**more: Any) -> Declaration:
    return declarations.parse({**OWNERS, **more}, restricted_by_default=by_default)


def apply(path: str, before: Declaration | None = None, **change: Any) -> dict[str, Any]:
    after = changed(before or declaration(), Change(path=path, **change), restricted_by_default=by_default)
    return declarations.as_mapping(after)


def expect_denied(path: str, before: Declaration | None = None, **change: Any) -> str:
    with pytest.raises(ToolFailed) as caught:
        apply(path, before, **change)
    assert caught.value.code == "config_denied"
    assert "Only the owner may change that" in caught.value.message
    return caught.value.message


def tool(mapping: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = [it for it in mapping["tools"] if it["name"] == name]
    return dict(found)


def test_what_is_the_agents_to_change_is_changed_and_nothing_else() -> None:
    before = declarations.as_mapping(declaration())
    after = apply("tools.fs_list.enabled", value=False)
    expected = copy.deepcopy(before)
    expected["tools"][1]["enabled"] = False
    assert after == expected


@pytest.mark.parametrize(
    ("change", "place", "value"),
    [
        ({"path": "policy.max_steps", "value": 5}, ("policy", "max_steps"), 5),
        ({"path": "deadline_s", "value": 60}, ("deadline_s",), 60),
        ({"path": "model.name", "value": "m"}, ("model", "name"), "m"),
        ({"path": "tools.far.shell.sh.deadline_s", "value": 5}, ("tools", 5, "deadline_s"), 5),
        ({"path": "tools.far.shell.sh.visible", "value": False}, ("tools", 5, "visible"), False),
        ({"path": "tools.turn_off", "action": "set"}, None, None),
        (
            {"path": "triggers.on_task_create.targets.0.filter", "value": {"tools": ["fs_*"]}},
            ("triggers", "on_task_create", "targets", 0, "filter"),
            {"tools": ["fs_*"]},
        ),
        (
            {"path": "triggers.on_task_complete.enabled", "value": True},
            ("triggers", "on_task_complete"),
            {"enabled": True, "targets": []},
        ),
        (
            {"path": "triggers.on_task_complete.targets", "action": "append", "value": {"scope": "agent"}},
            ("triggers", "on_task_complete", "targets"),
            [{"scope": "agent"}],
        ),
        (
            {"path": "triggers.on_task_create.targets", "index": 0, "value": {"scope": "agent"}},
            ("triggers", "on_task_create", "targets", 0),
            {"scope": "agent"},
        ),
        ({"path": "timers.nightly.every_s", "value": 3600}, ("timers", 0, "every_s"), 3600),
    ],
)
def test_a_path_leads_to_a_value_by_words_names_and_numbers(
    change: dict[str, Any], place: tuple[Any, ...] | None, value: Any
) -> None:
    if place is None:
        with pytest.raises(BadArguments):
            apply(**change)
        return
    found: Any = apply(**change)
    for step in place:
        found = found[step]
    assert found == value


@pytest.mark.parametrize(
    "change",
    [
        {"path": "tools.fs_list", "action": "remove"},
        {"path": "tools", "action": "remove", "index": 1},
        {"path": "tools.1", "action": "remove"},
    ],
)
def test_a_tool_on_which_the_owner_said_nothing_may_be_dropped_and_taken_up_again(
    change: dict[str, Any],
) -> None:
    if change["path"] == "tools.1":  # an element of tools is named by its name
        with pytest.raises(BadArguments):
            apply(**change)
        return
    after = apply(**change)
    assert "fs_list" not in [it["name"] for it in after["tools"]]
    again = declarations.parse(after, restricted_by_default=by_default)
    assert (
        tool(apply("tools", again, action="append", value={"name": "fs_list"}), "fs_list")["restricted"]
        is False
    )


@pytest.mark.spec("33")
@pytest.mark.parametrize(
    "path",
    [
        *("tools.fs_read.restricted", "tools.fs_read.locked", "tools.turn_end.locked", "locked_fields"),
        *(
            "code_execution.restricted_methods",
            "code_execution.task_resolve",
            "code_execution",
            "limits.heap_mb",
        ),
        *("name", "folder", "mcp_servers", "fallback", "providers", "triggers.on_task_create.locked"),
        "tools.fs_list.restricted",
    ],
)
def test_a_path_to_the_owners_words_is_denied_whatever_is_put_there(path: str) -> None:
    for value in (False, True, [], None):
        expect_denied(path, value=value)
    expect_denied(path, action="remove")
    expect_denied(path, action="append", value=1)


@pytest.mark.parametrize(
    "change",
    [
        # set an element, with what the owner said contradicted
        {"path": "tools.fs_read", "value": {"name": "fs_read", "restricted": False}},
        {"path": "tools.fs_list", "value": {"name": "fs_list", "restricted": True}},
        {"path": "tools.fs_list", "value": {"name": "fs_list", "locked": True}},
        {"path": "tools.fs_write", "value": {"name": "fs_write", "handoff": True}},
        {"path": "tools.fs_write", "value": {"name": "fs_write", "only": {"path": ["b.txt"]}}},
        {"path": "tools.http_fetch", "value": {"name": "http_fetch", "hosts": ["evil.example"]}},
        # the same by a path, by a list, by a number
        {"path": "tools.fs_write.only", "action": "remove"},
        {"path": "tools.fs_write.only.path", "action": "append", "value": "b.txt"},
        {"path": "tools.http_fetch.hosts", "action": "append", "value": "evil.example"},
        {"path": "tools.http_fetch.private_hosts", "index": 0, "value": "127.0.0.1:22"},
        {"path": "tools.http_fetch.hosts", "action": "remove", "index": 0},
        {"path": "tools", "value": []},
        {"path": "tools", "action": "remove"},
        {"path": "tools", "value": [{"name": "fs_read", "restricted": False}]},
        {"path": "tools", "index": 0, "value": {"name": "fs_read", "restricted": False}},
        # remove, so that it could be appended without the owner's words
        {"path": "tools.fs_read", "action": "remove"},
        {"path": "tools", "action": "remove", "index": 0},
        {"path": "tools.fs_write", "action": "remove"},
        {"path": "tools.turn_end", "action": "remove"},
        # rename, so that the name is free
        {"path": "tools.fs_read.name", "value": "fs_other"},
        {"path": "tools.far.shell.sh.name", "value": "fs_other"},
        {"path": "tools.far.shell.sh", "value": {"name": "fs_other"}},
        {"path": "tools.fs_read", "value": {"name": "fs_other", "restricted": True}},
        # a second declaration
        {"path": "tools", "action": "append", "value": {"name": "fs_read"}},
        {"path": "tools", "action": "append", "value": {"name": "fs_list", "enabled": False}},
        # a new one with less than it would get
        {"path": "tools", "action": "append", "value": {"name": "shell", "restricted": False}},
        {"path": "tools", "action": "append", "value": {"name": "fs_delete", "only": {"path": ["a"]}}},
        # a locked one
        {"path": "tools.turn_end.enabled", "value": False},
        {"path": "tools.turn_end", "value": {"name": "turn_end", "visible": False}},
        {"path": "tools.turn_end.deadline_s", "value": 1},
        # programs
        {
            "path": "triggers.on_task_create.targets",
            "action": "append",
            "value": {"scope": "system", "command": ["/bin/sh", "-c", "true"]},
        },
        {"path": "triggers.on_task_create.targets.1.command", "action": "append", "value": "--more"},
        {"path": "triggers.on_task_create.targets", "action": "remove", "index": 1},
        {"path": "triggers.on_task_create.enabled", "value": False},
        {"path": "timers.beep.every_s", "action": "remove"},
        {"path": "timers.beep", "action": "remove"},
        {"path": "timers", "action": "append", "value": {"name": "t", "every_s": 1, "command": ["/bin/sh"]}},
        # how a repeat of a denied call is answered
        {"path": "policy.repeat_denied", "value": "ask"},
        {"path": "policy", "value": {}},
    ],
)
def test_no_route_leads_around_the_owners_words(change: dict[str, Any]) -> None:
    if change == {
        "path": "timers.beep.every_s",
        "action": "remove",
    }:  # it has none: there is nothing to remove
        with pytest.raises(BadArguments):
            apply(**change)
        return
    expect_denied(**change)


@pytest.mark.spec("34")
@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("fs_read", {"restricted": True}),
        ("fs_write", {"restricted": True, "only": {"path": ["a.txt"]}}),
        ("http_fetch", {"hosts": ["api.example.org"], "private_hosts": ["127.0.0.1:8080"]}),
    ],
)
@pytest.mark.parametrize("null", [False, True])
def test_an_element_that_leaves_the_owners_words_out_keeps_them(
    name: str, kept: dict[str, Any], null: bool
) -> None:
    value: dict[str, Any] = {"name": name, "enabled": False, **(dict.fromkeys(kept) if null else {})}
    given = copy.deepcopy(value)
    found = tool(apply(f"tools.{name}", value=value), name)
    assert found["enabled"] is False
    assert {key: found[key] for key in kept} == kept
    assert value == given, "the call's own arguments stay as they are"


def test_a_whole_list_may_be_set_in_another_order_when_it_says_nothing_of_the_owners() -> None:
    names = [it["name"] for it in OWNERS["tools"]]  # type: ignore[index]
    after = apply("tools", value=[{"name": name} for name in reversed(names) if name != "far.shell.sh"])
    assert tool(after, "fs_read")["restricted"] is True
    assert tool(after, "fs_write")["only"] == {"path": ["a.txt"]}


@pytest.mark.spec("35", "11.7-17")
def test_of_two_declarations_none_can_be_dropped_to_free_the_tool() -> None:
    twice = declaration(
        tools=[{"name": "fs_list", "restricted": True}, {"name": "fs_list", "restricted": False}]
    )
    expect_denied("tools", twice, action="remove", index=0)
    expect_denied("tools", twice, action="append", value={"name": "fs_list"})
    once = apply("tools", twice, action="remove", index=1)
    assert tool(once, "fs_list")["restricted"] is True
    assert [it["enabled"] for it in apply("tools.fs_list.enabled", twice, value=False)["tools"]] == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"path": "tools..enabled", "value": True}, "/path"),
        ({"path": "." * 20, "value": True}, "/path"),
        ({"path": "policy." + ".".join("a" * 20), "value": True}, "/path"),
        ({"path": "tools.nowhere.enabled", "value": True}, "/path"),
        ({"path": "policy.max_steps.deep", "value": 1}, "/path"),
        ({"path": "policy.max_steps.deep.er", "value": 1}, "/path"),
        ({"path": "policy.max_stepz", "action": "remove"}, "/path"),
        ({"path": "triggers.on_task_create.targets.9.scope", "value": "agent"}, "/path"),
        ({"path": "triggers.on_task_create.targets.x", "value": {}}, "/path"),
        ({"path": "triggers.on_task_create.targets.\u0661", "value": {}}, "/path"),
        (
            {"path": "triggers.on_task_create.targets.0.x", "action": "append", "index": 0, "value": 1},
            "/index",
        ),
        ({"path": "triggers.on_task_create.targets.0", "action": "append", "value": 1}, "/path"),
        ({"path": "policy.max_steps", "action": "append", "value": 1}, "/path"),
        ({"path": "policy", "index": 0, "value": 1}, "/path"),
        ({"path": "tools", "index": 99, "value": {}}, "/index"),
        ({"path": "timers", "action": "remove", "index": -1}, "/index"),
        ({"path": "policy.max_steps", "value": 20}, "/value"),
    ],
)
def test_a_path_that_leads_nowhere_is_said_to(change: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadArguments) as caught:
        apply(**change)
    assert caught.value.pointer == pointer


@pytest.mark.parametrize(
    "change",
    [
        {"path": "tools.fs_list.enabled", "value": "yes"},
        {"path": "tools.fs_list", "value": {"name": "fs_list", "__proto__": {}}},
        {"path": "tools.fs_list", "value": 7},
        {"path": "tools", "value": {"fs_list": {}}},
        {"path": "tools", "action": "append", "value": {"name": ["fs_read"]}},
        {"path": "tools", "action": "append", "value": None},
        {"path": "policy.max_steps", "value": 10_000},
        {"path": "policy.unheard_of", "value": True},
        {"path": "triggers.on_task_create.targets.0.scope", "value": "agent"},
        {"path": "timers.nightly", "value": {"name": "nightly"}},
    ],
)
def test_a_change_that_makes_no_declaration_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadDeclaration):
        apply(**change)


def test_an_owner_may_turn_any_declaration_into_any_other_and_the_agents_rule_says_what_of_it_is_the_owners() -> (
    None
):
    before = declaration()
    after = declaration(folder="/srv/other")
    assert denial(before, after, by_default) == '"folder" is not the agent\'s to change.'
    assert denial(before, before, by_default) is None
