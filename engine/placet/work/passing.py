"""Letting a call pass by an owner's standing answer, in the very commit that writes it down: nobody is asked."""

from __future__ import annotations

from placet.ledger.tx import Tx
from placet.rules import grants, strict_json
from placet.rules.authority import Authority, Principal, Via
from placet.rules.grants import Grant
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, TaskStatus
from placet.rules.records import Task
from placet.work import ending, opening


def let_pass(tx: Tx, task: Task, *, locked: bool) -> bool:
    """Approve a task that was just written to wait, when a grant covers it; False: it goes on waiting.

    A repeat of what the owner just denied never passes, nor does a tool whose settings the owner locked (case 68).
    """
    if locked or task.repeat_of is not None:
        return False
    grant = next((one for one in tx.live_grants(task.agent_id, task.tool) if covers(one, task)), None)
    if grant is None:
        return False
    opening.open_direct(tx, task)
    by = by_rule(grant)
    ending.close_decided(
        tx,
        task.id,
        ApprovalState.APPROVED,
        decided_by=by.name,
        via=by.via.value,
        reason=None,
        shown_digest=None,
    )
    tx.use_grant(grant, task)
    tx.move(task.id, task.status, TaskStatus.RUNNING, Cause.APPROVE)
    return True


def by_rule(grant: Grant) -> Authority:
    """In whose name a grant decides: the owner's, by this rule."""
    return Authority(principal=Principal.OWNER, via=Via.RULE, code=f"grant:{grant.id}")


def covers(grant: Grant, task: Task) -> bool:
    """Whether a grant's words describe a task as it was asked for."""
    return grants.matches(grant, task.agent_id, task.tool, strict_json.load(task.args))
