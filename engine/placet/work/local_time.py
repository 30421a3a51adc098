"""This machine's local time, for timers that name a time of day."""

from __future__ import annotations

from datetime import datetime

from placet.rules.basics import Instant


class LocalTime:
    """The zone that the machine is set to. Safe from any thread."""

    def local(self, at: Instant) -> datetime:
        """The moment as a naive local time."""
        return datetime.fromtimestamp(at / 1000)  # noqa: DTZ006  a naive local time is what is asked for

    def moment(self, local: datetime) -> Instant:
        """The moment of a naive local time: the first of two, and in a gap the one after it (PEP 495, fold 0)."""
        return Instant(int(local.timestamp() * 1000))
