"""Forging the links: a commit's facts and records become one row of the chain, in that commit (DECISIONS W6).

The problem: every commit has to be bound to all before it, and writing is what Placet must do quickly. What we do: verbs
only note which records they wrote; at the end of a batch, which many callers share, one text is made of it and digested
once. What it costs: a link says what a batch wrote, not which step of it did.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Final

from sqlalchemy import insert, literal_column, select

from placet.ledger import schema
from placet.ledger.chain_records import EVERY, KINDS, ONE, RecordKind
from placet.ledger.chain_tables import links
from placet.ledger.statements import Prepared, values_of
from placet.rules import chain
from placet.rules.chain import GONE, Tip

INSERT: Final = Prepared(insert(links).values(values_of(links)))
EVENTS: Final = Prepared(select(*schema.events.columns).order_by(schema.events.c.seq))
_MOST_ROWS: Final = 2**31 - 1
_SLICE: Final = 1000
"""How many facts or records of an older ledger share a link."""
ROOT: Final = Prepared(select(links.c.head).where(links.c.number == literal_column("0")))
TIP: Final = Prepared(select(links.c.number, links.c.head).order_by(links.c.number.desc()).limit(1))

Written = tuple[int, str, int, str | None, str | None, str | None, str]
"""A fact as it goes into the file: number, type, time, agent's id and name, task and payload."""


class Records:
    """The records that one transaction wrote, to be told of at its end. Lives on the writer thread."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        # Text is made at the end: a step that is undone costs nothing, and what is written twice is told as it ends.
        self._made: list[tuple[str, str | int, Callable[[], str] | None]] = []

    def __len__(self) -> int:
        return len(self._made)

    def add(self, kind: RecordKind, key: str | int, text: Callable[[], str] | None = None) -> None:
        """Note that this record was written; `text` tells it where reading it again can be spared."""
        self._made.append((kind.name, key, text))

    def undo(self, mark: int) -> None:
        """Forget what was noted since there were so many."""
        del self._made[mark:]

    def lines(self, cursor: sqlite3.Cursor) -> str:
        """All of them, each once and by the digest of its text. What is there no more is said to be gone."""
        newest = {(kind, key): text for kind, key, text in self._made}
        line = chain.record_line
        return "".join(
            [line(kind, str(key), _digest(cursor, kind, key, text)) for (kind, key), text in newest.items()]
        )


def _digest(cursor: sqlite3.Cursor, kind: str, key: str | int, text: Callable[[], str] | None) -> str:
    if text is not None:
        return chain.text_digest(text())
    row = cursor.execute(ONE[kind].sql, (key,)).fetchone()
    return GONE if row is None else chain.text_digest(KINDS[kind].of_row(row))


def fact_lines(written: Sequence[Written]) -> str:
    """The lines of these facts."""
    digest, line = chain.text_digest, chain.fact_line
    return "".join([line(*fact[:6], digest(fact[6])) for fact in written])


def forge(
    cursor: sqlite3.Cursor, before: Tip, at_ms: int, last_event: int, written: Sequence[Written], records: str
) -> Tip:
    """Write the link of these facts, which follow number `last_event`, and records; say where the chain ends now."""
    number = before.number + 1
    head = chain.next_head(before, at_ms, fact_lines(written) + records)
    values: dict[str, Any] = {
        "number": number,
        "at_ms": at_ms,
        "first_event": last_event + 1,
        "last_event": last_event + len(written),
        "records": records,
        "head": head,
    }
    INSERT.run(cursor, values)
    return Tip(number=number, head=head)


def plant(cursor: sqlite3.Cursor) -> Tip:
    """Write the root of a fresh chain, which is drawn at random and so tells ledgers apart."""
    root = secrets.token_hex(chain.HEAD_HEX // 2)
    values = {"number": 0, "at_ms": 0, "first_event": 1, "last_event": 0, "records": "", "head": root}
    INSERT.run(cursor, values)
    return Tip(number=0, head=root)


def adopt(cursor: sqlite3.Cursor) -> Tip:
    """Begin the chain of a ledger that is older than chains: it binds what is there, as it is there now."""
    reached = plant(cursor)
    facts = cursor.connection.execute(EVENTS.sql)
    last = 0
    while slice_ := facts.fetchmany(_SLICE):
        reached = forge(cursor, reached, slice_[-1][2], last, slice_, "")
        last = slice_[-1][0]
    for kind in KINDS.values():
        rows = cursor.connection.execute(EVERY[kind.name].sql)
        place = kind.columns.index(kind.key)
        while found := rows.fetchmany(_SLICE):
            told = (
                chain.record_line(kind.name, str(row[place]), chain.text_digest(kind.of_row(row)))
                for row in found
            )
            reached = forge(cursor, reached, 0, last, (), "".join(told))
    return reached


def next_rows(cursor: sqlite3.Cursor, count: int) -> list[Any]:
    """The next rows of a look, at most so many. (The driver takes "none" for "all", and no number of more than 31 bits.)"""
    return cursor.fetchmany(min(count, _MOST_ROWS)) if count > 0 else []


def are_these(written: Sequence[Any], first: int, last: int) -> bool:
    """Whether these are the facts of the numbers from `first` to `last`, however many somebody claims that to be."""
    numbers = range(first, last + 1)
    return len(written) == last + 1 - first and all(
        fact[0] == number for fact, number in zip(written, numbers, strict=True)
    )


def root(cursor: sqlite3.Cursor) -> str:
    """The head of the root: it tells this ledger from every other."""
    head: str = cursor.execute(ROOT.sql).fetchone()[0]
    return head


def tip(cursor: sqlite3.Cursor) -> Tip:
    """Where the chain of this file ends."""
    number, head = TIP.run(cursor, {}).fetchone()
    return Tip(number=number, head=head)
