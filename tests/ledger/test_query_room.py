"""What agents may ask in SQL, and that nothing else can be asked in any spelling (DECISIONS T14, tool-tasks 8.2)."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from placet.ledger import query_room
from placet.ledger.ledger import Ledger
from placet.ledger.query_room import MAX_ROWS, QueryRoom
from placet.ledger.tx import Tx
from placet.rules.authority import Authority, Principal, Via
from placet.rules.basics import Instant, TaskId
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.events import AgentStateChanged, LoopRecovered
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TaskStatus
from placet.rules.ports import FileChange
from placet.rules.records import Role
from tests.ledger.making import (
    AGENT,
    OTHER_AGENT,
    T0,
    a_conversation,
    a_message,
    a_task,
    an_agent,
    held_task,
    open_ledger,
)

GUIDE = [
    "id", "tool", "args", "status", "result", "error", "created_at", "completed_at", "origin",
    "requires_authorization", "executor_managed",
]  # fmt: skip
SECRET = "the other agent's secret"


class Stop:
    def __init__(self, *, is_set: bool = False) -> None:
        self._is_set = is_set

    def is_set(self) -> bool:
        return self._is_set


def ended(tx: Tx, task_id: str, to: TaskStatus = TaskStatus.COMPLETED, **columns: Any) -> None:
    """A free task that ran and ended."""
    task = {
        name: columns.pop(name)
        for name in ("tool", "agent_id", "agent", "args", "created_at")
        if name in columns
    }
    tx.create_task(a_task(task_id, status=TaskStatus.RUNNING, requires_authorization=False, **task))
    tx.move(TaskId(task_id), TaskStatus.RUNNING, to, Cause.FINISH, **columns)


def furnished(tx: Tx) -> None:
    """Ada has two tasks, and another agent has one with a secret."""
    tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob"))
    held_task(tx, "task_held")
    ended(tx, "task_failed", TaskStatus.FAILED, error="The disk is full.", created_at=Instant(T0 + 1))
    other = {"agent_id": OTHER_AGENT, "agent": "Bob", "args": json.dumps({"x": SECRET})}
    ended(tx, "task_bob", result=json.dumps(SECRET), **other)


@pytest.fixture
def own_room(ledger: Ledger, path: Path) -> QueryRoom:
    """For tests that go on writing."""
    ledger.commit_blocking(furnished)
    return QueryRoom(path)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One ledger for all tests that only ask: nothing that they ask may change it."""
    path = tmp_path_factory.mktemp("asked") / "ledger.sqlite"
    with open_ledger(path, lambda events: None) as ledger:
        ledger.commit_blocking(lambda tx: (tx.declare_agent(an_agent()), furnished(tx)))
        yield path


@pytest.fixture(scope="module")
def room(place: Path) -> QueryRoom:
    return QueryRoom(place)


def ask(room: QueryRoom, sql: str, *params: Any, agent: str = "Ada") -> list[dict[str, Any]]:
    answer = room.ask(agent, sql, params, Stop())
    assert answer["truncated"] is False
    rows: list[dict[str, Any]] = answer["rows"]
    return rows


def refused(room: QueryRoom, sql: str, *params: Any) -> str:
    with pytest.raises(ToolFailed) as caught:
        room.ask("Ada", sql, params, Stop())
    assert SECRET not in caught.value.message
    return caught.value.code


def test_the_guides_three_queries_work(room: QueryRoom) -> None:
    recent = ask(room, "SELECT * FROM adf_tasks ORDER BY created_at DESC LIMIT 20")
    assert [row["id"] for row in recent] == ["task_failed", "task_held"]
    assert list(recent[0]) == GUIDE
    waiting = ask(room, "SELECT * FROM adf_tasks WHERE status = 'pending_approval'")
    assert [(row["id"], row["requires_authorization"], row["executor_managed"]) for row in waiting] == [
        ("task_held", 1, 1)
    ]
    failed = ask(room, "SELECT * FROM adf_tasks WHERE tool = 'fs_write' AND status = 'failed'")
    assert [(row["id"], row["error"]) for row in failed] == [("task_failed", "The disk is full.")]


