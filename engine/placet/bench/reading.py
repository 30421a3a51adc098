"""How quickly a long ledger answers what a window asks: its newest page, a deep one, a filter, a search, the counts.

The floor is the same question to plain `sqlite3`, for the columns of the task alone.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from placet.bench import seeding
from placet.bench.measures import Budget, Measured, at_most, median, took_ms
from placet.ledger.ledger import Ledger
from placet.ledger.reads import Reads
from placet.ledger.search import FROM_ROWS

__all__ = ["MANY", "measure"]

MANY: Final = 1_000_000
"""The length that the budgets are about; on a shorter ledger they are not judged."""

_PAGE: Final = 100
_INDEX_PATIENCE_S: Final = 600
_NEWEST: Final = "SELECT * FROM tasks ORDER BY seq DESC LIMIT 100"
_OLDER: Final = "SELECT * FROM tasks WHERE seq < (SELECT max(seq) / 2 FROM tasks) ORDER BY seq DESC LIMIT 100"
_STATUS: Final = "SELECT * FROM tasks WHERE status = 'failed' ORDER BY seq DESC LIMIT 100"
_COUNTS: Final = "SELECT status, count(*) FROM tasks GROUP BY status"
_LIKE: Final = "SELECT * FROM tasks WHERE args LIKE '%{}%' ORDER BY seq DESC LIMIT 100"


def measure(data: Path, rounds: int) -> list[Measured]:
    """Ask the ledger of this data folder, which no engine may hold."""
    with seeding.opened(data) as ledger, closing(sqlite3.connect(data / "ledger.sqlite")) as raw:
        reads = ledger.reads
        rows = sum(reads.counts().values())
        _await_index(ledger, rows)
        middle = reads.tasks(limit=1)[0].seq // 2
        half = raw.execute("SELECT id FROM tasks WHERE seq >= ? LIMIT 1", (middle,)).fetchone()[0]
        asked: list[tuple[str, str, Callable[[Reads], Any], Budget | None]] = [
            ("newest page", _NEWEST, lambda it: it.tasks(limit=_PAGE), None),
            ("page in the middle", _OLDER, lambda it: it.tasks(limit=_PAGE, before=half), None),
            ("status filter", _STATUS, lambda it: it.tasks(statuses=("failed",), limit=_PAGE), at_most(30)),
            ("all counts", _COUNTS, lambda it: it.counts(), None),
            ("search newest 100, a frequent word", _LIKE.format("harbour"), _search("harbour"), at_most(50)),
            (
                "search newest 100, a rare word",
                _LIKE.format(seeding.RARE),
                _search(seeding.RARE),
                at_most(50),
            ),
        ]
        return [_row(raw, reads, rows, rounds, *one) for one in asked]


def _await_index(ledger: Ledger, rows: int) -> None:
    # Polled: the follower tells nobody that it has arrived, and nobody but a measurement would listen.
    until = time.monotonic() + _INDEX_PATIENCE_S
    while rows > 2 * FROM_ROWS and ledger.search is None and time.monotonic() < until:
        time.sleep(0.2)


def _search(word: str) -> Callable[[Reads], Any]:
    return lambda reads: reads.tasks(q=word, limit=_PAGE)


def _row(
    raw: sqlite3.Connection,
    reads: Reads,
    rows: int,
    rounds: int,
    what: str,
    sql: str,
    ask: Callable[[Reads], Any],
    budget: Budget | None,
) -> Measured:
    floor, ours = [], []
    for _ in range(rounds):
        floor.append(took_ms(lambda: raw.execute(sql).fetchall()))
        ours.append(took_ms(lambda: ask(reads)))
    long_enough = rows >= MANY
    return Measured(
        name=f"{what}, {rows:,} rows", unit="ms", floor=median(floor), ours=median(ours),
        budget=budget if long_enough else None,
        note="" if long_enough or not budget else f"the budget, {budget.text}, is about {MANY:,} rows",
    )  # fmt: skip
