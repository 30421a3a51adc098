"""The inbox before there is an engine: it shows what the ledger's file says, in its place, and lets nothing be done."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QListView, QWidget

from placet import first_page
from placet_gui.app import furnish
from placet_gui.models.first_rows import FirstRows
from placet_gui.names import Name
from placet_gui.theme.style import Theme
from placet_gui.views.first_inbox import FirstInbox
from placet_gui.views.main_window import MainWindow
from tests.flows.house import House

RESTRICTED = {"name": "fs_write", "restricted": True}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder that was left with two requests in it."""
    with House(tmp_path) as house:
        house.declare("clerk", [RESTRICTED])
        for name in ("a.txt", "b\u202etxt.b"):
            house.call("fs_write", {"path": name, "content": "<b>x</b>", "_async": True})
    return house.data


def opened(data: Path, theme: Theme, qtbot) -> MainWindow:
    window = MainWindow(theme, FirstInbox(theme, first_page.read(data / "ledger.sqlite")))
    window.show()
    qtbot.waitExposed(window)
    return window


def place_and_words(view: QListView, window: MainWindow) -> list[tuple[QPoint, str]]:
    model: QAbstractItemModel = view.model()
    indexes = [model.index(row, 0) for row in range(model.rowCount())]
    return [
        (view.viewport().mapTo(window, view.visualRect(it).topLeft()), str(it.data()).partition(".")[0])
        for it in indexes
    ]


def test_the_requests_stand_where_the_inbox_will_have_them(tmp_path: Path, data: Path, theme, qtbot) -> None:
    window = opened(data, theme, qtbot)
    before = place_and_words(window.findChild(QListView, "first_list"), window)
    count = window.findChild(QWidget, "inbox_count").text()
    with House(tmp_path) as house:
        furnish(window, theme, house.engine)
        shown = window.findChild(QListView, Name.INBOX_LIST)
        qtbot.waitUntil(lambda: shown.model().rowCount() == 2)
        qtbot.waitUntil(lambda: place_and_words(shown, window) == before)
        assert (len(before), count) == (2, "2 waiting")
        window.close()
        window.deleteLater()


def test_a_row_can_be_neither_chosen_nor_opened_yet(data: Path, theme, qtbot) -> None:
    window = opened(data, theme, qtbot)
    shown = window.findChild(QListView, "first_list")
    middle = shown.visualRect(shown.model().index(0, 0)).center()
    qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert shown.selectionModel().selectedIndexes() == []
    assert not shown.hasFocus()
    assert window.findChild(QWidget, Name.APPROVE_BUTTON) is None
    window.close()


def test_the_rows_are_a_model_that_keeps_qt_s_rules(data: Path) -> None:
    rows = FirstRows(first_page.read(data / "ledger.sqlite").rows)
    QAbstractItemModelTester(rows, QAbstractItemModelTester.FailureReportingMode.Fatal, rows)
    assert rows.rowCount() == 2
    assert "\u202e" not in str(rows.index(1, 0).data())
