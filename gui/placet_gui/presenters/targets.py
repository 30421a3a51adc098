"""Reads whom an agent's triggers and timers tell, sends one of them a test, pauses and removes them for the owner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from PySide6.QtCore import Signal

from placet.api import PlacetError
from placet.api.commands import Command, TryTarget
from placet.api.queries import GetAgent, ListTimers, ListTriggers
from placet.api.target_changes import RemoveTarget, SwitchTarget
from placet.api.trigger_rows import TargetRow
from placet.api.views import AgentRow
from placet_gui.presenters.agent_reader import AgentReader
from placet_gui.texts import error_sentence


class TargetsPresenter(AgentReader):
    """Between an agent's triggers and timers and the engine.

    Signals:
        targets_read(tuple[TriggerRow, ...], tuple[TimerRow, ...], frozenset[str]): both as they stand now, and the triggers
            that the owner switched off.
        refused(str, str, str): trigger and target of a test that wasn't sent, or of a change that wasn't made, and why.
    """

    targets_read = Signal(object, object, object)
    refused = Signal(str, str, str)

    NEWS: ClassVar = frozenset(
        {
            "trigger.due",
            "trigger.fired",
            "trigger.failed",
            "trigger.dropped",
            "trigger.flawed",
            "timer.planned",
            "agent.declared",
            "lambda.started",
        }
    )
    WHAT: ClassVar = "an agent's triggers and timers"

    def test(self, row: TargetRow) -> None:
        """Send a target an event that says that it is a test; how it ends is told with the next reading."""

        def refused(error: PlacetError) -> None:
            self.refused.emit(row.trigger, row.target, error_sentence(error.code, error.message))

        command = TryTarget(agent=str(self._agent), trigger=row.trigger, target=row.target)
        self._bridge.send(command, "test a target", None, refused)

    def switch(self, trigger: str, target: str | None, enabled: bool) -> None:
        """Pause a timer, or a trigger with all of its targets, or let it go on."""
        command = SwitchTarget(agent=str(self._agent), trigger=trigger, target=target, enabled=enabled)
        self._change(command, trigger, target or "")

    def remove(self, row: TargetRow) -> None:
        """Take a target, or a timer, out of the declaration."""
        command = RemoveTarget(agent=str(self._agent), trigger=row.trigger, target=row.target)
        self._change(command, row.trigger, row.target)

    def _change(self, command: Command, trigger: str, target: str) -> None:
        def refused(error: PlacetError) -> None:
            self.refused.emit(trigger, target, error_sentence(error.code, error.message))

        self._bridge.send(command, "change whom a trigger tells", None, refused)

    async def _read(self, agent_id: str) -> None:
        triggers = await self._bridge.ask(ListTriggers(agent=agent_id))
        timers = await self._bridge.ask(ListTimers(agent=agent_id))
        agent: AgentRow = await self._bridge.ask(GetAgent(agent=agent_id))
        if agent_id == self._agent:
            self.targets_read.emit(triggers, timers, _switched_off(agent))


def _switched_off(agent: AgentRow) -> frozenset[str]:
    """The triggers that are declared and off."""
    declared: Mapping[str, Mapping[str, Any]] = agent.declaration.get("triggers") or {}
    return frozenset(name for name, trigger in declared.items() if not trigger["enabled"])
