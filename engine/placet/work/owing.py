"""What triggers owe because of a task, written in the very commit that makes or ends it (DECISIONS T5, T6).

Nobody is told here. A declaration that can't be read owes nothing and never keeps a task from being made or ended.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.ledger.tx import Tx
from placet.rules.basics import AgentId
from placet.rules.deliveries import Delivery, DeliveryStatus
from placet.rules.errors import NotFound
from placet.rules.events import TriggerDropped, TriggerDue, TriggerFailed, TriggerFired, TriggerFlawed
from placet.rules.lifecycle import Cause
from placet.rules.records import Agent, Task
from placet.rules.targets import TRIGGERS
from placet.rules.triggers import (
    MOST_HOPS,
    ON_TASK_COMPLETE,
    ON_TASK_CREATE,
    due_targets,
    made_by_code,
    triggers_of,
)

_log = logging.getLogger(__name__)

OUTCOME_UNKNOWN: Final = "The process ended while the handler was at work, so what it did is unknown."
UNKNOWN: Final = "outcome_unknown"
TARGET_REMOVED: Final = "target_removed"
GOES_ROUND: Final = "chain_limit"
LONGEST_ERROR: Final = 2000
"""How many characters of what a handler said of its failure are kept."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a handler ended; without a `code` it ended well. `error` is for people, and may hold the handler's words."""

    code: str | None = None
    error: str = ""


def created(tx: Tx, task: Task) -> None:
    """Owe `on_task_create` for a task that was just made. Called before its approval is told to anybody (T6)."""
    if _owe(tx, ON_TASK_CREATE, task):
        _record(tx, ON_TASK_CREATE, task)


def completed(tx: Tx, task: Task) -> None:
    """Owe `on_task_complete` for a task that just ended. That it is due is a fact, also when nobody is to be told."""
    _owe(tx, ON_TASK_COMPLETE, task)
    _record(tx, ON_TASK_COMPLETE, task)


def _record(tx: Tx, trigger: str, task: Task) -> None:
    tx.record(TriggerDue(agent_id=task.agent_id, task_id=task.id, trigger=trigger, status=task.status.value))


def _owe(tx: Tx, trigger: str, task: Task) -> bool:
    try:
        triggers, flaw = triggers_of(tx.declaration(task.agent_id))
    except NotFound:
        return False
    if flaw is not None:
        _report(task.agent_id, flaw)
    targets = due_targets(triggers, trigger, task)
    lambdas = {key for key, target in triggers.trigger(trigger).keyed().items() if target.function}
    if not lambdas.isdisjoint(targets) and _goes_round(tx, task):
        for key in lambdas.intersection(targets):
            tx.record(_dropped(task, trigger, key))
        targets = tuple(key for key in targets if key not in lambdas)
    for target in targets:
        tx.owe(task.agent_id, trigger, target, task_id=task.id, task_status=task.status.value)
    return bool(targets)


def _goes_round(tx: Tx, task: Task) -> bool:
    """Whether code made this task because of one that code made, and so on: handlers that keep one another busy."""
    hops = 0
    while made_by_code(task.origin) and task.parent_id is not None and hops < MOST_HOPS:
        try:
            task = tx.task(task.parent_id)
        except NotFound:  # it is so old that it was removed
            break
        hops += 1
    return hops >= MOST_HOPS


def _dropped(task: Task, trigger: str, target: str) -> TriggerDropped:
    return TriggerDropped(
        agent_id=task.agent_id, task_id=task.id, trigger=trigger, target=target, events=1, reason=GOES_ROUND
    )


@functools.lru_cache(maxsize=256)
def _report(agent_id: AgentId, flaw: str) -> None:
    """Log it once; the cache is what remembers."""
    _log.error("the triggers of %s can't be read and fire nothing: %s", agent_id, flaw)


def flaws_of(tx: Tx, agent: Agent) -> None:
    """Tell of the filters of a declaration, just written, that no tool's name can match."""
    triggers, _ = triggers_of(agent.declaration)
    for name in TRIGGERS:
        for target, what in triggers.trigger(name).keyed().items():
            for pattern in what.flaws():
                _log.warning("%s: the filter %r of %s matches no tool", agent.name, pattern, name)
                tx.record(TriggerFlawed(agent_id=agent.id, trigger=name, target=target, pattern=pattern))


def give_up(tx: Tx, lot: Sequence[Delivery]) -> None:
    """Withdraw what is owed to a target that the owner took away."""
    for it in lot:
        tx.move_delivery(
            it.seq, DeliveryStatus.DUE, DeliveryStatus.WITHDRAWN, Cause.WITHDRAW, code=TARGET_REMOVED
        )
    first = lot[0]
    tx.record(
        TriggerDropped(
            agent_id=first.agent_id,
            trigger=first.trigger,
            target=first.target,
            events=len(lot),
            reason=TARGET_REMOVED,
        )
    )


def end(tx: Tx, lot: Sequence[Delivery], frm: DeliveryStatus, outcome: Outcome) -> None:
    """End what went out together to one target, and tell how: of one event with its task, of several without."""
    to = DeliveryStatus.DELIVERED if outcome.code is None else DeliveryStatus.FAILED
    error = None if outcome.code is None else outcome.error[:LONGEST_ERROR]
    for it in lot:
        tx.move_delivery(it.seq, frm, to, Cause.FINISH, code=outcome.code, error=error)
    _tell_end(tx, lot, outcome.code, error)


def sweep(tx: Tx, seq: int) -> None:
    """Say of a delivery that a dead process started that its outcome is unknown; it is never started again."""
    tx.move_delivery(
        seq,
        DeliveryStatus.STARTED,
        DeliveryStatus.UNKNOWN,
        Cause.RESTART,
        code=UNKNOWN,
        error=OUTCOME_UNKNOWN,
    )
    _tell_end(tx, [tx.delivery(seq)], UNKNOWN, OUTCOME_UNKNOWN)


def _tell_end(tx: Tx, lot: Sequence[Delivery], code: str | None, error: str | None) -> None:
    first = lot[0]
    told: dict[str, Any] = {
        "agent_id": first.agent_id,
        "task_id": first.task_id if len(lot) == 1 else None,
        "trigger": first.trigger,
        "target": first.target,
        "events": len(lot),
        "test": first.is_test or None,
    }
    if code is None:
        tx.record(TriggerFired(**told))
    else:
        tx.record(TriggerFailed(**told, code=code, error=error or ""))
