from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.authority import ToolPolicy
from placet.rules.declarations import (
    MAX_DEADLINE_S,
    Declaration,
    ModelChoice,
    ToolDeclaration,
    TurnPolicy,
    dump,
    merge,
    parse,
)
from placet.rules.errors import BadDeclaration

FULL: dict[str, Any] = {
    "name": "clerk",
    "folder": "~/clerk",
    "model": {"backend": "ollama-here", "name": "qwen3:14b"},
    "tools": [
        {"name": "fs_read"},
        {
            "name": "fs_write",
            "enabled": True,
            "visible": False,
            "restricted": True,
            "locked": True,
            "deadline_s": 600,
            "only": {"path": ["a.txt", "b.txt"], "mode": [1, 1.5, None, True]},
        },
    ],
    "policy": {"required_tool_first": True, "max_steps": 4, "repeat_denied": "refuse"},
    "deadline_s": 3600,
    "triggers": {
        "on_task_create": {
            "enabled": True,
            "targets": [{"scope": "system", "lambda": "lib/d.ts:onTask", "filter": {"tools": ["*"]}}],
        },
        "on_task_complete": {
            "enabled": True,
            "targets": [{"scope": "agent", "filter": {"status": "failed"}}],
        },
    },
}
BARE: dict[str, Any] = {"name": "clerk", "folder": "~/clerk"}


def writes(tool: str) -> bool:
    return tool == "fs_write"


def read(**changes: Any) -> Declaration:
    return parse({**BARE, **changes}, restricted_by_default=writes)


def error_of(**changes: Any) -> BadDeclaration:
    with pytest.raises(BadDeclaration) as caught:
        read(**changes)
    return caught.value


def test_a_full_declaration_is_read_and_written_back_equal() -> None:
    declaration = parse(FULL, restricted_by_default=writes)
    again = parse(json.loads(dump(declaration)), restricted_by_default=lambda _: False)
    assert again == declaration
    assert declaration.model == ModelChoice(backend="ollama-here", name="qwen3:14b")
    assert declaration.tools[1].only == {"path": ("a.txt", "b.txt"), "mode": (1, 1.5, None, True)}


def test_a_bare_declaration_has_the_documented_defaults() -> None:
    declaration = read()
    assert declaration.model is None
    assert declaration.tools == ()
    assert declaration.policy == TurnPolicy(required_tool_first=False, max_steps=20, repeat_denied="ask")
    assert declaration.deadline_s is None
    assert declaration.triggers == {}


def test_a_tool_is_restricted_as_its_kind_is_unless_the_owner_says_otherwise() -> None:
    tools = [{"name": "fs_write"}, {"name": "fs_read"}, {"name": "shell", "restricted": True}]
    assert [tool.restricted for tool in read(tools=tools).tools] == [True, False, True]
    assert read(tools=[{"name": "fs_write", "restricted": False}]).tools[0].restricted is False


@pytest.mark.parametrize("order", [(False, True), (True, False)])
@pytest.mark.parametrize("flag", ["restricted", "locked"])
def test_a_second_declaration_never_lifts_a_protection(flag: str, order: tuple[bool, bool]) -> None:
    tools = [{"name": "fs_read", flag: value} for value in order]
    tool = read(tools=tools).tool("fs_read")
    assert tool is not None
    assert getattr(tool, flag) is True


def test_the_first_of_two_declarations_wins_for_ordinary_fields() -> None:
    tools = [{"name": "fs_read", "visible": False, "deadline_s": 5}, {"name": "fs_read", "enabled": False}]
    declaration = read(tools=tools)
    expected = ToolDeclaration(name="fs_read", enabled=True, visible=False, restricted=False, deadline_s=5)
    assert declaration.tool("fs_read") == expected
    assert declaration.effective_tools() == (expected,)


def test_an_undeclared_tool_has_no_declaration() -> None:
    assert read().tool("fs_read") is None


