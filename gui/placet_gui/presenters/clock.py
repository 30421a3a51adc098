"""The console's clock and its alarms, handed in so that a test can turn the hands."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer


class Alarm(Protocol):
    """Rings once. Starting it again moves the moment."""

    def start(self, in_ms: int, /) -> None:
        """Ring this many milliseconds from now."""
        ...

    def stop(self) -> None:
        """Don't ring."""
        ...


class Clock(Protocol):
    """What time it is, and somebody to wake us."""

    def monotonic_ms(self) -> int:
        """Milliseconds that only ever grow; for durations."""
        ...

    def wall_ms(self) -> int:
        """The time of day, in milliseconds of the Unix epoch; for words to people."""
        ...

    def alarm(self, parent: QObject, ring: Callable[[], None]) -> Alarm:
        """An alarm that calls `ring` on this thread and goes with its parent."""
        ...


class QtClock:
    """The real clock; its alarms need Qt's event loop."""

    def monotonic_ms(self) -> int:
        """Milliseconds since some moment of this machine."""
        return time.monotonic_ns() // 1_000_000

    def wall_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def alarm(self, parent: QObject, ring: Callable[[], None]) -> Alarm:
        """A timer of Qt's."""
        timer = QTimer(parent, singleShot=True)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(ring)
        return timer
