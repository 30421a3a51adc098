"""Holds the tool lists of MCP servers against their pins, asks about differences, and pins what was approved."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import mcp_pins, outside, strict_json
from placet.rules.basics import BootId, Instant, TaskId
from placet.rules.digest import args_digest
from placet.rules.errors import AgentStopped, BadInput, Conflict, PlacetError
from placet.rules.events import TaskMoved
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import RESOLVABLE, TaskStatus
from placet.rules.mcp_pins import Listed
from placet.rules.ports import Effect
from placet.rules.records import Agent, AgentState, Event, Task
from placet.work import ending, opening, owing
from placet.work.decisions import Decisions
from placet.work.gate import STOPPED
from placet.work.jobs import Jobs
from placet.work.lanes import Lanes
from placet.work.outcomes import Outcomes, Report

_log = logging.getLogger(__name__)
_SOURCE: Final = {"harness": "mcp"}
_MOST: Final = 1_000
HOLD: Final = "tools_changed"
"""The hold reason of a question about a list that changed."""
_ANSWERED: Final = frozenset({*RESOLVABLE, TaskStatus.DENIED})
"""How the newest question stands when the same difference isn't asked about again."""


@dataclass(frozen=True, kw_only=True)
class Pin:
    """What is pinned of a server, and since when, in ms."""

    listed: Listed
    since: Instant


