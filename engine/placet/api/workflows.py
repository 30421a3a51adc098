"""Workflows at the front door: the commands, the questions, and the rows that answer them (ADR 0038)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.api.commands import Command
from placet.api.queries import Query
from placet.api.views import SecretRow

KIND = "workflow"
MOST_RECEIPTS: Final = 100
MOST_UNSURE: Final = 100
"""How much of a long past is in a workflow's own row; all of it is in its operations, which come by the page."""


@dataclass(frozen=True, kw_only=True)
class CreateWorkflow(Command):
    """Give an agent a goal. By: the owner. Answer: `CreatedWorkflow`, once it is on the disk.

    No demand and no scope can be set here: what nobody checks ends `unverified`, however well it went.
    """

    agent: str
    text: str
    title: str | None = None
    request_key: str | None = None


@dataclass(frozen=True, kw_only=True)
class CreateGuidedWorkflow(Command):
    """Start one of the guided workflows, whose steps, scope and demands are code (W8b). By: the owner.

    `given` is what it is started with; members that are None are absent. Answer: `CreatedWorkflow`.
    """

    agent: str
    guided: str
    given: Mapping[str, Any]
    request_key: str | None = None


@dataclass(frozen=True, kw_only=True)
class StopWorkflow(Command):
    """Stop a workflow; an ended one stays as it is. By: the owner. Answer: `WorkflowRow`."""

    workflow_id: str


@dataclass(frozen=True, kw_only=True)
class RetryWorkflow(Command):
    """Run an ended workflow again for the same goal. Of two at once one wins. By: the owner. Answer: `WorkflowRow`."""

    workflow_id: str


@dataclass(frozen=True, kw_only=True)
class ResumeWorkflow(Command):
    """Take up an interrupted workflow. By: the owner. Answer: `WorkflowRow`."""

    workflow_id: str


@dataclass(frozen=True, kw_only=True)
class ContinueWorkflow(Command):
    """Give an ended workflow its next goal, under the same scope. By: the owner. Answer: `WorkflowRow`."""

    workflow_id: str
    text: str
    request_key: str | None = None


@dataclass(frozen=True, kw_only=True)
class RemoveWorkflow(Command):
    """Take an ended workflow off the list. By: the owner. Answer: True, its row stays since it proves something."""

    workflow_id: str


@dataclass(frozen=True, kw_only=True)
class CheckOperation(Command):
    """Look an uncertain effect up again, read-only. It resends nothing. By: the owner. Answer: `OperationRow`."""

    workflow_id: str
    operation_id: str


@dataclass(frozen=True, kw_only=True)
class NoteLook(Command):
    """Say what the owner saw of an effect: shown and kept, never a receipt, never a leave to resend (W3).

    By: the owner. Answer: `OperationRow`.
    """

    workflow_id: str
    operation_id: str
    happened: bool
    reason: str


@dataclass(frozen=True, kw_only=True)
class GetWorkflow(Query):
    """One workflow, archived or not. Answer: `WorkflowRow`; `NotFound`."""

    workflow_id: str


@dataclass(frozen=True, kw_only=True)
class ListWorkflows(Query):
    """The workflows that aren't archived, newest first. Filters combine. Answer: a tuple of `WorkflowRow`."""

    agent: str | None = None
    statuses: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    q: str | None = None
    limit: int = 200
    before: str | None = None


@dataclass(frozen=True, kw_only=True)
class ListOperations(Query):
    """A page of a workflow's operations, in the order of their beginning. Answer: a tuple of `OperationRow`; `NotFound`.

    `after` is the id of the last row shown; `limit` is 1 to 1000. `newest_first` turns the order round. `state` lets
    those of one state through; how many there are of each is in `WorkflowRow.operation_counts`.
    """

    workflow_id: str
    state: str | None = None
    limit: int = 200
    after: str | None = None
    newest_first: bool = False


@dataclass(frozen=True, kw_only=True)
class GetOperation(Query):
    """One operation of a workflow. Answer: `OperationRow`; `NotFound`."""

    workflow_id: str
    operation_id: str


@dataclass(frozen=True, kw_only=True)
class ReceiptRow:
    """A provider's own evidence. `url` is https or an address of this site, or None."""

    operation_id: str
    tool: str
    goal_revision: int
    provider: str
    id: str
    label: str
    url: str | None
    empty: bool


@dataclass(frozen=True, kw_only=True)
class LookRow:
    """What the owner saw of an effect, in his own words."""

    happened: bool
    reason: str
    at_ms: int


@dataclass(frozen=True, kw_only=True)
class OperationRow:
    """One effect. Moments in ms. `unsure`: it may have happened, and nobody can show it."""

    id: str
    workflow_id: str
    tool: str
    effect: str
    account: str
    consent: str
    state: str
    goal_revision: int
    attempt: int
    input_digest: str
    receipt: ReceiptRow | None
    error: str | None
    refused: bool
    unsure: bool
    started_at: int
    confirmed_at: int | None
    task_id: str | None
    looks: tuple[LookRow, ...]
    can_check: bool


@dataclass(frozen=True, kw_only=True)
class WorkflowRow:
    """One workflow. Moments in ms. `summary` is the model's own word and proves nothing; `summary_secrets` are masked in
    `shown_summary` (prompt rule 9).

    `verdict` and `reasons` weigh the evidence as it is now; None before the first run. `missing` names the tools whose
    demanded effects nothing proves, `unsure` the operations that nobody can show, at most `MOST_UNSURE` of them.
    `receipts` are those of the newest `MOST_RECEIPTS` proven operations, oldest first. `operation_counts` is total over
    the states. `from_conversation_id`: the conversation that handed it off, if one did.
    """

    id: str
    seq: int
    agent: str
    agent_id: str
    title: str
    text: str
    status: str
    phase: str
    goal_revision: int
    attempt: int
    expectations: tuple[Mapping[str, Any], ...]
    tool_scope: Mapping[str, Any] | None
    guided: str | None
    from_conversation_id: str | None
    model_completed: bool
    verification: str
    verdict: str | None
    reasons: tuple[str, ...]
    missing: tuple[str, ...]
    unsure: tuple[str, ...]
    summary: str | None
    shown_summary: str
    summary_secrets: tuple[SecretRow, ...]
    error: str | None
    receipts: tuple[ReceiptRow, ...]
    operation_counts: Mapping[str, int]
    conversation_id: str
    turn_id: str | None
    archived: bool
    restored: bool
    request_key: str | None
    created_at: int
    started_at: int | None
    ended_at: int | None
    can_stop: bool
    can_retry: bool
    can_resume: bool
    can_continue: bool
    can_remove: bool
    kind: str = KIND


@dataclass(frozen=True, kw_only=True)
class CreatedWorkflow:
    """The workflow of a request. `replayed`: an earlier one had the same key and body; it wasn't started again."""

    row: WorkflowRow
    replayed: bool
