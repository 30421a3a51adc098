"""Schema 10: the operations of a workflow that stand in one state, and how many do, without reading all. Frozen."""

from __future__ import annotations

from alembic.operations import Operations


def upgrade(op: Operations) -> None:
    """Make the index; no row changes."""
    op.create_index("operations_state", "operations", ["workflow_id", "state", "ordinal"])
