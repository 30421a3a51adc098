"""The verbs on workflows, operations and receipts (ADR 0038)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from placet.ledger import bearing, chain_records
from placet.ledger import workflow_rows as rows
from placet.ledger import workflow_statements as statements
from placet.ledger.verbs.base import VerbBase, check_edge, check_start
from placet.rules.basics import ConversationId, TaskId, TurnId
from placet.rules.errors import LostRace, NotFound
from placet.rules.events import (
    OperationLooked,
    OperationMoved,
    WorkflowArchived,
    WorkflowCreated,
    WorkflowMoved,
)
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import OPERATION, WORKFLOW, OperationState, WorkflowStatus
from placet.rules.operations import Operation, Settled
from placet.rules.verification import Evidence
from placet.rules.workflows import Looked, Revision, Workflow

_MOVABLE: Final = frozenset(
    {
        "attempt", "goal_revision", "text", "boot", "turn_id", "model_completed", "verification", "verdict", "summary",
        "error", "archived_at", "restored", "started_at",
    }
)  # fmt: skip
_RERUN: Final = ("input_digest", "consent", "goal_revision", "attempt", "task_id")
"""What a record takes over when its effect is tried again that was never attempted (spec/workflows 4.2, W10 to W12)."""


class WorkflowVerbs(VerbBase):
    """Writes workflows. The record of an effect is in the file, flushed, before its effect may happen."""

    def create_workflow(self, workflow: Workflow) -> Workflow:
        """Write a new workflow and its first goal, and tell of it."""
        check_start(WORKFLOW.kind, workflow.status)
        self._run(statements.INSERT, {**rows.workflow_values(workflow), "seq": None})
        seq = self._assigned()
        self._noted.add(chain_records.WORKFLOW, workflow.id)
        self._revise(workflow, None)
        self.record(
            WorkflowCreated(agent_id=workflow.agent_id, task_id=workflow.id, status=workflow.status.value)
        )
        return replace(workflow, seq=seq)

    def _revise(self, workflow: Workflow, key: str | None) -> None:
        revision = Revision(
            workflow_id=workflow.id,
            number=workflow.goal_revision,
            text=workflow.text,
            at_ms=self.now,
            key=key,
        )
        self._run(statements.INSERT_REVISION, revision.__dict__)

    def workflow(self, workflow_id: TaskId) -> Workflow:
        """The workflow as it stands in this transaction.

        Raises:
            NotFound: there is none.
        """
        row = self._one(statements.BY_ID, id=workflow_id)
        if row is None:
            raise NotFound("There is no such workflow.")
        return rows.workflow(row)

    def workflow_by_key(self, key: str) -> Workflow | None:
        """The workflow that a request key belongs to, archived or not."""
        row = self._one(statements.BY_KEY, key=key)
        return rows.workflow(row) if row else None

    def workflow_of_turn(self, conversation_id: ConversationId, turn_id: TurnId) -> Workflow | None:
        """The workflow whose newest run is this turn, whatever its status."""
        row = self._one(statements.OF_TURN, conversation_id=conversation_id, turn_id=turn_id)
        return rows.workflow(row) if row else None

    def revision_by_key(self, workflow_id: TaskId, key: str) -> Revision | None:
        """The goal that a request with this key brought, if one did."""
        found = map(rows.revision, self._run(statements.REVISIONS, {"workflow_id": workflow_id}))
        return next((one for one in found if one.key == key), None)

    def move_workflow(
        self, workflow_id: TaskId, frm: WorkflowStatus, to: WorkflowStatus, by: Cause, **columns: Any
    ) -> Workflow:
        """Walk one declared edge and tell of it.

        Raises:
            LostRace: the workflow isn't in `frm` any more. NotFound: there is none.
        """
        check_edge(WORKFLOW.kind, frm, to, by)
        if not _MOVABLE.issuperset(columns):
            raise RuntimeError(f"a move can't set {sorted(columns.keys() - _MOVABLE)}")
        before = self.workflow(workflow_id)
        ended = max(self.now, before.created_at) if to in WORKFLOW.ended else None
        values = {**columns, "status": to.value, "ended_at": ended}
        moved = self._run(
            statements.move(tuple(values)), {"id": workflow_id, "frm": frm.value, **_plain(values)}
        ).rowcount
        if not moved:
            raise LostRace(
                f"The workflow {workflow_id} is {before.status.value}.", status=before.status.value
            )
        fact = WorkflowMoved(
            agent_id=before.agent_id, task_id=workflow_id, frm=frm.value, to=to.value, by=by.value
        )
        self._noted.add(chain_records.WORKFLOW, workflow_id)
        self.record(fact)
        return self.workflow(workflow_id)

    def continue_workflow(
        self, workflow_id: TaskId, frm: WorkflowStatus, text: str, key: str | None, **columns: Any
    ) -> Workflow:
        """Give an ended workflow its next goal, and queue it (seed 003). It comes back from the archive.

        Raises:
            LostRace: it isn't in `frm` any more. NotFound: there is none.
        """
        number = self.workflow(workflow_id).goal_revision + 1
        moved = self.move_workflow(
            workflow_id, frm, WorkflowStatus.QUEUED, Cause.CONTINUE,
            goal_revision=number, text=text, archived_at=None, **columns,
        )  # fmt: skip
        self._revise(moved, key)
        return moved

    def archive_workflow(self, workflow_id: TaskId) -> bool:
        """Take an ended workflow off the list; True: its row stays, since it proves something. Callers looked that it ended.

        Raises:
            NotFound: there is none.
        """
        workflow = self.workflow(workflow_id)
        keeps = workflow.request_key is not None or bool(
            self._one(statements.HAS_OPERATIONS, id=workflow_id)[0]
        )
        if keeps:
            self._run(statements.ARCHIVE, {"id": workflow_id, "now": self.now})
        else:
            self._run(statements.FORGET_REVISIONS, {"id": workflow_id})
            self._run(statements.FORGET, {"id": workflow_id})
        self._noted.add(chain_records.WORKFLOW, workflow_id)
        self.record(WorkflowArchived(agent_id=workflow.agent_id, task_id=workflow_id, kept=keeps))
        return keeps

    def prune_workflows(self, keep: int) -> int:
        """Forget ended workflows that prove nothing, but for the newest `keep`; says how many went."""
        old = [row[0] for row in self._run(statements.FINISHED_WITHOUT_PAST, {}).fetchall()[keep:]]
        for workflow_id in old:
            self.archive_workflow(workflow_id)
        return len(old)

    def operation(self, operation_id: str) -> Operation:
        """The operation as it stands in this transaction.

        Raises:
            NotFound: there is none.
        """
        row = self._one(statements.OPERATION, id=operation_id)
        if row is None:
            raise NotFound("There is no such operation.")
        return rows.operation(row)

    def newest_operations(self, workflow_id: TaskId, limit: int) -> list[Operation]:
        """At most `limit` of a workflow's operations: those that began last, in the order of their beginning."""
        newest = statements.operation_page(state=False, newest_first=True)
        found = self._run(newest, {"workflow_id": workflow_id, "after": statements.FAR, "limit": limit})
        return [rows.operation(row) for row in found][::-1]

    def count_operations(self, workflow_id: TaskId) -> int:
        """How many operations a workflow has."""
        return sum(row[1] for row in self._run(statements.COUNT_OPERATIONS, {"workflow_id": workflow_id}))

    def concerning(self, workflow_id: TaskId, tool: str) -> list[Operation]:
        """What decides about another effect of a tool; see `WorkflowReads.concerning`."""
        given = {"workflow_id": workflow_id, "tool": tool}
        return [rows.operation(row) for row in self._run(statements.CONCERNING, given)]

    def evidence(self, workflow: Workflow) -> Evidence:
        """What decides a workflow's verdict for its current goal; see `bearing`."""
        return bearing.evidence(self._run, workflow)

    def operation_in_flight(self, task_id: TaskId) -> Operation | None:
        """The operation that a tool call is about to have or has, as long as nobody wrote its end."""
        row = self._one(statements.IN_FLIGHT_OF_TASK, task_id=task_id)
        return rows.operation(row) if row else None

    def begin_operation(self, operation: Operation) -> Operation:
        """Write an effect down before it happens."""
        check_start(OPERATION.kind, operation.state)
        self._run(statements.INSERT_OPERATION, rows.operation_values(operation))
        begun = replace(operation, ordinal=self._assigned())
        self._tell_operation(begun, None, Cause.START)
        return begun

    def rerun_operation(self, operation_id: str, again: Operation) -> Operation:
        """Take up the record of an effect that was never attempted, under its old id.

        Raises:
            LostRace: it isn't `not_run` any more.
        """
        columns = {name: getattr(again, name) for name in _RERUN}
        return self._move_operation(
            operation_id, OperationState.NOT_RUN, OperationState.IN_FLIGHT, Cause.RETRY,
            **columns, started_at=self.now, returned=None, refused=False, error=None,
        )  # fmt: skip

    def settle_operation(
        self, operation_id: str, settled: Settled, *, error: str | None = None, refused: bool = False
    ) -> Operation:
        """Write how an effect ended that was in flight.

        Raises:
            LostRace: its end was written already.
        """
        by = Cause.CANCEL if settled.state is OperationState.NOT_RUN and refused else Cause.SETTLE
        columns: dict[str, Any] = {"returned": settled.returned, "error": error, "refused": refused}
        return self._confirmed_by(operation_id, OperationState.IN_FLIGHT, settled, by, columns)

    def reconcile_operation(self, operation_id: str, settled: Settled, **columns: Any) -> Operation:
        """Write that looking it up proved an uncertain effect.

        Raises:
            LostRace: it isn't uncertain any more.
        """
        return self._confirmed_by(
            operation_id, OperationState.UNCERTAIN, settled, Cause.RECONCILE, {**columns, "error": None}
        )

    def unsettle_operation(self, operation_id: str, by: Cause, error: str) -> Operation:
        """Write that nobody can say whether an effect happened: a restart, or a backup that was put back."""
        before = self.operation(operation_id)
        restored = {"restored": True} if by is Cause.RESTORE else {}
        return self._move_operation(
            operation_id,
            before.state,
            OperationState.UNCERTAIN,
            by,
            error=error,
            settled_at=self.now,
            **restored,
        )

    def _confirmed_by(
        self, operation_id: str, frm: OperationState, settled: Settled, by: Cause, columns: dict[str, Any]
    ) -> Operation:
        if settled.receipt is not None:
            self._run(statements.INSERT_RECEIPT, rows.receipt_values(settled.receipt, operation_id, self.now))
            columns = {**columns, "receipt": self._assigned()}
            self._noted.add(chain_records.RECEIPT, columns["receipt"])
        return self._move_operation(operation_id, frm, settled.state, by, **columns, settled_at=self.now)

    def _move_operation(
        self, operation_id: str, frm: OperationState, to: OperationState, by: Cause, **columns: Any
    ) -> Operation:
        check_edge(OPERATION.kind, frm, to, by)
        values = {"settled_at": None, **columns, "state": to.value}
        given = {"id": operation_id, "frm": frm.value, **values}
        if not self._run(statements.move_operation(tuple(values)), given).rowcount:
            state = self.operation(operation_id).state.value
            raise LostRace(f"The operation {operation_id} is {state}.", status=state)
        moved = self.operation(operation_id)
        self._tell_operation(moved, frm, by)
        return moved

    def _tell_operation(self, operation: Operation, frm: OperationState | None, by: Cause) -> None:
        self._noted.add(chain_records.OPERATION, operation.id)
        self.record(
            OperationMoved(
                task_id=operation.workflow_id,
                operation_id=operation.id,
                tool=operation.tool,
                frm=None if frm is None else frm.value,
                to=operation.state.value,
                by=by.value,
            )
        )

    def note_look(self, look: Looked) -> None:
        """Write what the owner saw of an effect, and tell of it. It changes no state (W3).

        Raises:
            NotFound: there is no such operation.
        """
        operation = self.operation(look.operation_id)
        self._run(statements.INSERT_LOOK, {**look.__dict__, "ordinal": None})
        self._noted.add(chain_records.LOOK, self._assigned())
        self.record(
            OperationLooked(task_id=operation.workflow_id, operation_id=operation.id, happened=look.happened)
        )


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {name: getattr(value, "value", value) for name, value in values.items()}
