"""The database's own fence: triggers made from the declared lifecycles (ARCHITECTURE 1.6, fence 3).

They hold against every program that writes to the file, ours included. `fences()` is pure text; `put_up`
makes a file carry exactly these, so a fence that somebody dropped is back at the next start.

REPLACE deletes the row that is in its way without asking a DELETE trigger. Where rows may never vanish, an
INSERT over an existing row is therefore refused as well.
"""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from placet.ledger import decision_counts
from placet.ledger.schema import VIEWS
from placet.rules.deliveries import DELIVERY
from placet.rules.lifecycle import Lifecycle
from placet.rules.lifecycles import APPROVAL, GENERATION, OPERATION, RUN, TOOL_CALL, TURN, WORKFLOW

_TASK_FIXED = (
    "seq", "id", "kind", "agent_id", "agent", "tool", "args", "digest", "created_at", "origin", "is_async",
    "effect", "claim", "repeat_of", "turn_id", "conversation_id", "parent_id", "call_id", "source", "decision_only",
)  # fmt: skip
_APPROVAL_FIXED = ("task_id", "opened_at", "digest", "hold_reason")


def _trigger(name: str, when: str, condition: str | None, message: str) -> str:
    clause = f" WHEN {condition}" if condition else ""
    return f"CREATE TRIGGER {name} {when}{clause} BEGIN SELECT RAISE(ABORT, '{message}'); END"


def _is_one_of(column: str, words: Iterable[str]) -> str:
    # Spelled with OR: SQLite builds an index for a longer IN list, each time that the trigger fires.
    return "(" + " OR ".join(f"{column} = '{word}'" for word in sorted(words)) + ")"


def _is_declared(lifecycle: Lifecycle, column: str) -> str:
    """An expression: true for a declared step and for staying where something is still owed."""
    arms = []
    for frm in sorted(lifecycle.statuses - lifecycle.final):
        targets = {frm, *(to for start, to in lifecycle.pairs() if start == frm)}
        arms.append(f"WHEN '{frm}' THEN {_is_one_of(f'NEW.{column}', targets)}")
    return f"CASE OLD.{column} {' '.join(arms)} ELSE 0 END"


def _fixed(table: str, columns: Iterable[str]) -> str:
    names = tuple(columns)
    changed = " OR ".join(f"NEW.{name} IS NOT OLD.{name}" for name in names)
    return _trigger(f"{table}_fixed", _update(table, *names), changed, f"{table}: fixed column")


def _update(table: str, *columns: str) -> str:
    return f"BEFORE UPDATE OF {', '.join(columns)} ON {table}"


def _is_there(table: str, keys: Iterable[str]) -> str:
    looks = (f"EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key})" for key in keys)  # noqa: S608 - our words
    return " OR ".join(looks)


def _keeps(table: str, lifecycle: Lifecycle, column: str, time: str, keys: Iterable[str]) -> list[str]:
    """The fences around a lifecycle: its starts, its steps, its end and its time, and that its rows stay.

    One trigger for each kind of statement: each one that fires costs as much as a third of the statement.
    """
    start = _is_one_of(f"NEW.{column}", lifecycle.starts)
    no_start = f"NOT {start} OR NEW.{time} IS NOT NULL OR {_is_there(table, keys)}"
    time_fits = f"(NEW.{time} IS NOT NULL) = {_is_one_of(f'NEW.{column}', lifecycle.ended)}"
    # The keys are here because `UPDATE OF seq` doesn't fire for SQLite's other names of that column (rowid).
    same = " AND ".join(f"NEW.{key} = OLD.{key}" for key in keys)
    no_step = f"NOT ({_is_declared(lifecycle, column)} AND {time_fits} AND {same})"
    return [
        _trigger(f"{table}_start", f"BEFORE INSERT ON {table}", no_start, f"{table}: no such start"),
        _trigger(f"{table}_step", f"BEFORE UPDATE ON {table}", no_step, f"{table}: no such step"),
        _trigger(f"{table}_stay", f"BEFORE DELETE ON {table}", None, f"{table}: rows stay"),
    ]


