"""Keeps the last column of a table that fills its page in line with the page's head, whether or not it scrolls."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QTableView

from placet_gui.delegates.table_cells import FIRST_PX, TableCells
from placet_gui.theme.style import restyle

MARGIN_PX: Final = 8
"""What every cell has beside its text."""


class TableEdge(QObject):
    """Tells the head of a table, and its cells, how far from its edge the last column ends."""

    def __init__(self, view: QTableView, cells: TableCells | None = None) -> None:
        super().__init__(view)
        self._view, self._cells = view, cells
        view.verticalScrollBar().rangeChanged.connect(self.tell)
        self.tell()

    @Slot()
    def tell(self) -> None:
        """Columns come and go, and so does the scroll bar."""
        if self._cells is not None:
            self._cells.end_column, self._cells.end_px = last_column(self._view), edge_px(self._view)
        if mark_end(self._view):
            self._view.viewport().update()


def mark_end(view: QTableView, *, inset: bool = True) -> bool:
    """Have the style sheet keep the head's last word off the table's edge, or leave it there; says whether that is new."""
    head, bar = view.horizontalHeader(), view.verticalScrollBar()
    mirrored = view.layoutDirection() == Qt.LayoutDirection.RightToLeft
    width, side = "slim" if bar.maximum() > 0 else "wide", "left" if mirrored else "right"
    end = f"{width}_{side}" if inset else ""
    if head.property("end") == end:
        return False
    head.setProperty("mirrored", mirrored)
    head.setProperty("end", end)
    restyle(head)
    return True


def last_column(view: QTableView) -> int:
    """The last column that is shown."""
    head = view.horizontalHeader()
    shown = (it for it in reversed(range(head.count())) if not head.isSectionHidden(it))
    return next(shown, -1)


def edge_px(view: QTableView) -> int:
    """What the last column has at its outer edge, beside the margin that every cell has."""
    bar = view.verticalScrollBar()
    return FIRST_PX - MARGIN_PX - (bar.sizeHint().width() if bar.maximum() > 0 else 0)
