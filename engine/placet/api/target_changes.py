"""An owner's changes of triggers and timers, one target at a time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from placet.api.commands import Command
from placet.rules import target_changes
from placet.rules.authority import Authority
from placet.rules.deliveries import ON_TIMER
from placet.work.roster import Roster

__all__ = ["RemoveTarget", "SwitchTarget", "TargetRoom"]


@dataclass(frozen=True, kw_only=True)
class SwitchTarget(Command):
    """Switch a timer, or a trigger with all of its targets, off for a while or on again. By: the owner. Answer: None.

    `trigger` is `on_timer` for a timer, which `target` names; of a trigger no target is named. Switching off withdraws
    what waits, and what happens meanwhile is told to nobody later.
    """

    agent: str
    trigger: str
    enabled: bool
    target: str | None = None


@dataclass(frozen=True, kw_only=True)
class RemoveTarget(Command):
    """Take a target out of a trigger, or a timer out of the declaration. By: the owner. Answer: None."""

    agent: str
    trigger: str
    target: str


class TargetRoom:
    """Carries the commands out, by changing the agent's declaration. Lives on the engine's loop."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self.owners: dict[type[Command], Callable[[Any, Authority], Awaitable[Any]]] = {
            SwitchTarget: self._switch,
            RemoveTarget: self._remove,
        }

    async def _switch(self, command: SwitchTarget, _: Authority) -> None:
        agent = self._roster.find(command.agent)
        declaration = self._roster.declaration(agent)
        if command.trigger == ON_TIMER:
            changes = target_changes.timer_switched(
                declaration, command.target or "", enabled=command.enabled
            )
        else:
            changes = target_changes.trigger_switched(declaration, command.trigger, enabled=command.enabled)
        await self._roster.change(agent, changes)

    async def _remove(self, command: RemoveTarget, _: Authority) -> None:
        agent = self._roster.find(command.agent)
        declaration = self._roster.declaration(agent)
        await self._roster.change(agent, target_changes.without(declaration, command.trigger, command.target))
