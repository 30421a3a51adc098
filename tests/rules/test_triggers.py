"""When the triggers fire, and for which targets (DECISIONS T5, T6)."""

import json
from dataclasses import replace
from typing import Any

import pytest

from placet.rules.lifecycles import TOOL_CALL, TaskStatus
from placet.rules.records import Task
from placet.rules.targets import TriggerSet
from placet.rules.triggers import completion_is_due, due_targets, made_by_code, triggers_of
from tests.rules.test_records import TASK


def a_task(**changes: Any) -> Task:
    return replace(TASK, **changes)


@pytest.mark.parametrize("status", sorted(TOOL_CALL.ended))
@pytest.mark.parametrize("blocking", [True, False])
def test_every_ending_fires_but_a_blocking_denial(status: str, blocking: bool) -> None:
    expected = not (blocking and status == TaskStatus.DENIED)
    assert completion_is_due(TaskStatus(status), blocking=blocking) == expected


@pytest.mark.parametrize("status", sorted(TOOL_CALL.open))
def test_an_open_task_fires_nothing(status: str) -> None:
    assert not completion_is_due(TaskStatus(status), blocking=False)


@pytest.mark.parametrize("blocking", [True, False])
def test_a_swept_row_fires_only_when_nobody_waited(blocking: bool) -> None:
    assert completion_is_due(TaskStatus.FAILED, blocking=blocking, swept=True) != blocking


def declared(*targets: dict[str, Any], name: str = "on_task_complete", enabled: bool = True) -> TriggerSet:
    text = json.dumps({"model": {}, "triggers": {name: {"enabled": enabled, "targets": targets}}})
    found, flaw = triggers_of(text)
    assert flaw is None
    return found


AGENT = {"scope": "agent"}
LAMBDA = {"scope": "system", "lambda": "lib/a.ts:f"}


@pytest.mark.spec("49")
def test_a_task_is_due_for_the_targets_whose_filter_means_it_system_first() -> None:
    triggers = declared({**AGENT, "filter": {"tools": ["fs_*"]}}, LAMBDA, name="on_task_create")
    assert due_targets(triggers, "on_task_create", a_task(tool="fs_write")) == (
        '["lambda","lib/a.ts:f"]',
        '["agent"]',
    )
    assert due_targets(triggers, "on_task_create", a_task(tool="msg_send")) == ('["lambda","lib/a.ts:f"]',)


def test_nothing_is_due_for_a_trigger_that_is_off() -> None:
    assert due_targets(declared(AGENT, enabled=False), "on_task_complete", a_task()) == ()
    assert due_targets(TriggerSet(), "on_task_create", a_task()) == ()


@pytest.mark.parametrize(
    ("managed", "outside", "woken"), [(True, False, False), (False, True, False), (False, False, True)]
)
def test_the_default_wakes_the_agent_only_where_nobody_knows_the_end(
    managed: bool, outside: bool, woken: bool
) -> None:
    task = a_task(executor_managed=managed, decision_only=outside)
    assert due_targets(TriggerSet(), "on_task_complete", task) == (('["agent"]',) if woken else ())
    assert due_targets(declared(AGENT), "on_task_complete", task) == ('["agent"]',)


def test_a_lambda_is_not_told_of_the_tasks_that_it_made_itself() -> None:
    own, other = a_task(origin="lambda:lib/a.ts:f"), a_task(origin="lambda:lib/a.ts:g")
    assert due_targets(declared(LAMBDA), "on_task_complete", own) == ()
    assert due_targets(declared(LAMBDA), "on_task_complete", other) == ('["lambda","lib/a.ts:f"]',)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "Expecting"),
        (
            '{"triggers": {"on_task_create": {"targets": [{"scope": "nobody"}]}}}',
            "/triggers/on_task_create/targets/0/scope",
        ),
    ],
)
def test_a_declaration_that_cannot_be_read_fires_nothing_and_says_why(text: str, why: str) -> None:
    triggers, flaw = triggers_of(text)
    assert why in str(flaw)
    assert not any(triggers.trigger(name).enabled for name in ("on_task_create", "on_task_complete"))


def test_without_a_model_nobody_is_woken_by_default() -> None:
    assert not triggers_of("{}")[0].trigger("on_task_complete").enabled


def test_the_origin_says_whether_code_made_a_task() -> None:
    origins = ["lambda:a.ts:f", "hil:clerk:agent_1", "agent:clerk:agent_1", None]
    assert [made_by_code(it) for it in origins] == [True, False, False, False]
