"""The sweep at load, before anything listens: each row that a dead process left is put where the rules say.

Order: tool calls, one commit each; effects that were under way; one `loop.recovered` for each agent; the handlers and
the code that were at work; the turns. It is safe to run twice, since a swept row no longer matches. A row that can't be
swept is logged and never blocks the load (guide); a *damaged ledger* does block it, which is decided earlier, when the
file is opened: the two don't conflict.
"""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import AgentId, BootId, TaskId, TurnId
from placet.rules.effect_answers import NOBODY_KNOWS
from placet.rules.events import LoopRecovered
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, RunStatus, TaskStatus, TurnStatus
from placet.rules.records import AgentState, Task
from placet.rules.restart import LEAVE, plan
from placet.work import ending, owing

_log = logging.getLogger(__name__)
INTERRUPTED = "The process ended during this turn."
CUT_OFF = "The process ended during this run; what it did up to then stays."


@dataclass
class _Swept:
    running: Counter[AgentId] = field(default_factory=Counter)
    awaiting: Counter[AgentId] = field(default_factory=Counter)

    def agents(self) -> list[AgentId]:
        return sorted(set(self.running) | set(self.awaiting))


def sweep(ledger: Ledger, boot: BootId) -> None:
    """Put every open row of an earlier boot where the restart rule says. Called once, before the loop runs."""
    swept = _Swept()
    for task_id in ledger.reads.unswept(boot):
        try:
            _count(swept, ledger.commit_blocking(partial(_sweep_task, task_id=task_id)))
        except Exception:
            _log.exception("the row %s could not be swept and stays as it is", task_id)
    _unsettle(ledger)
    for agent_id in swept.agents():
        _recovered(ledger, agent_id, swept)
    _end_handlers(ledger, boot)
    _end_runs(ledger, boot)
    _end_turns(ledger, boot)


def _sweep_task(tx: Tx, task_id: TaskId) -> Task | None:
    """Sweep one row; the answer is the row as it was, or None when it stays."""
    task = tx.task(task_id)
    what = plan(task, below_workflow=_is_below_workflow(tx, task))
    if what == LEAVE or what.status is None:
        return None
    if what.approval is not None:
        closing = Cause.WITHDRAW if what.approval is ApprovalState.WITHDRAWN else Cause.RESTART
        ending.close_unanswered(tx, task, what.approval, closing, what.error or "")
    ending.end(tx, task, what.status, what.by, swept=True, error=what.error)
    return task


def _is_below_workflow(tx: Tx, task: Task) -> bool:
    if task.turn_id is None or task.conversation_id is None:
        return False
    return tx.workflow_of_turn(task.conversation_id, task.turn_id) is not None


def _count(swept: _Swept, task: Task | None) -> None:
    if task is not None:
        (swept.running if task.status is TaskStatus.RUNNING else swept.awaiting)[task.agent_id] += 1


def _recovered(ledger: Ledger, agent_id: AgentId, swept: _Swept) -> None:
    fact = LoopRecovered(
        agent_id=agent_id, running=swept.running[agent_id], awaiting_approval=swept.awaiting[agent_id]
    )
    ledger.commit_blocking(lambda tx: tx.record(fact))


def _unsettle(ledger: Ledger) -> None:
    """An effect that was under way may have happened: it is uncertain from now on, whatever its call says."""
    for operation_id in ledger.reads.workflows.in_flight():
        try:
            ledger.commit_blocking(partial(_be_uncertain, operation_id=operation_id))
        except Exception:
            _log.exception("the operation %s could not be swept and stays in flight", operation_id)


def _be_uncertain(tx: Tx, operation_id: str) -> None:
    tx.unsettle_operation(operation_id, Cause.RESTART, NOBODY_KNOWS)


def _end_handlers(ledger: Ledger, boot: BootId) -> None:
    """A handler that was at work may have done anything; what nobody was told of yet is still owed."""
    for seq in ledger.reads.deliveries.left_behind(boot):
        try:
            ledger.commit_blocking(partial(owing.sweep, seq=seq))
        except Exception:
            _log.exception("the delivery %d could not be swept and stays as it is", seq)


def _end_runs(ledger: Ledger, boot: BootId) -> None:
    """Code that was at work was cut off in the middle: the log says so, and nobody starts it again."""
    for run in ledger.reads.running_runs():
        if run.boot != boot:
            ledger.commit_blocking(partial(_cut_off, run_id=run.id))


def _cut_off(tx: Tx, run_id: str) -> None:
    tx.end_run(run_id, RunStatus.INTERRUPTED, Cause.RESTART, code="interrupted", message=CUT_OFF)


def _end_turns(ledger: Ledger, boot: BootId) -> None:
    """A turn never resumes by itself: it ends as interrupted, and its agent is idle again."""
    for turn in ledger.reads.running_turns():
        if turn.boot != boot:
            ledger.commit_blocking(partial(_interrupt, turn_id=turn.id))
    for agent in ledger.reads.agents():
        if agent.state in {AgentState.THINKING, AgentState.AWAITING_APPROVAL}:
            ledger.commit_blocking(partial(_be_idle, agent_id=agent.id))


def _interrupt(tx: Tx, turn_id: TurnId) -> None:
    tx.end_turn(turn_id, TurnStatus.INTERRUPTED, Cause.RESTART, error=INTERRUPTED)


def _be_idle(tx: Tx, agent_id: AgentId) -> None:
    tx.set_agent_state(agent_id, AgentState.IDLE)
