"""Wake-ups for whoever reads a response as it grows: they only say "look again", so nothing can be lost with them."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from placet.rules.basics import TaskId


class Watch:
    """One reader's wake-up. Clear it, then look at the ledger, then wait: what was committed since is never missed.

    Lives on the engine's loop. A context manager: leaving it stops the watching.
    """

    def __init__(self, wakes: Wakes, task_id: TaskId) -> None:
        self._wakes = wakes
        self._task_id = task_id
        self._news = asyncio.Event()

    def clear(self) -> None:
        """What is committed from here on wakes the next wait."""
        self._news.clear()

    async def wait(self) -> None:
        """Return once something was committed since the last `clear`."""
        await self._news.wait()

    def wake(self) -> None:
        """Something was committed."""
        self._news.set()

    def __enter__(self) -> Self:
        self._wakes.add(self._task_id, self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._wakes.remove(self._task_id, self)


class Wakes:
    """Who watches which generation. On the engine's loop."""

    def __init__(self) -> None:
        self._watches: dict[TaskId, set[Watch]] = {}

    def watch(self, task_id: str) -> Watch:
        """A watch on one generation; it counts from entering it."""
        return Watch(self, TaskId(task_id))

    def add(self, task_id: TaskId, watch: Watch) -> None:
        """Begin to wake this watch."""
        self._watches.setdefault(task_id, set()).add(watch)

    def remove(self, task_id: TaskId, watch: Watch) -> None:
        """Wake it no more."""
        watching = self._watches.get(task_id, set())
        watching.discard(watch)
        if not watching:
            self._watches.pop(task_id, None)

    def wake(self, task_id: TaskId) -> None:
        """Something about this generation was committed."""
        for watch in self._watches.get(task_id, ()):
            watch.wake()
