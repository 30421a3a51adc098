"""How many decisions there were, hour by hour: kept by triggers in the commit that decides, like `task_counts`.

Going through a million decisions takes seconds. What is kept is a row for each hour and
each kind of decision in it, which hold no more than the approvals say and are made anew from these at need.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy import Column, ForeignKey, Integer, Table, Text, case, func, or_, select

from placet.ledger.columns import metadata
from placet.ledger.columns import number_column as _number
from placet.ledger.statements import PREFIX, Prepared, given
from placet.rules.lifecycles import ApprovalState
from placet.rules.statistics import BANDS_MS, BY_HAND, HOUR_MS, UNTIMED, Counted, Look

# `band_ms` is where the band of the time on the card begins, `look` a word of `rules.statistics`.
decision_counts: Final = Table(
    "decision_counts",
    metadata,
    Column("hour", Integer, primary_key=True, nullable=False),
    Column("agent_id", Text, ForeignKey("agents.id"), primary_key=True, nullable=False),
    Column("tool", Text, primary_key=True, nullable=False),
    Column("via", Text, primary_key=True, nullable=False),
    Column("verdict", Text, primary_key=True, nullable=False),
    Column("band_ms", Integer, primary_key=True, nullable=False),
    Column("look", Text, primary_key=True, nullable=False),
    _number("decisions"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
TABLES: Final = (decision_counts,)
_KEYS: Final = tuple(column.name for column in decision_counts.primary_key)

_c = decision_counts.c
_by_hand: Final = or_(*(_c.via == via.value for via in BY_HAND))
HOURS: Final = Prepared(
    select(
        _c.hour,
        func.sum(case((_by_hand, _c.decisions), else_=0)),
        func.sum(case((_by_hand, 0), else_=_c.decisions)),
    )
    .where(_c.hour >= given("since"))
    .group_by(_c.hour)
    .order_by(_c.hour),
    PREFIX,
)
_LIKE: Final = (_c.agent_id, _c.tool, _c.via, _c.verdict, _c.band_ms, _c.look)
ALIKE: Final = Prepared(
    select(*_LIKE, func.sum(_c.decisions)).where(_c.hour >= given("since")).group_by(*_LIKE), PREFIX
)


class StatisticsReads:
    """The read-only queries about how decisions were made. Any thread may ask."""

    def __init__(self, run: Callable[[Prepared, Mapping[str, Any]], list[Any]]) -> None:
        self._run = run

    def hours(self, since: int) -> list[tuple[int, int, int]]:
        """Each hour since this one that has any: its number, the decisions of the owner's hand, and the others."""
        return [tuple(row) for row in self._run(HOURS, {"since": since})]

    def alike(self, since: int) -> list[Counted]:
        """The decisions of these hours, those that are alike in one."""
        return [
            Counted(
                agent_id=agent, tool=tool, via=via, verdict=verdict, band_ms=band, look=look, decisions=count
            )
            for agent, tool, via, verdict, band, look, count in self._run(ALIKE, {"since": since})
        ]


def counting() -> list[str]:
    """The trigger that keeps the counts: whoever decides is counted in the same commit."""
    decided = _one_of("NEW.state")
    when = f"AFTER UPDATE OF state ON approvals WHEN NEW.state <> OLD.state AND {decided}"
    task = "FROM tasks WHERE tasks.id = NEW.task_id"
    one_more = (
        f"INSERT INTO decision_counts ({', '.join(_KEYS)}, decisions) "
        f"SELECT {_kind('NEW')}, 1 {task} "
        f"ON CONFLICT ({', '.join(_KEYS)}) DO UPDATE SET decisions = decisions + 1"
    )
    return [f"CREATE TRIGGER approvals_counted {when} BEGIN {one_more}; END"]


def count_anew(execute: Callable[[str], Any]) -> None:
    """Make the counts anew from the approvals."""
    keys = ", ".join(_KEYS)
    execute("DELETE FROM decision_counts")
    execute(
        f"INSERT INTO decision_counts ({keys}, decisions) "  # noqa: S608 - our words
        f"SELECT {_kind('approvals')}, count(*) FROM approvals JOIN tasks ON tasks.id = approvals.task_id "
        f"WHERE {_one_of('approvals.state')} GROUP BY {', '.join(str(n + 1) for n in range(len(_KEYS)))}"
    )


def _one_of(column: str) -> str:
    return " OR ".join(f"{column} = '{it}'" for it in (ApprovalState.APPROVED, ApprovalState.DENIED)).join(
        "()"
    )


def _kind(row: str) -> str:
    """The key of a decided approval's count; `tasks` is its task. Whatever is no look of ours counts as unknown."""
    return (
        f"{row}.decided_at / {HOUR_MS}, tasks.agent_id, tasks.tool, coalesce({row}.via, ''), {row}.state, "
        f"{_band(f'{row}.shown')}, {_look(f'{row}.shown')}"
    )


# A trigger of a file whose schema isn't trusted may use no function for JSON, so the text is read as `rules.shown` spells
# it. A quote within one of its strings has a backslash before it, so none of these can be met there.
_TIME: Final = ',"for_ms":'
_NOTHING_OPENED: Final = ',"opened":[]'
_NOTHING_FOLDED: Final = ',"folded":[]'


def _band(shown: str) -> str:
    rest = f"substr({shown}, instr({shown}, '{_TIME}') + {len(_TIME)})"
    for_ms = f"CAST({rest} AS INTEGER)"
    arms = " ".join(f"WHEN {for_ms} < {top} THEN {low}" for low, top in itertools.pairwise(BANDS_MS))
    return f"CASE WHEN NOT {_is_timed(shown)} THEN {UNTIMED} {arms} ELSE {BANDS_MS[-1]} END"


def _look(shown: str) -> str:
    unopened, unfolded = (f"instr({shown}, '{part}') > 0" for part in (_NOTHING_OPENED, _NOTHING_FOLDED))
    return (
        f"CASE WHEN NOT {_is_timed(shown)} THEN '{Look.UNKNOWN}' "
        f"WHEN {unopened} AND {unfolded} THEN '{Look.NOTHING}' WHEN {unfolded} THEN '{Look.ALL}' "
        f"WHEN {unopened} THEN '{Look.NONE}' ELSE '{Look.SOME}' END"
    )


def _is_timed(shown: str) -> str:
    digit = f"substr({shown}, instr({shown}, '{_TIME}') + {len(_TIME)}, 1)"
    return f"(coalesce(instr({shown}, '{_TIME}'), 0) > 0 AND {digit} BETWEEN '0' AND '9')"
