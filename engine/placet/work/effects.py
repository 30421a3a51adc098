"""Effects below a workflow: foreseen at the gate, written down before they happen, settled by evidence (ADR 0038).

The order, which is the promise: whose authority it is; what the ledger says of the same effect; the record, flushed; a
look for a stop; the tool; its evidence, flushed. Whatever fails in between leaves a record that says that nobody knows,
and such an effect is looked up and never had again. Of one workflow one effect at a time is on this way.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import effect_answers as answers
from placet.rules import scope as scopes
from placet.rules import strict_json
from placet.rules.basics import Clock, TaskId
from placet.rules.contracts import Grant, Lookup
from placet.rules.digest import Purpose, digest
from placet.rules.errors import LedgerWriteFailed, NotFound, PlacetError
from placet.rules.lifecycles import OperationState, WorkflowStatus
from placet.rules.operations import (
    Operation,
    Reconcile,
    Refusal,
    Refuse,
    Replay,
    ReturnEvidence,
    Run,
    Settled,
    settle,
)
from placet.rules.ports import Tool, ToolRun
from placet.rules.receipts import Receipt, is_sound
from placet.rules.records import Task
from placet.rules.workflows import Workflow
from placet.work import outside_effects
from placet.work.calls import CallOutcome, CallRequest, Foreseen, refused
from placet.work.handing import Handoffs
from placet.work.judging import UNRECORDED, Wanted, account_of, begun, grant_of, judge
from placet.work.lanes import Lanes
from placet.work.performing import Ended, cancelled, completed, failed, perform, unsaid

_log = logging.getLogger(__name__)
NOT_WRITTEN_DOWN: Final = (
    "Not done: what it would do could not be written down first, so nothing was attempted."
)
EVIDENCE_LOST: Final = "The tool ran, but what it proves could not be written down; its outcome is unknown."


class Effects:
    """The one way to the outside for calls below a workflow. Lives on the engine's loop.

    `handoffs` makes a workflow of a call that is prepared above of one.
    """

    def __init__(self, *, ledger: Ledger, clock: Clock, handoffs: Handoffs) -> None:
        self._ledger = ledger
        self._clock = clock
        self.handoffs = handoffs
        self.lanes = Lanes()
        """One for each workflow."""

    def workflow_of(self, request: CallRequest) -> Workflow | None:
        """The workflow that a call is below: its turn's, or for a call through a token what its agent is at work on.

        What code asks for is part of the call that runs the code, of which nothing is provable anyway (W0).
        """
        if request.caller is not None:
            return None
        if request.turn_id is None:
            return self._ledger.reads.workflows.running_of(request.agent.id)
        if request.conversation_id is None:
            return None
        return self._ledger.reads.workflows.of_turn(request.conversation_id, request.turn_id)

    async def foresee(self, workflow: Workflow, wanted: Wanted) -> Foreseen | CallOutcome:
        """Say, before anybody is asked, whether the call may come to its effect; else its answer, which leaves no row.

        It is looked up where an earlier one may have happened. Asking counts for nothing: `carry_out` asks again.
        """
        async with self.lanes.within(workflow.id):
            try:
                grant = await grant_of(wanted)
            except PlacetError as cannot:
                return refused(cannot)
            answer = self._ask(workflow.id, wanted, grant)
            if isinstance(answer, Run):
                return Foreseen(
                    workflow_id=workflow.id,
                    turn_id=workflow.turn_id,
                    conversation_id=workflow.conversation_id,
                    grant=grant,
                )
            ended = await self._answered(answer, wanted)
        return CallOutcome(
            status=ended.status.value if ended.returned else "refused",
            value=ended.result.value if ended.result else None,
            error_code=ended.code,
            error=ended.error,
        )

    def _ask(self, workflow_id: TaskId, wanted: Wanted, grant: Grant) -> Replay:
        reads = self._ledger.reads.workflows
        workflow = reads.one(workflow_id)
        if wanted.effect in UNRECORDED:
            return judge(workflow, (), wanted, grant, self._clock.now_ms())
        return judge(
            workflow, reads.concerning(workflow_id, wanted.tool), wanted, grant, self._clock.now_ms()
        )

    async def carry_out(
        self, foreseen: Foreseen, wanted: Wanted, run: ToolRun, task_id: TaskId | None
    ) -> Ended:
        """Have the effect, once, or say why not. For calls whose approval is given, or that need none."""
        tool = wanted.by
        if tool is None:
            raise RuntimeError("another program has this effect")
        if wanted.effect in UNRECORDED:
            return await perform(tool, wanted.args, run)
        async with self.lanes.within(foreseen.workflow_id):
            try:
                grant = await grant_of(wanted)
            except PlacetError as cannot:
                return failed(cannot.code, cannot.message, not_executed=True)
            before = foreseen.grant
            if (account_of(grant), grant.consent) != (account_of(before), before.consent):
                return failed(answers.CONSENT_CHANGED, answers.CHANGED_MEANWHILE, not_executed=True)
            started = await self._begun(self._beginning(foreseen.workflow_id, wanted, grant, task_id))
            if isinstance(started, Ended):
                return started
            if not isinstance(started, Operation):
                return await self._answered(started, wanted)
            return await self._have(started, tool, wanted, run)

    async def _begun(self, begin: Callable[[Tx], Operation | Replay]) -> Operation | Replay | Ended:
        try:
            return await self._ledger.commit(begin)
        except Exception as cannot:
            if isinstance(cannot, PlacetError) and not isinstance(cannot, LedgerWriteFailed):
                return failed(cannot.code, cannot.message, not_executed=True)
            _log.exception("an effect was not begun, since it could not be written down")
            return failed("not_recorded", NOT_WRITTEN_DOWN, not_executed=True)

    def _beginning(
        self, workflow_id: TaskId, wanted: Wanted, grant: Grant, task_id: TaskId | None
    ) -> Callable[[Tx], Operation | Replay]:
        """The commit that decides once more and writes the record: both see the same ledger."""

        def step(tx: Tx) -> Operation | Replay:
            workflow, earlier = tx.workflow(workflow_id), tx.concerning(workflow_id, wanted.tool)
            answer = judge(workflow, earlier, wanted, grant, tx.now)
            if not isinstance(answer, Run):
                return answer
            record = begun(workflow, earlier, wanted, grant, now=tx.now, task_id=task_id)
            if answer.again is not None:
                return tx.rerun_operation(answer.again.id, record)
            return tx.begin_operation(record)

        return step

    async def _have(self, operation: Operation, tool: Tool, wanted: Wanted, run: ToolRun) -> Ended:
        if run.stop.is_set():
            ended = cancelled(Refusal.STOPPED, answers.REFUSED[Refusal.STOPPED])
            untried = Settled(state=OperationState.NOT_RUN, returned=False)
            return await self._settled(operation, untried, ended, answers.STOPPED_BEFORE)
        ended = await perform(tool, wanted.args, replace(run, operation_id=operation.id))
        receipt = await self._receipt(operation, wanted, ended)
        proven = settle(
            wanted.effect,
            returned=ended.returned,
            not_executed=ended.not_executed,
            receipt=receipt,
            stopped=run.stop.is_set(),
        )
        return await self._settled(operation, proven, ended, _why(proven, operation))

    async def _settled(
        self, operation: Operation, settled: Settled, ended: Ended, error: str | None
    ) -> Ended:
        stopped = error == answers.STOPPED_BEFORE
        try:
            await self._ledger.commit(
                lambda tx: tx.settle_operation(operation.id, settled, error=error, refused=stopped)
            )
        except Exception:
            # The record stays in flight, which the next call reads as uncertain: never assume, never resend.
            _log.exception("what %s proves could not be written", operation.id)
            code = "not_recorded"
            return unsaid(ended.result, code, EVIDENCE_LOST) if ended.result else failed(code, EVIDENCE_LOST)
        return ended

    async def _receipt(self, operation: Operation, wanted: Wanted, ended: Ended) -> Receipt | None:
        """The evidence of an effect that was just had, or just failed: the tool's own, else one look."""
        given = ended.result.receipt if ended.result else None
        if given is not None and is_sound(given):
            return given
        if operation.is_read:
            return _seen(ended)
        if ended.not_executed or wanted.contract is None:
            return None
        return await self._look_up(operation, wanted)

    async def _look_up(self, operation: Operation, wanted: Wanted) -> Receipt | None:
        contract = wanted.contract
        if contract is None:
            return None
        lookup = Lookup(operation_id=operation.id, place=wanted.place, target=self._target(operation.task_id))
        try:
            found = await contract.reconcile(wanted.args, lookup)
        except Exception:
            _log.exception("looking %s up failed, so it stays unproven", operation.id)
            return None
        return found if found is not None and is_sound(found) else None

    def _target(self, task_id: TaskId | None) -> dict[str, object] | None:
        if task_id is None:
            return None
        try:
            text = self._ledger.reads.task(task_id).target
        except NotFound:
            return None
        return None if text is None else strict_json.load(text)

    async def _answered(self, answer: Replay, wanted: Wanted) -> Ended:
        """The end of a call whose effect isn't had: evidence, or a refusal in our words."""
        if isinstance(answer, Refuse):
            return _refused(answer.why)
        if isinstance(answer, ReturnEvidence):
            return completed(answers.evidence(answer.operation, answers.ALREADY_CONFIRMED))
        found = await self.reconcile(answer.operation, wanted) if isinstance(answer, Reconcile) else None
        if found is None:
            return _refused(Refusal.EFFECT_UNCERTAIN)
        return completed(answers.evidence(found, answers.RECOVERED))

    async def reconcile(self, operation: Operation, wanted: Wanted) -> Operation | None:
        """Look an unproven effect up, read-only, and write it down when it is there; None: it stays as it is.

        The caller has the workflow's lane, and asked whether the account is the same.
        """
        receipt = await self._look_up(operation, wanted)
        if receipt is None:
            return None
        proven = Settled(state=OperationState.CONFIRMED, returned=operation.returned is True, receipt=receipt)
        if operation.state is OperationState.IN_FLIGHT:
            return await self._ledger.commit(lambda tx: tx.settle_operation(operation.id, proven))
        if operation.state is OperationState.UNCERTAIN:
            return await self._ledger.commit(lambda tx: tx.reconcile_operation(operation.id, proven))
        return replace(operation, receipt=receipt)  # proven before, with another consent: the record stays

    def strayed(self, task: Task) -> bool:
        """Whether a call belongs to a run that this process knows nothing of: its effect may not be had."""
        if task.turn_id is None or task.conversation_id is None:
            return False
        return self._ledger.reads.workflows.of_turn(task.conversation_id, task.turn_id) is not None

    @staticmethod
    def stray() -> Ended:
        """How such a call ends."""
        return _refused(Refusal.STOPPED)

    def out_of_scope(self, workflow: Workflow, tool: str) -> CallOutcome | None:
        """The answer to a call of a tool that the workflow may not so much as name."""
        if scopes.allows(workflow.scope, tool):
            return None
        why = Refusal.OUT_OF_SCOPE
        return CallOutcome(status="refused", error_code=why.value, error=answers.REFUSED[why])

    def enter(self, tx: Tx, foreseen: Foreseen, wanted: Wanted, task_id: TaskId) -> CallOutcome | None:
        """Within the commit of a call's row, look that its run goes on still; an answer: it may not be made.

        Written after the run's end, it would wait for an answer on nobody's behalf (W9). What another program is about to
        do is written down here, since nothing later would.
        """
        workflow = tx.workflow(foreseen.workflow_id)
        if wanted.by is None:
            earlier = tx.concerning(workflow.id, wanted.tool)
            return outside_effects.begin(tx, workflow, earlier, wanted, foreseen.grant, task_id)
        if workflow.status is WorkflowStatus.RUNNING and workflow.turn_id == foreseen.turn_id:
            return None
        why = Refusal.STOPPED
        return CallOutcome(status="refused", error_code=why.value, error=answers.REFUSED[why])


def _seen(ended: Ended) -> Receipt | None:
    """The host's own receipt of a look: the digest of what came back. Whether that was nothing, only a connector says."""
    if ended.result is None or ended.error is not None:
        return None
    seen = digest(Purpose.RESULT, "read", ended.result.value)
    return Receipt(provider="host", id=seen, label="what was read")


def _refused(why: Refusal) -> Ended:
    if why is Refusal.STOPPED:
        return cancelled(why.value, answers.REFUSED[why])
    return failed(why.value, answers.REFUSED[why], not_executed=True)


def _why(settled: Settled, operation: Operation) -> str | None:
    """The fixed sentence that is kept with an operation: no provider's text (spec/workflows 1.2)."""
    if settled.state is OperationState.CONFIRMED:
        return None
    if settled.state is OperationState.NOT_RUN:
        return answers.NOT_ATTEMPTED
    if not settled.returned:
        return answers.FAILED_UNPROVEN
    return answers.UNPROVEN if operation.expects_receipt else answers.UNVERIFIABLE
