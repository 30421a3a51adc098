"""Schema 13: an agent's calls of one tool are found without looking through all that it did. Frozen."""

from __future__ import annotations

from alembic.operations import Operations


def upgrade(op: Operations) -> None:
    """Make the index."""
    op.create_index("tasks_agent_tool_seq", "tasks", ["agent_id", "tool", "seq"])