def test_a_tools_own_deadline_goes_before_the_agents() -> None:
    declaration = read(deadline_s=60, tools=[{"name": "fs_read", "deadline_s": 5}, {"name": "fs_list"}])
    assert [declaration.deadline_for(name) for name in ("fs_read", "fs_list", "shell")] == [5, 60, 60]


@pytest.mark.parametrize(
    ("changes", "pointer", "near"),
    [
        ({"polcy": {}}, "/polcy", "policy"),
        ({"policy": {"max_step": 3}}, "/policy/max_step", "max_steps"),
        ({"tools": [{"name": "fs_read", "restrict": True}]}, "/tools/0/restrict", "restricted"),
        ({"model": {"backend": "embedded", "nam": "x"}}, "/model/nam", "name"),
        ({"triggers": {"on_task_created": {}}}, "/triggers/on_task_created", "on_task_create"),
        ({"nonsense": None}, "/nonsense", "name"),
    ],
)
def test_an_unknown_key_is_refused_with_the_nearest_known_one(changes: Any, pointer: str, near: str) -> None:
    error = error_of(**changes)
    assert error.pointer == pointer
    assert f"nearest known key is “{near}”" in error.message


@pytest.mark.parametrize("section", ["fallback"])
def test_a_section_of_a_later_release_is_refused_by_name(section: str) -> None:
    error = error_of(**{section: {}})
    assert error.pointer == f"/{section}"
    assert error.message.startswith(f"“{section}” belongs to a later release")


def test_hosts_of_a_fetching_tool_are_kept_in_their_one_spelling() -> None:
    named = {"hosts": ["API.example.org", "[2001:db8:0::1]:8443"], "private_hosts": ["127.0.0.1:8080"]}
    tool = read(tools=[{"name": "http_fetch", **named}]).tool("http_fetch")
    assert tool is not None
    assert tool.hosts == ("api.example.org", "[2001:db8::1]:8443")
    assert tool.private_hosts == ("127.0.0.1:8080",)


@pytest.mark.parametrize(
    ("tool", "pointer"),
    [
        ({"name": "http_fetch", "hosts": ["https://example.org"]}, "/tools/0/hosts/0"),
        ({"name": "http_fetch", "hosts": ["example.org", "2130706433"]}, "/tools/0/hosts/1"),
        ({"name": "http_fetch", "hosts": [7]}, "/tools/0/hosts/0"),
        ({"name": "http_fetch", "hosts": "example.org"}, "/tools/0/hosts"),
        ({"name": "http_fetch", "hosts": ["example.org"] * 201}, "/tools/0/hosts"),
        ({"name": "http_fetch", "private_hosts": ["127.0.0.1"]}, "/tools/0/private_hosts/0"),
        ({"name": "fs_read", "hosts": ["example.org"]}, "/tools/0/hosts"),
        ({"name": "fs_read", "private_hosts": ["127.0.0.1:80"]}, "/tools/0/private_hosts"),
    ],
)
def test_hosts_that_would_mean_nothing_are_refused(tool: dict[str, Any], pointer: str) -> None:
    error = error_of(tools=[tool])
    assert error.pointer == pointer
    assert error.message.endswith(".")


