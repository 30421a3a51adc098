"""Answers for workflows: commands into the rooms that carry them out, records into rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, Protocol

from placet.agents.workflow_runs import WorkflowRuns
from placet.api import workflows as api
from placet.api.commands import Command
from placet.api.queries import Query
from placet.api.rows import masked_block, secret_rows
from placet.rules.authority import Authority
from placet.rules.basics import AgentId, ConversationId
from placet.rules.errors import BadInput, NotFound
from placet.rules.handoff import handed_off_by
from placet.rules.lifecycle import Cause, Phase
from placet.rules.lifecycles import WORKFLOW, OperationState, WorkflowStatus
from placet.rules.masking import secrets
from placet.rules.operations import Operation
from placet.rules.verification import Assessment, Evidence, assess
from placet.rules.workflows import Looked, Workflow, check_client_key
from placet.work.guiding import Guiding
from placet.work.roster import Roster
from placet.work.workflows import NewWorkflow, Workflows

_MAX_LIMIT: Final = 1000
Handler = Callable[[Any, Authority], Awaitable[Any]]


class WorkflowReader(Protocol):
    """What is asked of the ledger's reader. Each is one statement on a read-only connection."""

    def one(self, workflow_id: str) -> Workflow:
        """One, archived or not; raises NotFound."""
        ...

    def listed(
        self,
        limit: int,
        *,
        statuses: Sequence[str] = (),
        agent_id: AgentId | None = None,
        q: str | None = None,
        before: int | None = None,
    ) -> list[Workflow]:
        """Those that aren't archived, newest first; `before` is the `seq` of the last one shown."""
        ...

    def operation(self, operation_id: str) -> Operation:
        """One operation; raises NotFound."""
        ...

    def page_of_operations(
        self,
        workflow_id: str,
        limit: int,
        *,
        state: OperationState | None = None,
        after: str | None = None,
        newest_first: bool = False,
    ) -> list[Operation]:
        """A page of a workflow's operations; raises NotFound for a foreign `after`."""
        ...

    def count_operations(self, workflow_id: str) -> dict[str, int]:
        """How many stand in each state."""
        ...

    def newest_proven(self, workflow_id: str, limit: int) -> list[Operation]:
        """The newest that have a receipt, newest first."""
        ...

    def evidence(self, workflow: Workflow) -> Evidence:
        """What decides the verdict."""
        ...

    def looks(self, operation_ids: Sequence[str]) -> list[Looked]:
        """What the owner saw of these operations, oldest first."""
        ...


class WorkflowReadings:
    """Answers the queries. From any thread. `agent_id` finds an agent by its id or name."""

    def __init__(self, reader: WorkflowReader, agent_id: Callable[[str | None], AgentId | None]) -> None:
        self._reader = reader
        self._agent_id = agent_id
        self.answers: dict[type[Query], Callable[[Any], Any]] = {
            api.GetWorkflow: lambda query: self.row(self._reader.one(query.workflow_id)),
            api.ListWorkflows: self._listed,
            api.ListOperations: self._operations,
            api.GetOperation: lambda query: self.operation(query.workflow_id, query.operation_id),
        }

    def row(self, workflow: Workflow) -> api.WorkflowRow:
        """One workflow with its evidence as it is now. What it costs doesn't grow with what the workflow did."""
        reader = self._reader
        proven = reader.newest_proven(workflow.id, api.MOST_RECEIPTS)
        found = assess(workflow.expectations, workflow.goal_revision, reader.evidence(workflow))
        return workflow_row(workflow, found, proven[::-1], reader.count_operations(workflow.id))

    def operation(self, workflow_id: str, operation_id: str) -> api.OperationRow:
        """One operation of a workflow.

        Raises:
            NotFound: it has none of this id.
        """
        found = self._reader.operation(operation_id)
        if found.workflow_id != workflow_id:
            raise NotFound("This workflow has no such operation.")
        return operation_row(found, self._reader.looks([found.id]))

    def _listed(self, query: api.ListWorkflows) -> tuple[api.WorkflowRow, ...]:
        _check_limit(query.limit)
        statuses = _statuses(query)
        if query.phases and not statuses:
            return ()
        found = self._reader.listed(
            query.limit,
            statuses=statuses,
            agent_id=self._agent_id(query.agent),
            q=query.q,
            before=None if query.before is None else self._reader.one(query.before).seq,
        )
        return tuple(self.row(workflow) for workflow in found)

    def _operations(self, query: api.ListOperations) -> tuple[api.OperationRow, ...]:
        _check_limit(query.limit)
        self._reader.one(query.workflow_id)
        found = self._reader.page_of_operations(
            query.workflow_id,
            query.limit,
            state=None if query.state is None else _state(query.state),
            after=query.after,
            newest_first=query.newest_first,
        )
        looks = self._reader.looks([it.id for it in found])
        return tuple(operation_row(it, looks) for it in found)


