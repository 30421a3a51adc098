"""Takes away what is old of generations: first the events, later the rows (generations 1.5).

Only what is over is ever touched, and in small transactions, so that nobody waits for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import Clock, Instant, TaskId
from placet.rules.events import GenerationMoved
from placet.rules.lifecycles import GENERATION
from placet.rules.records import Event

EVENTS_AT_ONCE: Final = 500
"""So many events go in one transaction."""
_ROWS_AT_ONCE: Final = 100
_LONGEST_WAIT_S: Final = 600.0
"""The wall clock may be set, so it is looked at again after this at the latest."""


class Retention:
    """The job that prunes. Lives on the engine's loop; `hear` committed facts, so that it knows what ended."""

    def __init__(
        self, *, ledger: Ledger, clock: Clock, events_s: Callable[[], int], rows_s: Callable[[], int]
    ) -> None:
        """How long events and rows are kept after the end, in seconds; rows at least as long as their events."""
        self._ledger = ledger
        self._clock = clock
        self._events_s = events_s
        self._rows_s = rows_s
        self._events_gone_to = Instant(0)
        self._ended = asyncio.Event()

    def hear(self, events: tuple[Event, ...]) -> None:
        """Something ended: the next thing to take away may come earlier than was thought."""
        if any(it.type == GenerationMoved.type and it.payload["to"] in GENERATION.ended for it in events):
            self._ended.set()

    async def run(self) -> None:
        """Prune for ever."""
        while True:
            self._ended.clear()
            await self.prune()
            await self._wait()

    async def prune(self) -> None:
        """Take away all that is old by now."""
        now = self._clock.now_ms()
        await self._prune_events(Instant(now - self._events_s() * 1000))
        await self._prune_rows(Instant(now - max(self._events_s(), self._rows_s()) * 1000))

    async def _prune_events(self, until: Instant) -> None:
        reads = self._ledger.reads.generations
        while found := reads.with_old_events(self._events_gone_to, until, _ROWS_AT_ONCE):
            for task_id, finished_at in found:
                await self._empty(task_id)
                # One less, since another may have ended in the same millisecond.
                self._events_gone_to = Instant(finished_at - 1)
        self._events_gone_to = max(self._events_gone_to, until)

    async def _empty(self, task_id: TaskId) -> None:
        step = partial(Tx.prune_generation_events, task_id=task_id, most=EVENTS_AT_ONCE)
        while await self._ledger.commit(step):
            pass

    async def _prune_rows(self, until: Instant) -> None:
        while found := self._ledger.reads.generations.ended_by(until, _ROWS_AT_ONCE):
            for task_id in found:
                await self._empty(task_id)
                await self._ledger.commit(partial(Tx.forget_generation, task_id=task_id))

    async def _wait(self) -> None:
        """Until the next thing is due, or something ended meanwhile."""
        try:
            async with asyncio.timeout(self._seconds_until_due()):
                await self._ended.wait()
        except TimeoutError:
            return

    def _seconds_until_due(self) -> float:
        reads, now = self._ledger.reads.generations, self._clock.now_ms()
        ends = (
            (reads.first_end_after(self._events_gone_to), self._events_s()),
            (reads.first_end_after(Instant(-1)), max(self._events_s(), self._rows_s())),
        )
        waits = [end / 1000 + kept_s - now / 1000 for end, kept_s in ends if end is not None]
        return min(max(0.0, min(waits, default=_LONGEST_WAIT_S)) + 0.001, _LONGEST_WAIT_S)
