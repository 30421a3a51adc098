"""Schema 4: an index of the files that tools wrote for an agent. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column, ForeignKey, Integer, Text


def upgrade(op: Operations) -> None:
    """Make the table, empty: what tools wrote before isn't looked up in the folders."""
    op.create_table(
        "files",
        Column("agent_id", Text, ForeignKey("agents.id"), primary_key=True, nullable=False),
        Column("path", Text, primary_key=True, nullable=False),
        Column("size", Integer, nullable=False),
        Column("sha256", Text, nullable=False),
        Column("created_at", Integer, nullable=False),
        Column("updated_at", Integer, nullable=False),
        sqlite_strict=True,
    )
