"""Schema 1: the first one. Frozen."""

from __future__ import annotations

from typing import Any

from alembic.operations import Operations
from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, Text, text


def _text(name: str, *extra: Any, optional: bool = False) -> Column[str]:
    return Column(name, Text, *extra, nullable=optional)


def _number(name: str, *extra: Any, optional: bool = False) -> Column[int]:
    return Column(name, Integer, *extra, nullable=optional)


def _flag(name: str) -> Column[int]:
    return Column(name, Integer, CheckConstraint(f"{name} IN (0, 1)"), nullable=False)


def upgrade(op: Operations) -> None:
    """Make the first tables."""
    _agents(op)
    _tasks(op)
    _approvals(op)
    _conversations(op)
    _messages(op)
    _turns(op)
    _events(op)
    _tokens(op)
    _request_keys(op)
    _boots(op)


def _agents(op: Operations) -> None:
    op.create_table(
        "agents",
        Column("id", Text, primary_key=True, nullable=False),
        Column("name", Text, nullable=False, unique=True),
        _text("declaration"),
        _text("state"),
        _text("error", optional=True),
        _number("created_at"),
        _number("updated_at"),
        sqlite_strict=True,
    )


def _tasks(op: Operations) -> None:
    op.create_table(
        "tasks",
        Column("seq", Integer, primary_key=True, nullable=False),
        Column("id", Text, nullable=False, unique=True),
        _text("kind"),
        _text("agent_id", ForeignKey("agents.id")),
        _text("agent"),
        _text("tool"),
        _text("args"),
        _text("digest"),
        _text("status"),
        _number("created_at"),
        _text("origin"),
        _flag("requires_authorization"),
        _flag("executor_managed"),
        _flag("is_async"),
        _text("effect"),
        _text("risk"),
        _text("risk_reasons"),
        _text("sentence"),
        _text("boot"),
        _text("claim", optional=True),
        _text("result", optional=True),
        _text("error", optional=True),
        _number("started_at", optional=True),
        _number("completed_at", optional=True),
        _text("approved_args", optional=True),
        _text("approved_digest", optional=True),
        _text("target", optional=True),
        _text("diff", optional=True),
        _text("repeat_of", optional=True),
        _text("turn_id", optional=True),
        _text("conversation_id", optional=True),
        _text("parent_id", optional=True),
        _text("call_id", optional=True),
        _text("source", optional=True),
        _flag("cancel_requested"),
        sqlite_strict=True,
    )
    op.create_index("tasks_status_seq", "tasks", ["status", "seq"])
    op.create_index("tasks_agent_seq", "tasks", ["agent_id", "seq"])
    op.create_index(
        "tasks_turn_digest", "tasks", ["turn_id", "digest"], sqlite_where=text("turn_id IS NOT NULL")
    )


def _approvals(op: Operations) -> None:
    op.create_table(
        "approvals",
        Column("task_id", Text, ForeignKey("tasks.id"), primary_key=True, nullable=False),
        _text("state"),
        _number("opened_at"),
        _text("digest"),
        _text("hold_reason"),
        _number("expires_at", optional=True),
        _number("decided_at", optional=True),
        _text("decided_by", optional=True),
        _text("via", optional=True),
        _text("reason", optional=True),
        _text("shown_digest", optional=True),
        sqlite_strict=True,
    )
    op.create_index("approvals_open", "approvals", ["opened_at"], sqlite_where=text("state = 'open'"))


def _conversations(op: Operations) -> None:
    op.create_table(
        "conversations",
        Column("seq", Integer, primary_key=True, nullable=False),
        Column("id", Text, nullable=False, unique=True),
        _text("agent_id", ForeignKey("agents.id")),
        _text("title"),
        _number("created_at"),
        sqlite_strict=True,
    )
    op.create_index("conversations_agent_seq", "conversations", ["agent_id", "seq"])


def _messages(op: Operations) -> None:
    op.create_table(
        "messages",
        Column("seq", Integer, primary_key=True, nullable=False),
        Column("id", Text, nullable=False, unique=True),
        _text("conversation_id", ForeignKey("conversations.id")),
        _text("role"),
        _text("text"),
        _number("at_ms"),
        _text("turn_id", optional=True),
        _text("task_id", optional=True),
        _text("payload", optional=True),
        sqlite_strict=True,
    )
    op.create_index("messages_conversation_seq", "messages", ["conversation_id", "seq"])


def _turns(op: Operations) -> None:
    op.create_table(
        "turns",
        Column("seq", Integer, primary_key=True, nullable=False),
        Column("id", Text, nullable=False, unique=True),
        _text("agent_id", ForeignKey("agents.id")),
        _text("conversation_id", ForeignKey("conversations.id")),
        _text("status"),
        _text("boot"),
        _number("created_at"),
        _number("ended_at", optional=True),
        _text("answer", optional=True),
        _text("error", optional=True),
        sqlite_strict=True,
    )
    op.create_index("turns_running", "turns", ["seq"], sqlite_where=text("status = 'running'"))


def _events(op: Operations) -> None:
    op.create_table(
        "events",
        Column("seq", Integer, primary_key=True, nullable=False),
        _text("type"),
        _number("at_ms"),
        _text("agent_id", optional=True),
        _text("agent", optional=True),
        _text("task_id", optional=True),
        _text("payload"),
        sqlite_strict=True,
    )
    op.create_index("events_task", "events", ["task_id"], sqlite_where=text("task_id IS NOT NULL"))


def _tokens(op: Operations) -> None:
    op.create_table(
        "tokens",
        Column("id", Text, primary_key=True, nullable=False),
        Column("secret_hash", Text, nullable=False, unique=True),
        _text("scope"),
        _text("agent_id", ForeignKey("agents.id"), optional=True),
        _number("created_at"),
        _number("expires_at", optional=True),
        _number("revoked_at", optional=True),
        _text("label"),
        sqlite_strict=True,
    )


def _request_keys(op: Operations) -> None:
    op.create_table(
        "request_keys",
        Column("agent_id", Text, ForeignKey("agents.id"), primary_key=True, nullable=False),
        Column("key", Text, primary_key=True, nullable=False),
        _text("body_digest"),
        _text("task_id"),
        _number("created_at"),
        sqlite_strict=True,
    )


def _boots(op: Operations) -> None:
    op.create_table(
        "boots",
        Column("seq", Integer, primary_key=True, nullable=False),
        Column("id", Text, nullable=False, unique=True),
        _number("started_at"),
        _number("clean_at", optional=True),
        sqlite_strict=True,
    )
