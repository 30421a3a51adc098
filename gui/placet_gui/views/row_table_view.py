"""How a short table of rows is looked at: one row chosen at a time, opened by a click or by Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from placet_gui.delegates.badges import Look
from placet_gui.delegates.table_cells import CellStyle, TableCells
from placet_gui.models.newest_rows import NewestRows
from placet_gui.models.row_table import ROW, RowTable
from placet_gui.names import name_widget
from placet_gui.theme.style import Theme

ROW_PX: Final = 40


class RowTableView(QTableView):
    """A table whose `widest` column takes what room the others leave; nothing is scrolled to the side.

    Signals:
        row_opened(object): the owner clicked this row, or pressed Enter on it.
        row_followed(object): the keyboard went to this row.
    """

    row_opened = Signal(object)
    row_followed = Signal(object)

    def __init__(
        self, name: str, accessible_name: str, model: RowTable[Any] | NewestRows[Any], *, widest: int
    ) -> None:
        super().__init__()
        name_widget(self, name, accessible_name)
        self._model = model
        if model.parent() is None:
            model.setParent(self)
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_PX)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionsMovable(False)
        head.setMinimumSectionSize(40)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(widest, QHeaderView.ResizeMode.Stretch)
        self._widest = widest
        self._first_to_go: Sequence[int] = ()
        self._least_px = 0
        self._widths_px: Mapping[int, int] = {}
        self.clicked.connect(self._on_clicked)

    def dress(
        self,
        theme: Theme,
        look: Callable[[Any], Look],
        styles: Mapping[int, CellStyle],
        widths_px: Mapping[int, int],
        badges: Mapping[int, Callable[[Any], Look | None]] | None = None,
    ) -> None:
        """Say how cells look and how wide the columns are; `badges` are further columns that show one."""
        self.setItemDelegate(TableCells(theme, self, row_role=ROW, look=look, styles=styles, badges=badges))
        self._widths_px = widths_px
        for column, width_px in widths_px.items():
            self.setColumnWidth(column, width_px)

    def spare(self, first_to_go: Sequence[int], least_px: int) -> None:
        """Leave these columns out, one after the other, where the widest would be narrower than `least_px`."""
        self._first_to_go, self._least_px = first_to_go, least_px

    def resizeEvent(self, event: QResizeEvent) -> None:
        shown = [it for it in range(self._model.columnCount()) if it != self._widest]
        left_px = event.size().width() - sum(self._widths_px.get(it, 0) for it in shown)
        for column in self._first_to_go:
            self.setColumnHidden(column, left_px < self._least_px)
            left_px += self._widths_px.get(column, 0) if left_px < self._least_px else 0
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.modifiers():
            self._on_clicked(self.currentIndex())
            return
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        row = self._model.row_at(self.currentIndex())
        if row is not None and self.currentIndex().row() != before:
            self.row_followed.emit(row)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        row = self._model.row_at(index)
        if row is not None:
            self.row_opened.emit(row)
