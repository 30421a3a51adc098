"""Schema 2: a task may be decision-only, run by an outside harness. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import CheckConstraint, Column, Integer


def upgrade(op: Operations) -> None:
    """Add the flag. Every older task was one of Placet's own."""
    op.add_column(
        "tasks",
        Column(
            "decision_only",
            Integer,
            CheckConstraint("decision_only IN (0, 1)"),
            server_default="0",
            nullable=False,
        ),
    )
