"""Reads whom an agent's triggers and timers tell, and sends one of them a test."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Signal

from placet.api import PlacetError
from placet.api.commands import TryTarget
from placet.api.queries import ListTimers, ListTriggers
from placet.api.trigger_rows import TargetRow
from placet_gui.presenters.agent_reader import AgentReader
from placet_gui.texts import error_sentence


class TargetsPresenter(AgentReader):
    """Between an agent's triggers and timers and the engine.

    Signals:
        targets_read(tuple[TriggerRow, ...], tuple[TimerRow, ...]): both as they stand now.
        refused(str, str, str): trigger and target of a test that wasn't sent, and why.
    """

    targets_read = Signal(object, object)
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

    async def _read(self, agent_id: str) -> None:
        triggers = await self._bridge.ask(ListTriggers(agent=agent_id))
        timers = await self._bridge.ask(ListTimers(agent=agent_id))
        if agent_id == self._agent:
            self.targets_read.emit(triggers, timers)