def test_an_agent_sees_its_own_tasks_and_no_others(room: QueryRoom) -> None:
    assert {row["id"] for row in ask(room, "SELECT id FROM adf_tasks")} == {"task_held", "task_failed"}
    assert ask(room, "SELECT id FROM adf_tasks", agent="Bob") == [{"id": "task_bob"}]
    assert ask(room, "SELECT count(*) AS n FROM adf_tasks") == [{"n": 2}]


def test_an_agent_that_is_not_there_sees_nothing(room: QueryRoom) -> None:
    with pytest.raises(ToolFailed) as caught:
        room.ask("Ada' OR '1'='1", "SELECT 1", (), Stop())
    assert caught.value.code == "query_refused"


def test_an_agents_id_is_a_text_and_never_sql(ledger: Ledger, path: Path) -> None:
    odd = an_agent(id="x' OR 1=1 --", name="Odd")
    ledger.commit_blocking(lambda tx: (tx.declare_agent(odd), held_task(tx)))
    assert ask(QueryRoom(path), "SELECT * FROM adf_tasks", agent="Odd") == []


@pytest.mark.parametrize(
    "sql",
    [
        "WITH mine AS (SELECT * FROM adf_tasks) SELECT count(*) AS n FROM mine",
        "SELECT count(*) AS n FROM adf_tasks; -- done",
        "/* a comment */ SELECT count(*) AS n -- another\nFROM adf_tasks;",
        "SELECT count(*) AS n FROM temp.adf_tasks WHERE 'a;b' <> '--'",
        'SELECT count("id") AS n FROM "adf_tasks" AS "local_x"',
        "WITH RECURSIVE c(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM c WHERE x < 2) SELECT max(x) AS n FROM c",
        "SELECT count(*) AS n FROM adf_tasks a, json_each(a.args) j WHERE j.key = 'path'",
        "SELECT sum(1) OVER () AS n FROM adf_tasks LIMIT 1",
        "WITH c AS (VALUES (1) UNION VALUES (2)) SELECT count(*) AS n FROM c",
        "SELECT count(*) FROM (VALUES (1), (2)) AS anything",
        "SELECT count(*) FROM adf_tasks AS a",
        "VALUES (2)",
    ],
)
def test_honest_questions_are_answered(room: QueryRoom, sql: str) -> None:
    assert [list(row.values()) for row in ask(room, sql)] == [[2]]


def test_values_are_bound_and_never_read_as_sql(room: QueryRoom) -> None:
    assert ask(room, "SELECT id FROM adf_tasks WHERE status = ?", "' OR 1=1 --") == []
    assert ask(room, "SELECT ? AS a, ? AS b, ? AS c, ? AS d", 1.5, None, True, "x") == [
        {"a": 1.5, "b": None, "c": 1, "d": "x"}
    ]
    assert refused(room, "SELECT ?") == "bad_query"
    assert refused(room, "SELECT ?", 2**80) == "bad_query"


