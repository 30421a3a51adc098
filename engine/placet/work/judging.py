"""What an effect below a workflow is, and what becomes of it: plain values, read from the ledger by whoever asks."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.rules import scope as scopes
from placet.rules.basics import Instant, TaskId, TurnId
from placet.rules.contracts import NO_ACCOUNT, NO_CONTRACT, OUTSIDE, Accountable, Grant
from placet.rules.errors import PlacetError, ToolFailed
from placet.rules.lifecycles import OperationState, WorkflowStatus
from placet.rules.operations import (
    Intent,
    Operation,
    Refuse,
    Replay,
    effect_key,
    operation_id,
    replay,
)
from placet.rules.ports import Effect, Place, Tool
from placet.rules.workflows import Workflow

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """An effect that a call below a workflow is about to have. `by` None: another program has it (T12)."""

    tool: str
    by: Tool | None
    effect: Effect
    args: Mapping[str, Any]
    digest: str
    place: Place
    turn_id: TurnId | None

    @property
    def contract(self) -> Accountable | None:
        """What its tool declares, if it declares anything."""
        return self.by if isinstance(self.by, Accountable) else None


NOT_SAID: Final = "Not done: the tool can't say with whose leave it would act."
UNRECORDED: Final = frozenset({Effect.NONE})
"""What such a tool does stays within Placet, so there is nothing to prove and no operation."""


async def grant_of(wanted: Wanted) -> Grant:
    """With which authority the effect would be had now.

    Raises:
        PlacetError: its tool can't say, `scope_unknown` when it broke over it.
    """
    if wanted.by is None:
        return OUTSIDE
    contract = wanted.contract
    if contract is None:
        return NO_CONTRACT
    try:
        return await contract.scope(wanted.args, wanted.place)
    except PlacetError:
        raise
    except Exception as error:
        _log.exception("the tool %s can't say for whom it would act", wanted.tool)
        raise ToolFailed(NOT_SAID, code="scope_unknown") from error


def account_of(grant: Grant) -> str:
    """The account as it is kept and compared: without its letter case, as everywhere (W8b)."""
    return NO_ACCOUNT if grant.account is None else grant.account.strip().casefold()


def judge(
    workflow: Workflow, earlier: Sequence[Operation], wanted: Wanted, grant: Grant, now: Instant
) -> Replay:
    """Say what becomes of the effect, given the workflow and everything that it did, as both stand now."""
    why = scopes.why_not(workflow.scope, wanted.tool, grant.account)
    if why is not None:
        return Refuse(why=why)
    over = workflow.status is not WorkflowStatus.RUNNING or wanted.turn_id not in {None, workflow.turn_id}
    bounds = scopes.bounds(workflow.scope, wanted.tool, restored=workflow.restored, stopped=over)
    return replay(_intent(workflow, wanted, grant, now), earlier, bounds)


def _intent(workflow: Workflow, wanted: Wanted, grant: Grant, now: Instant) -> Intent:
    return Intent(
        tool=wanted.tool,
        effect=wanted.effect,
        key=_key(workflow, wanted),
        input_digest=wanted.digest,
        account=account_of(grant),
        consent=grant.consent,
        goal_revision=workflow.goal_revision,
        expired=grant.expires_at is not None and grant.expires_at <= now,
        outside=wanted.by is None,
    )


def _key(workflow: Workflow, wanted: Wanted) -> str:
    contract = wanted.contract
    meaning = dict(wanted.args) if contract is None else contract.identity(wanted.args, wanted.place)
    # Of what another program did nothing is known, so no new goal frees its repetition (spec/workflows 2.2).
    return effect_key(wanted.tool, meaning, None if wanted.by is None else workflow.goal_revision)


def begun(
    workflow: Workflow,
    earlier: Sequence[Operation],
    wanted: Wanted,
    grant: Grant,
    *,
    now: Instant,
    task_id: TaskId | None,
) -> Operation:
    """The record of the effect, as it is written before it happens. No argument is in it."""
    intent = _intent(workflow, wanted, grant, now)
    looks = sum(done.key == intent.key for done in earlier) if intent.is_read else None
    return Operation(
        id=operation_id(workflow.id, intent.key, intent.account, intent.consent, observation=looks),
        workflow_id=workflow.id,
        ordinal=0,
        key=intent.key,
        tool=intent.tool,
        effect=intent.effect,
        input_digest=intent.input_digest,
        account=intent.account,
        consent=intent.consent,
        goal_revision=workflow.goal_revision,
        attempt=workflow.attempt,
        state=OperationState.IN_FLIGHT,
        started_at=now,
        expects_receipt=wanted.contract is not None,
        task_id=task_id,
    )
