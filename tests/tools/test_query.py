"""The tool in front of the query room: its face, and what it hands through."""

import threading
from collections.abc import Sequence
from typing import Any

import pytest

from placet.rules.errors import BadArguments, ToolFailed
from placet.rules.ports import Effect, StopSignal
from placet.tools.query import DbQuery
from placet.tools.schemas import Schema
from tests.tools.bench import Bench, Signal


class Room:
    """Keeps what it was asked; the real one is the ledger's and is tested there."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, list[Any], StopSignal]] = []
        self.full: list[bool] = []
        self.threads: list[threading.Thread] = []

    def ask(
        self, agent: str, sql: str, params: Sequence[Any], stop: StopSignal, *, full: bool = False
    ) -> dict[str, Any]:
        self.asked.append((agent, sql, list(params), stop))
        self.full.append(full)
        self.threads.append(threading.current_thread())
        if sql == "no":
            raise ToolFailed("No.", code="query_refused")
        return {"rows": [{"n": 1}], "truncated": False}


def test_it_is_declared_as_the_interface_says() -> None:
    tool = DbQuery(Room())
    assert (tool.name, tool.effect, tool.restricted_by_default) == ("db_query", Effect.READ, False)
    schema = Schema(tool.schema)
    schema.check({"sql": "SELECT 1"})
    schema.check({"sql": "SELECT ?", "params": [1, 1.5, "x", True, None]})
    for wrong in (
        {},
        {"sql": ""},
        {"sql": "x", "params": {}},
        {"sql": "x", "params": [[]]},
        {"sql": "x", "_full": True},
    ):
        with pytest.raises(BadArguments):
            schema.check(wrong)


def test_the_question_is_asked_in_the_agents_name_off_the_loop(bench: Bench) -> None:
    room, stop = Room(), Signal()
    result = bench.run(DbQuery(room), stop=stop, sql="SELECT ?", params=["x"])
    assert result.value == {"rows": [{"n": 1}], "truncated": False}
    assert room.asked == [("clerk", "SELECT ?", ["x"], stop)]
    assert threading.main_thread() not in room.threads
    bench.run(DbQuery(room), sql="SELECT 1")
    assert (room.asked[1][2], room.full) == ([], [False, False])


def test_looking_asks_nothing_and_pins_nothing(bench: Bench) -> None:
    room = Room()
    shown = bench.preview(DbQuery(room), sql="no")
    assert (room.asked, shown.target, "changes nothing" in shown.sentence) == ([], None, True)


def test_a_refusal_is_the_rooms(bench: Bench) -> None:
    with pytest.raises(ToolFailed) as caught:
        bench.run(DbQuery(Room()), sql="no")
    assert caught.value.code == "query_refused"
