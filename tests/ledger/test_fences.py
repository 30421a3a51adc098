"""What the file itself refuses, whoever asks: each statement comes from outside, past all of our code."""

import sqlite3
from pathlib import Path

import pytest

from placet.ledger import triggers
from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.lifecycle import Cause, Lifecycle
from placet.rules.lifecycles import (
    APPROVAL,
    GENERATION,
    TOOL_CALL,
    TURN,
    ApprovalState,
    TaskStatus,
    TurnStatus,
)
from tests.ledger.making import (
    TURN as TURN_ID,
)
from tests.ledger.making import (
    Listener,
    a_conversation,
    a_message,
    a_task,
    a_turn,
    an_agent,
    an_approval,
    held_task,
    open_ledger,
)
from tests.ledger.verbs.test_generations import a_generation

TABLES = {
    "tool_call": ("tasks", "status", "completed_at"),
    "approval": ("approvals", "state", "decided_at"),
    "turn": ("turns", "status", "ended_at"),
    "generation": ("generations", "status", "finished_at"),
}


def _fill(tx: Tx) -> None:
    held_task(tx)
    tx.create_task(a_task("task_done", status=TaskStatus.RUNNING))
    tx.move(a_task("task_done").id, TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH, result="1")
    tx.create_task(a_task("task_edited"))
    tx.open_approval(an_approval("task_edited"))
    tx.close_approval(a_task("task_edited").id, ApprovalState.APPROVED, Cause.DECIDE)
    tx.move(
        a_task("task_edited").id,
        TaskStatus.PENDING_APPROVAL,
        TaskStatus.RUNNING,
        Cause.APPROVE,
        approved_args="{}",
        approved_digest="e",
    )
    tx.open_conversation(a_conversation())
    tx.append_message(a_message())
    tx.start_turn(a_turn())
    tx.create_generation(a_generation(), {"type": "response.created"})


