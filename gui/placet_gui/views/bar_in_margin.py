"""Keeps what scrolls in line with what stands around it, whether or not there is a scroll bar."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QLayout, QScrollArea


class BarInMargin(QObject):
    """Lets the scroll bar of an area stand in the margin of its column, which is wider than a bar.

    It lives as long as the widget that the column lays out, which has its margins already.
    """

    def __init__(self, area: QScrollArea, column: QLayout) -> None:
        super().__init__(column.parentWidget())
        self._area, self._column, self._margins = area, column, column.contentsMargins()
        area.verticalScrollBar().rangeChanged.connect(self._keep)
        self._keep()

    @Slot()
    def _keep(self) -> None:
        bar = self._area.verticalScrollBar()
        bar_px = bar.sizeHint().width() if bar.maximum() > 0 else 0
        mirrored = self._area.layoutDirection() == Qt.LayoutDirection.RightToLeft
        margins = self._column.contentsMargins()
        margins.setLeft(self._margins.left() - (bar_px if mirrored else 0))
        margins.setRight(self._margins.right() - (0 if mirrored else bar_px))
        self._column.setContentsMargins(margins)
