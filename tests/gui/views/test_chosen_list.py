"""The chosen row of a list stays in view when the window gets lower, and nothing moves for a row that wasn't."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QStringListModel
from pytestqt.qtbot import QtBot

from placet_gui.views.chosen_list import ChosenList


@pytest.fixture
def rows(qtbot: QtBot) -> ChosenList:
    made = ChosenList()
    qtbot.addWidget(made)
    made.setModel(QStringListModel([f"row {number}" for number in range(40)]))
    made.resize(200, 400)
    with qtbot.waitExposed(made):
        made.show()
    return made


def is_in_view(rows: ChosenList) -> bool:
    return rows.viewport().rect().contains(rows.visualRect(rows.currentIndex()))


def test_the_chosen_row_stays_in_view_when_the_window_gets_lower(rows: ChosenList) -> None:
    last = rows.indexAt(rows.viewport().rect().bottomLeft())
    rows.setCurrentIndex(last.siblingAtRow(last.row() - 1))
    rows.resize(200, 150)
    assert is_in_view(rows)


def test_a_row_that_was_scrolled_away_draws_nobody_back_to_it(rows: ChosenList) -> None:
    rows.setCurrentIndex(rows.model().index(0, 0))
    rows.verticalScrollBar().setValue(rows.verticalScrollBar().maximum())
    before = rows.indexAt(rows.viewport().rect().topLeft()).row()
    rows.resize(200, 150)
    assert not is_in_view(rows)
    assert rows.indexAt(rows.viewport().rect().topLeft()).row() >= before
