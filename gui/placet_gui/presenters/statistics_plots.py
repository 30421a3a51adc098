"""Figures out of counts: how many decisions and when, how long cards were looked at, and how much was unfolded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from PySide6.QtCore import QDate, QLocale

from placet.api import showable
from placet.api.statistics import (
    BANDS_MS,
    HOUR_MS,
    UNTIMED,
    HourRow,
    Look,
    StatisticsRow,
    Tally,
    ToolRow,
)
from placet_gui.models.plots import Mark, PlotData, Series
from placet_gui.words import noop, number_text, translate

_DAYS_AT_MOST: Final = 92
_WEEKS_AT_MOST: Final = 2 * 366 // 7
HEADINGS: Final[Mapping[str, str]] = {
    "hour": noop("statistics", "Decisions per hour"),
    "day": noop("statistics", "Decisions per day"),
    "week": noop("statistics", "Decisions per week"),
    "month": noop("statistics", "Decisions per month"),
}
BANDS: Final[Mapping[int, str]] = {
    0: noop("statistics", "Under 1 second"),
    1_000: noop("statistics", "1 to 2 seconds"),
    2_000: noop("statistics", "2 to 5 seconds"),
    5_000: noop("statistics", "5 to 15 seconds"),
    15_000: noop("statistics", "15 to 60 seconds"),
    60_000: noop("statistics", "1 to 5 minutes"),
    300_000: noop("statistics", "Over 5 minutes"),
    UNTIMED: noop("statistics", "Not known"),
}
LOOKS: Final[Mapping[str, str]] = {
    "nothing": noop("statistics", "Nothing was folded away"),
    "all": noop("statistics", "All of it was unfolded"),
    "some": noop("statistics", "Some of it was unfolded"),
    "none": noop("statistics", "None of it was unfolded"),
    "unknown": noop("statistics", "Not known"),
}
WAYS: Final[Mapping[str, str]] = {
    "window": noop("statistics", "You, in this window"),
    "terminal": noop("statistics", "You, in a terminal"),
    "http": noop("statistics", "You, over HTTP"),
    "rule": noop("statistics", "A standing answer"),
    "code": noop("statistics", "Code"),
}


def share(part: int, whole: int) -> str:
    """A part of a whole in percent, rounded; a dash when there is no whole."""
    return "–" if whole == 0 else f"{100 * part / whole:.0f} %"


# Over time.


def over_time(unit: str = "", marks: tuple[Mark, ...] = ()) -> PlotData:
    """The plot of how many decisions there were and when."""
    hand = Series(word=translate("statistics", "By you"), token="accent")  # noqa: S106  a colour's name
    rule = Series(word=translate("statistics", "By rule or code"), token="neutral", hatched=True)  # noqa: S106
    return PlotData(unit=unit or translate("statistics", "When"), series=(hand, rule), marks=marks)


def times_plot(row: StatisticsRow) -> tuple[PlotData, str]:
    """The decisions over the period, and by what they are counted: a key of `HEADINGS`."""
    if row.period in {"day", "week"}:
        return over_time(marks=tuple(_hour_marks(row))), "hour"
    by = _unit_of(row)
    return over_time(marks=tuple(_date_marks(row, by))), by


def _hour_marks(row: StatisticsRow) -> Sequence[Mark]:
    counts = {it.at_ms: it for it in row.hours}
    first = row.since_ms or 0
    return [
        _hour_mark(counts.get(at, HourRow(at_ms=at, by_hand=0, by_rule=0)), every_hour=row.period == "day")
        for at in range(first, row.until_ms + 1, HOUR_MS)
    ]


def _hour_mark(hour: HourRow, *, every_hour: bool) -> Mark:
    at = datetime.fromtimestamp(hour.at_ms / 1000).astimezone()
    day, clock = day_words(at.date()), at.strftime("%H:%M")
    label = clock if every_hour else (day if at.hour == 0 else "")
    return _mark(translate("statistics", "{0}, {1}").format(day, clock), label, hour.by_hand, hour.by_rule)


def _mark(name: str, label: str, by_hand: int, by_rule: int) -> Mark:
    spoken = translate("statistics", "{0}: {1} by you, {2} by rule or code").format(
        name, number_text(by_hand), number_text(by_rule)
    )
    return Mark(name=name, label=label, values=(by_hand, by_rule), spoken=spoken)


def _unit_of(row: StatisticsRow) -> str:
    days = 0 if not row.hours else (row.until_ms - row.hours[0].at_ms) // (24 * HOUR_MS)
    if row.period == "month" or days <= _DAYS_AT_MOST:
        return "day"
    return "week" if days // 7 <= _WEEKS_AT_MOST else "month"


def _date_marks(row: StatisticsRow, by: str) -> Sequence[Mark]:
    counts: dict[date, list[int]] = {}
    for hour in row.hours:
        sums = counts.setdefault(_start(_date_of(hour.at_ms), by), [0, 0])
        sums[0] += hour.by_hand
        sums[1] += hour.by_rule
    if not counts and row.since_ms is None:
        return []
    first = min(counts) if row.since_ms is None else _start(_date_of(row.since_ms), by)
    return [_date_mark(at, by, *counts.get(at, (0, 0))) for at in _dates(first, _date_of(row.until_ms), by)]


def _dates(first: date, last: date, by: str) -> Sequence[date]:
    found, at = [], first
    while at <= last:
        found.append(at)
        at = _start(at + timedelta(days={"day": 1, "week": 7, "month": 31}[by]), by)
    return found


def _start(day: date, by: str) -> date:
    if by == "month":
        return day.replace(day=1)
    return day - timedelta(days=day.weekday()) if by == "week" else day


def _date_of(at_ms: int) -> date:
    return datetime.fromtimestamp(at_ms / 1000).astimezone().date()


def _date_mark(day: date, by: str, by_hand: int, by_rule: int) -> Mark:
    if by == "month":
        name = label = QLocale().toString(_qt(day), "MMM yyyy")
    else:
        name = (
            translate("statistics", "the week of {0}").format(day_words(day))
            if by == "week"
            else day_words(day)
        )
        label = QLocale().toString(_qt(day), translate("plots", "d MMM"))
    return _mark(name, label, by_hand, by_rule)


def day_words(day: date) -> str:
    """A day as people say it, in the language of the window."""
    return QLocale().toString(_qt(day), translate("plots", "ddd d MMM"))


def _qt(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)


def busiest(row: StatisticsRow) -> tuple[int, str]:
    """The most decisions in one hour, and which hour that was; 0 and nothing when there are none."""
    if not row.hours:
        return 0, ""
    hour = max(row.hours, key=lambda it: it.by_hand + it.by_rule)
    at = datetime.fromtimestamp(hour.at_ms / 1000).astimezone()
    return hour.by_hand + hour.by_rule, translate("statistics", "{0}, {1}").format(
        day_words(at.date()), at.strftime("%H:%M")
    )


# On the card.


def on_card(tally: Tally | None = None) -> PlotData:
    """How long the owner had the card in view, approvals and denials."""
    yes = Series(word=translate("statistics", "Approved"), token="approve")  # noqa: S106
    no = Series(word=translate("statistics", "Denied"), token="deny", hatched=True)  # noqa: S106
    marks = () if tally is None else tuple(_band_mark(tally, band) for band in (*BANDS_MS, UNTIMED))
    return PlotData(unit=translate("statistics", "In view for"), series=(yes, no), marks=marks)


def _band_mark(tally: Tally, band: int) -> Mark:
    name = translate("statistics", BANDS[band])
    yes, no = tally.approved.get(band, 0), tally.denied.get(band, 0)
    spoken = translate("statistics", "{0}: {1} approved, {2} denied").format(
        name, number_text(yes), number_text(no)
    )
    return Mark(name=name, values=(yes, no), spoken=spoken)


def unfolded(tally: Tally | None = None) -> PlotData:
    """How much was unfolded of what cards had folded away."""
    marks = () if tally is None else tuple(_look_mark(tally, look) for look in Look)
    series = Series(word=translate("statistics", "Decisions"), token="accent")  # noqa: S106
    return PlotData(unit=translate("statistics", "What was folded away"), series=(series,), marks=marks)


def _look_mark(tally: Tally, look: Look) -> Mark:
    return _counted(translate("statistics", LOOKS[look]), tally.looks.get(look, 0), tally.by_hand)


def _counted(name: str, count: int, whole: int) -> Mark:
    part = share(count, whole)
    spoken = translate("statistics", "{0}: {1} of {2}, {3}").format(
        name, number_text(count), number_text(whole), part
    )
    return Mark(
        name=name,
        values=(count,),
        spoken=spoken,
        shown=f"{number_text(count)} · {part}" if whole else number_text(count),
    )


def ways(tally: Tally | None = None) -> PlotData:
    """Where decisions were made, and by whom."""
    marks = () if tally is None else tuple(_way_mark(tally, via) for via in WAYS)
    series = Series(word=translate("statistics", "Decisions"), token="accent")  # noqa: S106
    return PlotData(unit=translate("statistics", "Decided"), series=(series,), marks=marks)


def _way_mark(tally: Tally, via: str) -> Mark:
    return _counted(translate("statistics", WAYS[via]), tally.vias.get(via, 0), tally.decisions)


def middle(tally: Tally) -> str:
    """The band in which the middle of all times lies; a dash when none is known."""
    return "–" if tally.middle_ms is None else translate("statistics", BANDS[tally.middle_ms])


# By agent and tool.

MOST_TOOLS: Final = 8
"""How many agents' tools have a bar; the table has all."""


