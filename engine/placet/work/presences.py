"""Notices that a program that asked is gone: what it was allowed to run has nobody left to say how it ended.

A harness that is killed reports nothing more, and no hook of it tells that its session is over. It says with each call which
process it is (`placet.hook.descent`); one that isn't there at two looks in a row has ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from placet.hook import descent
from placet.ledger.ledger import Ledger
from placet.rules.basics import TaskId
from placet.rules.lifecycles import TaskStatus
from placet.rules.narrowing import Narrowing
from placet.rules.records import Task
from placet.work.sessions import Sessions, source_of

__all__ = ["Presences"]

_EVERY_S: Final = 15.0
_MOST: Final = 10_000
_ASK_ONCE: Final = frozenset({"mcp", "python", "acp"})
"""The harnesses whose questions have names that nobody asks under again: without them, they wait for nobody."""


class Presences:
    """Looks now and then whether those who asked are still there. Lives on the engine's loop."""

    def __init__(
        self, *, ledger: Ledger, sessions: Sessions, is_gone: Callable[[str], bool] = descent.is_gone
    ) -> None:
        self._ledger = ledger
        self._sessions = sessions
        self._is_gone = is_gone
        self._missed: frozenset[TaskId] = frozenset()

    async def run(self) -> None:
        """Look for ever: every now and then while there is somebody to look after, else once somebody asked."""
        while True:
            await asyncio.sleep(_EVERY_S)
            self._sessions.asked_anew.clear()
            if not await self.look():
                await self._sessions.asked_anew.wait()

    async def look(self) -> bool:
        """Look once, and end what was left behind by those who were gone the last time too.

        Answers whether there is anybody to look after.
        """
        asked = await asyncio.to_thread(self._asked)
        self._sessions.remember_only({task.id for task in asked})
        told = await asyncio.to_thread(self._told, asked) if asked else []
        left = {task.id: task for task in await asyncio.to_thread(self._left_behind, told)} if told else {}
        for task_id in self._missed & left.keys():
            await self._sessions.lose(left[task_id])
        self._missed = frozenset(left)
        return bool(told)

    def _asked(self) -> list[Task]:
        statuses = (TaskStatus.RUNNING, TaskStatus.PENDING_APPROVAL)
        return self._ledger.reads.tasks(statuses=statuses, more=Narrowing(outside=True), limit=_MOST)

    def _told(self, asked: list[Task]) -> list[Task]:
        """Those of which it is known which process asks."""
        return [task for task in asked if self._sessions.asker(task) is not None]

    def _left_behind(self, asked: list[Task]) -> list[Task]:
        return [task for task in asked if self._is_left(task)]

    def _is_left(self, task: Task) -> bool:
        process = self._sessions.asker(task)
        # A question may be asked again by a harness that comes back, and is found where it was.
        may_end = task.status is TaskStatus.RUNNING or source_of(task).get("harness") in _ASK_ONCE
        return process is not None and may_end and self._is_gone(process)
