"""The verbs on tasks and on the approvals that belong to them."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any, Final

from placet.ledger import rows, writes
from placet.ledger.verbs.base import VerbBase, check_edge, payload_text
from placet.rules import errors
from placet.rules.basics import BootId, Instant, TaskId, TurnId
from placet.rules.events import TaskChanged, TaskCreated, TaskMoved
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import APPROVAL, TOOL_CALL, ApprovalState, TaskStatus
from placet.rules.records import Approval, Task

_MOVABLE: Final = frozenset(
    {
        "result", "error", "approved_args", "approved_digest", "target", "sentence", "diff", "boot",
        "requires_authorization", "executor_managed",
    }
)  # fmt: skip


@functools.lru_cache(maxsize=1024)
def _moved(tool: str, frm: str, to: str, by: str) -> tuple[dict[str, Any], str]:
    """What is told of a move: the same for all tasks of a tool, so it is spelled once."""
    payload = TaskMoved(tool=tool, frm=frm, to=to, by=by).payload()
    return payload, payload_text(payload)


@functools.lru_cache(maxsize=1024)
def _created(tool: str, status: str) -> tuple[dict[str, Any], str]:
    payload = TaskCreated(tool=tool, status=status).payload()
    return payload, payload_text(payload)


class TaskVerbs(VerbBase):
    """Making, moving and looking up tasks; opening and closing approvals."""

    def create_task(self, task: Task) -> Task:
        """Write a new task and tell of it; returns it with its `seq`, and `started_at` when it starts
        running.

        Its approval, if it needs one, is opened by `open_approval` in the same step.
        """
        TOOL_CALL.check_start(task.status)
        values = rows.task_values(task)
        if task.status is TaskStatus.RUNNING and task.started_at is None:
            values["started_at"] = task.created_at
        self._run(writes.INSERT_TASK, values)
        self._record_of(task, TaskCreated.type, _created(task.tool, task.status.value))
        return replace(task, seq=self._assigned(), started_at=values["started_at"], approval=None)

    def move(self, task_id: TaskId, frm: TaskStatus, to: TaskStatus, by: Cause, **columns: Any) -> Task:
        """Walk one declared edge, setting more columns with it; sets `started_at` and `completed_at`, and
        tells of it.

        Columns: `result`, `error`, `approved_args`, `approved_digest`, `target`, `sentence`, `diff`, `boot`
        and the two flags that can only be raised.

        Raises:
            LostRace: the task isn't in `frm` any more; `details["status"]` is where it is.
            NotFound: there is no such task.
        """
        check_edge(TOOL_CALL.kind, frm, to, by)
        if not _MOVABLE.issuperset(columns):
            raise RuntimeError(f"a move can't set {sorted(columns.keys() - _MOVABLE)}")
        statement = writes.move_task(tuple(sorted(columns)), to == TaskStatus.RUNNING, to in TOOL_CALL.ended)
        given = {f"p_{name}": value for name, value in columns.items()}
        row = self._one(statement, p_id=task_id, p_frm=str(frm), p_to=str(to), p_now=self.now, **given)
        if row is None:
            raise self._lost(task_id)
        task = self._with_approval(row)
        self._record_of(task, TaskMoved.type, _moved(task.tool, str(frm), str(to), str(by)))
        return task

    def mark(self, task_id: TaskId, *, cancel_requested: bool) -> Task:
        """Note on an open task that it was told to stop; told once, a repeat changes nothing.

        Raises:
            LostRace: the task ended meanwhile.
            NotFound: there is no such task.
        """
        if not cancel_requested:
            raise RuntimeError("a request to stop can't be taken back")
        row = self._one(writes.REQUEST_CANCEL, p_id=task_id)
        if row is not None:
            marked = self._with_approval(row)
            self.record(TaskChanged(agent_id=marked.agent_id, task_id=task_id, what="cancel_requested"))
            return marked
        task = self.task(task_id)
        if task.status in TOOL_CALL.ended:
            raise self._lost(task_id)
        return task

    def _with_approval(self, row: Any) -> Task:
        approval = self._one(writes.SELECT_APPROVAL, p_id=row[0])
        return rows.task((*row, *approval) if approval else row)

    def _lost(self, task_id: TaskId) -> errors.PlacetError:
        row = self._one(writes.SELECT_TASK_STATUS, p_id=task_id)
        if row is None:
            return errors.NotFound(f"There is no task {task_id}.")
        return errors.LostRace(f"The task {task_id} is {row[0]} already.", status=row[0], task=None)

    def find_task(self, task_id: TaskId) -> Task | None:
        """The task as it stands in this transaction, or None."""
        row = self._one(writes.SELECT_TASK, p_id=task_id)
        return rows.task(row) if row else None

    def task(self, task_id: TaskId) -> Task:
        """The task as it stands in this transaction.

        Raises:
            NotFound: there is no such task.
        """
        task = self.find_task(task_id)
        if task is None:
            raise errors.NotFound(f"There is no task {task_id}.")
        return task

    def denied_twin(self, turn_id: TurnId, tool: str, digest: str) -> Task | None:
        """The newest denied task of this turn with the same tool and arguments (DECISIONS T16)."""
        row = self._one(writes.SELECT_DENIED_TWIN, p_turn_id=turn_id, p_tool=tool, p_digest=digest)
        return rows.task(row) if row else None

    def open_tasks_of_other_boots(self, boot_id: BootId) -> list[TaskId]:
        """Every task that isn't ended and that another boot left behind, oldest first."""
        found = self._run(writes.SELECT_OPEN_OF_OTHER_BOOTS, {"p_boot": boot_id})
        return [TaskId(row[0]) for row in found.fetchall()]

    def open_approval(self, approval: Approval) -> None:
        """Write the question about a task; each task gets at most one (invariant I4)."""
        APPROVAL.check_start(approval.state)
        self._run(writes.INSERT_APPROVAL, {**approval.__dict__, "state": approval.state.value})

    def close_approval(
        self,
        task_id: TaskId,
        to: ApprovalState,
        by: Cause,
        *,
        decided_by: str | None = None,
        via: str | None = None,
        reason: str | None = None,
        shown_digest: str | None = None,
    ) -> Approval:
        """Close the open approval of a task, once. Recording `ApprovalResolved` is the caller's.

        Raises:
            LostRace: it is closed already; `details["status"]` is how.
            NotFound: the task has no approval.
        """
        check_edge(APPROVAL.kind, ApprovalState.OPEN, to, by)
        row = self._one(
            writes.CLOSE_APPROVAL, p_id=task_id, p_to=str(to), p_now=self.now,
            p_decided_by=decided_by, p_via=via, p_reason=reason, p_shown_digest=shown_digest,
        )  # fmt: skip
        if row is None:
            raise self._approval_lost(task_id)
        return rows.approval(row)

    def extend_deadline(self, task_id: TaskId, expires_at: Instant | None) -> Approval:
        """Set or lift the deadline of an open approval, and tell of it (DECISIONS T8).

        Raises:
            LostRace: it is closed already.
            NotFound: the task has no approval.
        """
        row = self._one(writes.EXTEND_DEADLINE, p_id=task_id, p_expires_at=expires_at)
        if row is None:
            raise self._approval_lost(task_id)
        agent_id = self.task(task_id).agent_id
        self.record(TaskChanged(agent_id=agent_id, task_id=task_id, what="deadline", expires_at=expires_at))
        return rows.approval(row)

    def _approval_lost(self, task_id: TaskId) -> errors.PlacetError:
        row = self._one(writes.SELECT_APPROVAL, p_id=task_id)
        if row is None:
            return errors.NotFound(f"The task {task_id} has no approval.")
        state = rows.approval(row).state
        return errors.LostRace(f"The approval of {task_id} is {state} already.", status=str(state), task=None)
