"""A clock that stands still."""

from placet.rules.basics import Instant


class HeldClock:
    """A wall clock that only the test moves, in either direction. The other one never moves."""

    def __init__(self, now_ms: int = 1_800_000_000_000) -> None:
        self.at_ms = now_ms

    def now_ms(self) -> Instant:
        return Instant(self.at_ms)

    def monotonic_ms(self) -> int:
        return 0
