"""Named background jobs: kept, watched, and ended together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

_log = logging.getLogger(__name__)


class Jobs:
    """The background jobs of one room. A job that breaks is logged with its name; nothing is fired and forgotten.

    Lives on the engine's loop.
    """

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, coroutine: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Run it in the background under this name."""
        job = asyncio.get_running_loop().create_task(coroutine, name=name)
        self._running.add(job)
        job.add_done_callback(self._on_job_done)
        return job

    def _on_job_done(self, job: asyncio.Task[Any]) -> None:
        self._running.discard(job)
        if not job.cancelled() and (error := job.exception()) is not None:
            _log.error("background job %s broke", job.get_name(), exc_info=error)

    async def drain(self, seconds: float) -> None:
        """Wait this long for all jobs to end by themselves, then cancel the rest and wait for that."""
        if self._running:
            await asyncio.wait(set(self._running), timeout=seconds)
        await self.cancel()

    async def cancel(self) -> None:
        """End all jobs now."""
        jobs = set(self._running)
        for job in jobs:
            job.cancel()
        if jobs:
            await asyncio.gather(*jobs, return_exceptions=True)
