"""The foot of a page with a table: the chosen row's badge stands below all badges, its words below all words."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QTableView, QWidget

from placet_gui.delegates.table_cells import FIRST_PX
from placet_gui.views.table_edge import MARGIN_PX

_GAP_PX: Final = 16


class TableFoot(QFrame):
    """Says all of the chosen row. What comes of it lays its words out by `_lay_out_foot`."""

    def _lay_out_foot(
        self, badge: QWidget, words: QBoxLayout, *behind: QWidget, over_px: int, under_px: int
    ) -> None:
        self._badge_room = QWidget()
        room = QHBoxLayout(self._badge_room)
        room.setContentsMargins(0, 0, 0, 0)
        room.addWidget(badge, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout(self)
        row.setContentsMargins(FIRST_PX, over_px, FIRST_PX, under_px)
        row.setSpacing(_GAP_PX)
        row.addWidget(self._badge_room, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        for widget in behind:
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)

    def stand_below(self, table: QTableView) -> None:
        """Begin the words where those of the table's second column do; its columns are as wide as they will be."""
        words_px = table.columnWidth(0) + MARGIN_PX
        self._badge_room.setFixedWidth(max(0, words_px - FIRST_PX - _GAP_PX))
