"""Figures out of counts: bins without holes, marks that add up to what was counted, and words for what isn't known."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from placet.api.statistics import (
    BANDS_MS,
    HOUR_MS,
    PERIODS_H,
    UNTIMED,
    HourRow,
    Look,
    StatisticsRow,
    Tally,
    ToolRow,
)
from placet_gui.presenters import statistics_plots as plots

NOW = int(datetime(2026, 11, 30, 14, 20, tzinfo=UTC).timestamp() * 1000)
DAY_H = 24
EMPTY = Tally(vias={}, approved={}, denied={}, looks={})


@pytest.fixture(autouse=True)
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine in the middle of Europe, whose days aren't those of UTC."""
    import time

    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


def row(period: str, *hours_ago: int, whole: Tally = EMPTY, tools: tuple[ToolRow, ...] = ()) -> StatisticsRow:
    back = PERIODS_H[period]
    this = NOW // HOUR_MS
    hours = tuple(
        HourRow(at_ms=(this - ago) * HOUR_MS, by_hand=2, by_rule=1) for ago in sorted(hours_ago, reverse=True)
    )
    since = None if back is None else (this - back + 1) * HOUR_MS
    return StatisticsRow(period=period, since_ms=since, until_ms=NOW, hours=hours, whole=whole, tools=tools)


@pytest.mark.parametrize(("period", "count"), [("day", 24), ("week", 168)])
def test_each_hour_of_a_short_period_has_its_place_the_last_one_is_now(period: str, count: int) -> None:
    data, unit = plots.times_plot(row(period, 0, 5))
    assert (len(data.marks), unit) == (count, "hour")
    assert data.marks[-1].values == data.marks[-6].values == (2, 1)
    assert data.marks[-1].name == "Mon 30 Nov, 15:00"
    assert sum(sum(mark.values) for mark in data.marks) == 6


def test_a_month_is_told_in_days_of_this_machines_time() -> None:
    data, unit = plots.times_plot(row("month", 0, 15, 16))
    assert unit == "day"
    assert len(data.marks) == 31  # thirty times 24 hours begin in the middle of a day
    assert [mark.values for mark in data.marks[-2:]] == [(2, 1), (4, 2)]  # 23:00 is yesterday, 00:00 is today


@pytest.mark.parametrize(
    ("days", "unit"), [(3, "day"), (92, "day"), (93, "week"), (730, "week"), (1_500, "month")]
)
def test_all_is_told_in_units_that_leave_no_more_marks_than_can_be_seen(days: int, unit: str) -> None:
    data, found = plots.times_plot(row("all", 0, days * DAY_H))
    assert found == unit
    assert 2 <= len(data.marks) <= 110
    assert sum(sum(mark.values) for mark in data.marks) == 6
    assert len({mark.name for mark in data.marks}) == len(data.marks)


def test_without_a_decision_there_is_nothing_to_draw() -> None:
    data, _ = plots.times_plot(row("all"))
    assert data.marks == ()
    assert plots.busiest(row("all")) == (0, "")


def test_the_busiest_hour_counts_whoever_decided() -> None:
    assert plots.busiest(row("day", 3)) == (3, "Mon 30 Nov, 12:00")


def test_every_band_and_every_look_has_its_words_also_what_is_not_known() -> None:
    assert set(plots.BANDS) == {*BANDS_MS, UNTIMED}
    assert set(plots.LOOKS) == set(Look)
    tally = Tally(vias={"window": 3}, approved={0: 1}, denied={UNTIMED: 2}, looks={"none": 1, "unknown": 2})
    card = {mark.name: mark.values for mark in plots.on_card(tally).marks}
    assert card["Under 1 second"] == (1, 0)
    assert card["Not known"] == (0, 2)
    looks = {mark.name: mark.shown for mark in plots.unfolded(tally).marks}
    assert looks["None of it was unfolded"] == "1 · 33 %"
    assert looks["Nothing was folded away"] == "0 · 0 %"


def test_every_way_of_deciding_has_its_words() -> None:
    from placet.api import Via

    assert set(plots.WAYS) == set(Via)


def test_by_agent_and_tool_only_what_is_known_has_a_bar_the_most_first() -> None:
    quick = Tally(vias={"window": 4}, approved={0: 1, 1_000: 3}, denied={}, looks={"none": 1, "all": 1})
    tools = (
        ToolRow(agent="clerk", tool="fs_write", tally=EMPTY),
        ToolRow(agent="a\u202eb", tool="shell", tally=quick),
    )
    (mark,) = plots.quick(tools).marks
    assert (mark.values, mark.shown) == ((1, 3), "25 %")
    assert "\u202e" not in mark.name
    (mark,) = plots.unexpanded(tools).marks
    assert (mark.values, mark.shown) == ((1, 1), "50 %")


def test_a_share_of_nothing_is_a_dash() -> None:
    assert plots.share(0, 0) == "–"
    assert plots.middle(EMPTY) == "–"