BYPASSES = [
    # 8.2 of the specification: quoted names, aliases that look allowed.
    "SELECT a.* FROM 'agents' AS a, adf_tasks",
    'SELECT * FROM "tokens"',
    "SELECT * FROM [tokens]",
    "SELECT * FROM `tokens`",
    "SELECT * FROM tokens AS local_x",
    "SELECT * FROM tokens AS adf_tasks",
    "SELECT secret_hash AS id FROM tokens, adf_tasks",
    "SELECT * FROM tasks",
    "SELECT * FROM main.tasks",
    "SELECT * FROM main.adf_tasks",
    "SELECT rowid FROM tasks",
    "SELECT count(*) FROM tasks",
    "SELECT count(*) FROM main.adf_tasks",
    "SELECT count(*) FROM tokens",
    "SELECT count(*) FROM Tokens AS x, adf_tasks",
    "SELECT count(*) FROM sqlite_master",
    "SELECT count(*) FROM sqlite_temp_schema",
    "SELECT count(*) FROM pragma_database_list",
    "SELECT count(*) FROM pragma_table_list",
    "WITH c AS (SELECT count(*) AS n FROM tokens UNION SELECT 1) SELECT count(*) FROM c",
    "SELECT 1 FROM tasks LIMIT 1",
    "SELECT * FROM events",
    "SELECT * FROM files",
    "WITH adf_files AS (SELECT * FROM files) SELECT * FROM adf_files",
    "SELECT (SELECT args FROM tasks WHERE agent = 'Bob')",
    "SELECT id FROM adf_tasks WHERE id IN (SELECT id FROM tasks)",
    "SELECT id FROM adf_tasks UNION SELECT id FROM tasks",
    "SELECT * FROM adf_tasks ORDER BY (SELECT args FROM tasks WHERE agent = 'Bob')",
    # Expressions that take the name of a view, or of what a view could be called inside.
    "WITH adf_tasks AS (SELECT * FROM tasks) SELECT * FROM adf_tasks",
    "WITH adf_tasks AS (SELECT * FROM main.tasks) SELECT * FROM adf_tasks",
    "WITH adf_tasks AS (SELECT * FROM main.adf_tasks) SELECT * FROM adf_tasks",
    "WITH adf_logs AS (SELECT * FROM events) SELECT * FROM adf_logs",
    "WITH own AS (SELECT * FROM tasks) SELECT * FROM own",
    "WITH x AS (SELECT * FROM tasks) SELECT * FROM x AS adf_tasks",
    "WITH RECURSIVE adf_tasks AS (SELECT args FROM tasks UNION SELECT 1 FROM adf_tasks) SELECT * FROM adf_tasks",
    "WITH x AS MATERIALIZED (SELECT * FROM (SELECT * FROM tasks) AS adf_tasks) SELECT * FROM x",
    "WITH adf_tasks AS (VALUES (1)) SELECT * FROM tasks",
    # SQLite's own tables.
    "SELECT * FROM sqlite_master",
    "SELECT * FROM sqlite_schema",
    "SELECT * FROM sqlite_temp_master",
    "SELECT * FROM temp.sqlite_schema",
    "SELECT * FROM main.sqlite_master WHERE name = 'adf_tasks'",
    "SELECT * FROM sqlite_sequence, adf_tasks",
    "WITH adf_tasks AS (SELECT name FROM sqlite_temp_master) SELECT * FROM adf_tasks",
    "SELECT * FROM pragma_table_info('tasks')",
    "SELECT * FROM pragma_database_list",
    "SELECT * FROM pragma_function_list",
    "SELECT * FROM dbstat",
    "SELECT * FROM sqlite_dbpage",
    "SELECT * FROM bytecode('SELECT 1')",
    # Functions that reach out.
    "SELECT load_extension('x.so')",
    "SELECT readfile('/etc/passwd')",
    "SELECT writefile('x', 'y')",
    "SELECT sqlite_version()",
    "SELECT fts3_tokenizer('simple')",
    "SELECT zeroblob(1000000000)",
    "SELECT randomblob(1000000000)",
    "SELECT 'a' MATCH 'b'",
    # Everything that isn't a question.
    "DELETE FROM adf_tasks",
    "UPDATE adf_tasks SET status = 'completed'",
    "INSERT INTO adf_tasks (id) VALUES ('x')",
    "WITH x AS (SELECT 1) DELETE FROM tasks",
    "WITH x AS (SELECT 1) INSERT INTO tasks (id) SELECT 1",
    "WITH x AS (SELECT 1) UPDATE tasks SET status = 'denied'",
    "REPLACE INTO tasks (id) VALUES ('x')",
    "PRAGMA table_info(tasks)",
    "PRAGMA query_only = OFF",
    "ATTACH DATABASE ':memory:' AS x",
    "ATTACH 'file:other?mode=rwc' AS x",
    "DETACH main",
    "VACUUM",
    "VACUUM INTO 'copy.sqlite'",
    "EXPLAIN SELECT * FROM adf_tasks",
    "EXPLAIN QUERY PLAN SELECT * FROM adf_tasks",
    "CREATE TEMP TABLE x (y)",
    "CREATE TEMP VIEW x AS SELECT * FROM tasks",
    "CREATE TEMP TRIGGER x INSTEAD OF INSERT ON adf_tasks BEGIN SELECT 1; END",
    "DROP VIEW temp.adf_tasks",
    "BEGIN",
    "BEGIN IMMEDIATE",
    "COMMIT",
    "SAVEPOINT x",
    "ANALYZE",
    "REINDEX",
    "ALTER TABLE tasks RENAME TO x",
    "SELECT 1; DELETE FROM tasks",
    "SELECT 1; SELECT * FROM tasks",
    "",
    "-- nothing",
    "/* SELECT */ DELETE FROM tasks",
]