def test_keys_of_later_releases_inside_targets_are_refused_by_name() -> None:
    target = {"scope": "agent", "warm": True}
    late = error_of(triggers={"on_task_create": {"targets": [target]}})
    assert late.pointer == "/triggers/on_task_create/targets/0/warm"
    assert "later release" in late.message


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"name": "Clerk"}, "/name"),
        ({"name": "clerk:1"}, "/name"),
        ({"name": "clerk\n"}, "/name"),
        ({"name": "x" * 65}, "/name"),
        ({"name": None}, "/name"),
        ({"folder": ""}, "/folder"),
        ({"folder": "a\x00b"}, "/folder"),
        ({"folder": 7}, "/folder"),
        ({"model": "embedded"}, "/model"),
        ({"model": {}}, "/model/backend"),
        ({"deadline_s": 0}, "/deadline_s"),
        ({"deadline_s": MAX_DEADLINE_S + 1}, "/deadline_s"),
        ({"deadline_s": True}, "/deadline_s"),
        ({"deadline_s": 1.0}, "/deadline_s"),
        ({"policy": {"max_steps": 0}}, "/policy/max_steps"),
        ({"policy": {"max_steps": 201}}, "/policy/max_steps"),
        ({"policy": {"repeat_denied": "never"}}, "/policy/repeat_denied"),
        ({"policy": {"required_tool_first": 1}}, "/policy/required_tool_first"),
        ({"policy": []}, "/policy"),
        ({"tools": {"name": "fs_read"}}, "/tools"),
        ({"tools": ["fs_read"]}, "/tools/0"),
        ({"tools": [{"restricted": True}]}, "/tools/0/name"),
        ({"tools": [{"name": "a b"}]}, "/tools/0/name"),
        ({"tools": [{"name": "t", "restricted": "yes"}]}, "/tools/0/restricted"),
        ({"tools": [{"name": "t", "only": ["a"]}]}, "/tools/0/only"),
        ({"tools": [{"name": "t", "only": {"path": []}}]}, "/tools/0/only/path"),
        ({"tools": [{"name": "t", "only": {"a/b~c": "x"}}]}, "/tools/0/only/a~1b~0c"),
        ({"tools": [{"name": "t", "only": {"path": [["x"]]}}]}, "/tools/0/only/path"),
        ({"tools": [{"name": "t", "only": {"path": [float("nan")]}}]}, "/tools/0/only/path"),
        ({"triggers": {"on_task_create": {"targets": [{}]}}}, "/triggers/on_task_create/targets/0/scope"),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(changes: dict[str, Any], pointer: str) -> None:
    error = error_of(**changes)
    assert error.pointer == pointer
    assert error.message.endswith(".")


@pytest.mark.parametrize(
    ("name", "target", "key"),
    [
        ("on_task_create", {"scope": "system"}, "lambda"),
        ("on_task_create", {"scope": "agent", "lambda": "a.ts:f"}, "lambda"),
        ("on_task_create", {"scope": "system", "lambda": "a:b:c"}, "lambda"),
        ("on_task_create", {"scope": "agent", "filter": {"status": "failed"}}, "filter/status"),
        ("on_task_complete", {"scope": "agent", "filter": {"status": "running"}}, "filter/status"),
        ("on_task_complete", {"scope": "agent", "filter": {"tools": [""]}}, "filter/tools"),
        ("on_task_complete", {"scope": "agent", "filter": {"tools": "*"}}, "filter/tools"),
    ],
)
def test_a_trigger_target_of_the_wrong_shape_is_refused(name: str, target: dict[str, Any], key: str) -> None:
    error = error_of(triggers={name: {"targets": [target]}})
    assert error.pointer == f"/triggers/{name}/targets/0/{key}"


def change(before: Declaration, changes: dict[str, Any]) -> Declaration:
    return merge(before, changes, restricted_by_default=writes)


def test_changes_merge_tools_by_name_and_keep_what_they_do_not_name() -> None:
    before = parse(FULL, restricted_by_default=writes)
    after = change(before, {"tools": [{"name": "fs_write", "enabled": False}, {"name": "shell"}]})
    assert [tool.name for tool in after.tools] == ["fs_read", "fs_write", "shell"]
    written = after.tool("fs_write")
    assert written is not None
    assert (written.enabled, written.restricted, written.deadline_s) == (False, True, 600)
    assert (after.policy, after.triggers, after.model) == (before.policy, before.triggers, before.model)


def test_changes_replace_every_other_section_whole() -> None:
    after = change(parse(FULL, restricted_by_default=writes), {"policy": {"max_steps": 5}, "deadline_s": 9})
    assert after.policy == TurnPolicy(max_steps=5)
    assert after.deadline_s == 9


