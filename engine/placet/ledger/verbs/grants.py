"""The verbs on an owner's standing answers."""

from __future__ import annotations

from placet.ledger import grants
from placet.ledger.verbs.base import VerbBase
from placet.rules.basics import AgentId
from placet.rules.errors import LostRace, NotFound
from placet.rules.events import GrantMade, GrantRevoked, GrantUsed
from placet.rules.grants import Grant, is_live
from placet.rules.records import Task


class GrantVerbs(VerbBase):
    """Writes grants, their use and their end. Callers have checked that it is the owner's word."""

    def make_grant(self, grant: Grant) -> None:
        """Write a new grant, and tell of it."""
        self._run(grants.INSERT, grants.values(grant))
        self.record(GrantMade(agent_id=grant.agent_id, grant_id=grant.id, tool=grant.tool))

    def revoke_grant(self, grant_id: str) -> Grant:
        """End a grant and tell of it; a repeat changes nothing.

        Raises:
            NotFound: there is no such grant.
        """
        ended = self._run(grants.REVOKE, {"p_id": grant_id, "p_now": self.now}).rowcount
        row = self._one(grants.ONE, p_id=grant_id)
        if row is None:
            raise NotFound(f"There is no grant {grant_id}.")
        grant = grants.read(row)
        if ended:
            self.record(GrantRevoked(agent_id=grant.agent_id, grant_id=grant.id, tool=grant.tool))
        return grant

    def note_run_out_grant(self, grant_id: str) -> None:
        """Write down that a grant has run out by now. Nobody is told: the clock had ended it already."""
        self._run(grants.RUN_OUT, {"p_id": grant_id, "p_now": self.now})

    def live_grants(self, agent_id: AgentId, tool: str) -> list[Grant]:
        """The grants of an agent and a tool that stand at this moment, oldest first."""
        found = self._known.standing(("grants", agent_id, tool), lambda: self._grants(agent_id, tool))
        return [grant for grant in found if is_live(grant, self.now)]

    def _grants(self, agent_id: AgentId, tool: str) -> list[Grant]:
        return [grants.read(row) for row in self._run(grants.LIVE, {"p_agent_id": agent_id, "p_tool": tool})]

    def use_grant(self, grant: Grant, task: Task) -> None:
        """Count that a grant let a task pass, and tell of it.

        Raises:
            LostRace: it was used up or revoked meanwhile.
        """
        if not self._run(grants.USE, {"p_id": grant.id}).rowcount:
            raise LostRace(f"The grant {grant.id} does not stand any more.")
        self.record(GrantUsed(agent_id=task.agent_id, task_id=task.id, grant_id=grant.id, tool=grant.tool))
