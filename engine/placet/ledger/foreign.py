"""Another ledger's chain in ours: kept from where it parts with ours, whole, and bound by its last head (DECISIONS W7).

A backup of this very ledger is a piece of our own chain, and nothing of it has to be kept. One of another ledger, or of this
one after it went another way, brings links and facts that ours doesn't have: they are checked before they come in, kept as
they are, and checked again with ours.
"""

from __future__ import annotations

import sqlite3
from typing import Any, Final

from sqlalchemy import select

from placet.ledger.chain_tables import segment_facts, segment_links, segments
from placet.ledger.chaining import are_these, fact_lines, next_rows
from placet.ledger.statements import Prepared, given
from placet.rules import chain
from placet.rules.chain import Flaw, Tip

_PARTING: Final = (
    "SELECT coalesce(min(o.number), (SELECT max(number) + 1 FROM old.chain)) FROM old.chain o "
    "LEFT JOIN main.chain m ON m.number = o.number AND m.head = o.head WHERE m.number IS NULL"
)
_LAST: Final = "SELECT number, head FROM old.chain ORDER BY number DESC LIMIT 1"
_BEFORE: Final = "SELECT head, last_event FROM old.chain WHERE number = ?"
_KEEP: Final = (
    "INSERT INTO main.segments SELECT ?, (SELECT head FROM old.chain WHERE number = 0), ?, ?, ?, ?, ?",
    (
        "INSERT INTO main.segment_links SELECT ?, number, at_ms, first_event, last_event, records, head FROM old.chain "
        "WHERE number >= ?"
    ),
    (
        "INSERT INTO main.segment_facts SELECT ?, seq, type, at_ms, agent_id, agent, task_id, payload FROM old.events "
        "WHERE seq > ?"
    ),
)
_NESTED: Final = tuple(
    f"INSERT OR IGNORE INTO main.{table} SELECT * FROM old.{table}"  # noqa: S608 - our words
    for table in ("segments", "segment_links", "segment_facts")
)
_TOUCH: Final = (
    "INSERT OR IGNORE INTO touched SELECT 'segment', id FROM old.segments "
    "WHERE id NOT IN (SELECT id FROM main.segments)"
)
_SEGMENTS: Final = Prepared(select(*segments.columns).order_by(segments.c.brought_at, segments.c.id))
_LINKS: Final = Prepared(
    select(*segment_links.columns)
    .where(segment_links.c.segment == given("segment"))
    .order_by(segment_links.c.number)
)
_FACTS: Final = Prepared(
    select(*segment_facts.columns)
    .where(segment_facts.c.segment == given("segment"))
    .order_by(segment_facts.c.seq)
)


def keep(cursor: sqlite3.Cursor, now: int) -> str | None:
    """Take over what `old`, whose chain was checked, has and ours lacks; the segment's id, None when there is nothing."""
    cursor.execute(_TOUCH)
    for statement in _NESTED:
        cursor.execute(statement)
    parting: int = cursor.execute(_PARTING).fetchone()[0]
    number, head = cursor.execute(_LAST).fetchone()
    if number < parting or cursor.execute("SELECT 1 FROM main.segments WHERE id = ?", (head,)).fetchone():
        return None
    # A root that isn't ours stands in the segment itself; it is no link that follows from another.
    before = max(parting - 1, 0)
    before_head, last_event = cursor.execute(_BEFORE, (before,)).fetchone()
    facts = cursor.execute("SELECT count(*) FROM old.events WHERE seq > ?", (last_event,)).fetchone()[0]
    cursor.execute(_KEEP[0], (head, before, before_head, number - before, facts, now))
    cursor.execute(_KEEP[1], (head, before + 1))
    cursor.execute(_KEEP[2], (head, last_event))
    return str(head)


def flaw_of_segments(connection: sqlite3.Connection) -> Flaw | None:
    """The first thing in a foreign chain that doesn't fit."""
    for segment in connection.cursor().execute(_SEGMENTS.sql):
        wrong = _wrong(connection, segment)
        if wrong is not None:
            return Flaw(what=f"the chain {segment[0]}, which a restore brought: {wrong}")
    return None


def _wrong(connection: sqlite3.Connection, segment: Any) -> str | None:
    segment_id, _, after_link, after_head, links, facts, _ = segment
    tip, seen = Tip(number=after_link, head=after_head), 0
    left = connection.cursor().execute(_FACTS.sql, (segment_id,))
    for _, number, at_ms, first, last, records, head in connection.cursor().execute(
        _LINKS.sql, (segment_id,)
    ):
        written = [fact[1:] for fact in next_rows(left, last - first + 1)]
        if number != tip.number + 1 or not are_these(written, first, last):
            return f"links or facts before link {number} are missing"
        if chain.next_head(tip, at_ms, fact_lines(written) + records) != head:
            return f"link {number} was changed"
        tip, seen = Tip(number=number, head=head), seen + len(written)
    whole = (
        tip.head == segment_id and tip.number == after_link + links and seen == facts and not left.fetchone()
    )
    return None if whole else "its end doesn't fit"
