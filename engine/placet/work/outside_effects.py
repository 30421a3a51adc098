"""What another program does below a workflow, written down as far as anybody here can know (DECISIONS T12, W0).

The record is made in the commit of the call's row, so that two equal calls can't both be let through. Refused, it says
that nothing was attempted; reported, that the program came back. Nothing ever proves more.
"""

from __future__ import annotations

from collections.abc import Sequence

from placet.ledger.tx import Tx
from placet.rules import effect_answers as answers
from placet.rules.basics import TaskId
from placet.rules.contracts import Grant
from placet.rules.lifecycles import RESOLVABLE, OperationState, TaskStatus
from placet.rules.operations import Operation, Refusal, Refuse, Run, Settled
from placet.rules.records import Task
from placet.rules.workflows import Workflow
from placet.work.calls import CallOutcome
from placet.work.judging import Wanted, begun, judge


def begin(
    tx: Tx, workflow: Workflow, earlier: Sequence[Operation], wanted: Wanted, grant: Grant, task_id: TaskId
) -> CallOutcome | None:
    """Write the record of a call that is let through or held; an answer: it may not be made."""
    answer = judge(workflow, earlier, wanted, grant, tx.now)
    if not isinstance(answer, Run):
        why = answer.why if isinstance(answer, Refuse) else Refusal.EFFECT_UNCERTAIN
        return CallOutcome(status="refused", error_code=why.value, error=answers.REFUSED[why])
    record = begun(workflow, earlier, wanted, grant, now=tx.now, task_id=task_id)
    if answer.again is None:
        tx.begin_operation(record)
    else:
        tx.rerun_operation(answer.again.id, record)
    return None


def ended(tx: Tx, before: Task, to: TaskStatus) -> None:
    """Write down what the end of such a call says of its effect. `before` is its row as it was."""
    operation = tx.operation_in_flight(before.id)
    if operation is None:
        return
    if before.status in RESOLVABLE:
        untried = Settled(state=OperationState.NOT_RUN, returned=False)
        tx.settle_operation(operation.id, untried, error=answers.NOT_ATTEMPTED, refused=True)
        return
    returned = to is TaskStatus.COMPLETED
    error = answers.UNVERIFIABLE if returned else answers.FAILED_UNPROVEN
    unproven = Settled(state=OperationState.UNCERTAIN, returned=returned)
    tx.settle_operation(operation.id, unproven, error=error)
