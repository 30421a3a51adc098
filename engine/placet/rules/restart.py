"""What a restart does to each row that a dead process left behind: one pure function.

Sources: the guide's "Orphaned Task Reconciliation", DECISIONS T4, T5, T12, T20.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from placet.rules.lifecycles import ApprovalState, TaskStatus
from placet.rules.records import Task

OUTCOME_UNKNOWN: Final = "outcome unknown: the process ended while the tool was running"
NOT_DECIDED: Final = "not decided: the process that waited for the decision ended"


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Where the row goes, and how its approval closes. Both None: the row is left as it is."""

    status: TaskStatus | None = None
    error: str | None = None
    approval: ApprovalState | None = None


LEAVE: Final = Plan()


def plan(task: Task) -> Plan:
    """Say what becomes of a row of an earlier boot.

    A running tool may have had its effect, so its outcome is unknown. A blocking approval is nobody's any more, and
    nobody denied it. Everything else stays open and can still be decided. What an outside harness runs did not end
    with this process, so it stays until its outcome is reported (DECISIONS T12).
    """
    if task.decision_only:
        return LEAVE
    if task.status is TaskStatus.RUNNING:
        return Plan(status=TaskStatus.FAILED, error=OUTCOME_UNKNOWN)
    if task.status is TaskStatus.PENDING_APPROVAL and task.executor_managed:
        return Plan(status=TaskStatus.CANCELLED, error=NOT_DECIDED, approval=ApprovalState.ORPHANED)
    return LEAVE
