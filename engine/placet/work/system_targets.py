"""Runs what a system target names, with one event, and says how it ended. It never raises for what a handler does."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from placet.rules import strict_json
from placet.rules.basics import TaskId
from placet.rules.code_settings import CodeLimits
from placet.rules.deliveries import ON_TIMER
from placet.rules.records import Agent
from placet.rules.targets import TriggerTarget
from placet.rules.triggers import made_by_code
from placet.sandbox.runs import Why
from placet.work.lambdas import Lambdas, Ran, StartedBy
from placet.work.owing import Outcome
from placet.work.programs import Programs

BUSY: Final = Why.BUSY.value
"""Why a lambda wasn't started although it may be: so much other code is running."""

_LONGEST_RETRY_S: Final = 30.0


class SystemTargets:
    """Lambdas and programs, by what the target says. Lives on the engine's loop.

    `retry_s` is how long a lambda that found no room waits before it is tried again; each time twice as long.
    """

    def __init__(self, *, lambdas: Lambdas, programs: Programs, retry_s: float = 1.0) -> None:
        self._lambdas = lambdas
        self._programs = programs
        self._retry_s = retry_s

    async def run(
        self, agent: Agent, target: TriggerTarget, event: dict[str, Any], *, trigger: str, limits: CodeLimits
    ) -> Outcome:
        """Run the target's handler to its end. Cancelling the wait ends it."""
        if target.command is not None:
            text = strict_json.dump(event).encode("utf-8", "surrogatepass")
            return await self._programs.run(target.command, text, limits.execution_timeout_ms / 1000)
        by, cause = _started_by(trigger, is_test="test" in event), _cause_of(event)
        wait_s = self._retry_s
        while (ran := await self._start(agent, target, event, by, cause)).code == BUSY:
            # Nothing of it ran, so trying again repeats nothing; giving up would lose the event. No event tells that
            # there is room, so it is tried from time to time: ever more rarely, since each try is a line of the log.
            await asyncio.sleep(wait_s)
            wait_s = min(_LONGEST_RETRY_S, 2 * wait_s)
        return Outcome(code=ran.code, error=ran.message or "")

    async def _start(
        self, agent: Agent, target: TriggerTarget, event: dict[str, Any], by: StartedBy, cause: TaskId | None
    ) -> Ran:
        return await self._lambdas.run(agent, target.function or "", event, by=by, cause=cause)

    def close(self) -> None:
        """Let the programs' threads go; nothing is at work any more."""
        self._programs.close()


def _started_by(trigger: str, *, is_test: bool) -> StartedBy:
    if is_test:
        return StartedBy.OWNER
    return StartedBy.TIMER if trigger == ON_TIMER else StartedBy.TRIGGER


def _cause_of(event: dict[str, Any]) -> TaskId | None:
    """The task that an event tells of; of several rather one that code made, since only those can go round."""
    data = event.get("data")
    told = [it["task"] for it in (data if isinstance(data, list) else [data]) if it and "task" in it]
    if not told or "test" in event:
        return None
    made = [task for task in told if made_by_code(task.get("origin"))]
    task_id: TaskId = (made or told)[-1]["id"]
    return task_id
