"""The tables of the chain: its links, and the chains of other ledgers that a restore brought."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Integer, Table

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

TABLES: Final = (links,)
"""All of them."""
