"""A backend that says what a test scripted, and the rooms below `agents` on a real ledger."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from placet.agents.agents import Agents
from placet.agents.caller import Caller
from placet.agents.replies import Replies
from placet.agents.turns import TurnLoop
from placet.ledger.ledger import Ledger
from placet.rules.authority import Action, Authority, Principal, Via
from placet.rules.basics import AgentId, BootId, Instant, TaskId, TurnId
from placet.rules.errors import NotFound
from placet.rules.lifecycles import TaskStatus, TurnStatus
from placet.rules.ports import (
    Backend,
    Began,
    Finish,
    ModelInfo,
    ModelReply,
    ModelRequest,
    ModelToolCall,
    Piece,
    TextDelta,
    Tool,
    ToolCallDelta,
    Usage,
)
from placet.rules.records import Agent, AgentState, Event, Message, Task, Turn
from placet.tools.registry import Registry, builtin
from placet.work.bus import Bus
from placet.work.calls import CallOutcome, OpenCalls
from placet.work.conversations import Conversations
from placet.work.decisions import Decision, Decisions
from placet.work.effects import Effects
from placet.work.gate import Gate, GateLimits
from placet.work.generations import Generations
from placet.work.handing import Handoffs
from placet.work.jobs import Jobs
from placet.work.refusals import Refusals
from placet.work.roster import Roster
from placet.work.runner import Runner
from placet.work.turns import Turns
from placet.work.workflows import Workflows

PATIENCE_S = 60.0
"""How long a test waits for what must happen; a limit against hanging, never a measurement."""
OWNER = Authority(principal=Principal.OWNER, via=Via.TERMINAL)
WRITE = {"name": "fs_write", "restricted": True}
FREE_WRITE = {"name": "fs_write", "restricted": False}


def says(text: str, *calls: ModelToolCall, finish: str = "stop") -> ModelReply:
    return ModelReply(
        text=text, tool_calls=calls, finish_reason=finish, completion_tokens=7, prompt_tokens=11, pid=4242
    )


def asks(tool: str, arguments: Any, call_id: str = "c1") -> ModelToolCall:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return ModelToolCall(id=call_id, name=tool, arguments=text)


def write(path: str, call_id: str = "c1", **more: Any) -> ModelToolCall:
    return asks("fs_write", {"path": path, "content": "hello", **more}, call_id)


@dataclass
class Held:
    """A reply that comes only when the test lets it go, and knows whether it was broken off."""

    reply: ModelReply
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)
    broken_off: bool = False

    async def come(self) -> ModelReply:
        self.asked.set()
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.broken_off = True
            raise
        return self.reply


class ScriptedBackend:
    """Answers with the scripted replies in order. An error is raised, a `Held` waits for the test."""

    id = "scripted"

    def __init__(self) -> None:
        self.replies: list[ModelReply | Held | Exception] = []
        self.requests: list[ModelRequest] = []
        self.names = ["first", "second"]
        self.asked_for_models = asyncio.Event()
        self.tells_models = asyncio.Event()
        self.tells_models.set()

    async def models(self) -> list[str]:
        self.asked_for_models.set()
        await self.tells_models.wait()
        return self.names

    async def look(self) -> list[ModelInfo]:
        return [ModelInfo(name=name) for name in self.names]

    async def load(self, model: str) -> None:
        return None

    async def generate(self, request: ModelRequest) -> AsyncGenerator[Piece, None]:
        self.requests.append(request)
        scripted = self.replies.pop(0)
        if isinstance(scripted, Exception):
            raise scripted
        answer = await scripted.come() if isinstance(scripted, Held) else scripted
        yield Began(pid=answer.pid)
        for piece in re.findall(r"\s*\S+|\s+", answer.text):
            yield TextDelta(text=piece)
        for place, call in enumerate(answer.tool_calls):
            yield ToolCallDelta(index=place, call_id=call.id, name=call.name, arguments=call.arguments)
        yield Usage(input_tokens=answer.prompt_tokens or 0, output_tokens=answer.completion_tokens)
        yield Finish(reason=answer.finish_reason)

    async def settled(self) -> None:
        return None

    async def close(self) -> None:
        return None


class Clock:
    """Moves by one ms with every look."""

    def __init__(self) -> None:
        self._ticks = itertools.count(1_800_000_000_000)

    def now_ms(self) -> Instant:
        return Instant(next(self._ticks))

    def monotonic_ms(self) -> int:
        return next(self._ticks)


class Rooms:
    """Everything below the agents, for real, and short ways to ask it things. Lives on the test's loop."""

    def __init__(self, base: Path, ledger: Ledger, bus: Bus, tools: Registry, stop_grace_s: float) -> None:
        ids = itertools.count(1)
        clock, calls, boot = Clock(), OpenCalls(), BootId("boot_1")
        self.base, self.ledger, self.calls = base, ledger, calls
        self.jobs = Jobs()
        self.model = ScriptedBackend()
        self.pieces: list[tuple[AgentId, TurnId, str]] = []
        self._changed = asyncio.Event()
        bus.subscribe(self._hear)
        self.roster = Roster(
            ledger=ledger,
            tools=tools,
            clock=clock,
            data_folder=base / "data",
            new_agent_id=lambda: AgentId(f"agent_{next(ids)}"),
        )
        self.workflows = Workflows(
            ledger=ledger, roster=self.roster, clock=clock, boot=boot, new_id=lambda it: f"{it}{next(ids)}"
        )
        handoffs = Handoffs(ledger=ledger, workflows=self.workflows)
        effects = Effects(ledger=ledger, clock=clock, handoffs=handoffs)
        runner = Runner(
            ledger=ledger, tools=tools, roster=self.roster, calls=calls, jobs=self.jobs, effects=effects
        )
        self.gate = Gate(
            ledger=ledger,
            tools=tools,
            roster=self.roster,
            runner=runner,
            calls=calls,
            clock=clock,
            boot=boot,
            new_task_id=lambda: TaskId(f"task_{next(ids)}"),
            limits=GateLimits(default_deadline_s=lambda: 0, most_arguments_bytes=lambda: 4 * 2**20),
            refusals=Refusals(ledger=ledger, clock=clock),
        )
        self.decisions = Decisions(
            ledger=ledger,
            tools=tools,
            roster=self.roster,
            runner=runner,
            calls=calls,
            boot=boot,
            default_deadline_s=lambda: 0,
        )
        self.conversations = Conversations(ledger=ledger, clock=clock, new_id=lambda it: f"{it}{next(ids)}")
        self.turns = Turns(
            ledger=ledger,
            decisions=self.decisions,
            clock=clock,
            boot=boot,
            new_id=lambda it: f"{it}{next(ids)}",
        )
        self.generations = Generations(
            ledger=ledger,
            catalogue=self,
            clock=clock,
            boot=boot,
            new_id=lambda it: f"{it}g{next(ids)}",
            limit={"lmsp.cancel_grace_s": 10, "lmsp.event_retention_s": 3600}.__getitem__,
        )
        loop = TurnLoop(
            caller=Caller(gate=self.gate, turns=self.turns, bus=bus, stop_grace_s=stop_grace_s),
            conversations=self.conversations,
            turns=self.turns,
            roster=self.roster,
            tools=tools,
            backend=self.get,
            replies=Replies(self.generations.generator, lambda *piece: self.pieces.append(piece)),
            integrations=self._no_servers,
        )
        self.agents = Agents(
            loop=loop, conversations=self.conversations, turns=self.turns, roster=self.roster, jobs=Jobs()
        )

    async def _no_servers(self, agent: Agent) -> None:
        """These agents declare no MCP servers."""

    def ids(self) -> list[str]:
        return [self.model.id]

    def get(self, backend_id: str) -> Backend:
        if backend_id != self.model.id:
            raise NotFound("There is no such backend.")
        return self.model

    def _hear(self, events: tuple[Event, ...]) -> None:
        self._changed.set()

    async def until(self, claim: Callable[[], Any]) -> Any:
        """Ask again after each commit until the claim holds; the answer is what it said."""
        async with asyncio.timeout(PATIENCE_S):
            while not (answer := claim()):
                self._changed.clear()
                await self._changed.wait()
        return answer

    async def declare(self, *tools: dict[str, Any], name: str = "clerk", **more: Any) -> Agent:
        declared = {
            "name": name,
            "folder": str(self.base / name),
            "model": {"backend": "scripted"},
            "tools": list(tools),
            **more,
        }
        return await self.roster.declare(declared)

    async def say(self, agent: Agent, text: str, *replies: ModelReply | Held | Exception) -> TurnId:
        self.model.replies += replies
        return (await self.agents.send(agent, text)).turn_id

    async def ended(self, turn_id: TurnId) -> Turn:
        def turn() -> Turn | None:
            found = self.turn(turn_id)
            return found if found is not None and found.status is not TurnStatus.RUNNING else None

        answer: Turn = await self.until(turn)
        return answer

    def turn(self, turn_id: TurnId) -> Turn | None:
        with contextlib.suppress(NotFound):
            return self.ledger.reads.turn(turn_id)
        return None

    async def waiting(self, count: int = 1) -> list[Task]:
        held: list[Task] = await self.until(
            lambda: found if len(found := self.ledger.reads.open_approvals()) >= count else None
        )
        return held

    async def rests(self, agent: Agent, *states: AgentState) -> Agent:
        def now() -> Agent | None:
            found = self.roster.find(agent.id)
            return found if found.state in states else None

        answer: Agent = await self.until(now)
        return answer

    async def approve(self, task: Task, **more: Any) -> Task:
        return await self.decisions.resolve(
            Decision(task_id=task.id, action=Action.APPROVE, shown_digest=task.digest, **more), OWNER
        )

    async def deny(self, task: Task, reason: str | None = None) -> Task:
        return await self.decisions.resolve(
            Decision(task_id=task.id, action=Action.DENY, reason=reason), OWNER
        )

    def task(self, task_id: TaskId) -> Task:
        return self.ledger.reads.task(task_id)

    def status(self, task: Task) -> TaskStatus:
        return self.task(task.id).status

    def messages(self, agent: Agent) -> list[Message]:
        conversation = self.ledger.reads.newest_conversation(agent.id)
        return [] if conversation is None else self.ledger.reads.messages(conversation.id)

    def told(self, step: int = -1) -> list[dict[str, Any]]:
        """The messages of one request, without the system message."""
        return [dict(message) for message in self.model.requests[step].messages[1:]]

    def answers(self, step: int = -1) -> list[Any]:
        """What the tool messages of one request say, in order."""
        return [json.loads(it["content"]) for it in self.told(step) if it["role"] == "tool"]

    def events(self, *types: str) -> list[Event]:
        return self.ledger.reads.events(0, 10_000, types)


@contextlib.asynccontextmanager
async def rooms(base: Path, *tools: Tool, stop_grace_s: float = PATIENCE_S) -> AsyncIterator[Rooms]:
    known = builtin()
    registry = Registry([*(it for name in known.names() if (it := known.get(name))), *tools])
    bus = Bus(asyncio.get_running_loop())
    (base / "data").mkdir()
    with Ledger.open(base / "data" / "ledger.sqlite", clock=Clock(), on_commit=bus.publish) as ledger:
        made = Rooms(base, ledger, bus, registry, stop_grace_s)
        try:
            yield made
        finally:
            await made.agents.close(PATIENCE_S)
            await made.generations.close()
            await made.jobs.cancel()


def is_valid(chat: list[dict[str, Any]]) -> bool:
    """Whether each call of a list of chat messages has exactly one answer right behind its reply."""
    owed: list[str] = []
    for message in chat:
        if message["role"] == "tool":
            if message["tool_call_id"] not in owed:
                return False
            owed.remove(message["tool_call_id"])
        elif owed:
            return False
        owed += [call["id"] for call in message.get("tool_calls", [])]
    return not owed


def outcome(status: str, **more: Any) -> CallOutcome:
    return CallOutcome(status=status, **more)
