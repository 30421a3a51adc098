"""What a cell has no room for is told in a tip, letter by letter."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QRect
from PySide6.QtGui import QHelpEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem, QTableView, QToolTip
from pytestqt.qtbot import QtBot

from placet_gui.delegates.tips import TippedCells, plain_tip

HOSTILE = "<img src='file:///etc/passwd'> & " + "many words " * 20


def test_a_tip_interprets_nothing() -> None:
    assert "&lt;img src=" in plain_tip(HOSTILE)
    assert "<img" not in plain_tip(HOSTILE)
    assert len(plain_tip("x" * 100_000)) < 1_000


def test_a_cell_that_is_too_narrow_tells_all_of_its_text_and_no_other_does(qtbot: QtBot) -> None:
    view, model = QTableView(), QStandardItemModel(1, 2)
    qtbot.addWidget(view)
    model.setParent(view)
    model.setItem(0, 0, QStandardItem(HOSTILE))
    model.setItem(0, 1, QStandardItem("short"))
    view.setModel(model)
    cells = TippedCells(view)
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 200, 40)
    assert cells.tip_of(option, model.index(0, 0)) == HOSTILE
    assert cells.tip_of(option, model.index(0, 1)) == ""
    option.rect = QRect(0, 0, 5_000, 40)
    assert cells.tip_of(option, model.index(0, 0)) == ""


@pytest.mark.qt_log_ignore(r"This plugin does not support raise\(\)")
def test_the_tip_comes_with_the_pointer(qtbot: QtBot) -> None:
    view, model = QTableView(), QStandardItemModel(1, 1)
    qtbot.addWidget(view)
    model.setParent(view)
    model.setItem(0, 0, QStandardItem(HOSTILE))
    view.setModel(model)
    view.setItemDelegate(TippedCells(view))
    view.show()
    qtbot.waitExposed(view)
    at = view.visualRect(model.index(0, 0)).center()
    there = view.viewport().mapToGlobal(at)
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, there))
    qtbot.waitUntil(lambda: QToolTip.text() == plain_tip(HOSTILE))
    QToolTip.hideText()
