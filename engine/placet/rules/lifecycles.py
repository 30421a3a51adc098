"""The declared lifecycles, as data. Read them aloud and they are the specification.

Sources: the guide's "Task Statuses" and "Orphaned Task Reconciliation", DECISIONS T3, T4, T7 to T9, T20.
"""

from __future__ import annotations

import enum
from typing import Final

from placet.rules.lifecycle import Cause, Lifecycle, Phase, edge


class TaskStatus(enum.StrEnum):
    """The guide's seven words for a tool call, stored literally."""

    PENDING = "pending"  # a deferred call that nobody has looked at (T20)
    PENDING_APPROVAL = "pending_approval"  # an approval is open
    RUNNING = "running"  # approved, or free and async; the tool may be at work
    COMPLETED = "completed"  # the tool returned
    FAILED = "failed"  # the tool failed, or its outcome is unknown after a crash
    DENIED = "denied"  # a person, or a rule of the owner's, said no (T8)
    CANCELLED = "cancelled"  # withdrawn, timed out or swept before it ended


class ApprovalState(enum.StrEnum):
    """How an approval stands. Everything but `open` is final."""

    OPEN = "open"
    APPROVED = "approved"
    DENIED = "denied"
    TIMED_OUT = "timed_out"  # the deadline passed; nobody decided (T8)
    ORPHANED = "orphaned"  # the process that waited died (guide)
    WITHDRAWN = "withdrawn"  # the asker, or the owner, took the request back (T7, T9)


class TurnStatus(enum.StrEnum):
    """How an agent's turn stands. A turn never resumes by itself."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"  # a crash ended it


class WorkflowStatus(enum.StrEnum):
    """How a workflow stands (ADR 0038). None is final: a person may retry or continue an ended one."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"  # every demanded receipt of the current revision is there, and nothing is unresolved
    UNVERIFIED = "unverified"  # the model finished; the evidence doesn't show that the goal is met
    FAILED = "failed"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"  # a restart ended the run; a person resumes it


class OperationState(enum.StrEnum):
    """How one effect stands (ADR 0038). Only a receipt confirms; what nobody can prove is uncertain."""

    IN_FLIGHT = "in_flight"  # written down before the effect; it may have happened since
    CONFIRMED = "confirmed"  # a trusted receipt shows it
    UNCERTAIN = "uncertain"  # it may have happened, and nothing proves it
    NOT_RUN = "not_run"  # trusted code says that nothing was attempted


class GenerationStatus(enum.StrEnum):
    """The seven words of LMSP 7.2 for one long model response, stored literally."""

    QUEUED = "queued"  # accepted and on the disk, waiting for its place
    LOADING = "loading"  # the backend was asked; its model may still be loading
    RUNNING = "running"  # the model is generating
    CANCELLING = "cancelling"  # told to stop; the backend hasn't stopped yet
    SUCCEEDED = "succeeded"  # the response is over, `incomplete` at the token limit included
    FAILED = "failed"
    CANCELLED = "cancelled"


class RunStatus(enum.StrEnum):
    """How a run of an agent's code stands."""

    RUNNING = "running"
    DONE = "done"  # the function returned
    FAILED = "failed"  # it threw, couldn't be loaded, or wasn't let start
    STOPPED = "stopped"  # it was ended from outside: a limit, a stop, a file that changed
    INTERRUPTED = "interrupted"  # the process ended during it


TOOL_CALL: Final = Lifecycle(
    kind="tool_call",
    starts=frozenset({TaskStatus.PENDING, TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING}),
    phases={
        TaskStatus.PENDING: Phase.WAITING,
        TaskStatus.PENDING_APPROVAL: Phase.HELD,
        TaskStatus.RUNNING: Phase.ACTIVE,
        TaskStatus.COMPLETED: Phase.ENDED,
        TaskStatus.FAILED: Phase.ENDED,
        TaskStatus.DENIED: Phase.ENDED,
        TaskStatus.CANCELLED: Phase.ENDED,
    },
    edges=(
        edge(TaskStatus.PENDING, TaskStatus.RUNNING, Cause.APPROVE),
        edge(TaskStatus.PENDING, TaskStatus.PENDING_APPROVAL, Cause.HOLD),
        edge(TaskStatus.PENDING, TaskStatus.DENIED, Cause.DENY),
        edge(TaskStatus.PENDING, TaskStatus.CANCELLED, Cause.CANCEL),
        edge(TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE),
        edge(TaskStatus.PENDING_APPROVAL, TaskStatus.DENIED, Cause.DENY),
        # A deadline cancels and never denies: only a person or an owner's rule may deny (T8).
        edge(TaskStatus.PENDING_APPROVAL, TaskStatus.CANCELLED, Cause.CANCEL, Cause.EXPIRE, Cause.RESTART),
        edge(TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH),
        edge(TaskStatus.RUNNING, TaskStatus.FAILED, Cause.FINISH, Cause.RESTART),
        edge(TaskStatus.RUNNING, TaskStatus.CANCELLED, Cause.CANCEL),
    ),
)

