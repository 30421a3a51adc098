"""How a short table of rows is looked at: one row chosen at a time, opened by a click or by Enter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from placet_gui.delegates.badges import Look, badge_width
from placet_gui.delegates.table_cells import FIRST_PX, CellStyle, TableCells
from placet_gui.models.columned_rows import ROW
from placet_gui.models.newest_rows import NewestRows
from placet_gui.models.row_table import RowTable
from placet_gui.names import name_widget
from placet_gui.theme.style import Theme
from placet_gui.views.steady_rows import SteadyRows
from placet_gui.views.table_edge import edge_px, last_column, mark_end

ROW_PX: Final = 40

_GAP_PX: Final = 8
_HEAD_ROOM_PX: Final = 20
"""What a head has beside its words."""


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
        self.steady = SteadyRows(self, model)
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
        self._cells: TableCells | None = None
        self._has_inset = False
        self.verticalScrollBar().rangeChanged.connect(self._keep_edge)
        self.clicked.connect(self._on_clicked)

    def dress(
        self,
        theme: Theme,
        look: Callable[[Any], Look] | None,
        styles: Mapping[int, CellStyle],
        widths_px: Mapping[int, int],
        badges: Mapping[int, Callable[[Any], Look | None]] | None = None,
        fitting: Mapping[int, Collection[Look]] | None = None,
    ) -> None:
        """Say how cells look and how wide the columns are; `badges` are further columns that show one.

        A column is wider where its head needs that in the console's language, or one of the badges that are `fitting`.
        """
        self._cells = TableCells(theme, self, row_role=ROW, look=look, styles=styles, badges=badges)
        self._has_inset = look is not None  # as the badges at the other end have one
        self.setItemDelegate(self._cells)
        fit_px = {column: _badge_px(column, looks, theme) for column, looks in (fitting or {}).items()}
        self._widths_px = {
            column: max(px, self._head_px(column), fit_px.get(column, 0)) for column, px in widths_px.items()
        }
        for column, width_px in self._widths_px.items():
            self.setColumnWidth(column, width_px)

    def _head_px(self, column: int) -> int:
        """What the words of a column's head need, which are longer in some languages than in others."""
        words = self._model.headerData(column, Qt.Orientation.Horizontal)
        return self.horizontalHeader().fontMetrics().horizontalAdvance(str(words or "")) + _HEAD_ROOM_PX

    def spare(self, first_to_go: Sequence[int], least_px: int) -> None:
        """Leave these columns out, one after the other, where the widest would be narrower than `least_px`."""
        self._first_to_go, self._least_px = first_to_go, least_px

    def resizeEvent(self, event: QResizeEvent) -> None:
        shown = [it for it in range(self._model.columnCount()) if it != self._widest]
        left_px = event.size().width() - sum(self._widths_px.get(it, 0) for it in shown)
        for column in self._first_to_go:
            self.setColumnHidden(column, left_px < self._least_px)
            left_px += self._widths_px.get(column, 0) if left_px < self._least_px else 0
        in_sight = self.visualRect(self.currentIndex()).top() < event.oldSize().height()
        super().resizeEvent(event)
        self._keep_edge()
        if in_sight and event.size().height() < event.oldSize().height():
            self.scrollTo(self.currentIndex())  # what is open beside the table now mustn't cover its row

    @Slot()
    def _keep_edge(self) -> None:
        """Keep the last column that is shown as far from the edge as a page's head is, with a scroll bar or without."""
        if self._cells is None or not self._has_inset:
            return
        last, end_px = last_column(self), edge_px(self)
        if last != self._widest and not self._is_flush(last):
            end_px = 0  # its texts begin where they begin, and are shorter than their column
        if (last, end_px) == (self._cells.end_column, self._cells.end_px):
            return
        self._cells.end_column, self._cells.end_px = last, end_px
        for column, width_px in self._widths_px.items():
            self.setColumnWidth(column, width_px + (end_px if column == last else 0))
        mark_end(self, inset=end_px != 0)

    def _is_flush(self, column: int) -> bool:
        """Whether a column's texts end at the table's end."""
        told = self._model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        return bool(Qt.AlignmentFlag(told or 0) & Qt.AlignmentFlag.AlignRight)

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


def _badge_px(column: int, looks: Collection[Look], theme: Theme) -> int:
    widest = max(badge_width(look, theme.tokens) for look in looks)
    return widest + _GAP_PX + (FIRST_PX if column == 0 else _GAP_PX)
