"""An agent's turns: how they begin and end, and what becomes of their open calls."""

from __future__ import annotations

from collections.abc import Callable

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import AgentId, BootId, Clock, ConversationId, TurnId
from placet.rules.events import Fact
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TurnStatus
from placet.rules.records import Agent, AgentState, Turn
from placet.work.decisions import Decisions


class Turns:
    """Writes turns and agent states. Lives on the engine's loop."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        decisions: Decisions,
        clock: Clock,
        boot: BootId,
        new_id: Callable[[str], str],
    ) -> None:
        self._ledger = ledger
        self._decisions = decisions
        self._clock = clock
        self._boot = boot
        self._new_id = new_id

    def new_id(self) -> TurnId:
        """A fresh identifier, so that a message can name the turn that will answer it."""
        return TurnId(self._new_id("turn_"))

    async def start(
        self,
        agent: Agent,
        conversation_id: ConversationId,
        turn_id: TurnId | None = None,
        before: Callable[[Tx], None] | None = None,
    ) -> Turn:
        """Begin a turn; the agent is `thinking` from this commit on. `before` is written in the same commit."""
        turn = Turn(
            id=turn_id or self.new_id(),
            agent_id=agent.id,
            conversation_id=conversation_id,
            status=TurnStatus.RUNNING,
            boot=self._boot,
            created_at=self._clock.now_ms(),
        )

        def step(tx: Tx) -> None:
            if before is not None:
                before(tx)
            tx.start_turn(turn)
            tx.set_agent_state(agent.id, AgentState.THINKING)

        await self._ledger.commit(step)
        return turn

    async def end(
        self,
        turn_id: TurnId,
        to: TurnStatus,
        by: Cause,
        *,
        answer: str | None = None,
        error: str | None = None,
        along: Callable[[Tx], None] | None = None,
    ) -> None:
        """End a turn, once. `along` is written in the same commit."""

        def step(tx: Tx) -> None:
            tx.end_turn(turn_id, to, by, answer=answer, error=error)
            if along is not None:
                along(tx)

        await self._ledger.commit(step)

    async def record(self, fact: Fact) -> None:
        """Write a fact down that moves nothing."""
        await self._ledger.commit(lambda tx: tx.record(fact))

    async def set_state(self, agent_id: AgentId, state: AgentState, error: str | None = None) -> None:
        """Say what an agent is doing."""
        await self._ledger.commit(lambda tx: tx.set_agent_state(agent_id, state, error))

    async def withdraw(self, turn_id: TurnId, *, whole: bool = False) -> None:
        """Take back the turn's blocking calls: those that wait are cancelled, those that run are told to stop (T7).

        Async calls aren't the turn's to take back; they stay open, unless the `whole` of it goes, as a workflow's does.
        """
        # A row of this turn may be on its way to the disk still. The writer keeps its order, so it is there after this.
        await self._ledger.commit(lambda _: None)
        await self._decisions.withdraw_blocking(turn_id=turn_id, whole=whole)
