"""Statements for many rows at once: what they write is what they write one by one, and each row counts."""

import sqlite3
from collections.abc import Iterator

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, Text, bindparam, insert, update

from placet.ledger.statements import Prepared, run_all

SEATS = Table("seats", MetaData(), Column("id", Integer, primary_key=True), Column("guest", Text))
SEAT = Prepared(insert(SEATS).values({"id": bindparam("id"), "guest": bindparam("guest")}))
MOVE = Prepared(
    update(SEATS)
    .where(SEATS.c.id == bindparam("p_id"), SEATS.c.guest == bindparam("p_before"), SEATS.c.id > 0)
    .values({"guest": bindparam("p_guest")}),
    "p_",
)
COUNTS = (1, 3, 4, 5, 63, 64, 65, 150)


@pytest.fixture
def cursor() -> Iterator[sqlite3.Cursor]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("CREATE TABLE seats (id INTEGER PRIMARY KEY, guest TEXT)")
    yield connection.cursor()
    connection.close()


def seated(cursor: sqlite3.Cursor) -> dict[int, str]:
    return dict(cursor.execute("SELECT id, guest FROM seats").fetchall())


def put(cursor: sqlite3.Cursor, count: int) -> int:
    return run_all(
        cursor, SEAT.sql, [SEAT.given({"id": it, "guest": f"guest {it}?"}) for it in range(1, count + 1)]
    )


@pytest.mark.parametrize("count", COUNTS)
def test_every_row_is_written_with_its_own_values(cursor: sqlite3.Cursor, count: int) -> None:
    assert put(cursor, count) == count
    assert seated(cursor) == {it: f"guest {it}?" for it in range(1, count + 1)}


@pytest.mark.parametrize("count", COUNTS)
def test_every_row_is_changed_with_its_own_values(cursor: sqlite3.Cursor, count: int) -> None:
    put(cursor, count)
    moves = [
        MOVE.given({"id": it, "before": f"guest {it}?", "guest": f"new {it}", "id_1": 0})
        for it in range(1, count + 1)
    ]
    assert run_all(cursor, MOVE.sql, moves) == count
    assert seated(cursor) == {it: f"new {it}" for it in range(1, count + 1)}


@pytest.mark.parametrize("count", COUNTS)
def test_a_row_that_the_guard_does_not_find_is_not_counted(cursor: sqlite3.Cursor, count: int) -> None:
    put(cursor, count)
    moves = [
        MOVE.given(
            {"id": it, "before": f"guest {it}?" if it != count else "nobody", "guest": "new", "id_1": 0}
        )
        for it in range(1, count + 1)
    ]
    assert run_all(cursor, MOVE.sql, moves) == count - 1
    assert seated(cursor)[count] == f"guest {count}?"
