"""A lambda that finds no room is tried again, and one that failed is not."""

import asyncio
from typing import Any

import pytest

from placet.rules.code_settings import CodeLimits
from placet.rules.errors import ToolFailed
from placet.rules.records import Agent
from placet.rules.targets import TriggerTarget
from placet.work.lambdas import Lambdas, Ran, StartedBy
from placet.work.owing import Outcome
from placet.work.programs import Programs
from placet.work.system_targets import SystemTargets
from tests.ledger.making import an_agent

EVENT = {"id": "1", "data": {"task": {}}}


class Crowded:
    """Starts nothing the first few times, then what it was told to."""

    def __init__(self, refusals: list[str], then: Ran) -> None:
        self._refusals = refusals
        self._then = then
        self.started: list[tuple[str, Any, StartedBy]] = []

    async def start(self, agent: Agent, source: str, args: Any, by: StartedBy) -> Ran:
        self.started.append((source, args, by))
        if self._refusals:
            raise ToolFailed("No.", code=self._refusals.pop(0))
        return self._then


def run(starter: Crowded, trigger: str, event: dict[str, Any] = EVENT) -> Outcome:
    programs = Programs(agent_folders=tuple)
    targets = SystemTargets(lambdas=Lambdas(starter), programs=programs, retry_s=0)
    target = TriggerTarget(scope="system", function="a.ts:f")
    try:
        return asyncio.run(targets.run(an_agent(), target, event, trigger=trigger, limits=CodeLimits()))
    finally:
        targets.close()


@pytest.mark.parametrize(("trigger", "by"), [("on_timer", "timer"), ("on_task_create", "trigger")])
def test_a_lambda_that_finds_no_room_is_tried_until_it_ran(trigger: str, by: str) -> None:
    crowded = Crowded(["too_many_runs", "too_many_runs"], Ran(run_id="run_1"))
    assert run(crowded, trigger) == Outcome()
    assert crowded.started == [("a.ts:f", EVENT, by)] * 3


def test_what_the_owner_tries_is_logged_as_the_owners() -> None:
    crowded = Crowded([], Ran(run_id="run_1"))
    event = {**EVENT, "test": True}
    assert run(crowded, "on_timer", event) == Outcome()
    assert crowded.started == [("a.ts:f", event, "owner")]


def test_a_lambda_that_may_not_start_has_failed() -> None:
    crowded = Crowded(["sandbox_unavailable"], Ran(run_id="run_1"))
    assert run(crowded, "on_task_create") == Outcome(code="sandbox_unavailable", error="No.")
    assert len(crowded.started) == 1


def test_what_a_lambda_threw_is_its_failure() -> None:
    thrown = Ran(run_id="run_1", code="FN_ERROR", message="Error: no")
    assert run(Crowded([], thrown), "on_task_create") == Outcome(code="FN_ERROR", error="Error: no")
