"""Schema 6: generations, the events of their responses, and the keys that clients repeat requests under. Frozen."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column, ForeignKey, Integer, Text, text

_TEXTS = ("principal", "model", "backend", "backend_model", "request", "on_restart", "status", "boot")
_COUNTS = ("attempt", "last_seq")
_MAYBE_NUMBERS = ("started_at", "finished_at")


def upgrade(op: Operations) -> None:
    """Make the four tables, empty."""
    op.create_table(
        "generations",
        Column("seq", Integer, primary_key=True, nullable=False),
        Column("id", Text, nullable=False, unique=True),
        Column("response_id", Text, nullable=False, unique=True),
        *(Column(name, Text, nullable=False) for name in _TEXTS),
        Column("created_at", Integer, nullable=False),
        Column("updated_at", Integer, nullable=False),
        Column("response", Text, nullable=False),
        *(Column(name, Integer, nullable=False) for name in _COUNTS),
        *(Column(name, Integer, nullable=True) for name in _MAYBE_NUMBERS),
        Column("error", Text, nullable=True),
        Column("input_tokens", Integer, nullable=True),
        Column("output_tokens", Integer, nullable=True),
        Column("agent_id", Text, ForeignKey("agents.id"), nullable=True),
        *(Column(name, Text, nullable=True) for name in ("agent", "parent_id", "turn_id", "conversation_id")),
        sqlite_strict=True,
    )
    _make_indexes(op)
    op.create_table(
        "generation_events",
        Column("generation", Integer, ForeignKey("generations.seq"), primary_key=True, nullable=False),
        Column("seq", Integer, primary_key=True, nullable=False),
        Column("attempt", Integer, nullable=False),
        Column("type", Text, nullable=False),
        Column("data", Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "generation_counts",
        Column("status", Text, primary_key=True, nullable=False),
        Column("generations", Integer, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    _make_keys(op)


def _make_indexes(op: Operations) -> None:
    op.create_index("generations_status_seq", "generations", ["status", "seq"])
    op.create_index("generations_principal_seq", "generations", ["principal", "seq"])
    for name in ("agent", "parent"):
        column = f"{name}_id"
        present = text(f"{column} IS NOT NULL")
        op.create_index(f"generations_{name}_seq", "generations", [column, "seq"], sqlite_where=present)
    finished = text("finished_at IS NOT NULL")
    op.create_index("generations_finished", "generations", ["finished_at"], sqlite_where=finished)


def _make_keys(op: Operations) -> None:
    op.create_table(
        "idempotency_keys",
        *(Column(name, Text, primary_key=True, nullable=False) for name in ("principal", "route", "key")),
        Column("fingerprint", Text, nullable=False),
        Column("task_id", Text, ForeignKey("generations.id"), nullable=False),
        Column("created_at", Integer, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("idempotency_keys_task", "idempotency_keys", ["task_id"])