def _task_fences() -> list[str]:
    latched = ("requires_authorization", "executor_managed")
    lowered = " OR ".join(f"NEW.{flag} < OLD.{flag}" for flag in latched)
    edited = ("approved_args", "approved_digest")
    rewritten = " OR ".join(f"OLD.{name} IS NOT NULL AND NEW.{name} IS NOT OLD.{name}" for name in edited)
    return [
        *_keeps("tasks", TOOL_CALL, "status", "completed_at", ("id", "seq")),
        _fixed("tasks", _TASK_FIXED),
        _trigger("tasks_latch", _update("tasks", *latched), lowered, "tasks: a raised flag stays up"),
        _trigger("tasks_edited_once", _update("tasks", *edited), rewritten, "tasks: edited once only"),
    ]


def _approval_fences() -> list[str]:
    return [
        *_keeps("approvals", APPROVAL, "state", "decided_at", ("task_id",)),
        _fixed("approvals", _APPROVAL_FIXED),
    ]


def _turn_fences() -> list[str]:
    return [
        *_keeps("turns", TURN, "status", "ended_at", ("id", "seq")),
        _fixed("turns", ("seq", "id", "agent_id", "conversation_id", "created_at")),
    ]


def _run_fences() -> list[str]:
    fixed = (
        "seq", "id", "agent_id", "source", "sha256", "authorized", "started_by", "asker", "task_id", "boot", "started_at",
    )  # fmt: skip
    return [*_keeps("runs", RUN, "status", "ended_at", ("id", "seq")), _fixed("runs", fixed)]


def _delivery_fences() -> list[str]:
    fixed = (
        "seq", "agent_id", "trigger", "target", "task_id", "task_status", "data", "is_test", "due_at",
    )  # fmt: skip
    return [*_keeps("deliveries", DELIVERY, "status", "ended_at", ("seq",)), _fixed("deliveries", fixed)]


def _workflow_fences() -> list[str]:
    """A workflow whose past proves something stays for good: it is archived, never deleted (seed 003)."""
    start, step, _ = _keeps("workflows", WORKFLOW, "status", "ended_at", ("id", "seq"))
    fixed = (
        "seq", "id", "agent_id", "conversation_id", "created_at", "expectations", "scope", "guided", "given",
        "request_key", "body_digest",
    )  # fmt: skip
    has_past = "OLD.request_key IS NOT NULL OR EXISTS (SELECT 1 FROM operations WHERE workflow_id = OLD.id)"
    backwards = (
        "NEW.goal_revision < OLD.goal_revision OR NEW.attempt < OLD.attempt OR NEW.restored < OLD.restored"
    )
    said = "workflows: evidence stays"
    return [
        start,
        step,
        _fixed("workflows", fixed),
        _trigger("workflows_stay", "BEFORE DELETE ON workflows", has_past, said),
        _trigger("workflows_ahead", "BEFORE UPDATE ON workflows", backwards, "workflows: no way back"),
        _trigger(
            "revisions_fixed", "BEFORE UPDATE ON workflow_revisions", None, "workflow_revisions: said is said"
        ),
    ]


def _operation_fences() -> list[str]:
    fixed = ("ordinal", "id", "workflow_id", "key", "tool", "effect", "account", "expects_receipt")
    lost = "OLD.receipt IS NOT NULL AND NEW.receipt IS NULL OR NEW.restored < OLD.restored"
    # A state says what is proven: no receipt, no `confirmed`, whoever writes it.
    unproven = "NEW.state = 'confirmed' AND NEW.receipt IS NULL"
    said = "operations: evidence stays"
    return [
        *_keeps("operations", OPERATION, "state", "settled_at", ("id", "ordinal")),
        _fixed("operations", fixed),
        _trigger("operations_proven", "BEFORE UPDATE ON operations", f"{lost} OR {unproven}", said),
        *_kept("receipts"),
        *_kept("looks"),
    ]


def _kept(table: str) -> list[str]:
    """Rows that only ever come to a table: none changes, goes, or takes another's place."""
    there = _is_there(table, ("ordinal",))
    return [
        _trigger(f"{table}_fixed", f"BEFORE UPDATE ON {table}", None, f"{table}: seen is seen"),
        _trigger(f"{table}_stay", f"BEFORE DELETE ON {table}", None, f"{table}: seen is seen"),
        _trigger(f"{table}_new", f"BEFORE INSERT ON {table}", there, f"{table}: seen is seen"),
    ]


