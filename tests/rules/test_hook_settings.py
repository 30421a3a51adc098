"""Our hooks in a harness's settings file: in, out, and whether they still hold."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from placet.rules import hook_settings
from placet.rules.errors import SettingsRefused
from placet.rules.hook_settings import CLAUDE_CODE, CODEX, MOST_BYTES, without

HOOKS = CLAUDE_CODE.hooks
COMMANDS = {hook.word: f"/opt/placet-hook claude {hook.word}" for hook in HOOKS}
OTHERS = {"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}


def merged(text: str | None, commands: Mapping[str, str]) -> str:
    return hook_settings.merged(text, CLAUDE_CODE, commands)


def complaints(text: str | None, commands: Mapping[str, str]) -> tuple[str, ...]:
    return hook_settings.complaints(text, CLAUDE_CODE, commands)


def hooks_of(text: str) -> Any:
    return json.loads(text)["hooks"]


def test_a_file_that_is_not_there_gets_our_hooks_and_nothing_else() -> None:
    made = json.loads(merged(None, COMMANDS))
    assert list(made) == ["hooks"]
    assert list(made["hooks"]) == [hook.event for hook in HOOKS]
    (group,) = made["hooks"]["PreToolUse"]
    assert group["matcher"] == "*"
    assert group["hooks"][0]["command"] == COMMANDS["pre"]
    assert "matcher" not in made["hooks"]["SessionEnd"][0]


def test_every_hook_that_gates_waits_longer_than_the_program_does() -> None:
    assert [hook.timeout_s for hook in HOOKS if hook.gates] == [3600, 3600]


def test_what_else_is_in_the_file_stays_as_it_is() -> None:
    before = {"model": "x", "hooks": {"PreToolUse": [OTHERS], "Stop": []}, "n": 9007199254740993, "é": 1.0}
    after = json.loads(merged(json.dumps(before), COMMANDS))
    assert {key: value for key, value in after.items() if key != "hooks"} == {
        key: value for key, value in before.items() if key != "hooks"
    }
    assert after["hooks"]["PreToolUse"][0] == OTHERS
    assert after["hooks"]["Stop"] == []
    assert list(after) == list(before)


def test_put_in_twice_changes_no_byte() -> None:
    once = merged('{"a": 1}', COMMANDS)
    assert merged(once, COMMANDS) == once
    compact = json.dumps(json.loads(once))
    assert merged(compact, COMMANDS) == compact


def test_older_hooks_of_ours_give_way_to_the_new_ones() -> None:
    older = dict.fromkeys(COMMANDS, "python /x/placet/hook/start.py claude")
    both = {"matcher": "*", "hooks": [{"type": "command", "command": older["pre"]}, *OTHERS["hooks"]]}
    text = json.loads(merged(None, older))
    text["hooks"]["PreToolUse"].append(both)
    groups = hooks_of(merged(json.dumps(text), COMMANDS))["PreToolUse"]
    assert [it["command"] for group in groups for it in group["hooks"]] == ["true", COMMANDS["pre"]]


def test_a_hook_that_stands_there_twice_stands_there_once() -> None:
    twice = json.loads(merged(None, COMMANDS))
    twice["hooks"]["PreToolUse"] *= 2
    assert len(hooks_of(merged(json.dumps(twice), COMMANDS))["PreToolUse"]) == 1


@pytest.mark.parametrize(
    "before",
    [
        {},
        {"hooks": {"PreToolUse": [OTHERS], "Stop": []}},
        {"hooks": {"PreToolUse": ["?", {"hooks": "?"}, {"hooks": ["?", {"command": 7}]}]}},
    ],
)
def test_taken_out_what_was_there_before_is_left(before: Any) -> None:
    assert json.loads(without(merged(json.dumps(before), COMMANDS))) == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{bad",
        "[]",
        '{"a": 1, "a": 2}',
        '{"hooks": []}',
        '{"hooks": {"Stop": {}}}',
        '{/* mine */ "a": 1}',
        " " * (MOST_BYTES + 1),
    ],
)
def test_what_is_not_such_a_file_is_left_alone(text: str) -> None:
    for change in (lambda: merged(text, COMMANDS), lambda: without(text)):
        with pytest.raises(SettingsRefused, match="left alone"):
            change()
    assert complaints(text, COMMANDS) != ()


def test_as_it_was_installed_nothing_is_to_be_said() -> None:
    assert complaints(merged("{}", COMMANDS), COMMANDS) == ()


def test_why_it_gates_no_longer_is_said() -> None:
    whole = json.loads(merged(None, COMMANDS))
    assert "isn't there" in complaints(None, COMMANDS)[0]
    assert "disableAllHooks" in complaints(json.dumps({**whole, "disableAllHooks": True}), COMMANDS)[0]
    assert complaints(json.dumps({**whole, "disableAllHooks": False}), COMMANDS) == ()
    assert len(complaints("{}", COMMANDS)) == 2
    whole["hooks"]["PreToolUse"][0]["matcher"] = "Bash"
    assert "PreToolUse" in complaints(json.dumps(whole), COMMANDS)[0]
    del whole["hooks"]["PostToolUse"]
    assert len(complaints(json.dumps(whole), COMMANDS)) == 1


def test_a_file_that_has_none_of_ours_comes_back_as_it_is() -> None:
    text = '{"hooks":{"Stop": [ ]}}'
    assert without(text) == text


def test_a_file_of_codex_that_holds_more_than_hooks_is_read_by_nobody() -> None:
    for more in ({}, {"description": "Mine."}):
        assert (
            hook_settings.complaints(hook_settings.merged(json.dumps(more), CODEX, COMMANDS), CODEX, COMMANDS)
            == ()
        )
    text = hook_settings.merged('{"model": "x"}', CODEX, COMMANDS)
    assert "reads none of it" in hook_settings.complaints(text, CODEX, COMMANDS)[0]


def test_where_our_hooks_stand_among_others_is_told() -> None:
    before = json.dumps({"hooks": {"PreToolUse": [OTHERS]}})
    text = hook_settings.merged(before, CODEX, COMMANDS)
    assert hook_settings.places(text, CODEX, COMMANDS) == {"PreToolUse": (1, 0), "PermissionRequest": (0, 0)}