FORBIDDEN = [
    # What an approval was asked about.
    "UPDATE tasks SET args = '{}' WHERE id = 'task_1'",
    "UPDATE tasks SET digest = 'x' WHERE id = 'task_1'",
    "UPDATE tasks SET tool = 'shell' WHERE id = 'task_1'",
    "UPDATE tasks SET approved_args = '[]' WHERE id = 'task_edited'",
    "UPDATE tasks SET approved_digest = NULL WHERE id = 'task_edited'",
    "UPDATE approvals SET digest = 'x' WHERE task_id = 'task_1'",
    # Which row it is, by any name that SQLite has for it.
    "UPDATE tasks SET id = 'task_2' WHERE id = 'task_1'",
    "UPDATE tasks SET seq = 99 WHERE id = 'task_1'",
    "UPDATE tasks SET rowid = 99 WHERE id = 'task_1'",
    "UPDATE tasks SET agent_id = 'agent_b' WHERE id = 'task_1'",
    "UPDATE tasks SET created_at = 1 WHERE id = 'task_1'",
    "UPDATE approvals SET task_id = 'task_done' WHERE task_id = 'task_1'",
    "UPDATE turns SET oid = 99",
    # The one-way flags.
    "UPDATE tasks SET requires_authorization = 0 WHERE id = 'task_1'",
    "UPDATE tasks SET executor_managed = 0 WHERE id = 'task_1'",
    "UPDATE tasks SET executor_managed = 2 WHERE id = 'task_1'",
    # The end and its time.
    "UPDATE tasks SET result = '2' WHERE id = 'task_done'",
    "UPDATE tasks SET completed_at = 1 WHERE id = 'task_1'",
    "UPDATE tasks SET status = 'denied' WHERE id = 'task_1'",
    "UPDATE tasks SET status = NULL WHERE id = 'task_1'",
    "UPDATE tasks SET status = 'approved', completed_at = 1 WHERE id = 'task_1'",
    "UPDATE approvals SET reason = 'x' WHERE task_id = 'task_edited'",
    "UPDATE approvals SET state = 'approved' WHERE task_id = 'task_1'",
    "UPDATE turns SET ended_at = 1",
    # Rows stay, also when something would take their place.
    "DELETE FROM tasks WHERE id = 'task_1'",
    "DELETE FROM approvals WHERE task_id = 'task_1'",
    "DELETE FROM turns",
    "REPLACE INTO tasks SELECT * FROM tasks WHERE id = 'task_1'",
    "INSERT OR REPLACE INTO approvals SELECT * FROM approvals WHERE task_id = 'task_1'",
    "REPLACE INTO turns SELECT * FROM turns",
    "UPDATE OR REPLACE tasks SET id = 'task_done' WHERE id = 'task_1'",
    "UPDATE OR IGNORE tasks SET args = '{}' WHERE id = 'task_1'",
    # Facts.
    "UPDATE events SET payload = '{}'",
    "DELETE FROM events WHERE seq = 1",
    "REPLACE INTO events SELECT * FROM events WHERE seq = 2",
    "INSERT INTO events (type, at_ms, payload) VALUES ('task.moved', 1, '{}')",
    # What was said.
    "UPDATE messages SET text = 'Delete it.'",
    "REPLACE INTO messages SELECT * FROM messages",
    # Types.
    "UPDATE tasks SET error = x'00' WHERE id = 'task_1'",
    "UPDATE tasks SET started_at = 'yesterday' WHERE id = 'task_1'",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_the_file_refuses_a_statement_that_would_rewrite_the_record(
    ledger: Ledger, outside: sqlite3.Connection, statement: str
) -> None:
    ledger.commit_blocking(_fill)
    before = list(outside.iterdump())
    with pytest.raises(sqlite3.IntegrityError):
        outside.execute(statement)
    assert list(outside.iterdump()) == before


def _refusal(outside: sqlite3.Connection, statement: str, values: tuple[object, ...]) -> str | None:
    try:
        outside.execute(statement, values)
    except sqlite3.IntegrityError as error:
        return str(error)
    return None


def _time(lifecycle: Lifecycle, status: str) -> int | None:
    return 1_900_000_000_000 if status in lifecycle.ended else None


@pytest.mark.parametrize(
    "lifecycle", [TOOL_CALL, APPROVAL, TURN, GENERATION], ids=lambda lifecycle: lifecycle.kind
)
def test_the_file_allows_exactly_the_declared_steps_of_a_lifecycle(
    ledger: Ledger, outside: sqlite3.Connection, lifecycle: Lifecycle
) -> None:
    table, column, time = TABLES[lifecycle.kind]
    ledger.commit_blocking(_fill)
    outside.execute("PRAGMA foreign_keys = OFF")
    fences = {name: sql for name, sql in triggers.fences().items() if name.startswith(f"{table}_")}
    allowed = set()
    for frm in sorted(lifecycle.statuses):
        for to in sorted(lifecycle.statuses - {frm}):
            outside.execute("BEGIN IMMEDIATE")
            for name in fences:
                outside.execute(f"DROP TRIGGER {name}")
            outside.execute(f"UPDATE {table} SET {column} = ?, {time} = ?", (frm, _time(lifecycle, frm)))
            for sql in fences.values():
                outside.execute(sql)
            step = f"UPDATE {table} SET {column} = ?, {time} = ?"
            if _refusal(outside, step, (to, _time(lifecycle, to))) is None:
                allowed.add((frm, to))
            outside.execute("ROLLBACK")
    assert allowed == lifecycle.pairs()


@pytest.mark.parametrize("status", sorted(TOOL_CALL.statuses))
def test_a_row_may_be_born_only_in_a_declared_start(
    ledger: Ledger, outside: sqlite3.Connection, status: str
) -> None:
    ledger.commit_blocking(lambda tx: tx.create_task(a_task()))
    columns = [row[1] for row in outside.execute("PRAGMA table_info(tasks)")]
    changed = {"seq": "77", "id": "'task_77'", "status": f"'{status}'"}
    copied = ", ".join(changed.get(name, name) for name in columns)
    statement = f"INSERT INTO tasks SELECT {copied} FROM tasks"
    if status in TOOL_CALL.starts:
        assert outside.execute(statement).rowcount == 1
    else:
        with pytest.raises(sqlite3.IntegrityError, match="no such start"):
            outside.execute(statement)


def test_a_fence_that_somebody_took_down_stands_again_after_the_next_start(
    path: Path, told: Listener, caplog: pytest.LogCaptureFixture
) -> None:
    with open_ledger(path, told) as ledger:
        ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent()))
    outside = sqlite3.connect(path, isolation_level=None)
    outside.execute("DROP TRIGGER events_stay")
    outside.execute("CREATE TRIGGER mine AFTER INSERT ON events BEGIN DELETE FROM agents; END")
    with open_ledger(path, told) as ledger:
        with pytest.raises(sqlite3.IntegrityError, match="facts stay"):
            outside.execute("DELETE FROM events")
        names = {row[0] for row in outside.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")}
        assert names == set(triggers.fences())
        assert [agent.name for agent in ledger.reads.agents()] == ["Ada"]
    outside.close()
    assert "fences" in caplog.text


def test_the_view_of_owners_has_the_guides_eleven_columns_in_its_order(
    ledger: Ledger, outside: sqlite3.Connection
) -> None:
    ledger.commit_blocking(lambda tx: tx.create_task(a_task()))
    found = outside.execute("SELECT * FROM adf_tasks ORDER BY created_at DESC LIMIT 20")
    assert [column[0] for column in found.description] == [
        "id", "tool", "args", "status", "result", "error", "created_at", "completed_at", "origin",
        "requires_authorization", "executor_managed",
    ]  # fmt: skip
    assert found.fetchall() == [
        (
            "task_1", "fs_write", '{"path":"a.txt"}', "pending_approval", None, None, 1_800_000_000_000, None,
            "hil:Ada:agent_a", 1, 1,
        )
    ]  # fmt: skip


def test_a_turn_that_ended_is_final_in_the_file(ledger: Ledger, outside: sqlite3.Connection) -> None:
    ledger.commit_blocking(_fill)
    ledger.commit_blocking(lambda tx: tx.end_turn(TURN_ID, TurnStatus.DONE, Cause.FINISH, answer="Done."))
    with pytest.raises(sqlite3.IntegrityError, match="no such step"):
        outside.execute("UPDATE turns SET answer = 'Something else.'")
