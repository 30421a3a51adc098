"""Walking the chain: whether every fact and record is there as the commits left it, and nothing besides (DECISIONS W6).

A chain is followed from its root, or from a link that is trusted. Facts are digested anew and each head is compared; of
each record the newest line counts, and the row is compared with it. So an edit, a removal and an addition are all seen, and
the first link that doesn't fit says where.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import func, select

from placet.ledger import chaining, database, schema
from placet.ledger.chain_records import COUNT, EVERY, KINDS, RecordKind
from placet.ledger.chain_tables import links
from placet.ledger.foreign import flaw_of_segments
from placet.ledger.statements import PREFIX, Prepared, given
from placet.rules import chain
from placet.rules.chain import GONE, Flaw, Tip
from placet.rules.errors import LedgerDamaged

_LINKS: Final = Prepared(
    select(*links.columns).where(links.c.number >= given("first")).order_by(links.c.number)
)
_EVENTS: Final = Prepared(
    select(*schema.events.columns).where(schema.events.c.seq >= given("first")).order_by(schema.events.c.seq)
)
_LAST_EVENT: Final = Prepared(select(func.coalesce(func.max(schema.events.c.seq), 0)))
_NEAR: Final = Prepared(
    select(links.c.number)
    .where(links.c.last_event <= given("last"))
    .order_by(links.c.number.desc())
    .limit(1),
    PREFIX,
)
_SEEN: Final = (
    "CREATE TEMP TABLE seen (kind TEXT, key TEXT, digest TEXT, PRIMARY KEY (kind, key)) WITHOUT ROWID"
)
_SEE: Final = "INSERT OR REPLACE INTO seen VALUES (?, ?, ?)"
_KNOWN: Final = "SELECT key, digest FROM seen WHERE kind = ? AND key IN ({})"
_AT_ONCE: Final = 500
"""So many records are looked up at once: a question for each takes as long as making its text."""
_EXPECTED: Final = f"SELECT count(*) FROM seen WHERE kind = ? AND digest <> '{GONE}'"  # noqa: S608 - our word

_PIECE_S: Final = 0.002
_RESTS: Final = 2
"""So much longer than each piece of work a look rests that nobody waits for."""
_STEPS: Final = 5_000
"""After so many of SQLite's own steps a look asks whether it should end."""
_NO_ROOT: Final = "the chain has no root"
_NO_TEXT: Final = "a fact of it holds what no fact of Placet holds"
_FACTS_GONE: Final = "facts of it are missing"
_CHANGED: Final = "a fact, a record's line or the link itself was changed, or is missing"
_LINK_GONE: Final = "a link before it is missing"
_UNBOUND: Final = "facts after the last link are in no link: something else than Placet wrote them"


AT_OPEN_EVENTS: Final = 5_000
"""A ledger of so many facts is looked over whole before it is opened; of a longer one the newest links are, and all of it
once it is open.
"""


def check_at_open(path: Path) -> None:
    """Look before anything is written. Changes nothing.

    Raises:
        LedgerDamaged: the chain is broken.
    """
    flaw = found(path, most_events=AT_OPEN_EVENTS)
    if flaw is not None:
        raise damage(path, flaw)


def damage(path: Path, flaw: Flaw) -> LedgerDamaged:
    """The error that a broken chain is told by."""
    return LedgerDamaged(f"The chain of the ledger {path} is broken: {flaw}.", link=flaw.link)


class Leisure:
    """Rests after each piece of work: what only Python does keeps a window, and whoever calls, from Python meanwhile.

    Belongs to the thread that made it. `stop` ends a rest; `now_s` tells how long there was work.
    """

    def __init__(self, stop: threading.Event, now_s: Callable[[], float] = time.monotonic) -> None:
        self.stop = stop
        self._now_s = now_s
        self._since_s = now_s()

    def __call__(self) -> None:
        """Rest, if there was work enough since the last time; where others have much to do, that took longer."""
        worked_s = self._now_s() - self._since_s
        if worked_s >= _PIECE_S:
            self.stop.wait(_RESTS * worked_s)
            self._since_s = self._now_s()


def found(
    path: Path,
    *,
    most_events: int | None = None,
    stop: threading.Event | None = None,
    rest: Callable[[], None] | None = None,
) -> Flaw | None:
    """As `flaw_of`, where a file that can't be read is a flaw too. A look that `stop` ends finds nothing."""
    try:
        return flaw_of(path, most_events=most_events, stop=stop, rest=rest)
    except sqlite3.DatabaseError as error:
        if stop is not None and stop.is_set():
            return None
        return Flaw(what=f"it can't be read: {error}")


def flaw_of(
    path: Path,
    *,
    most_events: int | None = None,
    stop: threading.Event | None = None,
    rest: Callable[[], None] | None = None,
) -> Flaw | None:
    """The first thing that doesn't fit; None: all of it does. Blocking, and reads all facts and records.

    `most_events`: look at the newest links only, which hold about so many facts, and at no record. `rest` is called after
    each piece. Changes nothing.

    Raises:
        sqlite3.DatabaseError: the file can't be read.
    """
    with walk(path, most_events=most_events, stop=stop, rest=rest) as one:
        return one.flaw()


