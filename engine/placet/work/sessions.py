"""The end of an outside harness's session: nothing of it is waited for any longer (DECISIONS T12)."""

from __future__ import annotations

from typing import Final

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import strict_json
from placet.rules.basics import AgentId, TaskId
from placet.rules.errors import NotResolvable
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TOOL_CALL, TaskStatus
from placet.rules.records import Task
from placet.work import ending
from placet.work.decisions import Decisions

__all__ = ["NOT_REPORTED", "Sessions"]

NOT_REPORTED: Final = "outcome not reported"
_ALL: Final = 1_000_000


class Sessions:
    """Closes what a harness's session left behind. Lives on the engine's loop."""

    def __init__(self, *, ledger: Ledger, decisions: Decisions) -> None:
        self._ledger = ledger
        self._decisions = decisions

    async def end(self, agent_id: AgentId, session_id: str) -> list[TaskId]:
        """End every decision-only task of a session: what waits is withdrawn, what was allowed counts as failed.

        A session that left nothing, or that nobody knows, is nothing to do.
        """
        found = self._ledger.reads.tasks(agent_id=agent_id, statuses=sorted(TOOL_CALL.open), limit=_ALL)
        return [task.id for task in found if _is_of(task, session_id) and await self._end(task)]

    async def _end(self, task: Task) -> bool:
        if task.status is not TaskStatus.RUNNING:
            try:
                await self._decisions.cancel(task)
            except NotResolvable:
                return False  # its end, or its outcome, came while we were about it
        # Approved in between, or running all the time: nobody is left who could report it.
        return await self._ledger.commit(lambda tx: _fail(tx, task.id))


def _fail(tx: Tx, task_id: TaskId) -> bool:
    task = tx.task(task_id)
    if task.status is TaskStatus.RUNNING:
        ending.end(tx, task, TaskStatus.FAILED, Cause.FINISH, error=NOT_REPORTED)
        return True
    return task.status is TaskStatus.CANCELLED


def _is_of(task: Task, session_id: str) -> bool:
    if not task.decision_only or task.source is None:
        return False
    source = strict_json.load(task.source)
    return isinstance(source, dict) and source.get("session_id") == session_id
