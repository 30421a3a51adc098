"""Schema 15: how many decisions there were, hour by hour; they are counted when the triggers are put up. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column, ForeignKey, Integer, Text


def upgrade(op: Operations) -> None:
    """Make the table, empty."""
    op.create_table(
        "decision_counts",
        Column("hour", Integer, primary_key=True, nullable=False),
        Column("agent_id", Text, ForeignKey("agents.id"), primary_key=True, nullable=False),
        Column("tool", Text, primary_key=True, nullable=False),
        Column("via", Text, primary_key=True, nullable=False),
        Column("verdict", Text, primary_key=True, nullable=False),
        Column("band_ms", Integer, primary_key=True, nullable=False),
        Column("look", Text, primary_key=True, nullable=False),
        Column("decisions", Integer, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
