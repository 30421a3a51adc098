"""Ending a task inside a commit: the move, the closed approval, and the facts that follow from both."""

from __future__ import annotations

from typing import Any, Final

from placet.ledger.tx import Tx
from placet.rules.basics import Instant, TaskId
from placet.rules.events import ApprovalResolved
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, TaskStatus
from placet.rules.records import Task
from placet.rules.shown import Shown, shown_text
from placet.rules.triggers import completion_is_due
from placet.work import opening, outside_effects, owing

TIMED_OUT: Final = "Nobody decided before the deadline."


def end(tx: Tx, task: Task, to: TaskStatus, by: Cause, *, swept: bool = False, **columns: Any) -> Task:
    """Move a task to a final status and record its completion trigger, when the rule says that it fires."""
    ended = tx.move(task.id, task.status, to, by, **columns)
    if task.decision_only:
        outside_effects.ended(tx, task, to)
    if completion_is_due(to, blocking=task.executor_managed, swept=swept):
        owing.completed(tx, ended)
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


def is_overdue(task: Task, now: Instant) -> bool:
    """Whether a task waits for a decision whose deadline is now or earlier (DECISIONS T8)."""
    expires_at = task.approval.expires_at if task.approval else None
    return task.status is TaskStatus.PENDING_APPROVAL and expires_at is not None and expires_at <= now


def expire(tx: Tx, task: Task) -> Task:
    """End an overdue task inside a commit: cancelled, its approval timed out; nobody denied it (T8)."""
    close_unanswered(tx, task, ApprovalState.TIMED_OUT, Cause.EXPIRE, TIMED_OUT)
    end(tx, task, TaskStatus.CANCELLED, Cause.EXPIRE, error=TIMED_OUT)
    return tx.task(task.id)


def close_decided(
    tx: Tx,
    task_id: TaskId,
    to: ApprovalState,
    *,
    decided_by: str,
    via: str,
    reason: str | None,
    shown_digest: str | None,
    shown: Shown | None = None,
) -> None:
    """Close an approval that somebody decided; tell it when a request for it had been told."""
    approval = tx.close_approval(
        task_id, to, Cause.DECIDE, decided_by=decided_by, via=via, reason=reason, shown_digest=shown_digest,
        shown=shown_text(shown),
    )  # fmt: skip
    if approval.hold_reason == opening.DIRECT:
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