def quick(tools: Sequence[ToolRow] = ()) -> PlotData:
    """Approvals under one second, by agent and tool."""
    fast = Series(word=translate("statistics", "Under one second"), token="held", hatched=True)  # noqa: S106  a colour's name
    slow = Series(word=translate("statistics", "Slower"), token="accent")  # noqa: S106
    counts = [(it, it.tally.quick_approvals, it.tally.timed_approvals) for it in tools]
    return PlotData(unit=translate("statistics", "Agent and tool"), series=(fast, slow), marks=_parts(counts))


def unexpanded(tools: Sequence[ToolRow] = ()) -> PlotData:
    """Decisions on cards of which nothing was unfolded though something was folded away, by agent and tool."""
    never = Series(word=translate("statistics", "Nothing unfolded"), token="held", hatched=True)  # noqa: S106
    some = Series(word=translate("statistics", "Something unfolded"), token="accent")  # noqa: S106
    counts = [(it, it.tally.unexpanded, it.tally.foldable) for it in tools]
    return PlotData(
        unit=translate("statistics", "Agent and tool"), series=(never, some), marks=_parts(counts)
    )


def tool_name(row: ToolRow) -> str:
    """An agent and its tool, showable."""
    return f"{showable(row.agent, single_line=True).text} · {showable(row.tool, single_line=True).text}"


def _parts(counts: Sequence[tuple[ToolRow, int, int]]) -> tuple[Mark, ...]:
    told = sorted((it for it in counts if it[2]), key=lambda it: -it[2])[:MOST_TOOLS]
    return tuple(_part(tool_name(row), part, whole) for row, part, whole in told)


def _part(name: str, part: int, whole: int) -> Mark:
    spoken = translate("statistics", "{0}: {1} of {2}, {3}").format(
        name, number_text(part), number_text(whole), share(part, whole)
    )
    return Mark(name=name, values=(part, whole - part), spoken=spoken, shown=share(part, whole))
