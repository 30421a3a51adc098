"""The work that is measured: tasks as a gate makes them, and the steps of one whole life.

A life is what an approved call leaves behind: created with its approval, approved, completed; seven facts told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from placet.ledger import rows
from placet.ledger.tx import Tx
from placet.rules.basics import AgentId, BootId, Instant, TaskId
from placet.rules.events import ApprovalRequested, ApprovalResolved
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, TaskStatus
from placet.rules.records import Agent, AgentState, Approval, Task

__all__ = [
    "AGENT",
    "DRAFT",
    "NOW",
    "an_agent",
    "approve",
    "claim",
    "create",
    "drafts",
    "finish",
    "hold",
    "put_off",
]

NOW: Final = Instant(1_800_000_000_000)
AGENT: Final = AgentId("agent_bench")
RESULT: Final = '{"bytes":64,"path":"notes/today.txt"}'
_DIGEST: Final = "6b" * 32

_ARGS: Final = '{"content":"A line of some sixty bytes, as an agent writes them.","path":"notes/%d.txt"}'

DRAFT: Final = Task(
    id=TaskId(""),
    seq=0,
    agent_id=AGENT,
    agent="bench",
    tool="fs_write",
    args="{}",
    digest=_DIGEST,
    status=TaskStatus.PENDING_APPROVAL,
    created_at=NOW,
    origin=f"hil:bench:{AGENT}",
    requires_authorization=True,
    executor_managed=True,
    is_async=False,
    effect="write",
    risk="medium",
    risk_reasons=("It writes a file.",),
    sentence='Write 64 bytes to "notes/today.txt", which does not exist yet.',
    boot=BootId("boot_bench"),
    target='{"absent":true}',
)


def an_agent() -> Agent:
    """The agent whose tasks they are."""
    idle = AgentState.IDLE
    return Agent(id=AGENT, name="bench", declaration="{}", state=idle, created_at=NOW, updated_at=NOW)


def drafts(count: int, start: int = 0) -> list[Task]:
    """So many different tasks that nobody has written yet."""
    return [
        rows.changed(DRAFT, {"id": TaskId(f"task_{number:012d}"), "args": _ARGS % number})
        for number in range(start, start + count)
    ]


Step = Callable[[Tx], Any]


def create(draft: Task) -> Step:
    """The row alone, and the fact that it is there."""
    return lambda tx: tx.create_task(draft)


def put_off(draft: Task) -> Step:
    """The row of a call that nobody has to approve and somebody has to begin."""
    changed = rows.changed(draft, {"status": TaskStatus.PENDING, "requires_authorization": False})
    return lambda tx: tx.create_task(changed)


def claim(draft: Task) -> Step:
    """Somebody begins it."""
    return lambda tx: tx.move(
        draft.id, TaskStatus.PENDING, TaskStatus.RUNNING, Cause.APPROVE, boot=draft.boot
    )


def hold(draft: Task) -> Step:
    """The row and its approval, as the gate writes them."""

    def step(tx: Tx) -> Task:
        task = tx.create_task(draft)
        tx.open_approval(
            Approval(
                task_id=task.id,
                state=ApprovalState.OPEN,
                opened_at=tx.now,
                digest=task.digest,
                hold_reason="restricted",
            )
        )
        tx.record(
            ApprovalRequested(
                agent_id=task.agent_id,
                task_id=task.id,
                request_id=task.id,
                tool=task.tool,
                reason="restricted",
                input={"path": "notes/today.txt"},
            )
        )
        return tx.task(task.id)

    return step


def approve(draft: Task) -> Step:
    """The owner's yes: the approval closes and the task runs."""

    def step(tx: Tx) -> Task:
        tx.close_approval(
            draft.id,
            ApprovalState.APPROVED,
            Cause.DECIDE,
            decided_by="owner",
            via="window",
            shown_digest=draft.digest,
        )
        tx.record(
            ApprovalResolved(
                agent_id=draft.agent_id,
                task_id=draft.id,
                request_id=draft.id,
                approved=True,
                decided_by="owner",
                via="window",
            )
        )
        return tx.move(
            draft.id, TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE, boot=draft.boot
        )

    return step


def finish(draft: Task) -> Step:
    """The tool returned."""
    return lambda tx: tx.move(draft.id, TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH, result=RESULT)
