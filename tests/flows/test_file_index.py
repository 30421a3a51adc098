"""The index of an agent's files, kept in the commit that ends the call; and the effect that no index may deny."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from placet.rules.ports import FileChange, ToolResult, ToolRun
from tests.fakes.tools import HeldTool
from tests.flows.house import FREE_WRITE, House


class UnindexableTool(HeldTool):
    """Says that it changed a file whose name no database can hold."""

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        await super().run(args, run)
        return ToolResult(value="done", files=(FileChange(path="\ud800", size_bytes=1, sha256="x"),))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, tools=(UnindexableTool("odd", open_at_once=True),)) as house:
        house.declare(tools=[FREE_WRITE, {"name": "db_query"}, {"name": "odd", "restricted": False}])
        yield house


def index(house: House) -> list[dict[str, Any]]:
    answer = house.end_of(house.call("db_query", {"sql": "SELECT path, size FROM adf_files ORDER BY path"}))
    rows: list[dict[str, Any]] = answer.result["rows"]
    return rows


def test_a_write_is_in_the_index_when_its_call_has_ended(house: House) -> None:
    free = house.call("fs_write", {"path": "a", "content": "x"})
    assert house.end_of(free).task is None
    assert index(house) == [{"path": "a", "size": 1}]
    tasked = house.call("fs_write", {"path": "b", "content": "xyz", "_async": True})
    house.ended(tasked.task_id)
    assert index(house) == [{"path": "a", "size": 1}, {"path": "b", "size": 3}]
    house.restart()
    assert index(house) == [{"path": "a", "size": 1}, {"path": "b", "size": 3}]


def test_a_write_that_failed_is_not_in_the_index(house: House) -> None:
    house.folder().joinpath("d").mkdir()
    answer = house.end_of(house.call("fs_write", {"path": "d", "content": "x"}))
    assert answer.error is not None
    assert index(house) == []


def test_an_index_that_can_not_be_kept_does_not_deny_a_free_calls_effect(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    answer = house.end_of(house.call("odd", {}))
    assert (answer.error, answer.result) == (None, "done")
    assert "could not be put into the index" in caplog.text
    assert index(house) == []


def test_a_task_whose_end_can_not_be_written_is_told_as_unknown(house: House) -> None:
    ticket = house.call("odd", {"_async": True})
    other = house.call("fs_write", {"path": "a", "content": "x"})
    house.end_of(other)
    assert house.task(ticket.task_id).status == "running"
    house.restart()
    row = house.task(ticket.task_id)
    assert (row.status, "unknown" in str(row.error)) == ("failed", True)