@pytest.mark.parametrize("sql", BYPASSES)
def test_no_spelling_reaches_beyond_the_agents_own_rows(room: QueryRoom, place: Path, sql: str) -> None:
    assert refused(room, sql) in {"query_refused", "bad_query"}
    assert {it.name for it in place.parent.iterdir()} <= {
        "ledger.sqlite",
        "ledger.sqlite-wal",
        "ledger.sqlite-shm",
    }


@pytest.mark.parametrize("sql", [it for it in BYPASSES if it[:7] not in {"EXPLAIN", "", "-- noth"}])
def test_the_authorizer_holds_by_itself(room: QueryRoom, monkeypatch: pytest.MonkeyPatch, sql: str) -> None:
    """The early look at the first word is a courtesy. EXPLAIN alone rests on it, and shows but the views' plan."""
    monkeypatch.setattr(query_room, "_check_kind", lambda sql: None)
    assert refused(room, sql) in {"query_refused", "bad_query"}


def test_the_ledger_is_as_it_was_after_all_attempts(
    ledger: Ledger, own_room: QueryRoom, outside: sqlite3.Connection
) -> None:
    before = outside.execute("SELECT count(*), group_concat(status) FROM tasks").fetchall()
    for sql in BYPASSES:
        refused(own_room, sql)
    assert outside.execute("SELECT count(*), group_concat(status) FROM tasks").fetchall() == before
    assert [task.id for task in ledger.reads.open_approvals()] == ["task_held"]


def test_a_name_seen_once_is_of_no_use_the_next_time(room: QueryRoom, place: Path) -> None:
    """The inner views' names are drawn for each question, and a question's text can't know its own."""
    names = []
    for _ in range(2):
        connection = query_room.database.asking_connection(place)
        query_room._furnish(connection, "Ada")
        connection.set_authorizer(None)
        rows = connection.execute("SELECT name FROM sqlite_temp_master").fetchall()
        names.append({name for (name,) in rows if name not in query_room.VIEWS})
        connection.close()
    assert len(names[0]) == len(query_room.VIEWS)
    assert not names[0] & names[1]
    for name in names[0]:
        assert refused(room, f"WITH {name} AS (SELECT * FROM tasks) SELECT * FROM {name}") == "query_refused"
        assert refused(room, f"SELECT * FROM {name}") == "bad_query"


@pytest.mark.parametrize(
    "condition",
    [
        "CASE WHEN args LIKE '%secret%' THEN json('no json') ELSE 1 END",
        "json_extract(CASE WHEN args LIKE '%secret%' THEN 'no json' ELSE '{}' END, '$.x') IS NULL",
        "abs(CASE WHEN args LIKE '%secret%' THEN -9223372036854775807 - 1 ELSE 1 END) > 0",
    ],
)
@pytest.mark.parametrize("more", ["", " AND status = 'completed'", " AND id = 'task_bob'"])
def test_a_condition_is_never_tried_on_rows_of_others(room: QueryRoom, condition: str, more: str) -> None:
    """An error that only another agent's row can cause would tell that the row is there."""
    ask(room, f"SELECT id FROM adf_tasks WHERE {condition}{more}")
    ask(room, f"SELECT count(*) FROM adf_tasks a JOIN adf_tasks b ON {condition.replace('args', 'a.args')}")
    with pytest.raises(ToolFailed):
        ask(room, f"SELECT {condition} FROM adf_tasks", agent="Bob")


def test_an_index_is_no_way_around_the_agents_own_rows(room: QueryRoom) -> None:
    """SQLite tries first what an index alone can answer; without the barrier that is before the agent is compared."""
    near = "id IN ('task_bob', 'task_x')"
    told = "CASE WHEN id LIKE 'task_b%' THEN json('no json') ELSE 1 END"
    assert ask(room, f"SELECT 1 FROM adf_tasks WHERE {near} AND {told}") == []
    with pytest.raises(ToolFailed):
        ask(room, f"SELECT 1 FROM adf_tasks WHERE {near} AND {told}", agent="Bob")


