"""When what waits for a target goes out: debounce, interval and batch put off, and never drop (DECISIONS T6).

What has waited goes out together, however it was put off. Moments are the wall clock's, which may be set back: an event
that seems to lie in the future is taken for overdue, so that a clock can make a delivery early, and never late.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from placet.rules.basics import Instant
from placet.rules.targets import Timing

MOST_DEBOUNCES: Final = 10
"""After so many times `debounce_ms` an event waits no longer, although others keep coming."""


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """What waits for one target, at least one event, and when something last went out to it."""

    count: int
    oldest: Instant
    newest: Instant
    last_start: Instant | None = None


def ready_at(timing: Timing | None, waiting: Waiting, now: Instant) -> Instant:
    """When it goes out; a moment that has passed means now."""
    if timing is None or now < waiting.newest:
        return waiting.oldest
    if timing.kind == "debounce":
        quiet, patience = waiting.newest + timing.ms, waiting.oldest + MOST_DEBOUNCES * timing.ms
        return Instant(min(quiet, patience))
    if timing.kind == "interval":
        return _after_the_window(timing, waiting, now)
    enough = timing.count is not None and waiting.count >= timing.count
    return waiting.oldest if enough else Instant(waiting.oldest + timing.ms)


def _after_the_window(timing: Timing, waiting: Waiting, now: Instant) -> Instant:
    last = waiting.last_start
    if last is None or last > now:
        return waiting.oldest
    return Instant(max(waiting.oldest, last + timing.ms))
