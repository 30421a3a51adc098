"""How quickly a workflow with a long past opens: its row with the verdict, and its newest operations (PERFORMANCE 6)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from placet.api.workflow_rooms import WorkflowReadings
from placet.api.workflows import GetWorkflow, ListOperations
from placet.bench import seeding
from placet.bench.measures import Measured, at_most, median, took_ms
from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import AgentId, BootId, ConversationId, Instant, TaskId
from placet.rules.lifecycles import OperationState, WorkflowStatus
from placet.rules.operations import Operation, Settled
from placet.rules.ports import Effect
from placet.rules.receipts import Receipt
from placet.rules.records import Agent, AgentState, Conversation
from placet.rules.verification import Expectation
from placet.rules.workflows import Workflow

__all__ = ["measure"]

_ID: Final = TaskId("task_long")
_PAGE: Final = 200
_STEP: Final = 2_000
_PER_GOAL: Final = 1_000
"""How many operations each goal has: a workflow that long was continued often."""
_NEWEST: Final = "SELECT * FROM operations WHERE workflow_id = ? ORDER BY ordinal DESC LIMIT 200"
_UNPROVEN_EVERY: Final = 50


def measure(base: Path, rounds: int, operations: int) -> list[Measured]:
    """Make a ledger below `base` with a workflow that had so many effects, and open its page `rounds` times."""
    data = base / "long-workflow"
    data.mkdir(mode=0o700)
    with seeding.opened(data) as ledger, closing(sqlite3.connect(data / "ledger.sqlite")) as raw:
        _fill(ledger, operations)
        readings = WorkflowReadings(ledger.reads.workflows, lambda _: None)
        row, page = GetWorkflow(workflow_id=_ID), ListOperations(workflow_id=_ID, newest_first=True)

        def open_page() -> None:
            readings.answers[GetWorkflow](row)
            readings.answers[ListOperations](page)

        floor = median([took_ms(lambda: raw.execute(_NEWEST, (_ID,)).fetchall()) for _ in range(rounds)])
        ours = median([took_ms(open_page) for _ in range(rounds)])
    return [
        Measured(
            name="the page of a long workflow", unit="ms", floor=floor, ours=ours, budget=at_most(100),
            note=f"{operations:,} operations: its verdict, counts, receipts and newest {_PAGE}; floor: those {_PAGE} rows",
        )
    ]  # fmt: skip


def _fill(ledger: Ledger, operations: int) -> None:
    ledger.commit_blocking(lambda tx: _begin(tx, operations))
    for first in range(0, operations, _STEP):
        numbers = range(first, min(first + _STEP, operations))
        ledger.commit_blocking(partial(_have, numbers=numbers))


def _begin(tx: Tx, operations: int) -> None:
    now = Instant(tx.now)
    agent = Agent(
        id=AgentId("agent_bench"), name="clerk", declaration="{}", state=AgentState.IDLE, created_at=now, updated_at=now
    )  # fmt: skip
    tx.declare_agent(agent)
    talk = Conversation(id=ConversationId("conv_bench"), agent_id=agent.id, title="Write it.", created_at=now)
    tx.open_conversation(talk)
    tx.create_workflow(
        Workflow(
            id=_ID,
            seq=0,
            agent_id=agent.id,
            agent=agent.name,
            conversation_id=talk.id,
            title="Write it.",
            text="Write it.",
            status=WorkflowStatus.QUEUED,
            created_at=now,
            boot=BootId("boot_bench"),
            goal_revision=(operations - 1) // _PER_GOAL,
            expectations=(Expectation(tool="fs_write"),),
        )
    )


def _have(tx: Tx, numbers: range) -> None:
    """Some writes: most are proven, as in a workflow that went well for long."""
    for number in numbers:
        _have_one(tx, number)


def _have_one(tx: Tx, number: int) -> None:
    begun = tx.begin_operation(
        replace(_WRITE, id=f"op_{number}", key=f"k{number}", goal_revision=number // _PER_GOAL)
    )
    proven = number % _UNPROVEN_EVERY != 0
    tx.settle_operation(begun.id, _PROVEN if proven else _UNPROVEN)


_WRITE: Final = Operation(
    id="op_0",
    workflow_id=_ID,
    ordinal=0,
    key="k0",
    tool="fs_write",
    effect=Effect.WRITE,
    input_digest="d" * 64,
    account="local",
    consent="c",
    goal_revision=0,
    attempt=1,
    state=OperationState.IN_FLIGHT,
    started_at=Instant(0),
    expects_receipt=True,
)
_PROVEN: Final = Settled(
    state=OperationState.CONFIRMED,
    returned=True,
    receipt=Receipt(provider="files", id="r" * 64, label="a file"),
)
_UNPROVEN: Final = Settled(state=OperationState.UNCERTAIN, returned=True)