class WorkflowCommands:
    """Carries out the commands, all of them the owner's. Lives on the engine's loop.

    `check` looks an effect of a workflow up again, read-only.
    """

    def __init__(
        self,
        *,
        workflows: Workflows,
        runs: WorkflowRuns,
        roster: Roster,
        readings: WorkflowReadings,
        check: Callable[[str], Awaitable[None]],
        guiding: Guiding,
    ) -> None:
        self._workflows = workflows
        self._runs = runs
        self._roster = roster
        self._readings = readings
        self._check = check
        self._guiding = guiding
        self.owners: dict[type[Command], Handler] = {
            api.CreateWorkflow: self._create,
            api.CreateGuidedWorkflow: self._create_guided,
            api.StopWorkflow: self._stop,
            api.RetryWorkflow: self._retry,
            api.ResumeWorkflow: self._resume,
            api.ContinueWorkflow: self._continue,
            api.RemoveWorkflow: self._remove,
            api.CheckOperation: self._check_operation,
            api.NoteLook: self._note_look,
        }

    async def take_message(self, conversation_id: ConversationId, text: str) -> str | None:
        """Have what the owner wrote into a conversation become its workflow's next goal; None: it is no workflow's.

        Raises:
            BadInput, Conflict: as with `ContinueWorkflow`.
        """
        workflow = await self._workflows.say(conversation_id, text)
        return None if workflow is None else workflow.id

    async def _create(self, command: api.CreateWorkflow, _: Authority) -> api.CreatedWorkflow:
        return await self._made(
            NewWorkflow(
                agent=self._roster.find(command.agent),
                text=command.text,
                title=command.title,
                key=check_client_key(command.request_key),
            )
        )

    async def _create_guided(self, command: api.CreateGuidedWorkflow, _: Authority) -> api.CreatedWorkflow:
        return await self._made(
            NewWorkflow(
                agent=self._roster.find(command.agent),
                guided=command.guided,
                given={key: value for key, value in command.given.items() if value is not None},
                filled=self._guiding.fill(command.guided, command.given),
                key=check_client_key(command.request_key),
            )
        )

    async def _made(self, asked: NewWorkflow) -> api.CreatedWorkflow:
        made = await self._workflows.create(asked)
        return api.CreatedWorkflow(row=self._readings.row(made.workflow), replayed=made.replayed)

    async def _stop(self, command: api.StopWorkflow, _: Authority) -> api.WorkflowRow:
        return self._readings.row(await self._runs.stop(command.workflow_id))

    async def _retry(self, command: api.RetryWorkflow, _: Authority) -> api.WorkflowRow:
        return self._readings.row(await self._workflows.retry(command.workflow_id))

    async def _resume(self, command: api.ResumeWorkflow, _: Authority) -> api.WorkflowRow:
        return self._readings.row(await self._workflows.retry(command.workflow_id, resume=True))

    async def _continue(self, command: api.ContinueWorkflow, _: Authority) -> api.WorkflowRow:
        key = check_client_key(command.request_key)
        return self._readings.row(await self._workflows.continue_(command.workflow_id, command.text, key))

    async def _remove(self, command: api.RemoveWorkflow, _: Authority) -> bool:
        return await self._workflows.archive(command.workflow_id)

    async def _check_operation(self, command: api.CheckOperation, _: Authority) -> api.OperationRow:
        self._workflows.check_has(command.workflow_id, command.operation_id)
        await self._check(command.operation_id)
        return self._readings.operation(command.workflow_id, command.operation_id)

    async def _note_look(self, command: api.NoteLook, _: Authority) -> api.OperationRow:
        await self._workflows.note_look(
            command.workflow_id, command.operation_id, happened=command.happened, reason=command.reason
        )
        return self._readings.operation(command.workflow_id, command.operation_id)


def _check_limit(limit: int) -> None:
    if not 1 <= limit <= _MAX_LIMIT:
        raise BadInput(f"limit is 1 to {_MAX_LIMIT}.", pointer="/limit")


def _state(word: str) -> OperationState:
    try:
        return OperationState(word)
    except ValueError:
        raise BadInput(f"state must be one of {', '.join(sorted(OperationState))}.") from None


