"""Schema 16: when each token was used last. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column, Integer


def upgrade(op: Operations) -> None:
    """Make the column, empty."""
    op.add_column("tokens", Column("last_used_at", Integer, nullable=True))
