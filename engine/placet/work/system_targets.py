"""Runs what a system target names, with one event, and says how it ended. It never raises for what a handler does."""

from __future__ import annotations

from typing import Any

from placet.rules import strict_json
from placet.rules.code_settings import CodeLimits
from placet.rules.deliveries import ON_TIMER
from placet.rules.records import Agent
from placet.rules.targets import TriggerTarget
from placet.work.lambdas import Lambdas, Ran, StartedBy
from placet.work.owing import Outcome
from placet.work.programs import Programs


class SystemTargets:
    """Lambdas and programs, by what the target says. Lives on the engine's loop."""

    def __init__(self, *, lambdas: Lambdas, programs: Programs) -> None:
        self._lambdas = lambdas
        self._programs = programs

    async def run(
        self, agent: Agent, target: TriggerTarget, event: dict[str, Any], *, trigger: str, limits: CodeLimits
    ) -> Outcome:
        """Run the target's handler to its end. Cancelling the wait ends it."""
        if target.command is not None:
            text = strict_json.dump(event).encode("utf-8", "surrogatepass")
            return await self._programs.run(target.command, text, limits.execution_timeout_ms / 1000)
        by = StartedBy.TIMER if trigger == ON_TIMER else StartedBy.TRIGGER
        return _outcome(await self._lambdas.run(agent, target.function or "", event, by=by))


def _outcome(ran: Ran) -> Outcome:
    return Outcome(code=ran.code, error=ran.message or "")