def _grant_fences() -> list[str]:
    """What a grant covers never changes, and nothing gives back what was used up or taken back."""
    fixed = ("id", "agent_id", "tool", "match", "folder", "host", "created_at", "expires_at")
    more = "NEW.uses_left IS NOT OLD.uses_left AND (OLD.uses_left IS NULL OR NEW.uses_left IS NOT OLD.uses_left - 1)"
    revived = "OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NOT OLD.revoked_at"
    counted = "NEW.hits NOT IN (OLD.hits, OLD.hits + 1)"
    return [
        _fixed("grants", fixed),
        _trigger(
            "grants_spent",
            "BEFORE UPDATE ON grants",
            f"{more} OR {revived} OR {counted}",
            "grants: spent is spent",
        ),
        _trigger("grants_stay", "BEFORE DELETE ON grants", None, "grants: rows stay"),
        _trigger("grants_new", "BEFORE INSERT ON grants", _is_there("grants", ("id",)), "grants: rows stay"),
    ]


def _file_fences() -> list[str]:
    """Authorized are bytes, not names: whoever writes other ones takes the mark away first (DECISIONS T21)."""
    other = "OLD.authorized = 1 AND NEW.authorized = 1 AND NEW.sha256 IS NOT OLD.sha256"
    unseen = "NEW.authorized = 1 AND NOT EXISTS (SELECT 1 FROM sources WHERE sha256 = NEW.sha256)"
    moved = "NEW.path IS NOT OLD.path OR NEW.agent_id IS NOT OLD.agent_id"
    said = "files: other bytes aren''t authorized"
    there = _is_there("sources", ("sha256",))
    return [
        _trigger("files_bytes", "BEFORE UPDATE ON files", f"{other} OR {unseen} OR {moved}", said),
        _trigger("files_seen", "BEFORE INSERT ON files", unseen, said),
        _trigger("sources_fixed", "BEFORE UPDATE ON sources", None, "sources: shown is shown"),
        _trigger("sources_stay", "BEFORE DELETE ON sources", None, "sources: shown is shown"),
        _trigger("sources_new", "BEFORE INSERT ON sources", there, "sources: shown is shown"),
    ]


_GENERATION_FIXED = (
    "seq", "id", "response_id", "principal", "model", "backend", "backend_model", "request", "on_restart",
    "created_at", "agent_id", "agent", "parent_id", "turn_id", "conversation_id",
)  # fmt: skip


def _generation_fences() -> list[str]:
    """As for tasks, but that what is over may go when it is old (LMSP 11.2), and a number never comes again."""
    start, step, _ = _keeps("generations", GENERATION, "status", "finished_at", ("id", "seq"))
    is_open = _is_one_of("OLD.status", GENERATION.open)
    shrunk = "NEW.last_seq < OLD.last_seq OR NEW.attempt < OLD.attempt"
    return [
        start,
        step,
        _trigger("generations_stay", "BEFORE DELETE ON generations", is_open, "generations: unfinished rows stay"),
        _fixed("generations", _GENERATION_FIXED),
        _trigger(
            "generations_grow", _update("generations", "last_seq", "attempt"), shrunk,
            "generations: a number is used once",
        ),
    ]  # fmt: skip


def _generation_event_fences() -> list[str]:
    # The row has grown already: what comes is at most its newest number, and more than the newest that is there.
    mine = "FROM generations WHERE seq = NEW.generation"
    newest = "SELECT coalesce(max(seq), -1) FROM generation_events WHERE generation = NEW.generation"
    is_open = _is_one_of("status", GENERATION.open)
    is_next = f"EXISTS (SELECT 1 {mine} AND NEW.seq <= last_seq AND NEW.seq > ({newest}) AND {is_open})"
    its_open = _is_one_of("status", GENERATION.open)
    owed = f"EXISTS (SELECT 1 FROM generations WHERE seq = OLD.generation AND {its_open})"  # noqa: S608 - our words
    return [
        _trigger("generation_events_grow", "BEFORE INSERT ON generation_events", f"NOT {is_next}",
                 "generation_events: not the next number"),
        _trigger("generation_events_fixed", "BEFORE UPDATE ON generation_events", None,
                 "generation_events: told is told"),
        _trigger("generation_events_stay", "BEFORE DELETE ON generation_events", owed,
                 "generation_events: those of an unfinished response stay"),
    ]  # fmt: skip


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


