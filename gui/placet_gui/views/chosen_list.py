"""A list of which one row is chosen, and which keeps that row in view."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView


class ChosenList(QListView):
    """What stands beside it is about the chosen row: it stays in view when the window gets lower."""

    def __init__(self) -> None:
        super().__init__()
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)

    def resizeEvent(self, event: QResizeEvent) -> None:
        top_px = self.visualRect(self.currentIndex()).top()
        was_in_view = 0 <= top_px < event.oldSize().height()
        super().resizeEvent(event)
        if was_in_view and event.size().height() < event.oldSize().height():
            self.scrollTo(self.currentIndex())
