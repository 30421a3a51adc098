"""A button that rests keeps the keyboard from the one beside it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from placet_gui.views.busy_button import BusyButton


class Row(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.test, self.remove, self.removed = BusyButton("Test"), QPushButton("Remove"), 0
        row = QHBoxLayout(self)
        row.addWidget(self.test)
        row.addWidget(self.remove)
        self.test.clicked.connect(self.test.begin)
        self.remove.clicked.connect(self._on_remove_clicked)

    def _on_remove_clicked(self) -> None:
        self.removed += 1

    def key(self) -> None:
        """A key for whoever has the keyboard."""
        QTest.keyClick(self.window().focusWidget() or self, Qt.Key.Key_Space)


@pytest.fixture
def row(qtbot: QtBot) -> Row:
    made = Row()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.test.setFocus()
    return made


def test_a_second_key_presses_nothing_beside_it_and_the_keyboard_comes_back(row: Row) -> None:
    row.key()
    assert not row.test.isEnabled()
    row.key()
    assert row.removed == 0
    row.test.end()
    assert row.focusWidget() is row.test


def test_the_keyboard_stays_where_it_was_brought_meanwhile(row: Row) -> None:
    row.key()
    row.remove.setFocus()
    row.test.end()
    assert row.focusWidget() is row.remove


def test_pressed_by_the_mouse_it_takes_no_keyboard(row: Row) -> None:
    row.remove.setFocus()
    row.test.begin()
    row.test.end()
    assert row.focusWidget() is row.remove
