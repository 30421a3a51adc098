"""Timing modifiers put off and never drop (DECISIONS T6); a clock that is set back makes nothing late."""

import pytest

from placet.rules.basics import Instant
from placet.rules.delays import MOST_DEBOUNCES, Waiting, ready_at
from placet.rules.targets import Timing

T0 = 1_800_000_000_000


def at(ms: int) -> Instant:
    return Instant(T0 + ms)


def waiting(count: int = 1, oldest: int = 0, newest: int = 0, last: int | None = None) -> Waiting:
    return Waiting(
        count=count, oldest=at(oldest), newest=at(newest), last_start=None if last is None else at(last)
    )


DEBOUNCE = Timing(kind="debounce", ms=100)
INTERVAL = Timing(kind="interval", ms=100)
BATCH = Timing(kind="batch", ms=100, count=3)


@pytest.mark.parametrize(
    ("timing", "what", "expected"),
    [
        (None, waiting(), 0),
        (DEBOUNCE, waiting(), 100),
        (DEBOUNCE, waiting(2, newest=60), 160),
        (DEBOUNCE, waiting(40, newest=100 * MOST_DEBOUNCES - 1), 100 * MOST_DEBOUNCES),
        (INTERVAL, waiting(), 0),
        (INTERVAL, waiting(oldest=30, newest=30, last=0), 100),
        (INTERVAL, waiting(oldest=300, newest=300, last=0), 300),
        (BATCH, waiting(), 100),
        (BATCH, waiting(2, newest=90), 100),
        (BATCH, waiting(3, newest=90), 0),
        (Timing(kind="batch", ms=100), waiting(99, newest=90), 100),
    ],
)
def test_what_waits_goes_out_when_its_timing_says(
    timing: Timing | None, what: Waiting, expected: int
) -> None:
    assert ready_at(timing, what, at(5000)) == at(expected)


@pytest.mark.parametrize("timing", [DEBOUNCE, INTERVAL, BATCH])
def test_after_a_clock_was_set_back_it_goes_out_at_once(timing: Timing) -> None:
    assert ready_at(timing, waiting(oldest=50, newest=50), at(-3_600_000)) <= at(50)


def test_a_window_that_seems_to_begin_in_the_future_is_over() -> None:
    assert ready_at(INTERVAL, waiting(oldest=0, newest=0, last=7000), at(10)) == at(0)
