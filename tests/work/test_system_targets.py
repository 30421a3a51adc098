"""A lambda that finds no room is tried again, and one that failed is not."""

import asyncio
from typing import Any

import pytest

from placet.rules.basics import TaskId
from placet.rules.code_settings import CodeLimits
from placet.rules.errors import ToolFailed
from placet.rules.records import Agent
from placet.rules.targets import TriggerTarget
from placet.sandbox.child import killed
from placet.sandbox.runs import Why
from placet.work.lambdas import Lambdas, Ran, StartedBy
from placet.work.owing import Outcome
from placet.work.programs import Programs
from placet.work.system_targets import SystemTargets
from tests.ledger.making import an_agent

EVENT = {"id": "1", "data": {"task": {"id": "task_1"}}}


NO_ROOM = Ran(run_id="run_0", code=Why.BUSY.value, message=killed(Why.BUSY).message, started=False)
"""What a run comes to that finds no free child (`work.executions`)."""


class Told:
    """Comes to what it was told to, one run after the other."""

    def __init__(self, *ends: Ran | ToolFailed) -> None:
        self._ends = list(ends)
        self.started: list[tuple[str, Any, StartedBy]] = []
        self.causes: list[TaskId | None] = []

    async def start(
        self, agent: Agent, source: str, args: Any, by: StartedBy, cause: TaskId | None = None
    ) -> Ran:
        self.causes.append(cause)
        self.started.append((source, args, by))
        end = self._ends.pop(0)
        if isinstance(end, ToolFailed):
            raise end
        return end


def run(starter: Told, trigger: str, event: dict[str, Any] = EVENT) -> Outcome:
    programs = Programs(agent_folders=tuple)
    targets = SystemTargets(lambdas=Lambdas(starter), programs=programs, retry_s=0)
    target = TriggerTarget(scope="system", function="a.ts:f")
    try:
        return asyncio.run(targets.run(an_agent(), target, event, trigger=trigger, limits=CodeLimits()))
    finally:
        targets.close()


@pytest.mark.parametrize(("trigger", "by"), [("on_timer", "timer"), ("on_task_create", "trigger")])
def test_a_lambda_that_finds_no_room_is_tried_until_it_ran(trigger: str, by: str) -> None:
    crowded = Told(NO_ROOM, NO_ROOM, Ran(run_id="run_1"))
    assert run(crowded, trigger) == Outcome()
    assert crowded.started == [("a.ts:f", EVENT, by)] * 3


def test_what_the_owner_tries_is_logged_as_the_owners() -> None:
    free = Told(Ran(run_id="run_1"))
    event = {**EVENT, "test": True}
    assert run(free, "on_timer", event) == Outcome()
    assert free.started == [("a.ts:f", event, "owner")]


def test_a_lambda_that_may_not_start_has_failed() -> None:
    refusing = Told(ToolFailed("No.", code="not_found"))
    assert run(refusing, "on_task_create") == Outcome(code="not_found", error="No.")
    assert len(refusing.started) == 1


def test_what_a_lambda_threw_is_its_failure() -> None:
    thrown = Ran(run_id="run_1", code="FN_ERROR", message="Error: no")
    assert run(Told(thrown), "on_task_create") == Outcome(code="FN_ERROR", error="Error: no")


@pytest.mark.parametrize(
    ("event", "cause"),
    [
        ({"data": {"task": {"id": "task_1", "origin": "hil:clerk:agent_1"}}}, "task_1"),
        (
            {
                "data": [
                    {"task": {"id": "task_1", "origin": "lambda:a.ts:f"}},
                    {"task": {"id": "task_2", "origin": "hil:clerk:agent_1"}},
                ]
            },
            "task_1",
        ),
        ({"data": {"task": {"id": "task_test"}}, "test": True}, None),
        ({"data": {"timer": {"name": "t"}}}, None),
    ],
)
def test_a_lambda_runs_because_of_the_task_that_it_is_told_of(
    event: dict[str, Any], cause: str | None
) -> None:
    free = Told(Ran(run_id="run_1"))
    assert run(free, "on_task_create", event) == Outcome()
    assert free.causes == [cause]
