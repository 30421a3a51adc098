"""The last column of a table that fills its page ends below the page's buttons, whether or not the table scrolls."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from placet_gui.delegates.table_cells import FIRST_PX
from placet_gui.theme.style import Theme
from placet_gui.views.table_edge import TableEdge, edge_px, last_column

BAR_PX = 12
CELL_PX = 8


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> QTableView:
    made, model = QTableView(), QStandardItemModel(1, 3)
    qtbot.addWidget(made)
    model.setParent(made)
    made.setModel(model)
    TableEdge(made)
    made.resize(900, 300)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_head_and_cells_keep_as_far_from_the_edge_with_a_scroll_bar_as_without(
    view: QTableView, qtbot: QtBot
) -> None:
    head = view.horizontalHeader()
    qtbot.waitUntil(lambda: head.property("end") == "wide_right")
    assert CELL_PX + edge_px(view) == FIRST_PX
    view.model().insertRows(0, 60)
    qtbot.waitUntil(lambda: head.property("end") == "slim_right")
    assert CELL_PX + edge_px(view) + BAR_PX == FIRST_PX


def test_the_last_column_is_the_last_that_is_shown(view: QTableView) -> None:
    assert last_column(view) == 2
    view.setColumnHidden(2, True)
    assert last_column(view) == 1
