"""Keeps what is looked at in a table where it is while rows come and go, and counts the new ones that nobody saw yet."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    Signal,
    Slot,
)
from PySide6.QtWidgets import QTableView


class SteadyRows(QObject):
    """Watches over a table whose rows are all as high as its head of rows says, and whose new rows come in at the top.

    The chosen row doesn't move while it is in sight; else the first one in sight doesn't, where the owner scrolled or the
    pointer is over the rows. Otherwise new rows come into sight. A row that only has the keyboard, since Qt gave it to the
    first one when the table got it, isn't chosen.

    It gives the table its model: it has to hear of a change before the table does, which goes to the next row and scrolls
    there when the one that has the keyboard is removed, and once more after it.

    Signals:
        unseen_changed(int): so many rows came in above the first one in sight, and weren't in sight since.
    """

    unseen_changed = Signal(int)

    def __init__(self, table: QTableView, model: QAbstractItemModel) -> None:
        super().__init__(table)
        self._table = table
        self._unseen = 0
        self._anchor, self._anchor_px = QPersistentModelIndex(), 0
        model.rowsAboutToBeInserted.connect(self._hold)
        model.rowsAboutToBeRemoved.connect(self._hold)
        table.setModel(model)
        model.rowsInserted.connect(self._on_inserted)
        model.rowsRemoved.connect(self._on_removed)
        model.modelReset.connect(self._on_reset)
        table.verticalScrollBar().valueChanged.connect(self._look)

    def begin_in_sight(self) -> None:
        """Let the keys go on from what is in sight, where nothing was chosen and the row that has them went elsewhere."""
        current = self._table.currentIndex()
        if self._is_chosen(current) or self._is_in_sight(current):
            return
        first = self._table.indexAt(QPoint(0, 0))
        self._table.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)

    def _is_chosen(self, current: QModelIndex) -> bool:
        return current.isValid() and self._table.selectionModel().hasSelection()

    def _is_in_sight(self, index: QModelIndex) -> bool:
        return index.isValid() and self._table.viewport().rect().intersects(self._table.visualRect(index))

    def _scrolled_px(self) -> int:
        return self._table.verticalScrollBar().value()

    def _row_px(self) -> int:
        return self._table.verticalHeader().defaultSectionSize()

    @Slot()
    def _hold(self) -> None:
        """Note which row must not move, and where it stands."""
        current = self._table.currentIndex()
        if self._is_chosen(current) and self._is_in_sight(current):
            self._anchor = QPersistentModelIndex(current)
        elif self._scrolled_px() > 0 or self._table.viewport().underMouse():
            self._anchor = QPersistentModelIndex(self._table.indexAt(QPoint(0, 0)))
        else:
            self._anchor = QPersistentModelIndex()
        self._anchor_px = self._anchor.row() * self._row_px() - self._scrolled_px()

    def _put_back(self) -> None:
        if self._anchor.isValid():
            self._table.updateGeometries()
            self._table.verticalScrollBar().setValue(self._anchor.row() * self._row_px() - self._anchor_px)

    @Slot(QModelIndex, int, int)
    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        self._put_back()
        above = min(last, self._rows_above() - 1) - first + 1
        self._tell(self._unseen + max(0, above))

    @Slot(QModelIndex, int, int)
    def _on_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        self._put_back()
        gone = min(last, self._unseen - 1) - first + 1
        self._tell(self._unseen - max(0, gone))

    @Slot()
    def _on_reset(self) -> None:
        self._tell(0)

    @Slot()
    def _look(self) -> None:
        """Rows that came into sight aren't unseen any more."""
        self._tell(min(self._unseen, self._rows_above()))

    def _rows_above(self) -> int:
        return self._scrolled_px() // self._row_px()

    def _tell(self, unseen: int) -> None:
        if unseen != self._unseen:
            self._unseen = unseen
            self.unseen_changed.emit(unseen)