class Pins:
    """The pins of all agents' servers: tasks of the ledger, the newest completed one of each server (`rules.mcp_pins`).

    Lives on the engine's loop.
    """

    def __init__(
        self,
        *,
        ledger: Ledger,
        decisions: Decisions,
        outcomes: Outcomes,
        jobs: Jobs,
        boot: BootId,
        new_task_id: Callable[[], TaskId],
    ) -> None:
        self._ledger = ledger
        self._boot = boot
        self._new_task_id = new_task_id
        self._decisions = decisions
        self._outcomes = outcomes
        self._jobs = jobs
        self._lanes = Lanes()

    def pinned(self, agent: Agent, server: str) -> Listed | None:
        """What is pinned of a server; None: nothing yet."""
        pin = self.pin(agent, server)
        return None if pin is None else pin.listed

    def pin(self, agent: Agent, server: str) -> Pin | None:
        """What is pinned of a server, and since when. From any thread; blocking."""
        task = self._newest(agent, server, TaskStatus.COMPLETED)
        if task is None:
            return None
        listed = mcp_pins.read(strict_json.load(task.bound_args))
        return Pin(listed=listed, since=task.completed_at or task.created_at)

    def question(self, agent: Agent, server: str) -> Task | None:
        """The question about a server's list that waits for the owner. From any thread; blocking."""
        return self._newest(agent, server, *RESOLVABLE)

    async def see(self, agent: Agent, server: str, seen: Listed) -> dict[str, str]:
        """Take in what a server lists, and say of each tool whether it is `pinned` or `changed`.

        The first list is pinned. A difference is asked about once: again only when it is another one, or when the
        question was taken back unanswered.

        Raises:
            BadInput: the name, or something in the list. AgentStopped: the owner stopped the agent.
        """
        name = mcp_pins.question(server)
        mcp_pins.read(mcp_pins.arguments(seen))
        async with self._lanes.within((agent.id, name)):
            pinned = self.pinned(agent, server)
            if pinned is None:
                await self._pin_first(agent, name, seen)
            states = mcp_pins.states(pinned, seen)
            if pinned is not None and mcp_pins.CHANGED in states.values():
                await self._ask(agent, server, pinned, mcp_pins.merged(pinned, seen))
            return states

    async def _pin_first(self, agent: Agent, name: str, seen: Listed) -> None:
        server = name.removeprefix(mcp_pins.PREFIX)
        sentence = f"The first list of the MCP server {server}: what it says now is pinned."
        task = self._draft(agent, name, seen, sentence, TaskStatus.RUNNING)

        def pin(tx: Tx) -> None:
            made = _created(tx, task)
            ending.end(tx, made, TaskStatus.COMPLETED, Cause.FINISH)

        await self._ledger.commit(pin)

    async def _ask(self, agent: Agent, server: str, pinned: Listed, wanted: Listed) -> None:
        name = mcp_pins.question(server)
        args = mcp_pins.arguments(wanted)
        last = self._newest(agent, server)
        if last is not None and last.digest == args_digest(name, args) and last.status in _ANSWERED:
            return
        if last is not None and last.status in RESOLVABLE:
            await self._withdraw(last)
        draft = self._draft(
            agent, name, wanted, mcp_pins.sentence(server, pinned, wanted), TaskStatus.PENDING_APPROVAL
        )
        task = replace(draft, diff=mcp_pins.difference(pinned, wanted, server))

        def ask(tx: Tx) -> None:
            opening.open_asked(tx, _created(tx, task), HOLD, 0, args)

        await self._ledger.commit(ask)

    def _draft(self, agent: Agent, name: str, listed: Listed, sentence: str, status: TaskStatus) -> Task:
        args = mcp_pins.arguments(listed)
        weighed = outside.weigh(args)
        held = status is TaskStatus.PENDING_APPROVAL
        return Task(
            id=self._new_task_id(),
            seq=0,
            agent_id=agent.id,
            agent=agent.name,
            tool=name,
            args=strict_json.dump(args),
            digest=args_digest(name, args),
            status=status,
            created_at=Instant(0),
            origin=f"{'hil' if held else 'agent'}:{agent.name}:{agent.id}",
            requires_authorization=held,
            executor_managed=False,
            is_async=False,
            effect=Effect.UNKNOWN.value,
            risk=weighed.level.value,
            risk_reasons=weighed.reasons,
            sentence=sentence,
            boot=self._boot,
            source=strict_json.dump(_SOURCE),
            decision_only=True,
        )

    async def _withdraw(self, task: Task) -> None:
        try:
            await self._decisions.cancel(task)
        except Conflict:
            return  # somebody answered it meanwhile

    def _newest(self, agent: Agent, server: str, *statuses: TaskStatus) -> Task | None:
        found = self._ledger.reads.tasks(
            agent_id=agent.id, tools=(mcp_pins.question(server),), statuses=statuses, limit=1
        )
        return found[0] if found else None

    def hear(self, events: tuple[Event, ...]) -> None:
        """Pin what was approved."""
        for event in events:
            moved = event.type == TaskMoved.type and event.payload.get("to") == TaskStatus.RUNNING
            if moved and event.task_id is not None and mcp_pins.is_question(str(event.payload.get("tool"))):
                self._jobs.start(self._settle(event.task_id), f"pins the tools of {event.task_id}")

    async def catch_up(self) -> None:
        """Pin what was approved just before the last process died."""
        running = self._ledger.reads.tasks(statuses=(TaskStatus.RUNNING,), limit=_MOST)
        for task in running:
            if task.decision_only and mcp_pins.is_question(task.tool):
                await self._settle(task.id)

    async def _settle(self, task_id: Any) -> None:
        task = self._ledger.reads.task(task_id)
        try:
            mcp_pins.read(strict_json.load(task.bound_args))
            report = Report(task_id=task.id, ok=True)
        except BadInput as flaw:
            report = Report(task_id=task.id, ok=False, error=f"Nothing was pinned: {flaw.message}")
        try:
            await self._outcomes.report(report)
        except PlacetError as error:
            _log.warning("what was approved of %s is pinned already, or can't be: %s", task.tool, error.code)


def _created(tx: Tx, draft: Task) -> Task:
    if tx.agent_state(draft.agent_id) is AgentState.STOPPED:
        raise AgentStopped(STOPPED)
    task = tx.create_task(replace(draft, created_at=tx.now))
    owing.created(tx, task)  # first: whoever is asked about it is told later (T6)
    return task
