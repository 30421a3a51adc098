"""Rows for the ledger's tests, and small means to hold the writer and to listen to it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import AgentId, BootId, ConversationId, Instant, TaskId, TurnId
from placet.rules.lifecycles import ApprovalState, TaskStatus, TurnStatus
from placet.rules.records import (
    Agent,
    AgentState,
    Approval,
    Conversation,
    Event,
    Message,
    Role,
    Scope,
    Task,
    Token,
    Turn,
)
from tests.fakes.clock import HeldClock

T0 = Instant(1_800_000_000_000)
AGENT = AgentId("agent_a")
OTHER_AGENT = AgentId("agent_b")
BOOT = BootId("boot_1")
TURN = TurnId("turn_1")
TALK = ConversationId("conv_1")
DIGEST = "d" * 64
PATIENCE_S = 60.0
"""How long a test waits for something that must happen; a limit against hanging, never a measurement."""


class Listener:
    """Keeps what `on_commit` tells, one entry for each commit."""

    def __init__(self) -> None:
        self.commits: list[tuple[Event, ...]] = []

    def __call__(self, events: tuple[Event, ...]) -> None:
        self.commits.append(events)

    @property
    def events(self) -> list[Event]:
        return [event for commit in self.commits for event in commit]

    @property
    def types(self) -> list[str]:
        return [event.type for event in self.events]

    @property
    def facts(self) -> list[tuple[str, dict[str, Any]]]:
        """Each event by its type and what it says."""
        return [(event.type, event.payload) for event in self.events]


def an_agent(**changes: Any) -> Agent:
    agent = Agent(id=AGENT, name="Ada", declaration="{}", state=AgentState.IDLE, created_at=T0, updated_at=T0)
    return replace(agent, **changes)


def a_task(task_id: str = "task_1", **changes: Any) -> Task:
    task = Task(
        id=TaskId(task_id),
        seq=0,
        agent_id=AGENT,
        agent="Ada",
        tool="fs_write",
        args='{"path":"a.txt"}',
        digest=DIGEST,
        status=TaskStatus.PENDING_APPROVAL,
        created_at=T0,
        origin="hil:Ada:agent_a",
        requires_authorization=True,
        executor_managed=True,
        is_async=False,
        effect="write",
        risk="medium",
        risk_reasons=("It writes.",),
        sentence="Write a.txt.",
        boot=BOOT,
    )
    return replace(task, **changes)


def an_approval(task_id: str = "task_1", **changes: Any) -> Approval:
    approval = Approval(
        task_id=TaskId(task_id),
        state=ApprovalState.OPEN,
        opened_at=T0,
        digest=DIGEST,
        hold_reason="restricted",
    )
    return replace(approval, **changes)


def a_turn(**changes: Any) -> Turn:
    turn = Turn(
        id=TURN,
        agent_id=AGENT,
        conversation_id=TALK,
        status=TurnStatus.RUNNING,
        boot=BOOT,
        created_at=T0,
    )
    return replace(turn, **changes)


def a_message(message_id: str = "msg_1", **changes: Any) -> Message:
    message = Message(
        id=message_id, seq=0, conversation_id=TALK, role=Role.OWNER, text="Write a file.", at_ms=T0
    )
    return replace(message, **changes)


def a_token(**changes: Any) -> Token:
    return replace(Token(id="tok_1", scope=Scope.AGENT, created_at=T0, agent_id=AGENT), **changes)


def a_conversation(**changes: Any) -> Conversation:
    return replace(Conversation(id=TALK, agent_id=AGENT, title="First", created_at=T0), **changes)


def held_task(tx: Tx, task_id: str = "task_1", **changes: Any) -> Task:
    """A task with an open approval, as the gate makes it."""
    tx.create_task(a_task(task_id, **changes))
    tx.open_approval(an_approval(task_id))
    return tx.task(TaskId(task_id))


def open_ledger(
    path: Path, told: Callable[[tuple[Event, ...]], None], clock: HeldClock | None = None
) -> Ledger:
    return Ledger.open(path, clock=clock or HeldClock(), on_commit=told)


@contextmanager
def writer_held(ledger: Ledger, before: Callable[[Tx], object] = lambda tx: None) -> Iterator[None]:
    """The writer stands still inside a step, after `before`, so that everything handed in meanwhile gathers."""
    inside, go_on = threading.Event(), threading.Event()

    def step(tx: Tx) -> None:
        before(tx)
        inside.set()
        assert go_on.wait(PATIENCE_S)

    holder = threading.Thread(target=ledger.commit_blocking, args=(step,))
    holder.start()
    try:
        assert inside.wait(PATIENCE_S)
        yield
    finally:
        go_on.set()
        holder.join(PATIENCE_S)
