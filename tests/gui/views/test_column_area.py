"""What scrolls, beside what doesn't."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from placet_gui.views.column_area import ColumnArea
from tests.patient_bot import PatientBot


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_what_scrolls_stands_where_it_stood_without_a_bar(
    qtbot: PatientBot, direction: Qt.LayoutDirection
) -> None:
    area, inside, card = ColumnArea(), QWidget(), QWidget()
    area.setLayoutDirection(direction)
    column = QVBoxLayout(inside)
    column.setContentsMargins(24, 16, 24, 16)
    column.addWidget(card)
    area.hold(inside, column)
    qtbot.addWidget(area)
    area.resize(400, 300)
    area.show()

    def edges() -> tuple[int, int]:
        left_px = card.mapTo(area, QPoint(0, 0)).x()
        return left_px, left_px + card.width()

    qtbot.waitUntil(lambda: card.width() > 100)
    before = edges()
    card.setMinimumHeight(1_000)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    qtbot.waitUntil(lambda: edges() == before)
    card.setMinimumHeight(0)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0)
    qtbot.waitUntil(lambda: edges() == before)
