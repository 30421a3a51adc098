"""Schema 9: workflows with their revisions, operations, receipts, and what the owner saw. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text, text


def _flag(name: str) -> Column[int]:
    return Column(name, Integer, CheckConstraint(f"{name} IN (0, 1)"), nullable=False)


def upgrade(op: Operations) -> None:
    """Make the tables, empty."""
    _workflows(op)
    _operations(op)
    op.create_index("workflows_status_seq", "workflows", ["status", "seq"])
    op.create_index(
        "workflows_key",
        "workflows",
        ["request_key"],
        unique=True,
        sqlite_where=text("request_key IS NOT NULL"),
    )
    op.create_index("workflows_conversation", "workflows", ["conversation_id", "seq"])
    op.create_index("operations_workflow", "operations", ["workflow_id", "ordinal"])
    op.create_index(
        "operations_in_flight", "operations", ["ordinal"], sqlite_where=text("state = 'in_flight'")
    )


def _workflows(op: Operations) -> None:
    op.create_table(
        "workflows",
        Column("seq", Integer, primary_key=True, nullable=False),
        Column("id", Text, nullable=False, unique=True),
        Column("agent_id", Text, ForeignKey("agents.id"), nullable=False),
        Column("agent", Text, nullable=False),
        Column("conversation_id", Text, ForeignKey("conversations.id"), nullable=False),
        Column("title", Text, nullable=False),
        Column("text", Text, nullable=False),
        Column("status", Text, nullable=False),
        Column("created_at", Integer, nullable=False),
        Column("boot", Text, nullable=False),
        Column("expectations", Text, nullable=False),
        Column("scope", Text, nullable=True),
        Column("guided", Text, nullable=True),
        Column("given", Text, nullable=True),
        Column("goal_revision", Integer, nullable=False),
        Column("attempt", Integer, nullable=False),
        _flag("model_completed"),
        Column("verification", Text, nullable=False),
        Column("verdict", Text, nullable=True),
        Column("summary", Text, nullable=True),
        Column("error", Text, nullable=True),
        Column("request_key", Text, nullable=True),
        Column("body_digest", Text, nullable=False),
        Column("turn_id", Text, nullable=True),
        Column("started_at", Integer, nullable=True),
        Column("ended_at", Integer, nullable=True),
        Column("archived_at", Integer, nullable=True),
        _flag("restored"),
        sqlite_strict=True,
    )
    op.create_table(
        "workflow_revisions",
        Column("workflow_id", Text, ForeignKey("workflows.id"), primary_key=True, nullable=False),
        Column("number", Integer, primary_key=True, nullable=False),
        Column("text", Text, nullable=False),
        Column("at_ms", Integer, nullable=False),
        Column("key", Text, nullable=True),
        sqlite_strict=True,
    )


def _operations(op: Operations) -> None:
    op.create_table(
        "receipts",
        Column("ordinal", Integer, primary_key=True, nullable=False),
        Column("operation_id", Text, nullable=False),
        Column("provider", Text, nullable=False),
        Column("receipt_id", Text, nullable=False),
        Column("label", Text, nullable=False),
        Column("url", Text, nullable=True),
        _flag("empty"),
        Column("at_ms", Integer, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "operations",
        Column("ordinal", Integer, primary_key=True, nullable=False),
        Column("id", Text, nullable=False, unique=True),
        Column("workflow_id", Text, ForeignKey("workflows.id"), nullable=False),
        Column("key", Text, nullable=False),
        Column("tool", Text, nullable=False),
        Column("effect", Text, nullable=False),
        Column("input_digest", Text, nullable=False),
        Column("account", Text, nullable=False),
        Column("consent", Text, nullable=False),
        Column("goal_revision", Integer, nullable=False),
        Column("attempt", Integer, nullable=False),
        Column("state", Text, nullable=False),
        Column("started_at", Integer, nullable=False),
        _flag("expects_receipt"),
        Column("returned", Integer, CheckConstraint("returned IN (0, 1)"), nullable=True),
        _flag("refused"),
        _flag("restored"),
        Column("settled_at", Integer, nullable=True),
        Column("receipt", Integer, ForeignKey("receipts.ordinal"), nullable=True),
        Column("error", Text, nullable=True),
        Column("task_id", Text, nullable=True),
        sqlite_strict=True,
    )
    op.create_table(
        "looks",
        Column("ordinal", Integer, primary_key=True, nullable=False),
        Column("operation_id", Text, ForeignKey("operations.id"), nullable=False),
        _flag("happened"),
        Column("reason", Text, nullable=False),
        Column("at_ms", Integer, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("looks_operation", "looks", ["operation_id", "ordinal"])
