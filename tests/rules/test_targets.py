"""The targets of triggers: what a declaration may say of them, and which events they mean (spec/tool-tasks 5)."""

import json
from typing import Any

import pytest

from placet.rules.errors import BadDeclaration
from placet.rules.tables import Table
from placet.rules.targets import (
    MAX_BATCH,
    MAX_GLOBS,
    MAX_TARGETS,
    Timing,
    Trigger,
    TriggerSet,
    TriggerTarget,
    key_of,
    read_triggers,
    trigger_mapping,
)

LAMBDA = {"scope": "system", "lambda": "lib/hil.ts:onTask"}
PROGRAM = {"scope": "system", "command": ["/usr/bin/notify", "--now", ""]}
AGENT = {"scope": "agent"}


def read(*targets: dict[str, Any], name: str = "on_task_complete", **more: Any) -> Trigger:
    declared = {"triggers": {name: {"enabled": True, "targets": list(targets), **more}}}
    return read_triggers(Table(declared, ""))[name]


def error_of(*targets: Any, name: str = "on_task_complete") -> BadDeclaration:
    with pytest.raises(BadDeclaration) as caught:
        read(*targets, name=name)
    return caught.value


@pytest.mark.parametrize(
    "target",
    [
        LAMBDA,
        {**LAMBDA, "lambda": "lib/hil.ts", "debounce_ms": 5},
        {**PROGRAM, "interval_ms": 1000},
        {**AGENT, "batch_ms": 60_000, "batch_count": 10},
        {**AGENT, "batch_ms": 1, "filter": {"tools": ["fs_*", "*"], "status": "failed"}},
    ],
)
def test_a_target_is_read_and_written_back_equal(target: dict[str, Any]) -> None:
    trigger = read(target)
    (written,) = trigger_mapping(trigger)["targets"]
    assert read(json.loads(json.dumps(written))) == trigger
    assert written == target


@pytest.mark.parametrize(
    ("target", "key", "why"),
    [
        ({**LAMBDA, "debounce_ms": 1, "interval_ms": 1}, "interval_ms", "one timing at most"),
        ({**LAMBDA, "interval_ms": 1, "batch_ms": 1}, "batch_ms", "one timing at most"),
        ({**LAMBDA, "batch_count": 2}, "batch_count", "goes with “batch_ms”"),
        ({**LAMBDA, "debounce_ms": 1, "batch_count": 2}, "batch_count", "goes with “batch_ms”"),
        ({**LAMBDA, "batch_ms": 1, "batch_count": 1}, "batch_count", f"from 2 to {MAX_BATCH}"),
        ({**LAMBDA, "debounce_ms": 0}, "debounce_ms", "from 1 to"),
        ({**LAMBDA, "command": ["/bin/true"]}, "command", "one thing"),
        ({**AGENT, "command": ["/bin/true"]}, "command", "scope system"),
        ({"scope": "system", "command": []}, "command", "1 to 64"),
        ({"scope": "system", "command": ["/bin/true", 1]}, "command", "1 to 64"),
        ({"scope": "system", "command": ["/bin/true", "a\x00b"]}, "command", "1 to 64"),
        ({"scope": "system", "command": ["true"]}, "command", "absolute path"),
        ({**AGENT, "filter": {"tools": ["t"] * (MAX_GLOBS + 1)}}, "filter/tools", "at most"),
    ],
)
def test_what_does_not_fit_together_is_refused_with_place_and_reason(
    target: dict[str, Any], key: str, why: str
) -> None:
    error = error_of(target)
    assert error.pointer == f"/triggers/on_task_complete/targets/0/{key}"
    assert why in error.message


def test_a_trigger_has_a_bounded_number_of_targets() -> None:
    assert error_of(*[AGENT] * (MAX_TARGETS + 1)).pointer == "/triggers/on_task_complete/targets"


@pytest.mark.parametrize(
    ("globs", "tool", "meant"),
    [
        ([], "fs_write", True),
        (["*"], "fs_write", True),
        (["fs_*"], "fs_write", True),
        (["fs_*"], "msg_send", False),
        (["write"], "fs_write", False),
        (["[*"], "[x", True),
        (["fs.write"], "fs_write", False),
        (["fs+"], "fss", False),
        (["*" * 128], "fs_write", True),
        (["*a" * 60 + "*z"], "a" * 128, False),
    ],
)
def test_a_filter_of_globs_means_whole_tool_names(globs: list[str], tool: str, meant: bool) -> None:
    (target,) = read({**AGENT, "filter": {"tools": globs}}).targets
    assert target.matches(tool, "completed") is meant


@pytest.mark.spec("51")
def test_a_status_means_exactly_that_ending() -> None:
    (target,) = read({**AGENT, "filter": {"status": "failed"}}).targets
    assert [target.matches("t", "failed"), target.matches("t", "completed")] == [True, False]


@pytest.mark.spec("57")
@pytest.mark.parametrize("glob", ["fs_(", "[a-z", "fs write", "a?", "\u202e"])
def test_a_glob_that_no_tool_can_have_is_named_as_a_flaw_and_means_nothing(glob: str) -> None:
    (target,) = read({**AGENT, "filter": {"tools": ["fs_*", glob]}}).targets
    assert target.flaws() == (glob,)
    assert [target.matches("fs_write", "failed"), target.matches("msg_send", "failed")] == [True, False]


def test_keys_survive_a_change_of_filter_timing_and_order_and_system_targets_come_first() -> None:
    before = read(AGENT, LAMBDA, PROGRAM, LAMBDA)
    after = read({**LAMBDA, "batch_ms": 5}, LAMBDA, {**AGENT, "filter": {"tools": ["t"]}}, PROGRAM)
    assert set(before.keyed()) == set(after.keyed())
    assert list(before.keyed()) == [
        '["lambda","lib/hil.ts:onTask"]',
        '["program","/usr/bin/notify","--now",""]',
        '["lambda","lib/hil.ts:onTask",2]',
        '["agent"]',
    ]


def test_three_targets_alike_have_three_keys() -> None:
    assert list(read(AGENT, AGENT, AGENT).keyed()) == ['["agent"]', '["agent",2]', '["agent",3]']
    assert key_of(TriggerTarget(scope="agent"), 2) == '["agent",2]'


@pytest.mark.parametrize(
    ("target", "origin"),
    [
        (TriggerTarget(scope="system", function="a.ts"), "lambda:a.ts:main"),
        (TriggerTarget(scope="system", function="a.ts:f"), "lambda:a.ts:f"),
        (TriggerTarget(scope="system", command=("/bin/true",)), None),
        (TriggerTarget(scope="agent"), None),
    ],
)
def test_only_a_lambda_makes_tasks_of_its_own(target: TriggerTarget, origin: str | None) -> None:
    assert target.origin == origin


def test_undeclared_triggers_have_the_documented_defaults() -> None:
    plain = TriggerSet()
    assert not plain.trigger("on_task_create").enabled
    complete = plain.trigger("on_task_complete")
    assert complete.enabled
    assert [(it.scope, it.unwaited_only) for it in complete.targets] == [("agent", True)]
    assert not TriggerSet(has_model=False).trigger("on_task_complete").enabled


def test_a_declared_trigger_counts_as_it_is_written() -> None:
    off = Trigger(targets=(TriggerTarget(scope="agent", timing=Timing(kind="batch", ms=1)),))
    assert TriggerSet(declared={"on_task_complete": off}).trigger("on_task_complete") == off
