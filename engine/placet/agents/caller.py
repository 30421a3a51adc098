"""Makes one call of a model's: through the gate, waiting as long as it takes, and never hanging on a stop.

The order on a stop (DECISIONS T7): the turn's blocking calls are withdrawn; then what is at work gets a short
time to say how it ended; what doesn't is told as unknown. Nothing is ever assumed.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from placet.agents.goals import Goal
from placet.agents.waits import end, first_of
from placet.rules.authority import Principal
from placet.rules.basics import AgentId, TaskId
from placet.rules.events import TaskMoved
from placet.rules.lifecycles import TaskStatus
from placet.rules.ports import ModelToolCall
from placet.rules.records import Agent, AgentState, Event, Turn
from placet.work.bus import Bus
from placet.work.calls import REFUSALS, CallOutcome, CallRequest, Ticket, finished, refused
from placet.work.turns import Turns


class Gate(Protocol):
    """Where calls are asked for (`placet.work.gate`)."""

    async def request(self, request: CallRequest) -> Ticket:
        """Take a call in; what is wrong with the call is raised (`calls.REFUSALS`)."""
        ...


@dataclass(frozen=True, kw_only=True)
class Running:
    """A turn at work: whose, which, the event that asks it to stop, and the workflow that it works on, if any."""

    agent: Agent
    turn: Turn
    stop: asyncio.Event
    goal: Goal | None = None


class Caller:
    """Asks the gate and waits. Keeps the agent's state true: it awaits an approval, or thinks on.

    Lives on the engine's loop. `stop_grace_s` is how long a tool at work may take to end after a stop.
    """

    def __init__(self, *, gate: Gate, turns: Turns, bus: Bus, stop_grace_s: float) -> None:
        self._gate = gate
        self._turns = turns
        self._bus = bus
        self._stop_grace_s = stop_grace_s

    async def call(
        self, running: Running, call: ModelToolCall, reply_id: TaskId | None = None
    ) -> CallOutcome | None:
        """Make the call and wait for its end; None when the turn was stopped and the outcome is unknown.

        `reply_id` is the generation that asked for it.
        """
        approvals = _Approvals(running.agent.id)
        unsubscribe = self._bus.subscribe(approvals.hear)
        try:
            ticket = await self._ask(running, _request(running, call, reply_id))
            return None if ticket is None else await self._wait(running, ticket, approvals)
        finally:
            unsubscribe()

    async def _ask(self, running: Running, request: CallRequest) -> Ticket | None:
        # A job of its own: a free call runs its tool in here, and that must not hold up a stop.
        asked = asyncio.get_running_loop().create_task(
            self._request(request), name=f"call {request.call_id} of {running.turn.id}"
        )
        try:
            await first_of(asked, running.stop)
            if not asked.done():
                await asyncio.wait({asked}, timeout=self._stop_grace_s)
            if asked.done():
                return asked.result()
        finally:
            await end(asked)
        await self._turns.withdraw(running.turn.id)
        return None

    async def _request(self, request: CallRequest) -> Ticket:
        """Take a call to the gate; a model hears what was wrong with it in the place of its outcome."""
        try:
            return await self._gate.request(request)
        except REFUSALS as error:
            return finished(request.tool, refused(error))

    async def _wait(self, running: Running, ticket: Ticket, approvals: _Approvals) -> CallOutcome | None:
        if ticket.done.done():
            return ticket.done.result()
        if ticket.status == TaskStatus.PENDING_APPROVAL and ticket.task_id is not None:
            await self._await_approval(running, ticket, approvals.approved(ticket.task_id))
        await first_of(ticket.done, running.stop)
        if not ticket.done.done():
            await self._turns.withdraw(running.turn.id)
            await asyncio.wait({ticket.done}, timeout=self._stop_grace_s)
        return ticket.done.result() if ticket.done.done() else None

    async def _await_approval(self, running: Running, ticket: Ticket, approved: asyncio.Event) -> None:
        if approved.is_set() or running.stop.is_set():
            return
        await self._turns.set_state(running.agent.id, AgentState.AWAITING_APPROVAL)
        await first_of(ticket.done, running.stop, approved)
        if not running.stop.is_set():
            await self._turns.set_state(running.agent.id, AgentState.THINKING)


class _Approvals:
    """Knows which tasks of an agent began to run, from the committed facts."""

    def __init__(self, agent_id: AgentId) -> None:
        self._agent_id = agent_id
        self._running: dict[TaskId, asyncio.Event] = {}

    def approved(self, task_id: TaskId) -> asyncio.Event:
        """Set once the task was approved and runs."""
        return self._running.setdefault(task_id, asyncio.Event())

    def hear(self, events: tuple[Event, ...]) -> None:
        """Take in committed facts."""
        for event in events:
            moved = event.type == TaskMoved.type and event.agent_id == self._agent_id
            if moved and event.task_id is not None and event.payload.get("to") == TaskStatus.RUNNING:
                self.approved(event.task_id).set()


def _request(running: Running, call: ModelToolCall, reply_id: TaskId | None) -> CallRequest:
    return CallRequest(
        agent=running.agent,
        principal=Principal.AGENT_LOOP,
        tool=call.name,
        arguments=call.arguments,
        call_id=call.id,
        turn_id=running.turn.id,
        conversation_id=running.turn.conversation_id,
        parent_id=reply_id,
    )
