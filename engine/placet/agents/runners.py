"""What an agent's runner holds: the turns that it owes, the one at work, and what a turn can be for beside a message."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Protocol

from placet.agents.goals import Goal
from placet.agents.turns import Ending
from placet.rules.basics import ConversationId, TurnId
from placet.rules.records import Agent, AgentState, Turn


class Assignment(Protocol):
    """What a turn is for that nobody's message asks for: a workflow's run (`agents.workflow_runs`)."""

    def begin(self, tx: Any, turn_id: TurnId) -> None:
        """Claim it in the commit that begins the turn; raises LostRace when it isn't wanted any more: then no turn is."""
        ...

    def goal(self) -> Goal:
        """What the turn works on, once it has begun."""
        ...

    def end(self, tx: Any, ending: Ending, *, closing: bool) -> None:
        """Write how it came out in the commit that ends the turn; `closing`: it was cut short since the engine closes."""
        ...


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """A turn that was promised. `turn` is there once it was begun."""

    turn_id: TurnId
    conversation_id: ConversationId
    turn: Turn | None = None
    assignment: Assignment | None = None


@dataclass(frozen=True, kw_only=True)
class Over:
    """A turn that ended, whose end isn't on the disk yet."""

    turn_id: TurnId
    ending: Ending
    assignment: Assignment | None


@dataclass(kw_only=True)
class Runner:
    """One agent's queue and its job. Under `lock` a message is taken, or a turn begun, never both at once.

    `owed` are turns that ended, whose end isn't on the disk yet. `winding_down_to` stays until that is written too.
    """

    agent: Agent
    queue: deque[Waiting] = field(default_factory=deque)
    owed: deque[Over] = field(default_factory=deque)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    job: asyncio.Task[None] | None = None
    winding_down_to: AgentState | None = None
    rest: tuple[AgentState, str | None] = (AgentState.IDLE, None)
    tries_again: bool = False
    at_work: TurnId | None = None
    unwanted: set[TurnId] = field(default_factory=set)

    @property
    def works(self) -> bool:
        """Whether its job is at work."""
        return self.job is not None and not self.job.done()

    def promised(self, conversation_id: ConversationId) -> Waiting | None:
        """The turn of this conversation that hasn't begun yet, if one is queued."""
        found = (
            it
            for it in self.queue
            if it.conversation_id == conversation_id and it.turn is None and it.assignment is None
        )
        return next(found, None)

    def has_begun(self, turn_id: TurnId) -> bool:
        """Whether a turn has begun and its end isn't written."""
        return self.at_work == turn_id or any(it.turn_id == turn_id and it.turn for it in self.queue)

    def begin_anew(self) -> None:
        """Nobody stops it any more."""
        self.stop.clear()
        self.winding_down_to = None
