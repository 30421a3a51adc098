"""The tables of the ledger and the view that owners query, as SQLAlchemy constructs.

The fences over the tables are in `triggers`; how an older file becomes this one is in `migrations`.
Times are ms since 1970 UTC, flags are 0 or 1, JSON is text exactly as it was bound. Tables are STRICT, so
that a value of the wrong type is refused by the file itself.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, Table, Text, text

from placet.ledger import account_tables, chain_tables, decision_counts, generation_tables
from placet.ledger.columns import flag_column as _flag
from placet.ledger.columns import metadata
from placet.ledger.columns import number_column as _number
from placet.ledger.columns import text_column as _text

VERSION: Final = 17
"""The number of the newest schema step, kept in the file as `user_version`."""

APPLICATION_ID: Final = 0x504C4354
"""Says in the file's header that it is a ledger of ours ("PLCT"), and no other program's database."""

agents = Table(
    "agents",
    metadata,
    Column("id", Text, primary_key=True, nullable=False),
    Column("name", Text, nullable=False, unique=True),
    _text("declaration"),
    _text("state"),
    _text("error", optional=True),
    _number("created_at"),
    _number("updated_at"),
    sqlite_strict=True,
)

tasks = Table(
    "tasks",
    metadata,
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
    Column(
        "decision_only",
        Integer,
        CheckConstraint("decision_only IN (0, 1)"),
        server_default="0",
        nullable=False,
    ),
    Index("tasks_status_seq", "status", "seq"),
    Index("tasks_agent_seq", "agent_id", "seq"),
    Index("tasks_agent_tool_seq", "agent_id", "tool", "seq"),
    # Only calls of a turn can have a twin; calls of code don't pay for the index.
    Index("tasks_turn_digest", "turn_id", "digest", sqlite_where=text("turn_id IS NOT NULL")),
    sqlite_strict=True,
)

# Kept by triggers, in the commit that changes a task: counting a million rows takes too long for a window.
task_counts = Table(
    "task_counts",
    metadata,
    Column("agent_id", Text, ForeignKey("agents.id"), primary_key=True, nullable=False),
    Column("status", Text, primary_key=True, nullable=False),
    _number("tasks"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

approvals = Table(
    "approvals",
    metadata,
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
    # How the request was shown to whoever decided: JSON text, as the window says (`rules.shown`).
    _text("shown", optional=True),
    Index("approvals_open", "opened_at", sqlite_where=text("state = 'open'")),
    Index(
        "approvals_deadline",
        "expires_at",
        sqlite_where=text("state = 'open' AND expires_at IS NOT NULL"),
    ),
    sqlite_strict=True,
)

conversations = Table(
    "conversations",
    metadata,
    Column("seq", Integer, primary_key=True, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    _text("agent_id", ForeignKey("agents.id")),
    _text("title"),
    _number("created_at"),
    Index("conversations_agent_seq", "agent_id", "seq"),
    sqlite_strict=True,
)

messages = Table(
    "messages",
    metadata,
    Column("seq", Integer, primary_key=True, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    _text("conversation_id", ForeignKey("conversations.id")),
    _text("role"),
    _text("text"),
    _number("at_ms"),
    _text("turn_id", optional=True),
    _text("task_id", optional=True),
    _text("payload", optional=True),
    Index("messages_conversation_seq", "conversation_id", "seq"),
    sqlite_strict=True,
)

turns = Table(
    "turns",
    metadata,
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
    Index("turns_running", "seq", sqlite_where=text("status = 'running'")),
    sqlite_strict=True,
)

events = Table(
    "events",
    metadata,
    Column("seq", Integer, primary_key=True, nullable=False),
    _text("type"),
    _number("at_ms"),
    _text("agent_id", optional=True),
    _text("agent", optional=True),
    _text("task_id", optional=True),
    _text("payload"),
    Index("events_task", "task_id", sqlite_where=text("task_id IS NOT NULL")),
    sqlite_strict=True,
)

# What Placet's own tools left where, by path; the disk may say otherwise by now. With `authorized`, the owner trusts
# exactly the bytes of this digest in this place, and no others (DECISIONS T21).
files = Table(
    "files",
    metadata,
    Column("agent_id", Text, ForeignKey("agents.id"), primary_key=True, nullable=False),
    Column("path", Text, primary_key=True, nullable=False),
    _number("size"),
    _text("sha256"),
    _number("created_at"),
    _number("updated_at"),
    Column(
        "authorized", Integer, CheckConstraint("authorized IN (0, 1)"), server_default="0", nullable=False
    ),
    _text("last_authorized", optional=True),
    sqlite_strict=True,
)

# Code as it was shown to whoever had to decide about it, by its digest.
sources = Table(
    "sources",
    metadata,
    Column("sha256", Text, primary_key=True, nullable=False),
    _text("text"),
    sqlite_strict=True,
)

# Who ran which code, with what authority, and how it ended: the lambda log.
runs = Table(
    "runs",
    metadata,
    Column("seq", Integer, primary_key=True, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    _text("agent_id", ForeignKey("agents.id")),
    _text("source"),
    _text("sha256"),
    _flag("authorized"),
    _text("started_by"),
    _text("asker", optional=True),
    _text("task_id", optional=True),
    _text("boot"),
    _text("status"),
    _number("started_at"),
    _number("ended_at", optional=True),
    _text("code", optional=True),
    _text("message", optional=True),
    _text("console", optional=True),
    Index("runs_agent_seq", "agent_id", "seq"),
    Index("runs_running", "seq", sqlite_where=text("status = 'running'")),
    sqlite_strict=True,
)

# Goals that end done only with evidence (ADR 0038). `expectations` and `scope` are the contract, as JSON text.
workflows = Table(
    "workflows",
    metadata,
    Column("seq", Integer, primary_key=True, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    _text("agent_id", ForeignKey("agents.id")),
    _text("agent"),
    _text("conversation_id", ForeignKey("conversations.id")),
    _text("title"),
    _text("text"),
    _text("status"),
    _number("created_at"),
    _text("boot"),
    _text("expectations"),
    _text("scope", optional=True),
    _text("guided", optional=True),
    _text("given", optional=True),
    _number("goal_revision"),
    _number("attempt"),
    _flag("model_completed"),
    _text("verification"),
    _text("verdict", optional=True),
    _text("summary", optional=True),
    _text("error", optional=True),
    _text("request_key", optional=True),
    _text("body_digest"),
    _text("turn_id", optional=True),
    _number("started_at", optional=True),
    _number("ended_at", optional=True),
    _number("archived_at", optional=True),
    _flag("restored"),
    Index("workflows_status_seq", "status", "seq"),
    Index("workflows_key", "request_key", unique=True, sqlite_where=text("request_key IS NOT NULL")),
    Index("workflows_conversation", "conversation_id", "seq"),
    sqlite_strict=True,
)

workflow_revisions = Table(
    "workflow_revisions",
    metadata,
    Column("workflow_id", Text, ForeignKey("workflows.id"), primary_key=True, nullable=False),
    Column("number", Integer, primary_key=True, nullable=False),
    _text("text"),
    _number("at_ms"),
    _text("key", optional=True),
    sqlite_strict=True,
)

# What a provider showed, by trusted code of a tool. No argument of a call is in here, nor in `operations`.
receipts = Table(
    "receipts",
    metadata,
    Column("ordinal", Integer, primary_key=True, nullable=False),
    _text("operation_id"),
    _text("provider"),
    _text("receipt_id"),
    _text("label"),
    _text("url", optional=True),
    _flag("empty"),
    _number("at_ms"),
    sqlite_strict=True,
)

# Every effect of a workflow, written down before it happens (ADR 0038).
operations = Table(
    "operations",
    metadata,
    Column("ordinal", Integer, primary_key=True, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    _text("workflow_id", ForeignKey("workflows.id")),
    _text("key"),
    _text("tool"),
    _text("effect"),
    _text("input_digest"),
    _text("account"),
    _text("consent"),
    _number("goal_revision"),
    _number("attempt"),
    _text("state"),
    _number("started_at"),
    _flag("expects_receipt"),
    _number("returned", CheckConstraint("returned IN (0, 1)"), optional=True),
    _flag("refused"),
    _flag("restored"),
    _number("settled_at", optional=True),
    _number("receipt", ForeignKey("receipts.ordinal"), optional=True),
    _text("error", optional=True),
    _text("task_id", optional=True),
    Index("operations_workflow", "workflow_id", "ordinal"),
    Index("operations_state", "workflow_id", "state", "ordinal"),
    Index("operations_in_flight", "ordinal", sqlite_where=text("state = 'in_flight'")),
    sqlite_strict=True,
)

# What the owner saw with their own eyes of an uncertain effect: never evidence (W3).
looks = Table(
    "looks",
    metadata,
    Column("ordinal", Integer, primary_key=True, nullable=False),
    _text("operation_id", ForeignKey("operations.id")),
    _flag("happened"),
    _text("reason"),
    _number("at_ms"),
    Index("looks_operation", "operation_id", "ordinal"),
    sqlite_strict=True,
)

# What the owner lets pass without asking. `match` is JSON text; `uses_left` counts down, `hits` up.
grants = Table(
    "grants",
    metadata,
    Column("id", Text, primary_key=True, nullable=False),
    _text("agent_id", ForeignKey("agents.id")),
    _text("tool"),
    _text("match"),
    _text("folder", optional=True),
    _text("host", optional=True),
    _number("created_at"),
    _number("expires_at", optional=True),
    _number("uses_left", optional=True),
    _number("hits"),
    _number("revoked_at", optional=True),
    Index("grants_agent_tool", "agent_id", "tool"),
    sqlite_strict=True,
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True, nullable=False),
    Column("secret_hash", Text, nullable=False, unique=True),
    _text("scope"),
    _text("agent_id", ForeignKey("agents.id"), optional=True),
    _number("created_at"),
    _number("expires_at", optional=True),
    _number("revoked_at", optional=True),
    _text("label"),
    _number("last_used_at", optional=True),
    sqlite_strict=True,
)

request_keys = Table(
    "request_keys",
    metadata,
    Column("agent_id", Text, ForeignKey("agents.id"), primary_key=True, nullable=False),
    Column("key", Text, primary_key=True, nullable=False),
    _text("body_digest"),
    _text("task_id"),
    _number("created_at"),
    sqlite_strict=True,
)

# What triggers and timers owe: a row for each event and target, written in the commit that makes it due.
deliveries = Table(
    "deliveries",
    metadata,
    Column("seq", Integer, primary_key=True, nullable=False),
    _text("agent_id", ForeignKey("agents.id")),
    _text("trigger"),
    _text("target"),
    _text("task_id", optional=True),
    _text("task_status", optional=True),
    _text("data", optional=True),
    _flag("is_test"),
    _text("status"),
    _number("due_at"),
    _number("started_at", optional=True),
    _number("ended_at", optional=True),
    _text("boot", optional=True),
    _text("code", optional=True),
    _text("error", optional=True),
    Index("deliveries_target_seq", "agent_id", "trigger", "target", "seq"),
    Index(
        "deliveries_due", "agent_id", "trigger", "target", "is_test", "seq",
        sqlite_where=text("status = 'due'"),
    ),
    Index("deliveries_started", "seq", sqlite_where=text("status = 'started'")),
    sqlite_strict=True,
)  # fmt: skip

# When each timer is due next; what it owes already is among the deliveries.
timers = Table(
    "timers",
    metadata,
    Column("agent_id", Text, ForeignKey("agents.id"), primary_key=True, nullable=False),
    Column("name", Text, primary_key=True, nullable=False),
    _text("schedule"),
    _number("planned_at"),
    _number("missed"),
    sqlite_strict=True,
)

boots = Table(
    "boots",
    metadata,
    Column("seq", Integer, primary_key=True, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    _number("started_at"),
    _number("clean_at", optional=True),
    sqlite_strict=True,
)

ELSEWHERE: Final = (
    *generation_tables.TABLES, *account_tables.TABLES, *chain_tables.TABLES, *decision_counts.TABLES,
)  # fmt: skip
"""Tables that are drawn in a file of their own."""

ALL: Final = metadata
"""Every table there is."""

VIEWS: Final = {
    # The guide's table, "Task Schema": these eleven columns, in this order, under its names.
    "adf_tasks": (
        "CREATE VIEW adf_tasks AS SELECT id, tool, args, status, result, error, created_at, completed_at, "
        "origin, requires_authorization, executor_managed FROM tasks WHERE kind = 'tool_call'"
    ),
}
"""Views by name, with the whole statement that makes each: they hold no data and are remade at will."""
