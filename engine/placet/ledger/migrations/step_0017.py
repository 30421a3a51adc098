"""Schema 17: when an account's leave was seen to have run out. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column, Integer


def upgrade(op: Operations) -> None:
    """Make the column, empty."""
    op.add_column("accounts", Column("ran_out_at", Integer, nullable=True))
