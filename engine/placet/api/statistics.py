"""How decisions were made: how many and when, by whom, how long a card was looked at and how much of it was unfolded.

All of it is read from what the ledger keeps of each decision. What nobody reported is counted as unknown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from placet.api.queries import Query
from placet.rules.basics import Clock
from placet.rules.errors import BadInput
from placet.rules.statistics import BANDS_MS, BY_HAND, HOUR_MS, UNTIMED, Counted, Look, Tally, tally

__all__ = [
    "BANDS_MS",
    "BY_HAND",
    "HOUR_MS",
    "PERIODS_H",
    "UNTIMED",
    "BenchFile",
    "GetBench",
    "GetStatistics",
    "HourRow",
    "Look",
    "StatisticsReadings",
    "StatisticsRow",
    "Tally",
    "ToolRow",
]

PERIODS_H: Final[Mapping[str, int | None]] = {"day": 24, "week": 7 * 24, "month": 30 * 24, "all": None}
"""How far back is looked, in hours; the hour that has just begun is one of them."""


@dataclass(frozen=True, kw_only=True)
class GetStatistics(Query):
    """How decisions were made in a period, one of `PERIODS_H`. Answer: `StatisticsRow`.

    It is read from counts that are kept by the hour: a month in some milliseconds, all of a million decisions in about
    a tenth of a second. Ask off the GUI thread.
    """

    period: str = "week"


@dataclass(frozen=True, kw_only=True)
class GetBench(Query):
    """What `placet bench` measured last for this data folder. Answer: `BenchFile`; None when nothing is kept."""


@dataclass(frozen=True, kw_only=True)
class HourRow:
    """The decisions of one hour; hours without any have no row."""

    at_ms: int
    by_hand: int
    by_rule: int


@dataclass(frozen=True, kw_only=True)
class ToolRow:
    """What the decisions about one agent's calls of one tool come to. Both names are untrusted."""

    agent: str
    tool: str
    tally: Tally


@dataclass(frozen=True, kw_only=True)
class StatisticsRow:
    """The answer. `since_ms` is where the first hour begins that was looked at; None: at the first decision.

    `tools` are in the order of how many decisions they asked for.
    """

    period: str
    since_ms: int | None
    until_ms: int
    hours: tuple[HourRow, ...]
    whole: Tally
    tools: tuple[ToolRow, ...]


@dataclass(frozen=True, kw_only=True)
class BenchFile:
    """What was measured and when; each of `rows` has the keys of `placet bench --json`."""

    at_ms: int
    version: str
    rows: tuple[Mapping[str, Any], ...]


class Counts(Protocol):
    """What is asked of the ledger's reader of counts."""

    def hours(self, since: int) -> list[tuple[int, int, int]]:
        """The hours since one: number, by hand, by others."""
        ...

    def alike(self, since: int) -> list[Counted]:
        """The decisions of these hours."""
        ...


class StatisticsReadings:
    """Answers the queries. From any thread."""

    def __init__(
        self,
        counts: Counts,
        clock: Clock,
        agent_names: Callable[[], Mapping[str, str]],
        bench: Callable[[], BenchFile | None],
    ) -> None:
        self._counts = counts
        self._clock = clock
        self._agent_names = agent_names
        self.answers: dict[type[Query], Callable[[Any], Any]] = {
            GetStatistics: self._get,
            GetBench: lambda _: bench(),
        }

    def _get(self, query: GetStatistics) -> StatisticsRow:
        if query.period not in PERIODS_H:
            raise BadInput(f"period must be one of {', '.join(PERIODS_H)}.", "/period")
        now = self._clock.now_ms()
        back = PERIODS_H[query.period]
        since = 0 if back is None else now // HOUR_MS - back + 1
        alike = self._counts.alike(since)
        return StatisticsRow(
            period=query.period,
            since_ms=None if back is None else since * HOUR_MS,
            until_ms=now,
            hours=tuple(
                HourRow(at_ms=hour * HOUR_MS, by_hand=hand, by_rule=rule)
                for hour, hand, rule in self._counts.hours(since)
            ),
            whole=tally(alike),
            tools=self._tools(alike),
        )

    def _tools(self, alike: Iterable[Counted]) -> tuple[ToolRow, ...]:
        names = self._agent_names()
        groups: defaultdict[tuple[str, str], list[Counted]] = defaultdict(list)
        for it in alike:
            groups[it.agent_id, it.tool].append(it)
        rows = [
            ToolRow(agent=names.get(agent, agent), tool=tool, tally=tally(those))
            for (agent, tool), those in groups.items()
        ]
        return tuple(sorted(rows, key=lambda row: (-row.tally.decisions, row.agent, row.tool)))
