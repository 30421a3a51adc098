"""The clock of one execution: it stands still while a person decides, but not while the code works."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class RunClock:
    """Counts what an execution has used of its time: the wall clock, and while that is paused the processor's.

    The processor's, because code that waits for nothing while a person decides about one of its calls would
    otherwise run for as long as that takes. Belongs to one event loop.
    """

    def __init__(self, cpu_s: Callable[[], float], now_s: Callable[[], float] = time.monotonic) -> None:
        """`cpu_s` tells the processor time of the child that it runs in so far, `now_s` the wall clock; in seconds."""
        self._cpu_s = cpu_s
        self._now_s = now_s
        self._used_s = 0.0
        self._since_s = now_s()
        self._pauses = 0

    def used_ms(self) -> float:
        """How much of its time the execution has used."""
        return 1000 * (self._used_s + self._reading_s() - self._since_s)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the wall clock inside the block; blocks may overlap."""
        self._turn(1)
        try:
            yield
        finally:
            self._turn(-1)

    def _turn(self, pauses: int) -> None:
        self._used_s += self._reading_s() - self._since_s
        self._pauses += pauses
        self._since_s = self._reading_s()

    def _reading_s(self) -> float:
        return self._cpu_s() if self._pauses else self._now_s()
