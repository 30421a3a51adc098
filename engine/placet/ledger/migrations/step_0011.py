"""Schema 11: the owner's accounts. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column, Integer, Text


def upgrade(op: Operations) -> None:
    """Make the table, empty."""
    op.create_table(
        "accounts",
        Column("name", Text, primary_key=True, nullable=False),
        Column("kind", Text, nullable=False),
        Column("identity", Text, nullable=False),
        Column("place", Text, nullable=False),
        Column("rights", Text, nullable=False),
        Column("generation", Text, nullable=False),
        Column("changed_at", Integer, nullable=False),
        Column("expires_at", Integer, nullable=True),
        sqlite_strict=True,
    )
