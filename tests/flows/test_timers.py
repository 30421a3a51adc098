"""Timers through a whole engine, whatever the clock does."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from placet.api.commands import StartAgent, TryTarget
from placet.api.queries import ListTimers
from placet.api.trigger_rows import TimerRow
from tests.fakes.clock import HeldClock
from tests.fakes.model_server import ModelServer
from tests.flows.ears import Ear
from tests.flows.house import House

HOUR = 3_600_000
T0 = 1_800_000_000_000


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    with closing(Ear(tmp_path / "ear")) as ear:
        yield ear


def hourly(ear: Ear, **more: Any) -> dict[str, Any]:
    return {"name": "hourly", "every_s": 3600, **ear.hearing(), **more}


def row(house: House) -> TimerRow:
    (found,) = house.engine.query(ListTimers(agent="clerk"))
    timer: TimerRow = found
    return timer


def look(house: House) -> None:
    """Have the engine look at its clock: any change of a declaration makes it."""
    house.change(deadline_s=5)
    house.change(deadline_s=None)


def came(house: House, count: int) -> None:
    house.wait_for(lambda: len(house.events("trigger.fired")) >= count)


def told(ear: Ear) -> list[tuple[int, int]]:
    """When each event was due, in hours since the beginning, and how many were missed before."""
    timers = [it["data"]["timer"] for it in ear.events()]
    return sorted(((it["due_at"] - T0) // HOUR, it["missed"]) for it in timers)


def test_a_timer_comes_each_time_and_says_when_next(tmp_path: Path, ear: Ear, clock: HeldClock) -> None:
    with House(tmp_path, clock=clock) as house:
        house.declare(timers=[hourly(ear)])
        house.wait_for(lambda: row(house).next_at == T0 + HOUR)
        for hour in (1, 2):
            clock.at_ms = T0 + hour * HOUR + 5
            look(house)
            came(house, hour)
        assert told(ear) == [(1, 0), (2, 0)]
        (event, _) = ear.events()
        assert (event["type"], event["source"], event["data"]["timer"]["name"]) == (
            "timer",
            "agent:clerk",
            "hourly",
        )
        assert (row(house).next_at, row(house).last.status) == (T0 + 3 * HOUR, "delivered")


def test_what_passed_while_nothing_ran_comes_once_at_the_start(
    tmp_path: Path, ear: Ear, clock: HeldClock
) -> None:
    with House(tmp_path, clock=clock) as house:
        house.declare(timers=[hourly(ear)])
        house.wait_for(lambda: row(house).next_at)
        house.engine.close()
        clock.at_ms = T0 + 5 * HOUR + 1
        house.open()
        came(house, 1)
        assert told(ear) == [(1, 4)]
        assert row(house).next_at == T0 + 6 * HOUR


def test_a_clock_set_back_does_not_silence_a_timer(tmp_path: Path, ear: Ear, clock: HeldClock) -> None:
    with House(tmp_path, clock=clock) as house:
        house.declare(timers=[hourly(ear)])
        house.wait_for(lambda: row(house).next_at == T0 + HOUR)
        clock.at_ms = T0 - 48 * HOUR
        look(house)
        house.wait_for(lambda: row(house).next_at == T0 - 47 * HOUR)
        clock.at_ms = T0 - 47 * HOUR
        look(house)
        came(house, 1)


def test_a_timer_whose_last_time_still_waits_is_counted_and_not_queued(
    tmp_path: Path, ear: Ear, clock: HeldClock
) -> None:
    with House(tmp_path, clock=clock) as house:
        house.declare(timers=[hourly(ear)])
        house.wait_for(lambda: row(house).next_at)
        house.stop()
        for hour in (1, 2, 3):
            clock.at_ms = T0 + hour * HOUR
            look(house)
            house.wait_for(lambda at=T0 + (hour + 1) * HOUR: row(house).next_at == at)
        assert row(house).waiting == 1
        house.submit(StartAgent(agent="clerk"))
        came(house, 1)
        clock.at_ms = T0 + 4 * HOUR
        look(house)
        came(house, 2)
        assert told(ear) == [(1, 0), (4, 2)]


def test_a_changed_schedule_begins_anew_and_a_removed_timer_comes_no_more(
    tmp_path: Path, ear: Ear, clock: HeldClock
) -> None:
    with House(tmp_path, clock=clock) as house:
        house.declare(timers=[hourly(ear)])
        house.wait_for(lambda: row(house).next_at == T0 + HOUR)
        house.change(timers=[hourly(ear, every_s=60)])
        house.wait_for(lambda: row(house).next_at == T0 + 60_000)
        house.change(timers=[hourly(ear, every_s=60, enabled=False)])
        house.wait_for(lambda: not house.engine.query(ListTimers(agent="clerk"))[0].enabled)
        assert row(house).next_at is None
        house.change(timers=None)
        clock.at_ms = T0 + HOUR
        look(house)
        assert house.engine.query(ListTimers(agent="clerk")) == ()
        assert house.events("trigger.fired", "trigger.failed") == []


def test_a_timer_tells_its_agent_in_the_owners_words(
    tmp_path: Path, model: ModelServer, clock: HeldClock
) -> None:
    with House(tmp_path, clock=clock, model=model) as house:
        timer = {"name": "report", "every_s": 60, "scope": "agent", "message": "Write the report."}
        house.declare(timers=[timer])
        house.wait_for(lambda: row(house).next_at)
        clock.at_ms = T0 + 60_000
        look(house)
        house.wait_for_event("turn.ended")
        asked = model.requests[0]["messages"][-1]["content"].splitlines()
        assert asked[2:] == [
            'The timer "report" was due at 2027-01-15T08:01:00.000Z. The owner declared for it:',
            "Write the report.",
        ]


def test_a_timer_can_be_tried_before_its_time(house: House, ear: Ear) -> None:
    house.declare(timers=[hourly(ear, enabled=False)])
    house.submit(TryTarget(agent="clerk", trigger="on_timer", target=row(house).target))
    came(house, 1)
    assert ear.events()[0]["test"] is True
