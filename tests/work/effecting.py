"""A workflow's run without a model: the calls of its turn, made at the gate, over a real ledger."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from placet.rules.authority import Principal
from placet.rules.basics import BootId, TaskId
from placet.rules.digest import args_digest
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TurnStatus, WorkflowStatus
from placet.rules.operations import Operation
from placet.rules.ports import Tool
from placet.rules.records import Agent, Task, Turn
from placet.rules.scope import ToolScope
from placet.rules.workflows import Workflow
from placet.work.calls import CallOutcome, CallRequest, Ticket
from placet.work.restarts import sweep
from tests.agents.scripted import Rooms, rooms
from tests.fakes.provider import Machine, PostOffice, Shelf

FREE = ({"name": "post", "restricted": False}, {"name": "shelf", "restricted": False})
FILES = tuple({"name": name, "restricted": False} for name in ("fs_write", "fs_edit", "fs_delete", "fs_read"))
LETTER = {"to": "Bea", "body": "Come at nine."}


@dataclass
class Run:
    """One workflow and its present turn. `call` waits for the end of a call, `ask` only for its ticket."""

    rooms: Rooms
    post: PostOffice
    shelf: Shelf
    machine: Machine
    agent: Agent
    turn: Turn
    workflow_id: TaskId
    _numbers: Any = field(default_factory=lambda: itertools.count(1))

    async def ask(self, tool: str, args: Mapping[str, Any], **more: Any) -> Ticket:
        given: dict[str, Any] = {
            "agent": self.rooms.roster.find(self.agent.id),
            "principal": Principal.AGENT_LOOP,
            "tool": tool,
            "arguments": dict(args),
            "turn_id": self.turn.id,
            "conversation_id": self.turn.conversation_id,
        }
        return await self.rooms.gate.request(CallRequest(**{**given, **more}))

    async def call(self, tool: str, args: Mapping[str, Any], **more: Any) -> CallOutcome:
        return await self.end_of(await self.ask(tool, args, **more))

    async def end_of(self, ticket: Ticket) -> CallOutcome:
        async with asyncio.timeout(20):
            return await asyncio.shield(ticket.done)

    async def outside(self, tool: str, args: Mapping[str, Any], key: str | None = None) -> Ticket:
        """What a harness asks with the agent's token, before it runs its own tool."""
        more: dict[str, Any] = {"decide_only": True, "turn_id": None, "conversation_id": None}
        if key is not None:
            more |= {"request_key": key, "body_digest": args_digest(tool, args)}
        return await self.ask(tool, args, **more)

    @property
    def workflow(self) -> Workflow:
        return self.rooms.ledger.reads.workflows.one(self.workflow_id)

    @property
    def operations(self) -> list[Operation]:
        return self.rooms.ledger.reads.workflows.page_of_operations(self.workflow_id, 1_000_000)

    @property
    def states(self) -> list[str]:
        return [it.state.value for it in self.operations]

    async def end(self, to: WorkflowStatus = WorkflowStatus.UNVERIFIED, by: Cause = Cause.FINISH) -> None:
        turn_id, workflow_id = self.turn.id, self.workflow_id
        await self.rooms.turns.end(turn_id, TurnStatus.DONE, Cause.FINISH)
        await self.rooms.ledger.commit(
            lambda tx: tx.move_workflow(workflow_id, WorkflowStatus.RUNNING, to, by)
        )

    async def again(self, *, goal: str | None = None) -> None:
        """A person has it run once more: for the same goal, or for the next one."""
        now, workflow_id = self.workflow, self.workflow_id
        if goal is None:
            by = Cause.RESUME if now.status is WorkflowStatus.INTERRUPTED else Cause.RETRY
            await self.rooms.ledger.commit(
                lambda tx: tx.move_workflow(
                    workflow_id, now.status, WorkflowStatus.QUEUED, by, attempt=now.attempt + 1
                )
            )
        else:
            await self.rooms.ledger.commit(
                lambda tx: tx.continue_workflow(workflow_id, now.status, goal, None)
            )
        await self._start()

    async def _start(self) -> None:
        self.turn = await self.rooms.turns.start(self.agent, self.turn.conversation_id)
        turn_id, workflow_id = self.turn.id, self.workflow_id
        await self.rooms.ledger.commit(
            lambda tx: tx.move_workflow(
                workflow_id, WorkflowStatus.QUEUED, WorkflowStatus.RUNNING, Cause.START, turn_id=turn_id
            )
        )

    async def retried(self) -> None:
        await self.end()
        await self.again()

    async def dies(self) -> None:
        """The process ends without a word, and the next one sweeps; the workflow isn't taken up by itself."""
        await self.rooms.jobs.cancel()
        boot = BootId(f"boot_again_{next(self._numbers)}")
        await asyncio.to_thread(sweep, self.rooms.ledger, boot)
        workflow_id = self.workflow_id
        if self.workflow.status is WorkflowStatus.RUNNING:
            await self.rooms.ledger.commit(
                lambda tx: tx.move_workflow(
                    workflow_id, WorkflowStatus.RUNNING, WorkflowStatus.INTERRUPTED, Cause.RESTART
                )
            )

    async def waiting(self, count: int = 1) -> list[Task]:
        return await self.rooms.waiting(count)

    async def scoped(self, scope: ToolScope | None, *, restored: bool = False) -> None:
        """Another workflow in the place of this one, with this contract."""
        await self.end()
        await self._found(scope, restored=restored)

    async def _found(self, scope: ToolScope | None, *, restored: bool = False) -> None:
        number = next(self._numbers)
        workflow = Workflow(
            id=TaskId(f"task_w{number}"),
            seq=0,
            agent_id=self.agent.id,
            agent=self.agent.name,
            conversation_id=self.turn.conversation_id,
            title="Letters",
            text="Post the letter.",
            status=WorkflowStatus.QUEUED,
            created_at=self.rooms.ledger.reads.agent(self.agent.id).created_at,
            boot=BootId("boot_1"),
            scope=scope,
            restored=restored,
            body_digest="b1",
        )
        self.workflow_id = workflow.id
        await self.rooms.ledger.commit(lambda tx: tx.create_workflow(workflow))
        await self._start()


@asynccontextmanager
async def running(
    base: Path, *declared: Mapping[str, Any], scope: ToolScope | None = None, tools: tuple[Tool, ...] = ()
) -> AsyncIterator[Run]:
    """A running workflow of an agent that may use the post office, the shelf and the machine."""
    post, shelf, machine = PostOffice(), Shelf(), Machine()
    async with rooms(base, post, shelf, machine, *tools) as stage:
        known = {it["name"]: dict(it) for it in (*FREE, {"name": "machine", "restricted": False}, *declared)}
        agent = await stage.declare(*known.values())
        conversation = await stage.conversations.open(agent.id)
        turn = await stage.turns.start(agent, conversation.id)
        run = Run(stage, post, shelf, machine, agent, turn, TaskId(""))
        await run.rooms.turns.end(turn.id, TurnStatus.DONE, Cause.FINISH)
        await run._found(scope)
        yield run


__all__ = ["FILES", "FREE", "LETTER", "Run", "running"]
