"""The tables of generations: long model responses, their events, and the keys that clients repeat requests under.

They have nothing in common with a tool call but the mechanism: decision record 14.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, text

from placet.ledger.columns import metadata
from placet.ledger.columns import number_column as _number
from placet.ledger.columns import text_column as _text

generations = Table(
    "generations",
    metadata,
    Column("seq", Integer, primary_key=True, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    Column("response_id", Text, nullable=False, unique=True),
    _text("principal"),
    _text("model"),
    _text("backend"),
    _text("backend_model"),
    _text("request"),
    _text("on_restart"),
    _text("status"),
    _text("boot"),
    _number("created_at"),
    _number("updated_at"),
    _text("response"),
    _number("attempt"),
    _number("last_seq"),
    _number("started_at", optional=True),
    _number("finished_at", optional=True),
    _text("error", optional=True),
    _number("input_tokens", optional=True),
    _number("output_tokens", optional=True),
    _text("agent_id", ForeignKey("agents.id"), optional=True),
    _text("agent", optional=True),
    _text("parent_id", optional=True),
    _text("turn_id", optional=True),
    _text("conversation_id", optional=True),
    Index("generations_status_seq", "status", "seq"),
    Index("generations_principal_seq", "principal", "seq"),
    Index("generations_agent_seq", "agent_id", "seq", sqlite_where=text("agent_id IS NOT NULL")),
    Index("generations_parent_seq", "parent_id", "seq", sqlite_where=text("parent_id IS NOT NULL")),
    Index("generations_finished", "finished_at", sqlite_where=text("finished_at IS NOT NULL")),
    sqlite_strict=True,
)

# The events of each response, numbered from 0. They go when they are old; the numbers stay used (LMSP 6.4).
generation_events = Table(
    "generation_events",
    metadata,
    Column("generation", Integer, ForeignKey("generations.seq"), primary_key=True, nullable=False),
    Column("seq", Integer, primary_key=True, nullable=False),
    _number("attempt"),
    _text("type"),
    _text("data"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

# Kept by triggers like `task_counts`.
generation_counts = Table(
    "generation_counts",
    metadata,
    Column("status", Text, primary_key=True, nullable=False),
    _number("generations"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    Column("principal", Text, primary_key=True, nullable=False),
    Column("route", Text, primary_key=True, nullable=False),
    Column("key", Text, primary_key=True, nullable=False),
    _text("fingerprint"),
    _text("task_id", ForeignKey("generations.id")),
    _number("created_at"),
    Index("idempotency_keys_task", "task_id"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

TABLES: Final = (generations, generation_events, generation_counts, idempotency_keys)
"""All of them."""