@contextmanager
def walk(
    path: Path,
    *,
    most_events: int | None = None,
    stop: threading.Event | None = None,
    rest: Callable[[], None] | None = None,
) -> Iterator[Walk]:
    """A look at the chain of a ledger as it is at this moment, whatever is written meanwhile."""
    with closing(database.looking_connection(path)) as connection:
        if stop is not None:
            connection.set_progress_handler(stop.is_set, _STEPS)
        connection.execute("PRAGMA temp_store = FILE")
        connection.execute("BEGIN")
        yield Walk(connection, most_events, rest or _go_on)


def _go_on() -> None:
    """Rest not at all."""


class Walk:
    """One look at one chain, by one thread."""

    def __init__(
        self, connection: sqlite3.Connection, most_events: int | None, rest: Callable[[], None]
    ) -> None:
        self._connection = connection
        self._rest = rest
        self._last_event: int = _LAST_EVENT.run(connection.cursor(), {}).fetchone()[0]
        self._partly = most_events is not None and self._last_event > most_events
        self._first_link = self._near(self._last_event - (most_events or 0)) if self._partly else 0

    def _near(self, last_event: int) -> int:
        found = _NEAR.run(self._connection.cursor(), {"last": last_event}).fetchone()
        return 0 if found is None else found[0]

    def flaw(self) -> Flaw | None:
        """The first thing that doesn't fit; None: all of it does. To be asked once.

        Raises:
            sqlite3.DatabaseError: the file can't be read.
        """
        if not self._partly:
            self._connection.execute(_SEEN)
        return self._flaw_of_links() or (None if self._partly else self._flaw_of_the_rest())

    def digests_of(self, kind: str, keys: Sequence[str]) -> dict[str, str]:
        """The digests of records of a kind as the newest link with each has it, after a look at everything."""
        found: dict[str, str] = {}
        for start in range(0, len(keys), _AT_ONCE):
            some = keys[start : start + _AT_ONCE]
            asked = _KNOWN.format(",".join("?" * len(some)))
            found.update(self._connection.execute(asked, (kind, *some)).fetchall())
        return found

    def _flaw_of_links(self) -> Flaw | None:
        found = self._connection.cursor().execute(_LINKS.sql, (self._first_link,))
        root = found.fetchone()
        if root is None or root[0] != self._first_link or len(root[5]) != chain.HEAD_HEX:
            return Flaw(what=_NO_ROOT)
        tip, last = Tip(number=root[0], head=root[5]), root[3]
        facts = self._connection.cursor().execute(_EVENTS.sql, (last + 1,))
        for number, at_ms, first, link_last, records, head in found:
            written = chaining.next_rows(facts, link_last - last)
            self._rest()
            lines = chaining.fact_lines(written)
            self._rest()
            wrong = _wrong(tip, last, number, first, link_last, written, lines)
            tip_now = None if wrong else chain.next_head(tip, at_ms, lines + records)
            if wrong or tip_now != head:
                return Flaw(what=wrong or _CHANGED, link=number)
            tip, last = Tip(number=number, head=head), link_last
            if not self._partly:
                self._connection.executemany(_SEE, _parsed(records))
            self._rest()
        return None if last == self._last_event else Flaw(what=_UNBOUND, link=tip.number)

    def _flaw_of_the_rest(self) -> Flaw | None:
        of_records = next(filter(None, (self._flaw_of_kind(kind) for kind in KINDS.values())), None)
        return of_records or flaw_of_segments(self._connection)

    def _flaw_of_kind(self, kind: RecordKind) -> Flaw | None:
        rows = self._connection.cursor().execute(EVERY[kind.name].sql)
        while some := rows.fetchmany(_AT_ONCE):
            wrong = self._flaw_of_rows(kind, some)
            if wrong is not None:
                return wrong
            self._rest()
        there = self._connection.execute(COUNT[kind.name].sql).fetchone()[0]
        expected = self._connection.execute(_EXPECTED, (kind.name,)).fetchone()[0]
        if there < expected:
            return Flaw(what=f"{expected - there} records of the kind {kind.name} were removed")
        return None

    def _flaw_of_rows(self, kind: RecordKind, rows: Sequence[Any]) -> Flaw | None:
        place = kind.columns.index(kind.key)
        known = self.digests_of(kind.name, [str(row[place]) for row in rows])
        for row in rows:
            seen = known.get(str(row[place]))
            if seen is None:
                what = f"the {kind.name} {row[place]} is in no link: something else than Placet wrote it"
                return Flaw(what=what)
            if seen != chain.text_digest(kind.of_row(row)):
                return Flaw(what=f"the {kind.name} {row[place]} was changed by something else than Placet")
        return None


def _wrong(
    tip: Tip, last: int, number: int, first: int, link_last: int, written: Sequence[Any], lines: str
) -> str | None:
    """What is wrong with a link before its head is looked at."""
    if number != tip.number + 1:
        return _LINK_GONE
    if first != last + 1 or not chaining.are_these(written, first, link_last):
        return _FACTS_GONE
    return None if chain.are_lines(lines, written) else _NO_TEXT


def _parsed(records: str) -> Iterator[list[str]]:
    return (line.split("\t")[1:] for line in records.split("\n") if line)
