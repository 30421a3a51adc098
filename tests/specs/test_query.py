"""Case 76: what an agent may ask in SQL, over HTTP, with the rows that real calls left."""

import hashlib
import json
from collections.abc import Iterator

import pytest

from tests.flows.house import RESTRICTED_WRITE, House
from tests.flows.wire import Wire, wire

QUERY = {"name": "db_query"}
GUIDE = (
    "SELECT * FROM adf_tasks ORDER BY created_at DESC LIMIT 20",
    "SELECT * FROM adf_tasks WHERE status = 'pending_approval'",
    "SELECT * FROM adf_tasks WHERE tool = 'fs_write' AND status = 'failed'",
)
COLUMNS = [
    "id", "tool", "args", "status", "result", "error", "created_at", "completed_at", "origin",
    "requires_authorization", "executor_managed",
]  # fmt: skip


@pytest.fixture
def net(house: House) -> Iterator[Wire]:
    """A clerk who has a waiting call and a failed one, and another agent with a call of its own."""
    house.declare(tools=[RESTRICTED_WRITE, QUERY])
    house.declare("scribe", tools=[{"name": "held", "restricted": True}, QUERY])
    with wire(house) as net:
        net.held("fs_write", {"path": "a.txt", "content": "x"})
        failed = net.held("fs_write", {"path": "d/a.txt", "content": "x"})
        house.folder().joinpath("d").write_text("in the way")
        net.resolve(failed, "approve")
        house.ended(failed)
        house.call("held", {"text": "the scribe's own"}, agent="scribe")
        house.waiting(2)
        yield net


def ask(net: Wire, sql: str, *params: object) -> dict[str, object]:
    answer = net.call("db_query", {"sql": sql, "params": list(params)})
    assert answer.status_code == 200, answer.text
    body: dict[str, object] = answer.json()
    assert body["task"] is None
    return body


def rows(net: Wire, sql: str, *params: object) -> list[dict[str, object]]:
    result = ask(net, sql, *params)["result"]
    assert isinstance(result, dict)
    assert result["truncated"] is False
    found: list[dict[str, object]] = result["rows"]
    return found


def refusal(net: Wire, sql: str) -> str:
    body = ask(net, sql)
    error = body["error"]
    assert isinstance(error, dict), body
    assert body["result"] is None
    return str(error["code"])


@pytest.mark.spec("76")
def test_the_guides_three_queries_return_the_agents_own_rows(net: Wire) -> None:
    recent, waiting, failed = (rows(net, sql) for sql in GUIDE)
    assert [list(row) for row in recent] == [COLUMNS] * 2
    assert [(row["status"], row["tool"]) for row in recent] == [
        ("failed", "fs_write"),
        ("pending_approval", "fs_write"),
    ]
    assert [json.loads(str(row["args"]))["path"] for row in waiting] == ["a.txt"]
    assert [json.loads(str(row["args"]))["path"] for row in failed] == ["d/a.txt"]


@pytest.mark.spec("76")
@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM adf_tasks",
        "UPDATE adf_tasks SET status = 'completed'",
        "PRAGMA table_info(tasks)",
        "ATTACH DATABASE ':memory:' AS other",
        "SELECT a.* FROM 'tokens' AS a, adf_tasks",
        "SELECT * FROM tokens AS adf_tasks",
        "WITH adf_tasks AS (SELECT * FROM tasks) SELECT * FROM adf_tasks",
        "SELECT * FROM sqlite_master",
        "SELECT load_extension('x')",
        "VACUUM INTO 'copy'",
        "EXPLAIN SELECT 1",
    ],
)
def test_everything_but_a_question_about_the_own_rows_is_refused(net: Wire, sql: str) -> None:
    assert refusal(net, sql) == "query_refused"


@pytest.mark.spec("76")
def test_an_expression_in_front_and_a_semicolon_in_a_literal_are_fine(net: Wire) -> None:
    assert rows(net, "WITH mine AS (SELECT * FROM adf_tasks) SELECT count(*) AS n FROM mine") == [{"n": 2}]
    assert rows(net, "SELECT 'a;b' AS text, ? AS other;", "c;d") == [{"text": "a;b", "other": "c;d"}]


@pytest.mark.spec("76")
def test_more_than_500_rows_are_cut_with_a_notice(net: Wire) -> None:
    many = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 501) SELECT x FROM c"
    result = ask(net, many)["result"]
    assert isinstance(result, dict)
    assert (len(result["rows"]), result["truncated"]) == (500, True)


def test_a_model_can_not_lift_the_limit_of_rows(net: Wire) -> None:
    answer = net.call("db_query", {"sql": "SELECT 1 AS n", "_full": True})
    assert answer.json()["result"] == {"rows": [{"n": 1}], "truncated": False}
    assert net.call("db_query", {"sql": "SELECT 1", "full": True}).status_code == 400


def test_files_and_log_tell_what_the_agents_tools_did(house: House) -> None:
    house.declare(
        tools=[RESTRICTED_WRITE, {"name": "fs_edit", "restricted": False}, {"name": "fs_delete"}, QUERY]
    )
    with wire(house) as net:
        for path in ("b.txt", "c.txt"):
            written = net.held("fs_write", {"path": path, "content": "abc"})
            net.resolve(written, "approve")
            house.ended(written)
        edited = net.call("fs_edit", {"path": "b.txt", "old_text": "c", "new_text": "cde"})
        assert edited.json()["task"] is None, (
            "a free call makes no task, and its file is in the index all the same"
        )
        gone = net.held("fs_delete", {"path": "c.txt"})
        net.resolve(gone, "approve")
        house.ended(gone)
        (file,) = rows(net, "SELECT path, size, sha256, authorized FROM adf_files")
        digest = hashlib.sha256(b"abcde").hexdigest()
        assert file == {"path": "b.txt", "size": 5, "sha256": digest, "authorized": 0}
        log = rows(net, "SELECT event, level, origin FROM adf_logs WHERE event = 'hil.resolved' LIMIT 1")
        assert log == [{"event": "hil.resolved", "level": "info", "origin": house.task(written).origin}]
