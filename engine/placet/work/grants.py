"""An owner's standing answers: made, tried on history, used by the gate, taken back (rule 12, case 68, DECISIONS A3).

The gate, the preview and the settling of requests that wait already ask the one matcher, `rules.grants.matches`.
Callers have checked that it is the owner who speaks.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.ledger.ledger import Ledger
from placet.rules import commands, handoff, strict_json
from placet.rules import grants as rules
from placet.rules.authority import Action
from placet.rules.basics import Clock, Instant
from placet.rules.errors import BadInput, GrantRefused, PlacetError
from placet.rules.grants import Grant
from placet.rules.lifecycles import TaskStatus
from placet.rules.records import Agent, Task
from placet.tools.registry import Registry
from placet.work import opening, passing
from placet.work.decisions import Decision, Decisions
from placet.work.roster import Roster

_log = logging.getLogger(__name__)
LOOKED_AT: Final = 1_000
"""How many of an agent's newest calls of a tool a grant is tried on."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A grant as an owner words it. `uses` and `expires_at` (ms) of None: without that end."""

    agent: str
    tool: str
    match: Mapping[str, Any]
    folder: str | None = None
    host: str | None = None
    uses: int | None = None
    expires_at: int | None = None


@dataclass(frozen=True, kw_only=True)
class Backtest:
    """What a grant would have done: of `looked_at` kept calls it matches `matched`, and the owner had denied `denied` of
    those. `waiting` are the requests that wait now and that it would settle.
    """

    looked_at: int
    matched: tuple[Task, ...]
    denied: int
    waiting: tuple[Task, ...]


class Grants:
    """Keeps grants. Lives on the engine's loop."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        tools: Registry,
        roster: Roster,
        decisions: Decisions,
        clock: Clock,
        new_id: Callable[[str], str],
    ) -> None:
        self._ledger = ledger
        self._tools = tools
        self._roster = roster
        self._decisions = decisions
        self._clock = clock
        self._new_id = new_id

    def plan(self, asked: Asked) -> Grant:
        """The grant that these words would make. Nothing is written.

        Raises:
            NotFound: no such agent. BadInput: the words don't say what can be granted. GrantRefused: no grant may cover
            this tool.
        """
        agent = self._roster.find(asked.agent)
        self._check_tool(agent, asked.tool)
        rules.check(
            asked.tool,
            asked.match,
            self.arguments_of(asked.tool, asked.match),
            folder=asked.folder,
            host=asked.host,
        )
        self._check_ends(asked)
        return Grant(
            id=self._new_id("grant_"),
            agent_id=agent.id,
            agent=agent.name,
            tool=asked.tool,
            match=strict_json.check(dict(asked.match)),
            created_at=self._clock.now_ms(),
            folder=asked.folder,
            host=asked.host,
            uses_left=asked.uses,
            expires_at=None if asked.expires_at is None else Instant(asked.expires_at),
        )

    def _check_tool(self, agent: Agent, tool: str) -> None:
        declared = self._roster.of(agent).tool(tool)
        if declared is None:
            raise BadInput("The agent has no tool of this name.", pointer="/tool")
        refused = rules.why_not_offered(tool, {}, locked=declared.locked)
        if refused is not None:
            raise GrantRefused(refused)

    def _check_ends(self, asked: Asked) -> None:
        if asked.uses is not None and asked.uses < 1:
            raise BadInput("A grant is for at least one use.", pointer="/uses")
        if asked.expires_at is not None and asked.expires_at <= self._clock.now_ms():
            raise BadInput("A grant ends in the future.", pointer="/expires_at")

    def arguments_of(self, tool: str, named: Mapping[str, Any]) -> tuple[str, ...]:
        """The names of a tool's arguments in their order; of a harness's tool, those that the grant names."""
        found = self._tools.get(tool)
        return tuple(named) if found is None else tuple(found.schema.get("properties", ()))

    def wording(self, grant: Grant) -> rules.Wording:
        """What the grant matches, taken apart."""
        return rules.wording(grant, self.arguments_of(grant.tool, grant.match))

    def sentence(self, grant: Grant) -> str:
        """What the grant matches, in words."""
        return rules.sentence(grant, self.arguments_of(grant.tool, grant.match))

    def backtest(self, grant: Grant) -> Backtest:
        """Try a grant on the calls that the ledger kept. From any thread; it reads up to `LOOKED_AT` rows."""
        calls = self._ledger.reads.tasks(agent_id=grant.agent_id, tools=(grant.tool,), limit=LOOKED_AT)
        matched = tuple(task for task in calls if passing.covers(grant, task))
        return Backtest(
            looked_at=len(calls),
            matched=matched,
            denied=sum(task.status is TaskStatus.DENIED for task in matched),
            waiting=tuple(task for task in matched if _may_settle(task)),
        )

    async def make(self, asked: Asked, *, settle_waiting: bool) -> tuple[Grant, int]:
        """Make a grant, and let what waits already and matches pass by it, oldest first, when asked to.

        The number says how many it let pass. A waiting request that can't be approved any more stays as it is.
        """
        grant = self.plan(asked)
        await self._ledger.commit(lambda tx: tx.make_grant(grant))
        waiting = self.backtest(grant).waiting if settle_waiting else ()
        settled = [await self._settle(grant, task) for task in reversed(waiting)]
        return self.find(grant.id), sum(settled)

    async def _settle(self, grant: Grant, task: Task) -> bool:
        decision = Decision(
            task_id=task.id,
            action=Action.APPROVE,
            shown_digest=task.digest,
            along=lambda tx: tx.use_grant(grant, task),
        )
        try:
            await self._decisions.resolve(decision, passing.by_rule(grant))
        except PlacetError as left:
            _log.info("%s was not let pass by %s: %s", task.id, grant.id, left.code)
            return False
        return True

    async def revoke(self, grant_id: str) -> Grant:
        """Take a grant back; it lets nothing pass from then on.

        Raises:
            NotFound: there is no such grant.
        """
        return await self._ledger.commit(lambda tx: tx.revoke_grant(grant_id))

    def all(self) -> list[Grant]:
        """All grants, newest first, those that ended too."""
        return self._ledger.reads.grants.all()

    def find(self, grant_id: str) -> Grant:
        """One grant.

        Raises:
            NotFound: there is none.
        """
        return self._ledger.reads.grants.one(grant_id)


def _may_settle(task: Task) -> bool:
    held = task.approval.hold_reason if task.approval else None
    asks = held in {opening.PARKED, handoff.HELD} or task.repeat_of is not None
    return task.status is TaskStatus.PENDING_APPROVAL and not asks


def draft(task: Task, *, locked: bool) -> tuple[Asked, str | None]:
    """The narrowest grant that describes a request, and why none may be made from it, if so (rule 12)."""
    args = strict_json.load(task.args)
    suppressed = bool((strict_json.load(task.source) if task.source else {}).get("suppress_always_allow"))
    command = args.get(rules.COMMAND)
    parts = len(commands.parts(command)) if isinstance(command, str) else 1
    why = rules.why_not_offered(task.tool, args, locked=locked, suppressed=suppressed, parts=parts)
    return Asked(agent=task.agent, tool=task.tool, match=rules.narrowest(args)), why
