"""Schema 5: files may be authorized, what was shown as code is kept, and runs of code are logged. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text, text


def upgrade(op: Operations) -> None:
    """Add all three. No older file was authorized."""
    op.add_column(
        "files",
        Column(
            "authorized",
            Integer,
            CheckConstraint("authorized IN (0, 1)"),
            server_default="0",
            nullable=False,
        ),
    )
    op.add_column("files", Column("last_authorized", Text, nullable=True))
    op.create_table(
        "sources",
        Column("sha256", Text, primary_key=True, nullable=False),
        Column("text", Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "runs",
        Column("seq", Integer, primary_key=True, nullable=False),
        Column("id", Text, nullable=False, unique=True),
        Column("agent_id", Text, ForeignKey("agents.id"), nullable=False),
        Column("source", Text, nullable=False),
        Column("sha256", Text, nullable=False),
        Column("authorized", Integer, CheckConstraint("authorized IN (0, 1)"), nullable=False),
        Column("started_by", Text, nullable=False),
        Column("asker", Text, nullable=True),
        Column("task_id", Text, nullable=True),
        Column("boot", Text, nullable=False),
        Column("status", Text, nullable=False),
        Column("started_at", Integer, nullable=False),
        Column("ended_at", Integer, nullable=True),
        Column("code", Text, nullable=True),
        Column("message", Text, nullable=True),
        Column("console", Text, nullable=True),
        sqlite_strict=True,
    )
    op.create_index("runs_agent_seq", "runs", ["agent_id", "seq"])
    op.create_index("runs_running", "runs", ["seq"], sqlite_where=text("status = 'running'"))
