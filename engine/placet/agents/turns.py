"""The turn loop: the model, its calls one by one, their answers, and again until it is done or may not go on.

The order within a step, each part durable before the next begins: that the model answered is recorded; its
reply is written down with its calls; then each call in order is made, waited for, and its answer kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from placet.agents import answers, history
from placet.agents.caller import Caller, Running
from placet.agents.goals import Goal, report
from placet.agents.history import ChatMessage
from placet.agents.offers import offers
from placet.agents.prompts import system_message
from placet.agents.waits import unless_stopped
from placet.rules.basics import TaskId
from placet.rules.declarations import Declaration
from placet.rules.errors import BackendFailed, Conflict, PlacetError
from placet.rules.events import ModelTurn
from placet.rules.lifecycles import TurnStatus
from placet.rules.ports import Backend, ModelReply, ModelRequest, ModelToolCall
from placet.rules.records import Agent, Role, Turn
from placet.rules.scope import REPORT, allows_integrations
from placet.tools.registry import Registry
from placet.work.calls import CallOutcome
from placet.work.conversations import Conversations
from placet.work.models import Choice
from placet.work.roster import Roster
from placet.work.turns import Turns

NO_TOOL: Final = "The turn must begin with a tool call, but the agent is offered no tool."
NO_CALL: Final = "The model gave a final answer, although the turn must begin with a tool call."
NOTHING_SAID: Final = "The model's reply was empty."


class Replier(Protocol):
    """Who asks models (`agents.replies`)."""

    async def reply(self, running: Running, choice: Choice, request: ModelRequest) -> ModelReply:
        """One reply; raises BackendFailed. Cancelling the wait stops the model."""
        ...


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a turn ended: done with an answer, failed with a sentence, or stopped.

    `said`: what the model last said that it did, however the turn ended; a workflow keeps it, and it proves nothing.
    """

    status: TurnStatus
    answer: str | None = None
    error: str | None = None
    said: str | None = None


@dataclass(kw_only=True)
class _Progress:
    """What one turn has got to. `messages` is what the model is given next, without the system message."""

    running: Running
    messages: list[ChatMessage]
    steps: int = 0
    answered: bool = False  # one call was run, denied, refused or handed back as a reference (DECISIONS P7)
    call_ids: set[str] = field(default_factory=set)
    reply_id: TaskId | None = None  # the generation of the newest reply: its calls come from there
    said: str | None = None  # the newest words of the model's

    @property
    def goal(self) -> Goal | None:
        return self.running.goal

    @property
    def summary(self) -> str | None:
        return (self.goal.reported if self.goal else None) or self.said

    @property
    def stopped(self) -> bool:
        return self.running.stop.is_set()


