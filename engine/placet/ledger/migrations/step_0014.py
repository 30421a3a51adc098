"""Schema 14: the chains of other ledgers that a restore brought. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column, ForeignKey, Integer, Text


def upgrade(op: Operations) -> None:
    """Make the tables, empty."""
    op.create_table(
        "segments",
        Column("id", Text, primary_key=True, nullable=False),
        Column("root", Text, nullable=False),
        Column("after_link", Integer, nullable=False),
        Column("after_head", Text, nullable=False),
        Column("links", Integer, nullable=False),
        Column("facts", Integer, nullable=False),
        Column("brought_at", Integer, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "segment_links",
        Column("segment", Text, ForeignKey("segments.id"), primary_key=True, nullable=False),
        Column("number", Integer, primary_key=True, nullable=False),
        Column("at_ms", Integer, nullable=False),
        Column("first_event", Integer, nullable=False),
        Column("last_event", Integer, nullable=False),
        Column("records", Text, nullable=False),
        Column("head", Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "segment_facts",
        Column("segment", Text, ForeignKey("segments.id"), primary_key=True, nullable=False),
        Column("seq", Integer, primary_key=True, nullable=False),
        Column("type", Text, nullable=False),
        Column("at_ms", Integer, nullable=False),
        Column("agent_id", Text, nullable=True),
        Column("agent", Text, nullable=True),
        Column("task_id", Text, nullable=True),
        Column("payload", Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
