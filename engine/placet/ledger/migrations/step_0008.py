"""Schema 8: what an owner lets pass without asking. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column, ForeignKey, Integer, Text


def upgrade(op: Operations) -> None:
    """Make the table, empty."""
    op.create_table(
        "grants",
        Column("id", Text, primary_key=True, nullable=False),
        Column("agent_id", Text, ForeignKey("agents.id"), nullable=False),
        Column("tool", Text, nullable=False),
        Column("match", Text, nullable=False),
        Column("folder", Text, nullable=True),
        Column("host", Text, nullable=True),
        Column("created_at", Integer, nullable=False),
        Column("expires_at", Integer, nullable=True),
        Column("uses_left", Integer, nullable=True),
        Column("hits", Integer, nullable=False),
        Column("revoked_at", Integer, nullable=True),
        sqlite_strict=True,
    )
    op.create_index("grants_agent_tool", "grants", ["agent_id", "tool"])