APPROVAL: Final = Lifecycle(
    kind="approval",
    starts=frozenset({ApprovalState.OPEN}),
    phases={
        ApprovalState.OPEN: Phase.HELD,
        ApprovalState.APPROVED: Phase.ENDED,
        ApprovalState.DENIED: Phase.ENDED,
        ApprovalState.TIMED_OUT: Phase.ENDED,
        ApprovalState.ORPHANED: Phase.ENDED,
        ApprovalState.WITHDRAWN: Phase.ENDED,
    },
    edges=(
        edge(ApprovalState.OPEN, ApprovalState.APPROVED, Cause.DECIDE),
        edge(ApprovalState.OPEN, ApprovalState.DENIED, Cause.DECIDE),
        edge(ApprovalState.OPEN, ApprovalState.TIMED_OUT, Cause.EXPIRE),
        edge(ApprovalState.OPEN, ApprovalState.ORPHANED, Cause.RESTART),
        edge(ApprovalState.OPEN, ApprovalState.WITHDRAWN, Cause.WITHDRAW),
    ),
)

TURN: Final = Lifecycle(
    kind="turn",
    starts=frozenset({TurnStatus.RUNNING}),
    phases={
        TurnStatus.RUNNING: Phase.ACTIVE,
        TurnStatus.DONE: Phase.ENDED,
        TurnStatus.FAILED: Phase.ENDED,
        TurnStatus.STOPPED: Phase.ENDED,
        TurnStatus.INTERRUPTED: Phase.ENDED,
    },
    edges=(
        edge(TurnStatus.RUNNING, TurnStatus.DONE, Cause.FINISH),
        edge(TurnStatus.RUNNING, TurnStatus.FAILED, Cause.FINISH),
        edge(TurnStatus.RUNNING, TurnStatus.STOPPED, Cause.CANCEL),
        edge(TurnStatus.RUNNING, TurnStatus.INTERRUPTED, Cause.RESTART),
    ),
)

# The table of LMSP 7.2, and one edge that it doesn't draw: a restart may put an unfinished row back into the queue
# (LMSP 7.5 `retry`, DECISIONS G1). There is no `queued -> running`: a warm model passes through `loading` as well.
GENERATION: Final = Lifecycle(
    kind="generation",
    starts=frozenset({GenerationStatus.QUEUED}),
    phases={
        GenerationStatus.QUEUED: Phase.WAITING,
        GenerationStatus.LOADING: Phase.ACTIVE,
        GenerationStatus.RUNNING: Phase.ACTIVE,
        GenerationStatus.CANCELLING: Phase.STOPPING,
        GenerationStatus.SUCCEEDED: Phase.ENDED,
        GenerationStatus.FAILED: Phase.ENDED,
        GenerationStatus.CANCELLED: Phase.ENDED,
    },
    edges=(
        edge(GenerationStatus.QUEUED, GenerationStatus.LOADING, Cause.START),
        edge(GenerationStatus.QUEUED, GenerationStatus.CANCELLED, Cause.CANCEL),
        edge(GenerationStatus.QUEUED, GenerationStatus.FAILED, Cause.FINISH, Cause.RESTART),
        edge(GenerationStatus.LOADING, GenerationStatus.RUNNING, Cause.START),
        edge(GenerationStatus.LOADING, GenerationStatus.CANCELLING, Cause.CANCEL),
        edge(GenerationStatus.LOADING, GenerationStatus.FAILED, Cause.FINISH, Cause.RESTART),
        edge(GenerationStatus.LOADING, GenerationStatus.QUEUED, Cause.REQUEUE),
        edge(GenerationStatus.RUNNING, GenerationStatus.SUCCEEDED, Cause.FINISH),
        edge(GenerationStatus.RUNNING, GenerationStatus.FAILED, Cause.FINISH, Cause.RESTART),
        edge(GenerationStatus.RUNNING, GenerationStatus.CANCELLING, Cause.CANCEL),
        edge(GenerationStatus.RUNNING, GenerationStatus.QUEUED, Cause.REQUEUE),
        # A result that arrives here is dropped: the cancel was committed first (LMSP 7.2).
        edge(GenerationStatus.CANCELLING, GenerationStatus.CANCELLED, Cause.FINISH, Cause.RESTART),
    ),
)

RUN: Final = Lifecycle(
    kind="run",
    starts=frozenset({RunStatus.RUNNING}),
    phases={
        RunStatus.RUNNING: Phase.ACTIVE,
        RunStatus.DONE: Phase.ENDED,
        RunStatus.FAILED: Phase.ENDED,
        RunStatus.STOPPED: Phase.ENDED,
        RunStatus.INTERRUPTED: Phase.ENDED,
    },
    edges=(
        edge(RunStatus.RUNNING, RunStatus.DONE, Cause.FINISH),
        edge(RunStatus.RUNNING, RunStatus.FAILED, Cause.FINISH),
        edge(RunStatus.RUNNING, RunStatus.STOPPED, Cause.CANCEL),
        edge(RunStatus.RUNNING, RunStatus.INTERRUPTED, Cause.RESTART),
    ),
)

