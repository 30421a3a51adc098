"""Timers: what a declaration may say, and when each is due, whatever the clocks do."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from placet.rules.basics import Instant
from placet.rules.errors import BadDeclaration
from placet.rules.tables import Table
from placet.rules.timers import MAX_TIMERS, Timer, read_timers, timer_mapping

NIGHTLY = {"name": "nightly", "at": "02:30", "lambda": "lib/nightly.ts:main"}
HOUR = 3_600_000


class Berlin:
    """Central European time of 2026, its two changes included: clocks skip 02:00 to 03:00 and repeat 02:00 to 03:00."""

    _SUMMER = (datetime(2026, 3, 29, 1, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC))

    def local(self, at: Instant) -> datetime:
        utc = datetime.fromtimestamp(at / 1000, UTC)
        return (utc + self._offset(utc)).replace(tzinfo=None)

    def moment(self, local: datetime) -> Instant:
        offsets = (timedelta(hours=2), timedelta(hours=1))
        for offset in offsets:
            utc = local.replace(tzinfo=UTC) - offset
            if self._offset(utc) == offset:
                return Instant(int(utc.timestamp() * 1000))
        return Instant(int((local.replace(tzinfo=UTC) - timedelta(hours=1)).timestamp() * 1000))

    def _offset(self, utc: datetime) -> timedelta:
        return timedelta(hours=2 if self._SUMMER[0] <= utc < self._SUMMER[1] else 1)


ZONE = Berlin()


def utc(*when: int) -> Instant:
    return Instant(int(datetime(*when, tzinfo=UTC).timestamp() * 1000))  # type: ignore[arg-type]


def read(*timers: Any) -> tuple[Timer, ...]:
    return read_timers(Table({"timers": list(timers)}, ""))


def one(**changes: Any) -> Timer:
    return read({**NIGHTLY, **changes})[0]


def every(seconds: int) -> Timer:
    return one(at=None, every_s=seconds)


@pytest.mark.parametrize(
    "timer",
    [
        {**NIGHTLY, "scope": "system", "enabled": True},
        {"name": "a.b", "enabled": False, "every_s": 5, "scope": "system", "command": ["/bin/true"]},
        {"name": "x", "enabled": True, "at": "23:59", "scope": "agent", "message": "Write the report."},
    ],
)
def test_a_timer_is_read_and_written_back_equal(timer: dict[str, Any]) -> None:
    (read_once,) = read(timer)
    written = timer_mapping(read_once)
    assert read(json.loads(json.dumps(written))) == (read_once,)
    assert dict(written) == timer


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"name": None}, "name"),
        ({"name": "a b"}, "name"),
        ({"name": "x" * 65}, "name"),
        ({"every_s": 5}, "every_s"),
        ({"at": None}, "every_s"),
        ({"at": "24:00"}, "at"),
        ({"at": "2:30"}, "at"),
        ({"every_s": 0}, "every_s"),
        ({"lambda": None}, "lambda"),
        ({"scope": "agent"}, "lambda"),
        ({"message": "Hello"}, "message"),
        ({"scope": "agent", "lambda": None, "message": "x" * 4001}, "message"),
        ({"evry_s": 5}, "evry_s"),
    ],
)
def test_a_timer_that_does_not_fit_is_refused_at_its_place(change: dict[str, Any], key: str) -> None:
    with pytest.raises(BadDeclaration) as caught:
        one(**change)
    assert caught.value.pointer == f"/timers/0/{key}"


def test_names_are_unique_and_timers_few() -> None:
    with pytest.raises(BadDeclaration) as caught:
        read(NIGHTLY, NIGHTLY)
    assert caught.value.pointer == "/timers/1/name"
    with pytest.raises(BadDeclaration) as caught:
        read(*({**NIGHTLY, "name": f"t{n}"} for n in range(MAX_TIMERS + 1)))
    assert caught.value.pointer == "/timers"


def test_a_period_begins_with_its_declaration_and_keeps_its_phase() -> None:
    timer, now = every(60), utc(2026, 6, 1, 12)
    first = timer.first(now, ZONE)
    assert first == now + 60_000
    late = Instant(first + 150_000)
    assert (timer.after(first, late, ZONE), timer.missed(first, late, ZONE)) == (first + 180_000, 2)
    assert (timer.after(first, first, ZONE), timer.missed(first, first, ZONE)) == (first + 60_000, 0)


def test_a_time_of_day_is_the_next_local_one() -> None:
    timer = one()
    assert timer.first(utc(2026, 1, 10, 1, 29), ZONE) == utc(2026, 1, 10, 1, 30)
    assert timer.first(utc(2026, 1, 10, 1, 30), ZONE) == utc(2026, 1, 11, 1, 30)


def test_an_hour_that_the_clocks_skip_counts_as_the_moment_after() -> None:
    skipped = one().first(utc(2026, 3, 28, 12), ZONE)
    assert ZONE.local(skipped) == datetime.fromisoformat("2026-03-29T03:30")
    assert ZONE.local(one().after(skipped, skipped, ZONE)) == datetime.fromisoformat("2026-03-30T02:30")


def test_an_hour_that_comes_twice_counts_once() -> None:
    first = one().first(utc(2026, 10, 24, 12), ZONE)
    assert first == utc(2026, 10, 25, 0, 30)
    assert one().after(first, first, ZONE) == utc(2026, 10, 26, 1, 30)


def test_after_it_came_a_clock_set_back_does_not_bring_it_again_that_day() -> None:
    planned = utc(2026, 1, 10, 1, 30)
    set_back = Instant(planned - HOUR)
    assert one().after(planned, set_back, ZONE) == utc(2026, 1, 11, 1, 30)


def test_days_that_passed_while_nothing_ran_are_counted() -> None:
    planned = utc(2026, 1, 10, 1, 30)
    assert one().missed(planned, utc(2026, 1, 10, 1, 31), ZONE) == 0
    assert one().missed(planned, utc(2026, 1, 11, 1, 29), ZONE) == 0
    assert one().missed(planned, utc(2026, 1, 13, 1, 30), ZONE) == 3


def test_a_plan_that_a_clock_left_far_ahead_is_astray() -> None:
    now = utc(2026, 1, 10, 12)
    assert every(60).is_astray(Instant(now + 61_000), now)
    assert not every(60).is_astray(Instant(now + 60_000), now)
    assert one().is_astray(Instant(now + 50 * HOUR), now)
    assert not one().is_astray(Instant(now + 48 * HOUR), now)


def test_the_schedule_is_told_in_words() -> None:
    assert [every(60).schedule, one().schedule] == ["every 60 s", "at 02:30"]