class TurnLoop:
    """Runs turns; one instance serves all agents. Lives on the engine's loop.

    `backend` finds a model backend by its id and raises NotFound for one that isn't there. `integrations` has an agent's
    MCP servers ready; it isn't so much as asked below a scope (seed 003).
    """

    def __init__(
        self,
        *,
        caller: Caller,
        conversations: Conversations,
        turns: Turns,
        roster: Roster,
        tools: Registry,
        backend: Callable[[str], Backend],
        replies: Replier,
        integrations: Callable[[Agent], Coroutine[Any, Any, None]],
    ) -> None:
        self._caller = caller
        self._conversations = conversations
        self._turns = turns
        self._roster = roster
        self._tools = tools
        self._backend = backend
        self._replies = replies
        self._integrations = integrations

    async def run(self, agent: Agent, turn: Turn, stop: asyncio.Event, goal: Goal | None = None) -> Ending:
        """Run a started turn until it ends or `stop` is set. The caller writes the ending down.

        `goal`: the workflow that it works on, whose scope bounds it.
        """
        running = Running(agent=agent, turn=turn, stop=stop, goal=goal)
        past = self._conversations.history(turn.conversation_id)
        progress = _Progress(running=running, messages=history.chat(past, turn.id))
        try:
            if allows_integrations(goal.scope if goal else None):
                await unless_stopped(self._integrations(agent), stop, f"servers for {turn.id}")
            ending = await self._run(progress)
        except PlacetError as error:
            ending = _failed(error.message)
        return replace(ending, said=progress.summary)

    async def _run(self, progress: _Progress) -> Ending:
        while not progress.stopped:
            # Read anew for each step: what the owner changes during a turn counts from the next step on.
            declaration = self._roster.declaration(progress.running.agent)
            if progress.steps >= declaration.policy.max_steps:
                return _failed(f"The turn reached its limit of {declaration.policy.max_steps} steps.")
            ending = await self._step(progress, declaration)
            if ending is not None:
                return ending
        return Ending(status=TurnStatus.STOPPED)

    async def _step(self, progress: _Progress, declaration: Declaration) -> Ending | None:
        reply = progress.goal.call_again() if progress.goal else None
        reply = reply or await self._reply_or_summary(progress, declaration)
        if reply is None:
            return None
        progress.steps += 1
        if reply is _NO_WORDS:
            return Ending(status=TurnStatus.DONE)
        calls = await self._keep(progress, reply)
        if not calls:
            return Ending(status=TurnStatus.DONE, answer=history.clean(reply.text))
        return await self._answer_all(progress, reply, calls)

    async def _reply_or_summary(self, progress: _Progress, declaration: Declaration) -> ModelReply | None:
        """A reply; the last words of a guided workflow may fail, since its verdict stands without them (W8b)."""
        goal = progress.goal
        try:
            reply = await self._reply(progress, declaration)
        except BackendFailed:
            if goal is None or not goal.guided or goal.step is not None:
                raise
            return _NO_WORDS
        return reply if reply is None or goal is None else goal.only_the_step(reply)

    async def _reply(self, progress: _Progress, declaration: Declaration) -> ModelReply | None:
        """Ask the model once and record that it answered; None when the turn was stopped meanwhile."""
        stop, name = progress.running.stop, f"reply for {progress.running.turn.id}"
        chosen = await unless_stopped(self._choose(declaration), stop, name)
        if chosen is None:
            return None
        request = self._request(progress, declaration, chosen.model)
        reply = await unless_stopped(self._replies.reply(progress.running, chosen, request), stop, name)
        if reply is None:
            return None
        progress.reply_id = None if reply.task_id is None else TaskId(reply.task_id)
        await self._turns.record(_model_turn(progress.running, chosen, reply))
        _check(reply, request)
        return reply

    async def _choose(self, declaration: Declaration) -> Choice:
        choice = declaration.model
        if choice is None:
            raise Conflict("This agent has no model; it only calls over HTTP.")
        backend = self._backend(choice.backend)
        if choice.name is not None:
            return Choice(backend=backend.id, model=choice.name)
        models = await backend.models()
        if not models:
            raise BackendFailed(f"The backend {choice.backend} offers no model.")
        return Choice(backend=backend.id, model=models[0])

    def _request(self, progress: _Progress, declaration: Declaration, model: str) -> ModelRequest:
        goal = progress.goal
        walks = goal is not None and goal.guided
        guided = declaration.policy.required_tool_first or walks
        offered = offers(declaration, self._tools, goal)
        required = bool(offered) if walks else guided and not progress.answered
        if required and not offered:
            raise BackendFailed(NO_TOOL)
        return ModelRequest(
            model=model,
            messages=[system_message(progress.running.agent, guided=guided), *progress.messages],
            tools=offered,
            require_tool=required,
            temperature=0.0 if guided else None,
        )

    async def _keep(self, progress: _Progress, reply: ModelReply) -> list[ModelToolCall]:
        """Write the reply down, with its calls, before any of them is made."""
        calls = _with_own_ids(progress, reply.tool_calls)
        progress.said = history.clean(reply.text).strip() or progress.said
        await self._append(
            progress, Role.ASSISTANT, history.clean(reply.text), payload=history.reply_payload(calls)
        )
        progress.messages.append(history.reply_chat(history.clean(reply.text), calls))
        return calls

    async def _answer_all(
        self, progress: _Progress, reply: ModelReply, calls: Sequence[ModelToolCall]
    ) -> Ending | None:
        """Make the calls, each only after the one before it has ended (case 16), and answer every one."""
        last: CallOutcome | None = None
        for call in calls:
            outcome = await self._answer(progress, call, ended=last is not None)
            if outcome is not None and outcome.end_turn:
                last = outcome
        if progress.stopped:
            return Ending(status=TurnStatus.STOPPED)
        return None if last is None else await self._end(progress, reply, last)

    async def _answer(self, progress: _Progress, call: ModelToolCall, *, ended: bool) -> CallOutcome | None:
        if progress.stopped or ended:
            why = answers.NOT_MADE_STOPPED if progress.stopped else answers.NOT_MADE_ENDED
            await self._tell(progress, call, answers.closing("not_made", why))
            return None
        outcome = await self._make(progress, call)
        if outcome is None:
            await self._tell(progress, call, answers.closing("unknown_outcome", answers.UNKNOWN))
            return None
        progress.answered = True
        await self._tell(progress, call, answers.told(outcome, call.name), outcome)
        return outcome

    async def _make(self, progress: _Progress, call: ModelToolCall) -> CallOutcome | None:
        goal = progress.goal
        if goal is not None and call.name == REPORT:
            return report(goal, call)
        outcome = await self._caller.call(progress.running, call, progress.reply_id)
        if goal is not None and outcome is not None:
            goal.hear(outcome)
        return outcome

    async def _tell(
        self, progress: _Progress, call: ModelToolCall, content: str, outcome: CallOutcome | None = None
    ) -> None:
        content = history.clean(content)
        task_id = outcome.task_id if outcome else None
        payload = history.answer_payload(call.id)
        await self._append(progress, Role.TOOL, content, payload=payload, task_id=task_id)
        progress.messages.append(history.answer_chat(call.id, content))

    async def _end(self, progress: _Progress, reply: ModelReply, last: CallOutcome) -> Ending:
        """End the turn as a tool asked for; its summary is the answer, and is written down like one."""
        summary = last.value.get("summary") if isinstance(last.value, dict) else None
        if isinstance(summary, str) and summary:
            await self._append(progress, Role.ASSISTANT, summary)
            return Ending(status=TurnStatus.DONE, answer=summary)
        return Ending(status=TurnStatus.DONE, answer=history.clean(reply.text) or None)

    async def _append(self, progress: _Progress, role: Role, text: str, **more: Any) -> None:
        turn = progress.running.turn
        await self._conversations.append(turn.conversation_id, role, text, turn_id=turn.id, **more)


