"""The table of the owner's accounts. What they log in with isn't in the ledger (`work.strongbox`)."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Table, Text

from placet.ledger.columns import metadata
from placet.ledger.columns import number_column as _number
from placet.ledger.columns import text_column as _text

accounts = Table(
    "accounts",
    metadata,
    Column("name", Text, primary_key=True, nullable=False),
    _text("kind"),
    _text("identity"),
    _text("place"),
    _text("rights"),
    _text("generation"),
    _number("changed_at"),
    _number("expires_at", optional=True),
    _number("ran_out_at", optional=True),
    sqlite_strict=True,
)

TABLES: Final = (accounts,)
"""All of them."""
