"""Waiting for one thing, or for a stop, without leaving anything behind."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def first_of(done: asyncio.Future[Any], *events: asyncio.Event) -> None:
    """Wait until the future is done or one of the events is set. The future is left alone either way."""
    waits = {asyncio.ensure_future(event.wait()) for event in events}
    try:
        await asyncio.wait({done, *waits}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            await end(wait)


async def unless_stopped(work: Coroutine[Any, Any, T], stop: asyncio.Event, name: str) -> T | None:
    """What the work answers, or None when the stop came first; then the work is cancelled and gone."""
    job = asyncio.get_running_loop().create_task(work, name=name)
    try:
        await first_of(job, stop)
        return None if stop.is_set() else job.result()
    finally:
        await end(job)


async def end(job: asyncio.Future[Any]) -> None:
    """See a job of ours off: cancelled unless it is done. What it answers is of no interest any more."""
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)
