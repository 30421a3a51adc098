"""What the guide prints, taken as it is printed: the tool configuration, both references, and the three queries."""

import json
import re

import pytest

from tests.flows.coding import inline
from tests.flows.house import House
from tests.flows.wire import wire

TOOLS = """
{
  "tools": [
    { "name": "fs_write", "enabled": true, "restricted": true }
  ]
}
"""
HELD_REFERENCE = '{ "task_id": "task_abc123", "status": "pending_approval", "tool": "fs_write" }'
FREE_REFERENCE = '{ "task_id": "task_def456", "status": "running", "tool": "sys_code" }'
QUERIES = """
-- Recent tasks
SELECT * FROM adf_tasks ORDER BY created_at DESC LIMIT 20

-- Pending approval tasks
SELECT * FROM adf_tasks WHERE status = 'pending_approval'

-- Failed tasks for a specific tool
SELECT * FROM adf_tasks WHERE tool = 'fs_write' AND status = 'failed'
"""


def printed(reference: str, task_id: object) -> str:
    """A reference as it is printed, with the id of a task of ours."""
    assert isinstance(task_id, str)
    assert re.fullmatch(r"task_[A-Za-z0-9_-]{12}", task_id)
    return json.dumps({**json.loads(reference), "task_id": task_id})


@pytest.fixture
def guided(house: House) -> House:
    house.declare(**json.loads(TOOLS))
    house.change(tools=[{"name": "sys_code"}, {"name": "db_query"}])
    return house


@pytest.mark.spec("6")
def test_a_held_asynchronous_call_answers_with_the_printed_reference(guided: House) -> None:
    args = {"path": "a.txt", "content": "x", "_async": True}
    ticket = guided.call("fs_write", args)
    answer = guided.end_of(ticket)
    assert json.dumps(answer.result) == printed(HELD_REFERENCE, ticket.task_id)
    with wire(guided) as net:
        sent = net.call("fs_write", args)
        assert sent.status_code == 202
        assert json.dumps(sent.json()) == printed(HELD_REFERENCE, sent.json()["task_id"])


@pytest.mark.spec("9")
def test_a_free_asynchronous_call_answers_with_the_printed_reference_and_ends_by_itself(
    guided: House,
) -> None:
    ticket = guided.call("sys_code", {"code": "return 6 * 7;", "_async": True})
    answer = guided.end_of(ticket)
    assert json.dumps(answer.result) == printed(FREE_REFERENCE, ticket.task_id)
    ended = guided.ended(ticket.task_id)
    assert (ended.status, json.loads(ended.result_json or "null")) == ("completed", 42)


@pytest.mark.spec("76")
def test_the_printed_queries_answer_a_model_and_code_alike(guided: House) -> None:
    asked = guided.call("fs_write", {"path": "a.txt", "content": "x"})
    failed = guided.call("fs_write", {"path": "../a.txt/", "content": "x"})
    assert guided.end_of(failed).error is not None
    blocked = guided.call("fs_write", {"path": "b", "content": "x", "_async": True})
    (guided.folder() / "b").mkdir()
    guided.approve(blocked.task_id)
    assert guided.ended(blocked.task_id).status == "failed"
    expected = [{asked.task_id, blocked.task_id}, {asked.task_id}, {blocked.task_id}]
    for query, ids in zip(QUERIES.strip().split("\n\n"), expected, strict=True):
        by_model = guided.end_of(guided.call("db_query", {"sql": query})).result["rows"]
        by_code = inline(guided, f"return (await adf.db_query({{ sql: {json.dumps(query)} }})).rows;").result
        assert {row["id"] for row in by_model} == ids
        assert by_code == by_model
        assert [list(row) for row in by_model] == [COLUMNS] * len(ids)


COLUMNS = [
    *("id", "tool", "args", "status", "result", "error", "created_at", "completed_at", "origin"),
    *("requires_authorization", "executor_managed"),
]
