"""Ending a task inside a commit: the move, the closed approval, and the facts that follow from both."""

from __future__ import annotations

from typing import Any

from placet.ledger.tx import Tx
from placet.rules.basics import TaskId
from placet.rules.events import ApprovalResolved, TriggerDue
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, TaskStatus
from placet.rules.records import Task
from placet.rules.triggers import ON_TASK_COMPLETE, completion_is_due


def end(tx: Tx, task: Task, to: TaskStatus, by: Cause, *, swept: bool = False, **columns: Any) -> Task:
    """Move a task to a final status and record its completion trigger, when the rule says that it fires."""
    ended = tx.move(task.id, task.status, to, by, **columns)
    if completion_is_due(to, blocking=task.executor_managed, swept=swept):
        tx.record(
            TriggerDue(agent_id=task.agent_id, task_id=task.id, trigger=ON_TASK_COMPLETE, status=to.value)
        )
    return ended


def close_unanswered(tx: Tx, task: Task, to: ApprovalState, by: Cause, feedback: str) -> None:
    """Close an approval that nobody decided, and say so exactly once (invariant I5)."""
    tx.close_approval(task.id, to, by)
    tx.record(
        ApprovalResolved(
            agent_id=task.agent_id,
            task_id=task.id,
            request_id=task.id,
            approved=False,
            feedback=feedback,
            timed_out=True if to is ApprovalState.TIMED_OUT else None,
            orphaned=True if to is ApprovalState.ORPHANED else None,
            withdrawn=True if to is ApprovalState.WITHDRAWN else None,
        )
    )


def close_decided(
    tx: Tx,
    task_id: TaskId,
    to: ApprovalState,
    *,
    decided_by: str,
    via: str,
    reason: str | None,
    shown_digest: str | None,
) -> None:
    """Close an approval that somebody decided; tell it when a request for it had been told."""
    approval = tx.close_approval(
        task_id, to, Cause.DECIDE, decided_by=decided_by, via=via, reason=reason, shown_digest=shown_digest
    )
    if approval.hold_reason == DIRECT:
        return
    task = tx.task(task_id)
    tx.record(
        ApprovalResolved(
            agent_id=task.agent_id,
            task_id=task_id,
            request_id=task_id,
            approved=to is ApprovalState.APPROVED,
            feedback=reason,
            decided_by=decided_by,
            via=via,
        )
    )


DIRECT = "direct"
"""The hold reason of an approval that was opened by the very decision that closed it: it was never asked for."""
