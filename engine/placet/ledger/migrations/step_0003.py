"""Schema 3: the next deadline has an index, and how many tasks stand in each status is kept. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column, ForeignKey, Integer, Text, text


def upgrade(op: Operations) -> None:
    """Add both, and count the tasks that are there."""
    op.create_index(
        "approvals_deadline",
        "approvals",
        ["expires_at"],
        sqlite_where=text("state = 'open' AND expires_at IS NOT NULL"),
    )
    op.create_table(
        "task_counts",
        Column("agent_id", Text, ForeignKey("agents.id"), primary_key=True, nullable=False),
        Column("status", Text, primary_key=True, nullable=False),
        Column("tasks", Integer, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO task_counts (agent_id, status, tasks) "
        "SELECT agent_id, status, count(*) FROM tasks GROUP BY agent_id, status"
    )