def _chain_fences() -> list[str]:
    return [
        _trigger("chain_fixed", "BEFORE UPDATE ON chain", None, "chain: links stay"),
        _trigger("chain_stay", "BEFORE DELETE ON chain", None, "chain: links stay"),
        _trigger(
            "chain_grow", "BEFORE INSERT ON chain",
            "NEW.number <> (SELECT coalesce(max(number), -1) FROM chain) + 1", "chain: not the next link",
        ),
        *(
            _trigger(f"{table}_{name}", f"BEFORE {does} ON {table}", None, f"{table}: a foreign chain stays")
            for table in ("segments", "segment_links", "segment_facts")
            for name, does in (("fixed", "UPDATE"), ("stay", "DELETE"))
        ),
    ]  # fmt: skip


def _message_fences() -> list[str]:
    there = _is_there("messages", ("id", "seq"))
    return [
        _trigger("messages_fixed", "BEFORE UPDATE ON messages", None, "messages: said is said"),
        _trigger("messages_stay", "BEFORE INSERT ON messages", there, "messages: said is said"),
    ]


def _counting() -> list[str]:
    """What keeps `task_counts`: in the same commit, whoever writes. Rows never vanish, so there is no third."""
    one_more = (
        "INSERT INTO task_counts (agent_id, status, tasks) VALUES (NEW.agent_id, NEW.status, 1) "
        "ON CONFLICT (agent_id, status) DO UPDATE SET tasks = tasks + 1"
    )
    one_less = (
        "UPDATE task_counts SET tasks = tasks - 1 WHERE agent_id = OLD.agent_id AND status = OLD.status"
    )
    moved = "AFTER UPDATE OF status ON tasks WHEN NEW.status <> OLD.status"
    return [
        f"CREATE TRIGGER tasks_counted AFTER INSERT ON tasks BEGIN {one_more}; END",
        f"CREATE TRIGGER tasks_recounted {moved} BEGIN {one_less}; {one_more}; END",
    ]


def _counting_generations() -> list[str]:
    one_more = (
        "INSERT INTO generation_counts (status, generations) VALUES (NEW.status, 1) "
        "ON CONFLICT (status) DO UPDATE SET generations = generations + 1"
    )
    one_less = "UPDATE generation_counts SET generations = generations - 1 WHERE status = OLD.status"
    moved = "AFTER UPDATE OF status ON generations WHEN NEW.status <> OLD.status"
    return [
        f"CREATE TRIGGER generations_counted AFTER INSERT ON generations BEGIN {one_more}; END",
        f"CREATE TRIGGER generations_recounted {moved} BEGIN {one_less}; {one_more}; END",
        f"CREATE TRIGGER generations_uncounted AFTER DELETE ON generations BEGIN {one_less}; END",
    ]


@functools.cache
def fences() -> Mapping[str, str]:
    """All triggers by name, with the whole statement that makes each."""
    statements = [
        *_task_fences(),
        *_approval_fences(),
        *_turn_fences(),
        *_run_fences(),
        *_delivery_fences(),
        *_file_fences(),
        *_grant_fences(),
        *_workflow_fences(),
        *_operation_fences(),
        *_generation_fences(),
        *_generation_event_fences(),
        *_counting_generations(),
        *_event_fences(),
        *_chain_fences(),
        *_message_fences(),
        *_counting(),
        *decision_counts.counting(),
    ]
    return {statement.split()[2]: statement for statement in statements}


def put_up(cursor: sqlite3.Cursor) -> bool:
    """Make the file carry exactly our triggers and views; True when it didn't already."""
    wanted = {**fences(), **VIEWS}
    found = cursor.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY type"
    ).fetchall()
    if {name: sql for _, name, sql in found} == wanted:
        return False
    for kind, name, _ in found:  # triggers come first: dropping a view would take its own along
        cursor.execute(f'DROP {kind} "{name.replace(chr(34), chr(34) * 2)}"')
    for statement in (*VIEWS.values(), *fences().values()):
        cursor.execute(statement)
    count_anew(cursor.execute)
    return True


def count_anew(execute: Callable[[str], Any]) -> None:
    """Make the counts anew from the rows: whoever took the triggers away may have written since."""
    execute("DELETE FROM task_counts")
    execute(
        "INSERT INTO task_counts (agent_id, status, tasks) "
        "SELECT agent_id, status, count(*) FROM tasks GROUP BY agent_id, status"
    )
    execute("DELETE FROM generation_counts")
    execute(
        "INSERT INTO generation_counts (status, generations) SELECT status, count(*) FROM generations GROUP BY status"
    )
    decision_counts.count_anew(execute)
