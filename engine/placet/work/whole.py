"""Work that is done whole or not at all, whoever waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Whole:
    """Carries work out to its end, also when whoever asked waits no longer. Lives on the engine's loop.

    What is on its way to the disk can't be called back: dropped half way, a yes would be committed and nothing run.
    """

    def __init__(self, name: str) -> None:
        """`name` is what each piece of work is called as a background job."""
        self._name = name
        self._at_work: set[asyncio.Task[Any]] = set()

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Do it; raises what it raises. Cancelling the wait ends the wait alone."""
        job = asyncio.get_running_loop().create_task(work, name=self._name)
        self._at_work.add(job)
        job.add_done_callback(self._at_work.discard)
        return await asyncio.shield(job)

    async def settle(self) -> None:
        """Wait for all that is under way now."""
        if self._at_work:
            await asyncio.wait(set(self._at_work))
