"""What an outside harness reports of a call that it was allowed to run (DECISIONS T12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import strict_json
from placet.rules.basics import TaskId
from placet.rules.errors import Conflict
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TaskStatus
from placet.rules.outside import NO_REASON_GIVEN
from placet.rules.records import Task
from placet.work import ending


@dataclass(frozen=True, kw_only=True)
class Report:
    """How a call ended, by the word of whoever ran it. `result` is JSON-able; `error` is for people."""

    task_id: TaskId
    ok: bool
    result: Any = None
    error: str | None = None


class Outcomes:
    """Writes reports down, once for each task. Lives on the engine's loop."""

    def __init__(self, *, ledger: Ledger) -> None:
        self._ledger = ledger

    async def report(self, report: Report) -> Task:
        """End a decision-only task as its harness says. Callers have checked whose task it is.

        Raises:
            Conflict: the task isn't decision-only, isn't allowed yet, or has its outcome already.
            NotFound: no such task.
        """
        return await self._ledger.commit(lambda tx: _write(tx, report))


def _write(tx: Tx, report: Report) -> Task:
    task = tx.task(report.task_id)
    if not task.decision_only:
        raise Conflict("Placet runs this task itself and knows how it ends.")
    if task.status is not TaskStatus.RUNNING:
        raise Conflict(f"The task is {task.status.value}, so no outcome is awaited.")
    result = None if report.result is None else strict_json.dump(report.result)
    if report.ok:
        return ending.end(tx, task, TaskStatus.COMPLETED, Cause.FINISH, result=result)
    error = report.error or NO_REASON_GIVEN
    return ending.end(tx, task, TaskStatus.FAILED, Cause.FINISH, result=result, error=error)
