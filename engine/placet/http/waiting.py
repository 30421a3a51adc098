"""Waiting for a client: until the thing is done, time is over, the client left, or the engine stops."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.requests import Request

__all__ = ["Waits"]


class Waits:
    """The waits of all open requests. Lives on the engine's loop."""

    def __init__(self) -> None:
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """End every wait now, and all later ones at once."""
        self._stopping.set()

    async def until(self, done: asyncio.Future[Any], wait_ms: int | None, request: Request) -> None:
        """Wait for `done`, which is never cancelled here; without `wait_ms` there is no time limit."""
        if done.done() or wait_ms == 0:
            return  # most calls: watching for the client to leave would cost more than all that they ask
        timeout_s = None if wait_ms is None else wait_ms / 1000
        await self._first({done}, (), request, timeout_s)

    async def race(self, work: Coroutine[Any, Any, None], request: Request) -> None:
        """Do some work that is ended when the client leaves or the engine stops.

        Raises:
            Exception: whatever the work raised.
        """
        job = asyncio.ensure_future(work)
        await self._first({job}, (job,), request, None)
        if job.done() and not job.cancelled():
            job.result()

    async def _first(
        self,
        watched: set[asyncio.Future[Any]],
        ours: tuple[asyncio.Future[Any], ...],
        request: Request,
        timeout_s: float | None,
    ) -> None:
        # The request's body was read already, so the next message from the client is that it left.
        helpers = (
            *ours,
            asyncio.ensure_future(_until_gone(request)),
            asyncio.ensure_future(self._stopping.wait()),
        )
        try:
            await asyncio.wait(watched.union(helpers), timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for job in helpers:
                job.cancel()
            await asyncio.gather(*helpers, return_exceptions=True)


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        continue
