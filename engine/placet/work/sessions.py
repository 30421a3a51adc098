"""The end of an outside harness's session: nothing of it is waited for any longer (DECISIONS T12)."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any, Final

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import strict_json
from placet.rules.basics import AgentId, Clock, TaskId
from placet.rules.errors import NotResolvable, YesGiven
from placet.rules.events import ASKER, TaskChanged
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TOOL_CALL, TaskStatus
from placet.rules.outside import process_of
from placet.rules.records import Task
from placet.work import ending
from placet.work.decisions import Decisions

__all__ = ["GONE", "NOT_REPORTED", "Sessions", "source_of"]

NOT_REPORTED: Final = "outcome not reported"
GONE: Final = "outcome unknown: the program that ran it has ended without a word"
_ALL: Final = 1_000_000


class Sessions:
    """Closes what a harness's session left behind. Lives on the engine's loop."""

    def __init__(self, *, ledger: Ledger, decisions: Decisions, clock: Clock) -> None:
        self._ledger = ledger
        self._decisions = decisions
        self._began_ms = clock.now_ms()
        self._given: dict[TaskId, str] = {}
        self._askers: dict[TaskId, str | None] = {}
        self.asked_anew = asyncio.Event()
        """Set when a program said which process asks, for whoever looks after those."""

    async def asked(self, task_id: TaskId, source: Mapping[str, Any] | None, *, found: bool) -> None:
        """Remember which process asks for a task now. `found`: the row is one that an earlier process may have made.

        That is written down where it is another one: after a restart too it is the one that may have gone.
        """
        process = process_of(source)
        if process is None:
            return
        task = self._ledger.reads.task(task_id) if found and self._askers.get(task_id) != process else None
        if task is not None and self.asker(task) != process:
            came = TaskChanged(agent_id=task.agent_id, task_id=task_id, what=ASKER, process=process)
            await self._ledger.commit(lambda tx: tx.record(came))
        self._askers[task_id] = process
        self.asked_anew.set()

    def asker(self, task: Task) -> str | None:
        """Which process asked for a task last; None: it never said. From any thread."""
        if task.id not in self._askers:
            last = self._ledger.reads.activity.last_asker(task.id)
            self._askers.setdefault(task.id, last or process_of(source_of(task)))
        return self._askers.get(task.id)

    def remember_only(self, tasks: Collection[TaskId]) -> None:
        """Forget who asked for any other task, and who got its yes."""
        self._askers = {task_id: it for task_id, it in self._askers.items() if task_id in tasks}
        self._given = {task_id: it for task_id, it in self._given.items() if task_id in tasks}

    def give(self, task: Task, asker: str) -> None:
        """Give the yes of a running decision-only task to one asker: the same question under one key is still one run.

        Raises:
            YesGiven: another one has it, or may have it from before the engine's last start.
        """
        if task.id not in self._given and (task.started_at or 0) < self._began_ms:
            raise YesGiven("It was allowed before the engine's last start, and may have run since.")
        if self._given.setdefault(task.id, asker) != asker:
            raise YesGiven("It was allowed before, to another that asked; that yes is used.")

    async def end(self, agent_id: AgentId, session_id: str) -> list[TaskId]:
        """End every decision-only task of a session: what waits is withdrawn, what was allowed counts as failed.

        A session that left nothing, or that nobody knows, is nothing to do.
        """
        found = self._ledger.reads.tasks(agent_id=agent_id, statuses=sorted(TOOL_CALL.open), limit=_ALL)
        return [task.id for task in found if _is_of(task, session_id) and await self._end(task)]

    async def lose(self, task: Task) -> bool:
        """End a decision-only task whose program is gone: what waits is withdrawn, of what was allowed nobody knows."""
        return await self._end(task, GONE)

    async def _end(self, task: Task, error: str = NOT_REPORTED) -> bool:
        if task.status is not TaskStatus.RUNNING:
            try:
                await self._decisions.cancel(task)
            except NotResolvable:
                return False  # its end, or its outcome, came while we were about it
        # Approved in between, or running all the time: nobody is left who could report it.
        return await self._ledger.commit(lambda tx: _fail(tx, task.id, error))


def _fail(tx: Tx, task_id: TaskId, error: str) -> bool:
    task = tx.task(task_id)
    if task.status is TaskStatus.RUNNING:
        ending.end(tx, task, TaskStatus.FAILED, Cause.FINISH, error=error)
        return True
    return task.status is TaskStatus.CANCELLED


def _is_of(task: Task, session_id: str) -> bool:
    return task.decision_only and source_of(task).get("session_id") == session_id


def source_of(task: Task) -> Mapping[str, Any]:
    """What an outside harness said of itself when it asked; nothing when it said nothing."""
    source = None if task.source is None else strict_json.load(task.source)
    return source if isinstance(source, dict) else {}
