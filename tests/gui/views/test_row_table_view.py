"""A table of rows holds what is looked at where it is, whatever comes in above it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from placet_gui.models.generation_table import ColumnId, GenerationTable
from placet_gui.views.row_table_view import ROW_PX, RowTableView
from tests.gui.models.test_generation_table import line

MANY = 60


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[RowTableView]:
    model = GenerationTable()
    model.show([line(seq) for seq in range(MANY, 0, -1)], is_whole=True)
    view = RowTableView("rows", "Rows", model, widest=ColumnId.WHAT)
    qtbot.addWidget(view)
    view.resize(800, 10 * ROW_PX + 7)
    view.show()
    qtbot.waitExposed(view)
    yield view
    view.hide()


def come(table: RowTableView, newest: int) -> None:
    """As a refresh does: the newest rows as they are now."""
    model = table.model()
    assert isinstance(model, GenerationTable)
    model.freshen([line(seq) for seq in range(newest, 0, -1)], reaches_end=True)


def in_sight(table: RowTableView) -> tuple[int, int]:
    """The first row in sight, and how far above the edge it begins."""
    index = table.indexAt(QPoint(0, 0))
    model = table.model()
    assert isinstance(model, GenerationTable)
    row = model.row_at(index)
    assert row is not None
    return row.seq, table.visualRect(index).top()


@pytest.mark.parametrize("held_by", ["a choice", "the scroll bar", "the pointer"])
def test_new_rows_above_what_is_looked_at_move_nothing_and_are_counted(
    table: RowTableView, held_by: str
) -> None:
    told: list[int] = []
    table.steady.unseen_changed.connect(told.append)
    if held_by == "a choice":
        table.selectRow(0)
    elif held_by == "the scroll bar":
        table.verticalScrollBar().setValue(10 * ROW_PX + 13)
    else:
        table.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    before = in_sight(table)
    for number in (1, 4):
        come(table, MANY + number)
        assert in_sight(table) == before
        assert told[-1] == number
    table.scrollToTop()
    assert told[-1] == 0


def test_rows_that_go_above_what_is_looked_at_move_nothing(table: RowTableView) -> None:
    table.verticalScrollBar().setValue(20 * ROW_PX)
    before = in_sight(table)
    come(table, MANY - 5)
    assert in_sight(table) == before


def test_who_looks_at_the_newest_sees_the_next_one_come(table: RowTableView) -> None:
    come(table, MANY + 1)
    assert in_sight(table) == (MANY + 1, 0)
