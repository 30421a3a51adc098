"""What scrolls one column up and down, in line with what stands around it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLayout, QScrollArea, QWidget


class ColumnArea(QScrollArea):
    """It never scrolls sideways, and its scroll bar stands in the column's margin where that is as wide: so the column is as
    wide with a bar as without.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def hold(self, inside: QWidget, column: QLayout) -> None:
        """Scroll `inside`, which `column` lays out and which has its margins already. Once."""
        self._held, self._margins = column, column.contentsMargins()
        self.setWidget(inside)
        self.verticalScrollBar().rangeChanged.connect(self._keep_edge)
        self._keep_edge()

    @Slot()
    def _keep_edge(self) -> None:
        bar = self.verticalScrollBar()
        bar_px = bar.sizeHint().width() if bar.maximum() > 0 else 0
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        margins = self._held.contentsMargins()
        margins.setLeft(max(0, self._margins.left() - (bar_px if mirrored else 0)))
        margins.setRight(max(0, self._margins.right() - (0 if mirrored else bar_px)))
        self._held.setContentsMargins(margins)