def test_null_takes_a_section_or_a_tools_narrowing_away() -> None:
    before = parse(FULL, restricted_by_default=writes)
    after = change(before, {"model": None, "tools": [{"name": "fs_write", "only": None}]})
    assert after.model is None
    written = after.tool("fs_write")
    assert written is not None
    assert written.only is None


def test_the_owner_can_lift_a_restriction_that_a_duplicate_made_sticky() -> None:
    before = read(tools=[{"name": "fs_read"}, {"name": "fs_read", "restricted": True}])
    after = change(before, {"tools": [{"name": "fs_read", "restricted": False}]})
    assert [tool.restricted for tool in after.tools] == [False]


def test_contradicting_changes_of_one_tool_keep_the_protection() -> None:
    changes = [{"name": "fs_read", "restricted": True}, {"name": "fs_read", "restricted": False}]
    for order in (changes, changes[::-1]):
        after = change(read(), {"tools": order}).tool("fs_read")
        assert after is not None
        assert after.restricted is True


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"tools": {}}, "/tools"),
        ({"tools": [{"enabled": True}]}, "/tools/0"),
        ({"tools": ["x"]}, "/tools/0"),
        ({"nme": "x"}, "/nme"),
    ],
)
def test_a_change_that_does_not_fit_is_refused(changes: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadDeclaration) as caught:
        change(read(), changes)
    assert caught.value.pointer == pointer


TEXT = st.text(alphabet="ab1_:/~*\x00\u202e", max_size=6)
SCALAR = st.none() | st.booleans() | st.integers() | st.floats() | TEXT
JSON = st.recursive(
    SCALAR,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["name", "folder", "model", "tools", "policy", "deadline_s", "triggers", "limits", "x"]
)


def pointer_or_copy(mapping: dict[str, Any]) -> str | Declaration | None:
    try:
        declaration = read(**mapping)
    except BadDeclaration as error:
        return error.pointer
    assert parse(json.loads(dump(declaration)), restricted_by_default=writes) == declaration
    return declaration


@given(st.dictionaries(KEYS, JSON, max_size=6))
def test_whatever_comes_in_is_refused_at_a_place_or_survives_being_written_back(
    mapping: dict[str, Any],
) -> None:
    assert pointer_or_copy(mapping) is not None


def test_the_triggers_count_with_their_defaults_and_timers_as_they_are_declared() -> None:
    timer = {"name": "nightly", "at": "02:00", "lambda": "lib/nightly.ts:main"}
    quiet, talking = read(timers=[timer]), read(model={"backend": "embedded"})
    assert [it.trigger_set.trigger("on_task_complete").enabled for it in (quiet, talking)] == [False, True]
    assert [it.name for it in quiet.timers] == ["nightly"]
    assert read(**json.loads(dump(quiet))) == quiet


def test_the_gate_is_told_the_four_flags_that_count() -> None:
    flags = {"enabled": False, "visible": False, "restricted": True, "locked": True}
    tool = ToolDeclaration(name="fs_write", deadline_s=5, **flags)
    assert tool.gate_policy == ToolPolicy(**flags)


def test_a_tool_is_handed_off_when_any_of_its_entries_says_so() -> None:
    twice = read(tools=[{"name": "fs_write"}, {"name": "fs_write", "handoff": True}])
    found = twice.tool("fs_write")
    assert found is not None
    assert found.handoff
    assert parse(json.loads(dump(twice)), restricted_by_default=writes) == twice


def test_drafts_are_handed_off_unless_the_owner_says_otherwise() -> None:
    said = read(tools=[{"name": "mail_draft", "handoff": False}])
    unsaid = read(tools=[{"name": "mail_draft"}])
    assert [it.tools[0].handoff for it in (said, unsaid)] == [False, True]
    for one in (said, unsaid):
        assert parse(json.loads(dump(one)), restricted_by_default=writes) == one


def test_what_nobody_can_prove_is_not_handed_off() -> None:
    error = error_of(tools=[{"name": "shell", "handoff": True}])
    assert (error.pointer, "no effect" in error.message) == ("/tools/0/handoff", True)