@pytest.mark.parametrize(
    "sql",
    [
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c",
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c WHERE x < 0",
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c ORDER BY -x",
    ],
)
def test_a_question_without_an_end_is_ended(room: QueryRoom, place: Path, sql: str) -> None:
    assert refused(QueryRoom(place, time_limit_s=0.05), sql) == "query_timeout"
    assert ask(room, "SELECT 1 AS n") == [{"n": 1}]


def test_a_stop_ends_a_question(room: QueryRoom) -> None:
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
    with pytest.raises(ToolStopped):
        room.ask("Ada", endless, (), Stop(is_set=True))


def test_more_rows_than_the_limit_are_cut_and_said_to_be(room: QueryRoom) -> None:
    many = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < {}) SELECT x FROM c"
    answer = room.ask("Ada", many.format(MAX_ROWS + 1), (), Stop())
    assert (len(answer["rows"]), answer["truncated"]) == (MAX_ROWS, True)
    answer = room.ask("Ada", many.format(MAX_ROWS), (), Stop())
    assert (len(answer["rows"]), answer["truncated"]) == (MAX_ROWS, False)


def test_an_answer_has_a_limit_in_bytes(room: QueryRoom) -> None:
    text = "SELECT printf('%.*c', {}, 'x') AS x FROM adf_tasks"
    answer = room.ask("Ada", text.format(600_000), (), Stop())
    assert (len(answer["rows"]), answer["truncated"]) == (1, True)
    assert refused(room, text.format(1_100_000)) == "too_large"
    assert ask(room, f"{text.format(1_000_000_000)} LIMIT 1") == [{"x": None}]  # SQLite's own limit
    assert refused(room, "SELECT '" + "x" * 100_000 + "'") == "too_large"


def test_columns_of_one_name_are_all_handed_out(room: QueryRoom) -> None:
    assert ask(room, "SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a") == [{"a": 1, "a_2": 2, "a_2_2": 3, "a_3": 4}]


def test_what_json_has_no_form_for_is_spelled_out(room: QueryRoom) -> None:
    assert ask(room, "SELECT x'00ff' AS b, 9e999 AS i, -9e999 AS j, 9223372036854775807 AS n") == [
        {"b": "base64:AP8=", "i": "inf", "j": "-inf", "n": 2**63 - 1}
    ]
    assert ask(room, "SELECT CAST(x'ff41' AS TEXT) AS t") == [{"t": "\ufffdA"}]


def test_what_is_not_understood_is_told_in_sqlites_words(room: QueryRoom) -> None:
    with pytest.raises(ToolFailed) as caught:
        room.ask("Ada", "SELECT nothing FROM adf_tasks", (), Stop())
    assert (caught.value.code, "nothing" in caught.value.message) == ("bad_query", True)


def test_files_are_as_tools_left_them(ledger: Ledger, own_room: QueryRoom) -> None:
    def step(tx: Tx) -> None:
        tx.index_file(AGENT, FileChange(path="a", size_bytes=3, sha256="digest"))
        tx.index_file(AGENT, FileChange(path="b", size_bytes=3, sha256="digest"))
        tx.index_file(AGENT, FileChange(path="b"))
        tx.index_file(OTHER_AGENT, FileChange(path="other", size_bytes=9, sha256=SECRET))

    ledger.commit_blocking(step)
    assert ask(own_room, "SELECT * FROM adf_files") == [
        {"path": "a", "size": 3, "sha256": "digest", "authorized": 0, "created_at": T0, "updated_at": T0}
    ]
    assert [row["path"] for row in ask(own_room, "SELECT path FROM adf_files", agent="Bob")] == ["other"]