def _statuses(query: api.ListWorkflows) -> tuple[str, ...]:
    """The statuses that both filters let through; empty means every one, or none when the phases left nothing."""
    if not WORKFLOW.statuses.issuperset(query.statuses):
        raise BadInput("There is no such status.", pointer="/status")
    if not {phase.value for phase in Phase}.issuperset(query.phases):
        raise BadInput("There is no such phase.", pointer="/phase")
    if not query.phases:
        return query.statuses
    fitting = (str(status) for status, phase in WORKFLOW.phases.items() if phase.value in query.phases)
    return tuple(status for status in fitting if not query.statuses or status in query.statuses)


def workflow_row(
    workflow: Workflow, found: Assessment, proven: Sequence[Operation], counts: Mapping[str, int]
) -> api.WorkflowRow:
    """One workflow, with what may be done to it, what its evidence comes to now, and what proves some of it."""
    has_run, status = workflow.started_at is not None, workflow.status
    listed = workflow.archived_at is None
    return api.WorkflowRow(
        id=workflow.id,
        seq=workflow.seq,
        agent=workflow.agent,
        agent_id=workflow.agent_id,
        title=workflow.title,
        text=workflow.text,
        status=status.value,
        phase=WORKFLOW.phases[status].value,
        goal_revision=workflow.goal_revision,
        attempt=workflow.attempt,
        expectations=tuple(asdict(it) for it in workflow.expectations),
        tool_scope=None if workflow.scope is None else asdict(workflow.scope),
        guided=workflow.guided,
        from_conversation_id=handed_off_by(workflow),
        model_completed=workflow.model_completed,
        verification=workflow.verification.value,
        verdict=found.verdict.value if has_run else None,
        reasons=tuple(it.value for it in found.reasons) if has_run else (),
        missing=tuple(it.tool for it in found.missing) if has_run else (),
        unsure=found.unsure[: api.MOST_UNSURE],
        summary=workflow.summary,
        shown_summary=masked_block(workflow.summary or ""),
        summary_secrets=secret_rows(secrets(workflow.summary or "")),
        error=workflow.error,
        receipts=tuple(row for it in proven if (row := _receipt_row(it)) is not None),
        operation_counts=counts,
        conversation_id=workflow.conversation_id,
        turn_id=workflow.turn_id,
        archived=not listed,
        restored=workflow.restored,
        request_key=workflow.request_key,
        created_at=workflow.created_at,
        started_at=workflow.started_at,
        ended_at=workflow.ended_at,
        can_stop=_may(status, Cause.CANCEL),
        can_retry=listed and _may(status, Cause.RETRY),
        can_resume=listed and _may(status, Cause.RESUME),
        can_continue=_may(status, Cause.CONTINUE),
        can_remove=listed and status in WORKFLOW.ended,
    )


def _may(status: WorkflowStatus, cause: Cause) -> bool:
    return any(edge.frm == status and cause in edge.by for edge in WORKFLOW.edges)


def _receipt_row(operation: Operation) -> api.ReceiptRow | None:
    receipt = operation.receipt
    if receipt is None:
        return None
    return api.ReceiptRow(
        operation_id=operation.id,
        tool=operation.tool,
        goal_revision=operation.goal_revision,
        provider=receipt.provider,
        id=receipt.id,
        label=receipt.label,
        url=receipt.url,
        empty=receipt.empty,
    )


def operation_row(operation: Operation, looks: Sequence[Looked]) -> api.OperationRow:
    """One operation, with what the owner saw of it."""
    confirmed = operation.state is OperationState.CONFIRMED
    seen = (it for it in looks if it.operation_id == operation.id)
    return api.OperationRow(
        id=operation.id,
        workflow_id=operation.workflow_id,
        tool=operation.tool,
        effect=operation.effect.value,
        account=operation.account,
        consent=operation.consent,
        state=operation.state.value,
        goal_revision=operation.goal_revision,
        attempt=operation.attempt,
        input_digest=operation.input_digest,
        receipt=_receipt_row(operation),
        error=operation.error,
        refused=operation.refused,
        unsure=operation.is_unsure,
        started_at=operation.started_at,
        confirmed_at=operation.settled_at if confirmed else None,
        task_id=operation.task_id,
        looks=tuple(api.LookRow(happened=it.happened, reason=it.reason, at_ms=it.at_ms) for it in seen),
        can_check=operation.state is OperationState.UNCERTAIN and operation.expects_receipt,
    )
