"""Looks at what falls due, sleeps until the next of it does or something was changed, and looks again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from placet.rules.basics import Clock, Instant

__all__ = ["DueWatch"]

_LONGEST_SLEEP_S: Final = 60.0
"""A clock that was set, or a machine that slept, is noticed at least this often."""
_RETRY_S: Final = 5.0


class DueWatch:
    """One job on the engine's loop. `look` does what is due at a moment, and says when the next is.

    `fault` is what `log` says of a look that failed; it is tried again soon. `pause_s`: so long after a change others are
    gathered, so that a burst of them needs no look for each.
    """

    def __init__(
        self,
        look: Callable[[Instant], Awaitable[Instant | None]],
        *,
        clock: Clock,
        log: logging.Logger,
        fault: str,
        pause_s: float = 0.0,
    ) -> None:
        self._look = look
        self._clock = clock
        self._log, self._fault = log, fault
        self._pause_s = pause_s
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Look again: something was changed."""
        self._woken.set()

    async def run(self) -> None:
        """Do what is due until cancelled."""
        while True:
            self._woken.clear()
            sleep_s = await self._looked()
            try:
                async with asyncio.timeout(sleep_s):
                    await self._woken.wait()
            except TimeoutError:
                continue
            await asyncio.sleep(self._pause_s)

    async def _looked(self) -> float | None:
        """Look; the answer is how long to sleep then."""
        try:
            due_at = await self._look(self._clock.now_ms())
            return (
                None
                if due_at is None
                else min(_LONGEST_SLEEP_S, max(0, due_at - self._clock.now_ms()) / 1000)
            )
        except Exception:
            # A disk that is full now must not leave what falls due later unwatched.
            self._log.exception("%s; it is tried again soon", self._fault)
            return _RETRY_S
