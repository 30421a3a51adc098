"""The last column of a table that fills its page ends below the page's buttons, whether or not the table scrolls."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QApplication, QFrame, QHeaderView, QTableView
from pytestqt.qtbot import QtBot

from placet_gui.delegates.table_cells import FIRST_PX
from placet_gui.names import Name
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


@pytest.fixture
def turned(qapp: QApplication) -> Iterator[None]:
    """Whatever a test turned round stands as it was after it."""
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.mark.parametrize("rows", [1, 60])
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_words_of_a_head_keep_off_both_edges_wherever_reading_begins(
    qapp: QApplication, turned: None, theme: Theme, qtbot: QtBot, rows: int, mirrored: bool
) -> None:
    if mirrored:
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    made, model = QTableView(), QStandardItemModel(rows, 3)
    qtbot.addWidget(made)
    model.setParent(made)
    model.setHorizontalHeaderLabels(["MMMM"] * 3)
    made.setObjectName(Name.TASKS_TABLE)
    made.setFrameShape(QFrame.Shape.NoFrame)
    made.verticalHeader().hide()
    made.setModel(model)
    head = made.horizontalHeader()
    head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    for column, side in enumerate(
        (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
    ):
        aligned = side | Qt.AlignmentFlag.AlignVCenter
        model.setHeaderData(column, Qt.Orientation.Horizontal, aligned, Qt.ItemDataRole.TextAlignmentRole)
    TableEdge(made)
    made.resize(900, 300)
    made.show()
    qtbot.waitExposed(made)
    end = ("slim" if rows > 1 else "wide") + ("_left" if mirrored else "_right")
    qtbot.waitUntil(lambda: head.property("end") == end)
    left, right = _inked(head)
    bar_px = made.verticalScrollBar().width() if rows > 1 else 0
    from_bar = FIRST_PX - bar_px
    begin, close = (right, left) if mirrored else (left, right)
    assert begin == pytest.approx(FIRST_PX, abs=2)
    assert close == pytest.approx(from_bar, abs=2)


def _inked(head: QHeaderView) -> tuple[int, int]:
    """How far from its edges a head's words begin and end."""
    picture = head.grab().toImage()
    y, ground = range(4, head.height() - 4), picture.pixel(1, 4)
    inked = [x for x in range(head.width()) if any(picture.pixel(x, it) != ground for it in y)]
    return inked[0], head.width() - 1 - inked[-1]


def test_the_last_column_is_the_last_that_is_shown(view: QTableView) -> None:
    assert last_column(view) == 2
    view.setColumnHidden(2, True)
    assert last_column(view) == 1
