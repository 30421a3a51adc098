"""Ends approvals whose deadline passed: the task is cancelled, the approval timed out; nobody denied it (T8)."""

from __future__ import annotations

import logging

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import Clock, Instant, TaskId
from placet.rules.errors import CorruptRow
from placet.rules.records import Event, Task
from placet.work import ending
from placet.work.calls import OpenCalls, outcome_of
from placet.work.due import DueWatch

_log = logging.getLogger(__name__)
_PAUSE_S = 0.1  # deadlines are whole seconds, so a burst of requests needs no look for each of its commits
_WATCHED = frozenset({"hil.requested", "task.changed"})


class Deadlines:
    """Sleeps until the next deadline and ends what is due then. One job on the engine's loop.

    The wall clock decides what is due; a row is asked again inside the commit, so an extension always wins.
    """

    def __init__(self, *, ledger: Ledger, calls: OpenCalls, clock: Clock) -> None:
        self._ledger = ledger
        self._calls = calls
        self._clock = clock
        self._watch = DueWatch(
            self._end_due, clock=clock, log=_log, fault="due approvals could not be ended", pause_s=_PAUSE_S
        )

    def hear(self, events: tuple[Event, ...]) -> None:
        """Look again when a request was opened or a deadline moved."""
        if any(event.type in _WATCHED for event in events):
            self._watch.wake()

    async def run(self) -> None:
        """End due approvals until cancelled."""
        await self._watch.run()

    async def _end_due(self, now: Instant) -> Instant | None:
        """End every approval whose deadline is now or earlier; when the next one passes."""
        for task_id in self._ledger.reads.overdue(now):
            try:
                await self._end(task_id)
            except CorruptRow:
                _log.exception("a row that can't be read keeps an overdue approval open")
        return self._ledger.reads.next_deadline(now)

    async def _end(self, task_id: TaskId) -> None:
        ended = await self._ledger.commit(lambda tx: self._expire(tx, task_id))
        if ended is not None:
            self._calls.finish(task_id, outcome_of(ended))

    def _expire(self, tx: Tx, task_id: TaskId) -> Task | None:
        task = tx.task(task_id)
        return ending.expire(tx, task) if ending.is_overdue(task, self._clock.now_ms()) else None
