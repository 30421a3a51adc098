"""The database's own fence: triggers made from the declared lifecycles (ARCHITECTURE 1.6, fence 3).

They hold against every program that writes to the file, ours included. `fences()` is pure text; `put_up`
makes a file carry exactly these, so a fence that somebody dropped is back at the next start.

REPLACE deletes the row that is in its way without asking a DELETE trigger. Where rows may never vanish, an
INSERT over an existing row is therefore refused as well.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from placet.ledger.schema import VIEWS
from placet.rules.lifecycle import Lifecycle
from placet.rules.lifecycles import APPROVAL, TOOL_CALL, TURN

_TASK_FIXED = (
    "seq", "id", "kind", "agent_id", "agent", "tool", "args", "digest", "created_at", "origin", "is_async",
    "effect", "claim", "repeat_of", "turn_id", "conversation_id", "parent_id", "call_id", "source",
)  # fmt: skip
_APPROVAL_FIXED = ("task_id", "opened_at", "digest", "hold_reason")


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f"'{word}'" for word in sorted(words))


def _trigger(name: str, when: str, condition: str | None, message: str) -> str:
    clause = f" WHEN {condition}" if condition else ""
    return f"CREATE TRIGGER {name} {when}{clause} BEGIN SELECT RAISE(ABORT, '{message}'); END"


def _is_declared(lifecycle: Lifecycle, column: str) -> str:
    """An expression: 1 for a declared step. Written as a CASE, since an IN list is rebuilt for each row."""
    arms = []
    for frm in sorted({edge.frm for edge in lifecycle.edges}):
        targets = sorted(to for start, to in lifecycle.pairs() if start == frm)
        arms.append(f"WHEN '{frm}' THEN " + " OR ".join(f"NEW.{column} = '{to}'" for to in targets))
    return f"CASE OLD.{column} {' '.join(arms)} ELSE 0 END"


def _fixed(table: str, columns: Iterable[str]) -> str:
    names = tuple(columns)
    changed = " OR ".join(f"NEW.{name} IS NOT OLD.{name}" for name in names)
    return _trigger(f"{table}_fixed", _update(table, *names), changed, f"{table}: fixed column")


def _update(table: str, *columns: str) -> str:
    return f"BEFORE UPDATE OF {', '.join(columns)} ON {table}"


def _ends(table: str, lifecycle: Lifecycle, column: str, time: str) -> list[str]:
    """The fences around a lifecycle: its starts, its steps, and that what ended stays as it ended."""
    ended = _quoted(lifecycle.ended)
    undeclared = f"NEW.{column} IS NOT OLD.{column} AND NOT ({_is_declared(lifecycle, column)})"
    no_start = f"NEW.{column} NOT IN ({_quoted(lifecycle.starts)}) OR NEW.{time} IS NOT NULL"
    wrong_time = f"(NEW.{time} IS NOT NULL) IS NOT (NEW.{column} IN ({ended}))"
    updated = f"BEFORE UPDATE ON {table}"
    return [
        _trigger(f"{table}_start", f"BEFORE INSERT ON {table}", no_start, f"{table}: no such start"),
        _trigger(f"{table}_edge", _update(table, column), undeclared, f"{table}: no such edge"),
        _trigger(f"{table}_final", updated, f"OLD.{column} IN ({ended})", f"{table}: ended is final"),
        _trigger(f"{table}_ended_time", _update(table, column, time), wrong_time, f"{table}: not its time"),
        _trigger(f"{table}_stay", f"BEFORE DELETE ON {table}", None, f"{table}: rows stay"),
    ]


def _no_replacing(table: str, taken: str) -> str:
    condition = f"EXISTS (SELECT 1 FROM {table} WHERE {taken})"  # noqa: S608 - words of ours only
    return _trigger(f"{table}_no_replacing", f"BEFORE INSERT ON {table}", condition, f"{table}: rows stay")


def _task_fences() -> list[str]:
    latched = ("requires_authorization", "executor_managed")
    lowered = " OR ".join(f"NEW.{flag} < OLD.{flag}" for flag in latched)
    edited = ("approved_args", "approved_digest")
    rewritten = " OR ".join(f"OLD.{name} IS NOT NULL AND NEW.{name} IS NOT OLD.{name}" for name in edited)
    return [
        *_ends("tasks", TOOL_CALL, "status", "completed_at"),
        _no_replacing("tasks", "id = NEW.id OR seq = NEW.seq"),
        _fixed("tasks", _TASK_FIXED),
        _trigger("tasks_latch", _update("tasks", *latched), lowered, "tasks: a raised flag stays up"),
        _trigger("tasks_edited_once", _update("tasks", *edited), rewritten, "tasks: edited once only"),
    ]


def _approval_fences() -> list[str]:
    return [
        *_ends("approvals", APPROVAL, "state", "decided_at"),
        _no_replacing("approvals", "task_id = NEW.task_id"),
        _fixed("approvals", _APPROVAL_FIXED),
    ]


def _turn_fences() -> list[str]:
    return [
        *_ends("turns", TURN, "status", "ended_at"),
        _no_replacing("turns", "id = NEW.id OR seq = NEW.seq"),
        _fixed("turns", ("seq", "id", "agent_id", "conversation_id", "created_at")),
    ]


def _event_fences() -> list[str]:
    return [
        _trigger("events_fixed", "BEFORE UPDATE ON events", None, "events: facts stay"),
        _trigger("events_stay", "BEFORE DELETE ON events", None, "events: facts stay"),
        # The sequence only grows, which forbids replacing a fact too.
        _trigger(
            "events_grow", "BEFORE INSERT ON events", "EXISTS (SELECT 1 FROM events WHERE seq >= NEW.seq)",
            "events: the sequence only grows",
        ),
    ]  # fmt: skip


def _message_fences() -> list[str]:
    return [
        _trigger("messages_fixed", "BEFORE UPDATE ON messages", None, "messages: said is said"),
        _no_replacing("messages", "id = NEW.id OR seq = NEW.seq"),
    ]


def fences() -> dict[str, str]:
    """All triggers by name, with the whole statement that makes each."""
    statements = [*_task_fences(), *_approval_fences(), *_turn_fences(), *_event_fences(), *_message_fences()]
    return {statement.split()[2]: statement for statement in statements}


def put_up(connection: Connection) -> bool:
    """Make the file carry exactly our triggers and views; True when it didn't already."""
    wanted = {**fences(), **VIEWS}
    found = connection.exec_driver_sql(
        "SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY type"
    ).all()
    if {name: sql for _, name, sql in found} == wanted:
        return False
    for kind, name, _ in found:  # triggers come first: dropping a view would take its own along
        connection.exec_driver_sql(f'DROP {kind} "{name.replace(chr(34), chr(34) * 2)}"')
    for statement in (*VIEWS.values(), *fences().values()):
        connection.exec_driver_sql(statement)
    return True