_RETRIED: Final = (Cause.RETRY, Cause.CONTINUE)

WORKFLOW: Final = Lifecycle(
    kind="workflow",
    starts=frozenset({WorkflowStatus.QUEUED}),
    phases={
        WorkflowStatus.QUEUED: Phase.WAITING,
        WorkflowStatus.RUNNING: Phase.ACTIVE,
        WorkflowStatus.DONE: Phase.ENDED,
        WorkflowStatus.UNVERIFIED: Phase.ENDED,
        WorkflowStatus.FAILED: Phase.ENDED,
        WorkflowStatus.STOPPED: Phase.ENDED,
        WorkflowStatus.INTERRUPTED: Phase.ENDED,
    },
    edges=(
        edge(WorkflowStatus.QUEUED, WorkflowStatus.RUNNING, Cause.START),
        edge(WorkflowStatus.QUEUED, WorkflowStatus.STOPPED, Cause.CANCEL),
        # Restored or restarted, nothing goes on by itself: authority isn't exercised without a person (seed 003).
        edge(WorkflowStatus.QUEUED, WorkflowStatus.INTERRUPTED, Cause.RESTART, Cause.RESTORE),
        edge(WorkflowStatus.RUNNING, WorkflowStatus.DONE, Cause.FINISH),
        edge(WorkflowStatus.RUNNING, WorkflowStatus.UNVERIFIED, Cause.FINISH),
        edge(WorkflowStatus.RUNNING, WorkflowStatus.FAILED, Cause.FINISH),
        edge(WorkflowStatus.RUNNING, WorkflowStatus.STOPPED, Cause.CANCEL),
        edge(WorkflowStatus.RUNNING, WorkflowStatus.INTERRUPTED, Cause.RESTART, Cause.RESTORE),
        edge(WorkflowStatus.DONE, WorkflowStatus.QUEUED, Cause.CONTINUE),
        edge(WorkflowStatus.UNVERIFIED, WorkflowStatus.QUEUED, *_RETRIED),
        edge(WorkflowStatus.FAILED, WorkflowStatus.QUEUED, *_RETRIED),
        edge(WorkflowStatus.STOPPED, WorkflowStatus.QUEUED, *_RETRIED),
        edge(WorkflowStatus.INTERRUPTED, WorkflowStatus.QUEUED, Cause.RESUME, *_RETRIED),
        edge(WorkflowStatus.INTERRUPTED, WorkflowStatus.STOPPED, Cause.CANCEL),
        edge(WorkflowStatus.DONE, WorkflowStatus.INTERRUPTED, Cause.RESTORE),
        edge(WorkflowStatus.UNVERIFIED, WorkflowStatus.INTERRUPTED, Cause.RESTORE),
        edge(WorkflowStatus.FAILED, WorkflowStatus.INTERRUPTED, Cause.RESTORE),
        edge(WorkflowStatus.STOPPED, WorkflowStatus.INTERRUPTED, Cause.RESTORE),
    ),
)

OPERATION: Final = Lifecycle(
    kind="operation",
    starts=frozenset({OperationState.IN_FLIGHT}),
    phases={
        OperationState.IN_FLIGHT: Phase.ACTIVE,
        OperationState.CONFIRMED: Phase.ENDED,
        OperationState.UNCERTAIN: Phase.ENDED,
        OperationState.NOT_RUN: Phase.ENDED,
    },
    edges=(
        edge(OperationState.IN_FLIGHT, OperationState.CONFIRMED, Cause.SETTLE),
        edge(OperationState.IN_FLIGHT, OperationState.UNCERTAIN, Cause.SETTLE, Cause.RESTART, Cause.RESTORE),
        # Only trusted code of a tool, or a stop that was seen before the call, says that nothing was attempted.
        edge(OperationState.IN_FLIGHT, OperationState.NOT_RUN, Cause.SETTLE, Cause.CANCEL),
        # Looking it up can prove an effect and never its absence.
        edge(OperationState.UNCERTAIN, OperationState.CONFIRMED, Cause.RECONCILE),
        edge(OperationState.NOT_RUN, OperationState.IN_FLIGHT, Cause.RETRY),
        edge(OperationState.CONFIRMED, OperationState.UNCERTAIN, Cause.RESTORE),
        edge(OperationState.NOT_RUN, OperationState.UNCERTAIN, Cause.RESTORE),
    ),
)

LIFECYCLES: Final = (TOOL_CALL, APPROVAL, TURN, GENERATION, RUN, WORKFLOW, OPERATION)

RESOLVABLE: Final = frozenset({TaskStatus.PENDING, TaskStatus.PENDING_APPROVAL})
"""The statuses that the guide lets anybody resolve (invariant I1)."""
