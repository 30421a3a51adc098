"""A tool that ran and whose answer can't be written down: a failure of unknown outcome, never "it didn't fit"."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from placet.rules import strict_json
from placet.rules.ports import FileChange, ToolResult, ToolRun
from placet.work.performing import UNTELLABLE
from tests.fakes.tools import HeldTool
from tests.flows.house import House


def nested(levels: int) -> Any:
    value: Any = "in"
    for _ in range(levels):
        value = [value]
    return value


class TellingTool(HeldTool):
    """Changes a file and answers as the test says."""

    value: Any = None

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        await super().run(args, run)
        written = FileChange(path="a", size_bytes=1, sha256="x")
        return ToolResult(value=self.value, end_turn=True, diff="+a", files=(written,))


@pytest.fixture
def telling() -> TellingTool:
    return TellingTool("telling", open_at_once=True)


@pytest.fixture
def house(tmp_path: Path, telling: TellingTool) -> Iterator[House]:
    with House(tmp_path, tools=(telling,)) as house:
        house.declare(tools=[{"name": "telling", "restricted": False}, {"name": "db_query"}])
        yield house


UNTELLABLES: dict[str, Callable[[], Any]] = {
    "too deep": lambda: nested(strict_json.MAX_DEPTH + 1),
    "no JSON": lambda: {"a": object()},
    "half of a pair": lambda: "\ud800",
}


@pytest.mark.parametrize("name", UNTELLABLES)
def test_a_task_whose_tool_answered_that_failed_with_an_unknown_outcome_and_keeps_what_was_written(
    house: House, telling: TellingTool, name: str
) -> None:
    telling.value = UNTELLABLES[name]()
    row = house.ended(house.call("telling", {"_async": True}).task_id)
    assert (row.status, row.error, row.result_json, row.diff) == ("failed", UNTELLABLE, None, "+a")
    found = house.end_of(house.call("db_query", {"sql": "SELECT path FROM adf_files"}))
    assert found.result["rows"] == [{"path": "a"}]


@pytest.mark.parametrize("name", UNTELLABLES)
def test_a_free_call_that_was_answered_that_is_told_the_same(
    house: House, telling: TellingTool, name: str
) -> None:
    telling.value = UNTELLABLES[name]()
    answer = house.end_of(house.call("telling", {}))
    assert (answer.task, answer.result) == (None, None)
    assert answer.error == {"code": "tool_error", "error": UNTELLABLE}


def test_the_deepest_answer_that_is_taken_is_read_again(house: House, telling: TellingTool) -> None:
    telling.value = nested(strict_json.MAX_DEPTH)
    key = {"request_key": "k", "body_digest": "d"}
    first = house.end_of(house.call("telling", {}, **key))
    again = house.end_of(house.call("telling", {}, **key))
    assert first.result == again.result == telling.value
    assert first.task is not None
    assert house.task(first.task.id).status == "completed"
