"""Paints the rows of the tasks table: badges, fixed-width tool names, muted second words."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from placet_gui.delegates.badges import AUTH_LOOK, HEIGHT_PX, Look, draw_badge, status_look
from placet_gui.models.task_table import COLUMNS, ColumnId, TaskRole
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.icons import pixmap
from placet_gui.theme.style import Theme

ROW_PX: Final = 40
_MARGIN_PX = 8
_CHEVRON_PX = 14
_FIRST_PX = 20  # the rows' text begins under the page's title


class TaskCells(QStyledItemDelegate):
    """The delegate of every column of the tasks table."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        size_px = theme.tokens.size("text_px")
        self._sans = sans(size_px)
        self._figures = sans(size_px)
        self._figures.setFeature(QFont.Tag("tnum"), 1)  # figures of one width, so that columns stand still
        self._mono = mono(size_px)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = index.data(TaskRole.ROW)
        column = COLUMNS[index.column()]
        painter.save()
        self._paint_ground(painter, option, bool(index.data(TaskRole.EXPANDED)))
        if row is not None:
            if column.id is ColumnId.STATUS:
                self._paint_status(painter, option, index, row.status)
            elif column.id is ColumnId.AUTH:
                if row.requires_authorization:
                    self._paint_badge(painter, option, _MARGIN_PX, AUTH_LOOK)
            else:
                self._paint_text(painter, option, index)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(super().sizeHint(option, index).width(), ROW_PX)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, expanded: bool) -> None:
        tokens = self._theme.tokens
        chosen = bool(option.state & QStyle.StateFlag.State_Selected) or expanded
        if chosen:
            painter.fillRect(option.rect, QColor(tokens.colour("selection")))
        painter.setPen(QColor(tokens.colour("line")))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())

    def _paint_status(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
        status: str,
    ) -> None:
        rect: QRect = option.rect
        name = "chevron-down" if index.data(TaskRole.EXPANDED) else "chevron-right"
        scale = painter.device().devicePixelRatioF()
        mark = pixmap(name, self._theme.tokens.colour("text_muted"), _CHEVRON_PX, scale)
        painter.drawPixmap(QPointF(rect.x() + _FIRST_PX, rect.center().y() - _CHEVRON_PX / 2), mark)
        self._paint_badge(painter, option, _FIRST_PX + _CHEVRON_PX + _MARGIN_PX, status_look(status))
        if option.state & QStyle.StateFlag.State_HasFocus:
            bar = QRect(rect.x(), rect.y(), 3, rect.height() - 1)
            painter.fillRect(bar, QColor(self._theme.tokens.colour("focus")))

    def _paint_badge(self, painter: QPainter, option: QStyleOptionViewItem, left_px: int, look: Look) -> None:
        top = option.rect.y() + (option.rect.height() - HEIGHT_PX) / 2
        at = QPointF(option.rect.x() + left_px, top)
        draw_badge(painter, at, look, self._theme.tokens, painter.device().devicePixelRatioF())

    def _paint_text(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        column = COLUMNS[index.column()]
        font, token = self._type_of(column.id)
        rect = option.rect.adjusted(_MARGIN_PX, 0, -_MARGIN_PX, 0)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.tokens.colour(token)))
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, column.align | Qt.AlignmentFlag.AlignVCenter, shown)

    def _type_of(self, column: ColumnId) -> tuple[QFont, str]:
        if column is ColumnId.TOOL:
            return self._mono, "text"
        if column in {ColumnId.DURATION, ColumnId.CREATED}:
            return self._figures, "text_muted"
        return self._sans, "text" if column is ColumnId.AGENT else "text_muted"