_NO_WORDS: Final = ModelReply(text="", tool_calls=(), finish_reason="stop", completion_tokens=0)


def _failed(error: str) -> Ending:
    return Ending(status=TurnStatus.FAILED, error=history.clean(error))


def _check(reply: ModelReply, request: ModelRequest) -> None:
    if request.require_tool and not reply.tool_calls:
        raise BackendFailed(NO_CALL)
    if not reply.tool_calls and not reply.text.strip():
        raise BackendFailed(NOTHING_SAID)


def _with_own_ids(progress: _Progress, calls: Sequence[ModelToolCall]) -> list[ModelToolCall]:
    """The calls under ids that are unique in the turn: some servers leave ids out, or use them again."""
    named = []
    for index, call in enumerate(calls):
        call_id = history.clean(call.id)
        if not call_id or call_id in progress.call_ids:
            call_id = f"call_{progress.steps}_{index}"
        progress.call_ids.add(call_id)
        named.append(replace(call, id=call_id))
    return named


def _model_turn(running: Running, choice: Choice, reply: ModelReply) -> ModelTurn:
    return ModelTurn(
        agent_id=running.agent.id,
        backend=choice.backend,
        model=choice.model,
        turn_id=running.turn.id,
        completion_tokens=reply.completion_tokens,
        prompt_tokens=reply.prompt_tokens,
        pid=reply.pid,
        finish_reason=reply.finish_reason,
    )