def test_a_file_whose_bytes_the_owner_trusts_says_so_until_they_change(
    ledger: Ledger, own_room: QueryRoom
) -> None:
    change = FileChange(path="a.ts", size_bytes=3, sha256="d1")
    owner = Authority(principal=Principal.OWNER, via=Via.WINDOW)
    ledger.commit_blocking(lambda tx: tx.authorize_file(AGENT, change, "let", owner))
    assert ask(own_room, "SELECT path, authorized FROM adf_files") == [{"path": "a.ts", "authorized": 1}]
    ledger.commit_blocking(
        lambda tx: tx.index_file(AGENT, FileChange(path="a.ts", size_bytes=4, sha256="d2"))
    )
    assert ask(own_room, "SELECT path, authorized FROM adf_files") == [{"path": "a.ts", "authorized": 0}]
    log = ask(own_room, "SELECT event, level FROM adf_logs WHERE event LIKE 'file.%' ORDER BY id")
    assert log == [
        {"event": "file.authorized", "level": "info"},
        {"event": "file.deauthorized", "level": "warn"},
    ]


def test_a_full_answer_has_as_many_rows_as_there_are_and_a_cap_of_bytes(room: QueryRoom) -> None:
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT i FROM n"
    cut = room.ask("Ada", many, (), Stop())
    assert (len(cut["rows"]), cut["truncated"]) == (MAX_ROWS, True)
    whole = room.ask("Ada", many, (), Stop(), full=True)
    assert (len(whole["rows"]), whole["truncated"]) == (2000, False)
    large = many.replace("SELECT i FROM n", "SELECT printf('%.5000d', i) AS t FROM n")
    bounded = room.ask("Ada", large, (), Stop(), full=True)
    assert bounded["truncated"] is True
    assert MAX_ROWS < len(bounded["rows"]) < query_room.MAX_FULL_BYTES // 5000


def test_the_log_is_the_agents_own_facts(ledger: Ledger, own_room: QueryRoom) -> None:
    def step(tx: Tx) -> None:
        tx.record(LoopRecovered(agent_id=AGENT, running=1, awaiting_approval=0))
        tx.record(AgentStateChanged(agent_id=AGENT, state="error", error="No model."))
        tx.record(AgentStateChanged(agent_id=OTHER_AGENT, state="error", error=SECRET))

    ledger.commit_blocking(step)
    log = ask(own_room, "SELECT * FROM adf_logs ORDER BY id")
    assert list(log[0]) == ["id", "level", "origin", "event", "message", "created_at"]
    assert {row["event"] for row in log} >= {"agent.declared", "task.created", "task.moved", "loop.recovered"}
    assert SECRET not in json.dumps(log)
    levels = {(row["event"], row["level"]) for row in log}
    assert {("loop.recovered", "warn"), ("agent.state", "error"), ("task.moved", "error")} <= levels
    moved = next(row for row in log if row["event"] == "task.moved")
    assert (moved["origin"], json.loads(moved["message"])["to"]) == ("hil:Ada:agent_a", "failed")


def test_messages_say_by_the_engines_own_word_who_wrote_them(ledger: Ledger, own_room: QueryRoom) -> None:
    rows = [
        ("owner", "Do it.", None),
        ("owner", "> yes", '{"from_agent": "anna"}'),
        ("owner", "It ended.", '{"from_triggers": ["on_task_complete"]}'),
        ("owner", "odd", "no JSON"),
        ("assistant", "Done.", '{"from_agent": "anna"}'),
    ]

    def step(tx: Tx) -> None:
        for agent_id, talk in ((AGENT, "conv_own"), (OTHER_AGENT, "conv_other")):
            tx.open_conversation(a_conversation(id=talk, agent_id=agent_id))
        for number, (role, text, payload) in enumerate(rows):
            said = {"role": Role(role), "text": text, "payload": payload}
            tx.append_message(a_message(f"msg_{number}", conversation_id="conv_own", **said))
        tx.append_message(a_message("msg_other", conversation_id="conv_other", role=Role.OWNER, text=SECRET))

    ledger.commit_blocking(step)
    found = ask(own_room, "SELECT sender, role, text FROM adf_messages ORDER BY id")
    assert [(row["sender"], row["text"]) for row in found] == [
        ("owner", "Do it."),
        ("agent:anna", "> yes"),
        ("events", "It ended."),
        ("owner", "odd"),
        (None, "Done."),
    ]
    assert [row["text"] for row in ask(own_room, "SELECT text FROM adf_messages", agent="Bob")] == [SECRET]
