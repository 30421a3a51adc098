"""Writes what all models say, in groups: one commit for everybody who has something to write at the moment.

The problem: twenty streams that write thirty times a second each are hundreds of steps, and each takes turns with the
loop for the interpreter's lock. What we do: one commit for all of them, at most every `GROUP_S`; the first after a pause
goes at once. What it costs: a piece is seen that much later, and never before it is on the disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import TaskId
from placet.rules.errors import LedgerWriteFailed, LostRace
from placet.rules.generations import Said
from placet.work.jobs import Jobs
from placet.work.wakes import Wakes

_log = logging.getLogger(__name__)
T = TypeVar("T")

GROUP_S: Final = 0.03
"""Groups are committed at most so often."""
WRITE_AGAIN_S: Final = 1.0
"""How long is waited before what the disk refused is written again."""


async def written(ledger: Ledger, step: Callable[[Tx], T], what: str) -> T:
    """Commit a step. What a full disk refuses is written as soon as there is room.

    Raises:
        PlacetError: what the step raises.
    """
    while True:
        try:
            return await ledger.commit(step)
        except LedgerWriteFailed as error:
            # No event tells that a disk has room again.
            _log.error("the ledger refused a step of %s: %s", what, error)
            await asyncio.sleep(WRITE_AGAIN_S)


Take = Callable[[], Sequence[Mapping[str, Any]]]
"""Hands out what there is to write, in the moment in which it is written: what came while others were written too."""


@dataclass(frozen=True, kw_only=True)
class _Waiting:
    task_id: TaskId
    attempt: int
    take: Take
    done: asyncio.Future[None]

    def said(self) -> Said:
        return Said(task_id=self.task_id, attempt=self.attempt, events=self.take())


class Groups:
    """Gathers and writes. Lives on the engine's loop; `jobs` end it."""

    def __init__(self, ledger: Ledger, wakes: Wakes, jobs: Jobs) -> None:
        self._ledger = ledger
        self._wakes = wakes
        self._jobs = jobs
        self._gathered: list[_Waiting] = []
        self._job: asyncio.Task[None] | None = None
        self._next_at = 0.0

    async def append(self, task_id: TaskId, attempt: int, take: Take) -> None:
        """Write what a model said, as the next events of its response; returns when it is on the disk.

        `take` is called once, on the loop, when the group is closed.

        Raises:
            LostRace: this attempt may say nothing any more.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._gathered.append(_Waiting(task_id=task_id, attempt=attempt, take=take, done=done))
        if self._job is None or self._job.done():
            self._job = self._jobs.start(self._work(), "what models say")
        await done

    async def _work(self) -> None:
        now = asyncio.get_running_loop().time
        while self._gathered:
            await asyncio.sleep(max(0.0, self._next_at - now()))
            self._next_at = now() + GROUP_S
            group, self._gathered = self._gathered, []
            await self._write(group)

    async def _write(self, group: list[_Waiting]) -> None:
        step = partial(Tx.append_generation_events, said=[it.said() for it in group])
        try:
            landed = await written(self._ledger, step, f"{len(group)} responses")
        except Exception as error:
            # Told to those whose words these were; what others gathered meanwhile is a group of its own.
            _log.exception("what %d models said could not be written", len(group))
            for it in group:
                _settle(it.done, error)
            return
        for it in group:
            self._wakes.wake(it.task_id)
            if it.task_id in landed:
                _settle(it.done)
            else:
                _settle(it.done, LostRace("This attempt may say nothing any more.", task=None))


def _settle(done: asyncio.Future[None], error: Exception | None = None) -> None:
    if done.done():  # whoever waited was cancelled
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
