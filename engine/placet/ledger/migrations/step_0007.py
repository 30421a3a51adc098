"""Schema 7: what triggers and timers owe to whom, and when each timer is due next. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text, text


def upgrade(op: Operations) -> None:
    """Make both tables, empty: nothing was delivered before, so nothing is owed from then."""
    op.create_table(
        "deliveries",
        Column("seq", Integer, primary_key=True, nullable=False),
        Column("agent_id", Text, ForeignKey("agents.id"), nullable=False),
        Column("trigger", Text, nullable=False),
        Column("target", Text, nullable=False),
        Column("task_id", Text),
        Column("task_status", Text),
        Column("data", Text),
        Column("is_test", Integer, CheckConstraint("is_test IN (0, 1)"), nullable=False),
        Column("status", Text, nullable=False),
        Column("due_at", Integer, nullable=False),
        Column("started_at", Integer),
        Column("ended_at", Integer),
        Column("boot", Text),
        Column("code", Text),
        Column("error", Text),
        sqlite_strict=True,
    )
    target = ["agent_id", "trigger", "target"]
    op.create_index("deliveries_target_seq", "deliveries", [*target, "seq"])
    op.create_index(
        "deliveries_due", "deliveries", [*target, "is_test", "seq"], sqlite_where=text("status = 'due'")
    )
    op.create_index("deliveries_started", "deliveries", ["seq"], sqlite_where=text("status = 'started'"))
    op.create_table(
        "timers",
        Column("agent_id", Text, ForeignKey("agents.id"), primary_key=True, nullable=False),
        Column("name", Text, primary_key=True, nullable=False),
        Column("schedule", Text, nullable=False),
        Column("planned_at", Integer, nullable=False),
        Column("missed", Integer, nullable=False),
        sqlite_strict=True,
    )
