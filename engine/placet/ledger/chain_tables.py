"""The tables of the chain: its links, and the chains of other ledgers that a restore brought."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, ForeignKey, Integer, Table, Text

from placet.ledger.columns import metadata
from placet.ledger.columns import number_column as _number
from placet.ledger.columns import text_column as _text

# One row for each commit that told or recorded something. Its facts are those of `events` from the first to the last
# (which is one less when there are none); `records` is the rest of its text. Number 0 is the root.
links: Final = Table(
    "chain",
    metadata,
    Column("number", Integer, primary_key=True, nullable=False),
    _number("at_ms"),
    _number("first_event"),
    _number("last_event"),
    _text("records"),
    _text("head"),
    sqlite_strict=True,
)

# A chain that a restore brought and that isn't part of ours, from where it parts with ours: verified when it came, and
# bound by its last head in a record of our own chain. Nothing reads its facts but who checks or shows it.
segments: Final = Table(
    "segments",
    metadata,
    Column("id", Text, primary_key=True, nullable=False),
    _text("root"),
    _number("after_link"),
    _text("after_head"),
    _number("links"),
    _number("facts"),
    _number("brought_at"),
    sqlite_strict=True,
)

segment_links: Final = Table(
    "segment_links",
    metadata,
    Column("segment", Text, ForeignKey("segments.id"), primary_key=True, nullable=False),
    Column("number", Integer, primary_key=True, nullable=False),
    _number("at_ms"),
    _number("first_event"),
    _number("last_event"),
    _text("records"),
    _text("head"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

segment_facts: Final = Table(
    "segment_facts",
    metadata,
    Column("segment", Text, ForeignKey("segments.id"), primary_key=True, nullable=False),
    Column("seq", Integer, primary_key=True, nullable=False),
    _text("type"),
    _number("at_ms"),
    _text("agent_id", optional=True),
    _text("agent", optional=True),
    _text("task_id", optional=True),
    _text("payload"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

TABLES: Final = (links, segments, segment_links, segment_facts)
"""All of them."""
