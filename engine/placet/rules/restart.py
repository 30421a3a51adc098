"""What a restart does to each row that a dead process left behind: one pure function.

Sources: the guide's "Orphaned Task Reconciliation", DECISIONS T4, T5, T12, T20; for generations LMSP 7.5, DECISIONS G1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from placet.rules.generations import Generation, OnRestart
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import RESOLVABLE, ApprovalState, GenerationStatus, TaskStatus
from placet.rules.records import Task

OUTCOME_UNKNOWN: Final = "outcome unknown: the process ended while the tool was running"
NOT_DECIDED: Final = "not decided: the process that waited for the decision ended"
WITHDRAWN: Final = (
    "withdrawn: the run of its workflow ended with the process; it is asked for again on resume"
)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Where the row goes, and how its approval closes. Both None: the row is left as it is."""

    status: TaskStatus | None = None
    error: str | None = None
    approval: ApprovalState | None = None
    by: Cause = Cause.RESTART


LEAVE: Final = Plan()


def plan(task: Task, *, below_workflow: bool = False) -> Plan:
    """Say what becomes of a row of an earlier boot.

    A running tool may have had its effect, so its outcome is unknown. A blocking approval is nobody's any more, and
    nobody denied it. Everything else stays open and can still be decided. What an outside harness runs did not end
    with this process, so it stays until its outcome is reported (DECISIONS T12).

    `below_workflow`: a workflow's run asked for it. Nobody's answer may release it in a later run, so what waits is
    withdrawn, whoever runs it and whether anybody waits for it or not (DECISIONS W9).
    """
    if below_workflow and task.status in RESOLVABLE:
        held = task.status is TaskStatus.PENDING_APPROVAL
        closed = ApprovalState.WITHDRAWN if held else None
        return Plan(status=TaskStatus.CANCELLED, error=WITHDRAWN, approval=closed, by=Cause.CANCEL)
    if task.decision_only:
        return LEAVE
    if task.status is TaskStatus.RUNNING:
        return Plan(status=TaskStatus.FAILED, error=OUTCOME_UNKNOWN)
    if task.status is TaskStatus.PENDING_APPROVAL and task.executor_managed:
        return Plan(status=TaskStatus.CANCELLED, error=NOT_DECIDED, approval=ApprovalState.ORPHANED)
    return LEAVE


SERVER_RESTARTED: Final = "server_restarted"
SNAPSHOT_UNAVAILABLE: Final = "snapshot_unavailable"
_RESTARTED: Final = "The engine restarted before this response was over."


@dataclass(frozen=True, kw_only=True)
class GenerationPlan:
    """Where an unfinished generation goes. With `code` it failed, and `message` is the sentence about it."""

    status: GenerationStatus
    code: str | None = None
    message: str = ""


def plan_generation(row: Generation, *, max_attempts: int) -> GenerationPlan | None:
    """Say what becomes of a generation of an earlier boot; None: it is over, or waits in the queue already.

    A cancel that was committed is carried out whatever the policy. `retry` begins again from nothing, as often as
    `max_attempts` allows; a queued row costs no attempt, since nothing of it has begun. There is no snapshot to
    `resume` from: no backend that is known here makes one, so such a row can only be of another version's.
    """
    if row.has_ended:
        return None
    if row.status is GenerationStatus.CANCELLING:
        return GenerationPlan(status=GenerationStatus.CANCELLED)
    if row.on_restart is OnRestart.RESUME:
        return _failed(SNAPSHOT_UNAVAILABLE, "There is no snapshot to go on from.")
    if row.on_restart is OnRestart.FAIL:
        return _failed(SERVER_RESTARTED, _RESTARTED)
    return None if row.status is GenerationStatus.QUEUED else _again(row, max_attempts)


def _again(row: Generation, max_attempts: int) -> GenerationPlan:
    if row.attempt >= max_attempts:
        return _failed(SERVER_RESTARTED, f"{_RESTARTED} It had been tried {row.attempt} times.")
    return GenerationPlan(status=GenerationStatus.QUEUED)


def _failed(code: str, message: str) -> GenerationPlan:
    return GenerationPlan(status=GenerationStatus.FAILED, code=code, message=message)
