"""Schema 12: the chain, and what the window showed of a request when it was decided. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column, Integer, Text


def upgrade(op: Operations) -> None:
    """Make the table, empty: what the ledger holds already is bound right after (`chaining.adopt`)."""
    op.add_column("approvals", Column("shown", Text, nullable=True))
    op.create_table(
        "chain",
        Column("number", Integer, primary_key=True, nullable=False),
        Column("at_ms", Integer, nullable=False),
        Column("first_event", Integer, nullable=False),
        Column("last_event", Integer, nullable=False),
        Column("records", Text, nullable=False),
        Column("head", Text, nullable=False),
        sqlite_strict=True,
    )
