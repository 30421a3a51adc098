"""An agent's own declaration, as its tools `sys_get_config` and `sys_update_config` reach it."""

from __future__ import annotations

from typing import Any

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import declarations
from placet.rules.config_changes import Change, changed
from placet.rules.declarations import Declaration
from placet.rules.errors import ToolFailed
from placet.rules.records import Agent
from placet.tools.config import UPDATE, Planned
from placet.work import owing
from placet.work.roster import Roster


class Config:
    """Reads declarations and changes them in their agents' names, within `rules.config_changes`.

    Tools reach the roster and the roster knows the tools, so one of the two is made first: this is, and `open` tells it
    of the rest.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._rooms: Roster | None = None

    def open(self, roster: Roster) -> None:
        """Begin to answer: called once, before any agent runs."""
        self._rooms = roster

    def read(self, agent: str) -> dict[str, Any]:
        """An agent's declaration as it stands. From any thread; blocking."""
        return declarations.as_mapping(self._now(self._roster.find(agent)))

    def plan(self, agent: str, change: Change) -> Planned:
        """What a change would make of the declaration. From any thread; blocking.

        Raises:
            ToolFailed: `config_denied`. BadInput: it leads nowhere, or to no declaration.
        """
        before = self._now(self._roster.find(agent))
        after = self._after(before, change)
        return Planned(before=declarations.as_mapping(before), after=declarations.as_mapping(after))

    async def apply(self, agent: str, change: Change, planned: Planned) -> None:
        """Carry a planned change out, in one commit.

        Raises:
            ToolFailed: `target_changed`, the declaration isn't what it was planned on; `config_denied`.
        """
        found = self._roster.find(agent)

        def step(tx: Tx) -> None:
            before = self._roster.of(tx.agent(found.id))
            if declarations.as_mapping(before) != planned.before:
                text = "The declaration isn't what it was when the change was shown, so nothing was changed."
                raise ToolFailed(text, code="target_changed")
            after = declarations.dump(self._after(before, change))
            owing.flaws_of(tx, tx.change_agent(found.id, after, by=UPDATE))

        await self._ledger.commit(step)

    def _after(self, before: Declaration, change: Change) -> Declaration:
        return changed(before, change, restricted_by_default=self._roster.restricted_by_default)

    def _now(self, agent: Agent) -> Declaration:
        return self._roster.declaration(agent)

    @property
    def _roster(self) -> Roster:
        if self._rooms is None:
            raise RuntimeError("the configuration isn't open yet")
        return self._rooms
