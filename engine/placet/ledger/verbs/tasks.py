"""The verbs on tasks and on the approvals that belong to them."""

from __future__ import annotations

import functools
from typing import Any, Final

from placet.ledger import chain_records, rows, writes
from placet.ledger.verbs.base import VerbBase, check_edge, check_start, payload_text
from placet.rules import errors
from placet.rules.basics import Instant, TaskId, TurnId
from placet.rules.events import TaskChanged, TaskCreated, TaskMoved
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import APPROVAL, TOOL_CALL, ApprovalState, TaskStatus
from placet.rules.records import Approval, Task

_ENDED: Final = TOOL_CALL.ended

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
    """What is told of a new task but for its digest, and all of its text up to where that goes."""
    payload = TaskCreated(tool=tool, status=status, digest="").payload()
    return payload, payload_text(payload).removesuffix('"}')


class TaskVerbs(VerbBase):
    """Making, moving and looking up tasks; opening and closing approvals."""

    _last_seq: int | None = None
    """The highest task of this transaction, once it was asked for."""

    def create_task(self, task: Task) -> Task:
        """Write a new task and tell of it; returns it with its `seq`, and `started_at` when it starts
        running.

        Its approval, if it needs one, is opened by `open_approval` in the same step.
        """
        check_start(TOOL_CALL.kind, task.status)
        changes: dict[str, Any] = {"seq": self._next_seq(), "approval": None}
        if task.status is TaskStatus.RUNNING and task.started_at is None:
            changes["started_at"] = task.created_at
        written = rows.changed(task, changes)
        values = rows.task_values(written)
        self._pending.add(writes.insert_task(rows.unset_of_task(written)), values, task.id)
        self._known.keep(written)
        payload, start = _created(task.tool, values["status"])
        told = {**payload, "digest": task.digest}, f'{start}{task.digest}"}}'
        self._record_of(written, TaskCreated.type, told)
        return written

    def _next_seq(self) -> int:
        """One more than the highest: what SQLite would assign, and nobody else writes in this transaction."""
        if self._last_seq is None:
            self._last_seq = self._look(writes.SELECT_LAST_TASK).fetchone()[0]
        self._last_seq += 1
        return self._last_seq

    def move(self, task_id: TaskId, frm: TaskStatus, to: TaskStatus, by: Cause, **columns: Any) -> Task:
        """Walk one declared edge, setting more columns with it and the time of start or end; tells of it.

        Columns: `result`, `error`, `approved_args`, `approved_digest`, `target`, `sentence`, `diff`, `boot`
        and the two flags that can only be raised.

        Raises:
            LostRace: the task isn't in `frm` any more; `details["status"]` is where it is.
            NotFound: there is no such task.
        """
        check_edge(TOOL_CALL.kind, frm, to, by)
        if not _MOVABLE.issuperset(columns):
            raise RuntimeError(f"a move can't set {sorted(columns.keys() - _MOVABLE)}")
        before = self.task(task_id)
        if before.status is not frm:
            raise _ended_up(before)
        changes: dict[str, Any] = {**columns, "status": to, **self._times(before, to)}
        # Plain words: the driver asks around for an adapter before it takes a member of an enumeration.
        given = {**changes, "status": rows.WORDS[to], "id": task_id, "frm": rows.WORDS[frm]}
        if not self._pending.add(writes.move_task(tuple(changes)), given, task_id):
            raise self._lost(task_id)
        moved = rows.changed(before, changes)
        self._known.keep(moved)
        if to in _ENDED:
            self._noted.add(
                chain_records.TASK, task_id, lambda: chain_records.TASK.text(rows.task_values(moved))
            )
        self._record_of(moved, TaskMoved.type, _moved(moved.tool, frm, to, by))
        return moved

    def _times(self, task: Task, to: TaskStatus) -> dict[str, Instant]:
        """When it started or ended. A clock set back never makes a task end before it began (case 75i)."""
        if to is TaskStatus.RUNNING:
            return {"started_at": max(self.now, task.created_at)}
        if to in _ENDED:
            return {"completed_at": max(self.now, task.created_at, task.started_at or task.created_at)}
        return {}

    def mark(self, task_id: TaskId, *, cancel_requested: bool) -> Task:
        """Note on an open task that it was told to stop; told once, a repeat changes nothing.

        Raises:
            LostRace: the task ended meanwhile.
            NotFound: there is no such task.
        """
        if not cancel_requested:
            raise RuntimeError("a request to stop can't be taken back")
        task = self.task(task_id)
        if task.status in _ENDED:
            raise _ended_up(task)
        if task.cancel_requested:
            return task
        if not self._pending.add(writes.REQUEST_CANCEL, {"p_id": task_id}, task_id):
            raise self._lost(task_id)
        marked = rows.changed(task, {"cancel_requested": True})
        self._known.keep(marked)
        self.record(TaskChanged(agent_id=marked.agent_id, task_id=task_id, what="cancel_requested"))
        return marked

    def raise_authorization(self, task_id: TaskId) -> Task:
        """Say of an open task that only the owner or authorized code may decide it; for good, and told once.

        Raises:
            LostRace: the task ended meanwhile.
            NotFound: there is no such task.
        """
        task = self.task(task_id)
        if task.status in _ENDED:
            raise _ended_up(task)
        if task.requires_authorization:
            return task
        if not self._pending.add(writes.RAISE_AUTHORIZATION, {"p_id": task_id}, task_id):
            raise self._lost(task_id)
        raised = rows.changed(task, {"requires_authorization": True})
        self._known.keep(raised)
        self.record(TaskChanged(agent_id=raised.agent_id, task_id=task_id, what="requires_authorization"))
        return raised

    def _lost(self, task_id: TaskId) -> errors.LostRace:
        status = self._look(writes.SELECT_TASK_STATUS, p_id=task_id).fetchone()[0]
        return errors.LostRace(f"The task {task_id} is {status} already.", status=status, task=None)

    def find_task(self, task_id: TaskId) -> Task | None:
        """The task as it stands in this transaction, or None."""
        known = self._known.find(task_id)
        if known is not None:
            return known
        row = self._look(writes.SELECT_TASK, p_id=task_id).fetchone()
        if row is None:
            return None
        found = rows.task(row)
        self._known.keep(found)
        return found

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
        twin = self._look(writes.SELECT_DENIED_TWIN, p_turn_id=turn_id, p_tool=tool, p_digest=digest)
        row = twin.fetchone()
        return rows.task(row) if row else None

    def open_approval(self, approval: Approval) -> None:
        """Write the question about a task; each task gets at most one (invariant I4)."""
        check_start(APPROVAL.kind, approval.state)
        statement = writes.insert_approval(rows.unset_of_approval(approval))
        self._pending.add(statement, rows.approval_values(approval), approval.task_id)
        self._keep_approval(self.task(approval.task_id), approval)

    def _keep_approval(self, task: Task, approval: Approval) -> Approval:
        told = chain_records.APPROVAL
        self._noted.add(told, approval.task_id, lambda: told.text(rows.approval_values(approval)))
        self._known.keep(rows.changed(task, {"approval": approval}))
        return approval

    def _approval_of(self, task: Task) -> Approval:
        if task.approval is None:
            raise errors.NotFound(f"The task {task.id} has no approval.")
        return task.approval

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
        shown: str | None = None,
    ) -> Approval:
        """Close the open approval of a task, once. Recording `ApprovalResolved` is the caller's.

        Raises:
            LostRace: it is closed already; `details["status"]` is how.
            NotFound: the task has no approval.
        """
        check_edge(APPROVAL.kind, ApprovalState.OPEN, to, by)
        task = self.task(task_id)
        before = self._approval_of(task)
        if before.state is not ApprovalState.OPEN:
            raise _closed(before)
        told = {
            "decided_by": decided_by, "via": via, "reason": reason, "shown_digest": shown_digest, "shown": shown,
        }  # fmt: skip
        changes: dict[str, Any] = {name: value for name, value in told.items() if value is not None}
        changes |= {"state": to, "decided_at": max(self.now, before.opened_at)}
        given = {**changes, "state": rows.WORDS[to], "id": task_id}
        if not self._pending.add(writes.close_approval(tuple(changes)), given, task_id):
            raise _closed(before)
        return self._keep_approval(task, rows.changed(before, changes))

    def extend_deadline(self, task_id: TaskId, expires_at: Instant | None) -> Approval:
        """Set or lift the deadline of an open approval, and tell of it (DECISIONS T8).

        Raises:
            LostRace: it is closed already.
            NotFound: the task has no approval.
        """
        task = self.task(task_id)
        before = self._approval_of(task)
        given = {"p_id": task_id, "p_expires_at": expires_at}
        if before.state is not ApprovalState.OPEN or not self._pending.add(
            writes.EXTEND_DEADLINE, given, task_id
        ):
            raise _closed(before)
        self.record(
            TaskChanged(agent_id=task.agent_id, task_id=task_id, what="deadline", expires_at=expires_at)
        )
        return self._keep_approval(task, rows.changed(before, {"expires_at": expires_at}))


def _ended_up(task: Task) -> errors.LostRace:
    status = rows.WORDS[task.status]
    return errors.LostRace(f"The task {task.id} is {status} already.", status=status, task=None)


def _closed(approval: Approval) -> errors.LostRace:
    state = approval.state.value
    return errors.LostRace(f"The approval of {approval.task_id} is {state} already.", status=state, task=None)
