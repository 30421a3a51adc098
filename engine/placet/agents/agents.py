"""One runner for each agent: takes messages, runs one turn at a time, stops and starts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from placet.agents import history
from placet.agents.runners import Assignment, Over, Runner, Waiting
from placet.agents.turns import Ending, TurnLoop
from placet.rules.basics import AgentId, ConversationId, TurnId
from placet.rules.errors import BadInput, Conflict, EngineStopping, LedgerWriteFailed, LostRace, ToolFailed
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TurnStatus
from placet.rules.records import Agent, AgentState, Conversation, Message, Role, Turn
from placet.work.conversations import Conversations
from placet.work.jobs import Jobs
from placet.work.roster import Roster
from placet.work.turns import Turns

_log = logging.getLogger(__name__)

STOPPED_BY_OWNER: Final = "The owner stopped the agent."
ENGINE_CLOSED: Final = "The engine was closed during this turn."
FAULT_OF_OURS: Final = "The turn broke because of a fault in Placet; the log says more."

_CAUSES: Final = {
    TurnStatus.DONE: Cause.FINISH,
    TurnStatus.FAILED: Cause.FINISH,
    TurnStatus.STOPPED: Cause.CANCEL,
}


@dataclass(frozen=True, kw_only=True)
class Taken:
    """A message was written down; `turn_id` is the turn that will answer it."""

    conversation_id: ConversationId
    message_id: str
    turn_id: TurnId


@dataclass(frozen=True, kw_only=True)
class Notice:
    """A message to an agent that nobody wrote: its text, what its row keeps, and what its commit writes along."""

    text: str
    payload: str
    write: Callable[[Any], None]


class Agents:
    """Runs the agents' turns. Lives on the engine's loop. Only an owner's command
    may reach it, and `deliver` a tool that the owner let run.

    `jobs` are its own: closing ends them all. `retry_s` is how long a turn's end that couldn't be written waits to
    be tried again; meanwhile the agent is shown as the ledger has it, and a stopped one takes no message.
    """

    def __init__(
        self,
        *,
        loop: TurnLoop,
        conversations: Conversations,
        turns: Turns,
        roster: Roster,
        jobs: Jobs,
        retry_s: float = 5.0,
    ) -> None:
        self._loop = loop
        self._conversations = conversations
        self._turns = turns
        self._roster = roster
        self._jobs = jobs
        self._retry_s = retry_s
        self._runners: dict[AgentId, Runner] = {}
        self._closing = asyncio.Event()
        self._turn_over = asyncio.Event()

    async def send(self, agent: Agent, text: str, conversation_id: str | None = None) -> Taken:
        """Write an owner's message down and have it answered: now, or by the next turn when one is running.

        A message never ends anything (DECISIONS T7). Without `conversation_id` it goes into the newest
        conversation.

        Raises:
            BadInput: there is no text. NotFound: no such conversation. Conflict: the agent is stopped, or has
            no model. EngineStopping: too late.
        """
        if not text.strip():
            raise BadInput("A message needs a text.", pointer="/text")
        runner = self._runner(agent)
        async with runner.lock:
            self._check_can_answer(runner)
            conversation = await self._conversation(agent, conversation_id)
            return await self._take(runner, conversation.id, text)

    async def deliver(self, agent: Agent, text: str, sender: str, chain_limit: int) -> Taken:
        """Write another agent's message down in the newest conversation and have it answered as the owner's are.

        Raises:
            ToolFailed: `chain_limit`, that many messages of agents came since the owner said something here.
            Conflict: the agent is stopped, or has no model. EngineStopping: too late.
        """
        runner = self._runner(agent)
        async with runner.lock:
            self._check_can_answer(runner)
            conversation = await self._conversation(agent, None)
            if history.agents_in_a_row(self._conversations.history(conversation.id)) >= chain_limit:
                why = f"{agent.name} takes no more messages of agents before the owner says something to it."
                raise ToolFailed(why, code="chain_limit")
            return await self._take(runner, conversation.id, text, history.sender_payload(sender))

    async def assign(
        self,
        agent: Agent,
        conversation_id: ConversationId,
        assignment: Assignment,
        after: TurnId | None = None,
    ) -> None:
        """Have a turn work on something that nobody's message asks for, when the agent comes to it.

        `after` is the turn that worked on it before: what that one left open is withdrawn, async or not (W9).

        Raises:
            LostRace: it isn't wanted any more. Conflict: the agent is stopped, or has no model.
            EngineStopping: too late.
        """
        if after is not None:
            await self._turns.withdraw(after, whole=True)
        runner = self._runner(agent)
        async with runner.lock:
            self._check_can_answer(runner)
            await self._enqueue(runner, self._turns.new_id(), conversation_id, assignment)

    async def stop_turn(self, agent: Agent, turn_id: TurnId | None) -> None:
        """Stop one turn, if it is at work, and let the agent go on with the next; returns when its end is written."""
        runner = self._runner(agent)
        if turn_id is None or not runner.has_begun(turn_id):
            return
        runner.unwanted.add(turn_id)
        if runner.at_work == turn_id:
            runner.stop.set()
        while runner.has_begun(turn_id):
            await self._turn_over.wait()

    async def _take(
        self, runner: Runner, conversation_id: ConversationId, text: str, payload: str | None = None
    ) -> Taken:
        """Under the runner's lock: append, and promise a turn unless one that will read it is promised already."""
        waiting = runner.promised(conversation_id)
        turn_id = waiting.turn_id if waiting else self._turns.new_id()
        message = await self._conversations.append(
            conversation_id, Role.OWNER, text, turn_id=turn_id, payload=payload
        )
        if waiting is None:
            await self._enqueue(runner, turn_id, conversation_id)
        return Taken(conversation_id=conversation_id, message_id=message.id, turn_id=turn_id)

    async def notify(self, agent: Agent, make: Callable[[Sequence[Message]], Notice | None]) -> bool:
        """Wait until the agent is at rest, then have it answer a message that `make` makes of the newest conversation.

        The message, what it writes along, and the turn that answers it are one commit. False: nothing was written,
        since the agent can't be woken now (stopped, in error, without a model, the engine closing) or `make` made none.
        """
        runner = self._runner(agent)
        while True:
            if runner.job is not None and runner.works:
                await asyncio.wait({runner.job})
            # In a job of its own: once it is on its way to the disk, the turn begins whoever stops waiting for it.
            waking = self._jobs.start(self._wake_at_rest(runner, make), f"events for {agent.name}")
            woken: bool | None = await asyncio.shield(waking)
            if woken is not None:
                return woken

    async def _wake_at_rest(
        self, runner: Runner, make: Callable[[Sequence[Message]], Notice | None]
    ) -> bool | None:
        async with runner.lock:
            return None if runner.works else await self._wake(runner, make)

    async def _wake(self, runner: Runner, make: Callable[[Sequence[Message]], Notice | None]) -> bool:
        agent = self._roster.find(runner.agent.id)
        if self._closing.is_set() or runner.winding_down_to is not None or agent.state is not AgentState.IDLE:
            return False
        if self._roster.declaration(agent).model is None:
            return False
        conversation = await self._conversation(agent, None)
        notice = make(self._conversations.history(conversation.id))
        if notice is None:
            return False
        turn_id = self._turns.new_id()
        message = self._conversations.draft(
            conversation.id, Role.OWNER, notice.text, turn_id=turn_id, payload=notice.payload
        )

        def before(tx: Any) -> None:
            notice.write(tx)
            tx.append_message(message)

        turn = await self._turns.start(runner.agent, conversation.id, turn_id, before)
        runner.queue.append(Waiting(turn_id=turn_id, conversation_id=conversation.id, turn=turn))
        self._ensure_job(runner)
        return True

    async def stop(self, agent: Agent) -> None:
        """Stop the agent: its turn and the queued ones end `stopped`, its blocking approvals are withdrawn.

        Returns when all of that is written down. No late decision revives the agent (case 75b); `start` does.

        Raises:
            LedgerWriteFailed: it does nothing more and takes no message, but that isn't on the disk yet; it is
            tried again by itself.
        """
        runner = self._runner(agent)
        async with runner.lock:
            job = self._wind_down_to(runner, AgentState.STOPPED)
        await asyncio.wait({job})
        if not job.cancelled() and (error := job.exception()) is not None:
            raise error

    async def start(self, agent: Agent) -> None:
        """Let a stopped agent, or one whose last turn failed, take messages again."""
        runner = self._runner(agent)
        if runner.winding_down_to is not None and runner.job is not None:
            await asyncio.wait({runner.job})
        async with runner.lock:
            state = self._roster.find(agent.id).state
            unwritten_stop = runner.winding_down_to is not None
            if not runner.works and (unwritten_stop or state in {AgentState.STOPPED, AgentState.ERROR}):
                runner.begin_anew()
                await self._turns.set_state(agent.id, AgentState.IDLE)

    async def close(self, seconds: float) -> None:
        """End all turns in order, for an engine that stops, and take no more messages.

        What lasts longer is cut; such a turn is found by the next start and told as interrupted.
        """
        self._closing.set()
        for runner in self._runners.values():
            async with runner.lock:
                if runner.works:
                    self._wind_down_to(runner, runner.winding_down_to or AgentState.IDLE)
        await self._jobs.drain(seconds)

    def _runner(self, agent: Agent) -> Runner:
        return self._runners.setdefault(agent.id, Runner(agent=agent))

    def _check_can_answer(self, runner: Runner) -> None:
        if self._closing.is_set():
            raise EngineStopping("The engine is shutting down and takes no messages.")
        agent = self._roster.find(runner.agent.id)
        if runner.winding_down_to is not None or agent.state is AgentState.STOPPED:
            raise Conflict("The agent is stopped; start it first.")
        if self._roster.declaration(agent).model is None:
            raise Conflict("This agent has no model; it only calls over HTTP.")

    async def _conversation(self, agent: Agent, conversation_id: str | None) -> Conversation:
        if conversation_id is None:
            return await self._conversations.newest(agent.id)
        return self._conversations.find_plain(agent.id, conversation_id)

    async def _enqueue(
        self,
        runner: Runner,
        turn_id: TurnId,
        conversation_id: ConversationId,
        assignment: Assignment | None = None,
    ) -> None:
        waiting = Waiting(turn_id=turn_id, conversation_id=conversation_id, assignment=assignment)
        if not runner.works:  # an agent at rest begins at once, so that the turn exists before its id is told
            waiting = replace(waiting, turn=await self._begin(runner, waiting))
        runner.queue.append(waiting)
        self._ensure_job(runner)

    def _ensure_job(self, runner: Runner) -> asyncio.Task[None]:
        if runner.job is None or runner.job.done():
            runner.job = self._jobs.start(self._work(runner), f"agent {runner.agent.name}")
        return runner.job

    def _wind_down_to(self, runner: Runner, state: AgentState) -> asyncio.Task[None]:
        runner.winding_down_to = state
        runner.stop.set()
        return self._ensure_job(runner)

    async def _work(self, runner: Runner) -> None:
        """Work until there is nothing to do. What can't be written is kept, and tried again after a while."""
        try:
            await self._run_turns(runner)
        except LedgerWriteFailed:
            if not runner.tries_again and not self._closing.is_set():
                runner.tries_again = True
                self._jobs.start(self._try_again(runner), f"agent {runner.agent.name} once more")
            raise
        except Exception:
            # A fault of ours comes again with each try. What it concerned is swept by the next start.
            runner.owed.clear()
            runner.queue.clear()
            runner.begin_anew()
            runner.at_work = None
            self._tell_over()
            raise

    async def _try_again(self, runner: Runner) -> None:
        # No event tells that a disk has room again, so this looks from time to time.
        try:
            async with asyncio.timeout(self._retry_s):
                await self._closing.wait()
        except TimeoutError:
            runner.tries_again = False
            self._ensure_job(runner)

    async def _run_turns(self, runner: Runner) -> None:
        """Run turns until there are none, or until told to wind down. Awaits nothing after the last look."""
        await self._settle(runner)
        while runner.winding_down_to is None:
            begun = await self._next(runner)
            if begun is not None:
                await self._one(runner, *begun)
                continue
            await self._turns.set_state(runner.agent.id, *runner.rest)
            if not runner.queue and runner.winding_down_to is None:
                return
        await self._wind_down(runner)

    async def _next(self, runner: Runner) -> tuple[Turn, Assignment | None] | None:
        async with runner.lock:
            while runner.queue:
                waiting = runner.queue[0]
                try:
                    turn = waiting.turn or await self._begin(runner, waiting)
                except LostRace:  # an assignment that was taken back while it waited
                    runner.queue.popleft()
                    continue
                runner.queue.popleft()  # only now: a turn that couldn't be begun is promised still
                return turn, waiting.assignment
            return None

    async def _begin(self, runner: Runner, waiting: Waiting) -> Turn:
        assignment = waiting.assignment
        before = None if assignment is None else partial(_claim, assignment, waiting.turn_id)
        return await self._turns.start(runner.agent, waiting.conversation_id, waiting.turn_id, before)

    async def _one(self, runner: Runner, turn: Turn, assignment: Assignment | None) -> None:
        runner.at_work = turn.id
        if turn.id in runner.unwanted:
            runner.stop.set()
        ending = await self._ending(runner, turn, assignment)
        failed = ending.status is TurnStatus.FAILED
        runner.rest = (AgentState.ERROR, ending.error) if failed else (AgentState.IDLE, None)
        runner.owed.append(Over(turn_id=turn.id, ending=ending, assignment=assignment))
        await self._settle(runner)
        runner.unwanted.discard(turn.id)
        if runner.winding_down_to is None:
            runner.stop.clear()  # this turn alone was to stop

    async def _settle(self, runner: Runner) -> None:
        """Write down how turns ended, and take back what a turn left open that came to no end by itself."""
        while runner.owed:
            over = runner.owed[0]
            if over.ending.status is not TurnStatus.DONE or over.assignment is not None:
                # What a workflow leaves open is nobody's any more: its answer would come after the verdict.
                await self._turns.withdraw(over.turn_id, whole=over.assignment is not None)
            await self._record(over)
            runner.owed.popleft()
            runner.at_work = None
            self._tell_over()

    def _tell_over(self) -> None:
        self._turn_over.set()
        self._turn_over.clear()

    async def _ending(self, runner: Runner, turn: Turn, assignment: Assignment | None) -> Ending:
        try:
            goal = None if assignment is None else assignment.goal()
            ending = await self._loop.run(runner.agent, turn, runner.stop, goal)
        except Exception:
            _log.exception("turn %s broke", turn.id)
            return Ending(status=TurnStatus.FAILED, error=FAULT_OF_OURS)
        return self._stopped(ending.said) if ending.status is TurnStatus.STOPPED else ending

    def _stopped(self, said: str | None = None) -> Ending:
        why = ENGINE_CLOSED if self._closing.is_set() else STOPPED_BY_OWNER
        return Ending(status=TurnStatus.STOPPED, error=why, said=said)

    async def _record(self, over: Over) -> None:
        ending, closing = over.ending, self._closing.is_set()

        def along(tx: Any) -> None:
            if over.assignment is not None:
                over.assignment.end(tx, ending, closing=closing)

        await self._turns.end(
            over.turn_id, ending.status, _CAUSES[ending.status], answer=ending.answer, error=ending.error, along=along
        )  # fmt: skip

    async def _wind_down(self, runner: Runner) -> None:
        """End every promised turn, so that whoever waits for one learns its end; then let the agent rest."""
        while (begun := await self._next(runner)) is not None:
            turn, assignment = begun
            runner.owed.append(Over(turn_id=turn.id, ending=self._stopped(), assignment=assignment))
            await self._settle(runner)
        await self._turns.set_state(runner.agent.id, runner.winding_down_to or AgentState.IDLE)
        runner.begin_anew()
        runner.rest = (AgentState.IDLE, None)


def _claim(assignment: Assignment, turn_id: TurnId, tx: Any) -> None:
    assignment.begin(tx, turn_id)
