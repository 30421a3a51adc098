"""The page that is shown before the engine is there: the same requests, and nothing where there is nothing to read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from placet import first_page
from placet.api.queries import ListOpen
from placet.rules.ports import Place, Preview
from tests.fakes.tools import HeldTool
from tests.flows.house import House


class Wordless(HeldTool):
    """A tool that has nothing to say about a call."""

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        return Preview(sentence="")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        house.declare("clerk", [{"name": "fs_write", "restricted": True}, {"name": "fs_read"}])
        yield house


def ask(house: House, content: str) -> str | None:
    return house.call("fs_write", {"path": "a.txt", "content": content, "_async": True}).task_id


def shown(row: object) -> dict[str, object]:
    return {field.name: getattr(row, field.name) for field in fields(first_page.FirstRow)}


def test_the_first_page_shows_a_request_as_the_engine_will(house: House) -> None:
    ask(house, "Good day.")
    page = first_page.read(house.data / "ledger.sqlite")
    (row,) = house.engine.query(ListOpen())
    assert row.sentence
    assert [shown(it) for it in page.rows] == [shown(row) | {"preview": ""}]
    assert page.waiting == 1


@pytest.mark.parametrize("content", ["", "x" * 90, "x\u202ey" * 40, " " * 200, "e\u0301" * 70, "x" * 9_000])
def test_where_no_sentence_tells_of_it_the_arguments_do(tmp_path: Path, content: str) -> None:
    with House(tmp_path, tools=(Wordless(),)) as house:
        house.declare("clerk", [{"name": "held"}])
        house.call("held", {"text": content, "_async": True})
        page = first_page.read(house.data / "ledger.sqlite")
        (row,) = house.engine.query(ListOpen())
    assert row.sentence == ""
    assert [shown(it) for it in page.rows] == [shown(row)]


def test_the_longest_waiting_come_first_and_the_rest_is_counted(house: House) -> None:
    asked = [ask(house, str(number)) for number in range(first_page.MOST_ROWS + 2)]
    house.deny(asked[0])
    page = first_page.read(house.data / "ledger.sqlite")
    assert [row.id for row in page.rows] == asked[1:-1]
    assert page.waiting == first_page.MOST_ROWS + 1


def test_what_the_restart_ends_is_not_shown_as_waiting(house: House) -> None:
    house.call("fs_write", {"path": "a.txt", "content": "somebody waits for this"})
    house.waiting()
    assert first_page.read(house.data / "ledger.sqlite") == first_page.FirstPage(rows=(), waiting=0)


def test_where_nothing_can_be_read_nothing_is_shown_and_nothing_is_made(tmp_path: Path) -> None:
    nothing = first_page.FirstPage(rows=(), waiting=0)
    assert first_page.read(tmp_path / "ledger.sqlite") == nothing
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "ledger.sqlite").write_bytes(b"no database at all" * 100)
    assert first_page.read(tmp_path / "ledger.sqlite") == nothing


def test_a_ledger_of_another_shape_is_left_to_the_engine(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "ledger.sqlite")) as connection:
        connection.execute("CREATE TABLE approvals (state TEXT)")
    assert first_page.read(tmp_path / "ledger.sqlite") == first_page.FirstPage(rows=(), waiting=0)
