"""Paints the links of a chain: what it is, a badge for how it stands, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from placet_gui.delegates.badges import HEIGHT_PX, Look, draw_badge
from placet_gui.theme.fonts import sans
from placet_gui.theme.icons import pixmap
from placet_gui.theme.style import Theme

ROW_PX: Final = 34
_MARK_PX: Final = 16
_GAP_PX: Final = 8
AnyIndex = QModelIndex | QPersistentModelIndex


class ChainCells(QStyledItemDelegate):
    """The delegate of the tree of a chain. What it draws is plain text.

    `look` answers the badge of an index, `mark` the icon of a level; None where there is none.
    """

    def __init__(
        self,
        theme: Theme,
        view: QTreeView,
        look: Callable[[AnyIndex], Look | None],
        mark: Callable[[AnyIndex], str | None],
    ) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._look = look
        self._mark = mark
        theme.changed.connect(view.viewport().update)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        box: QRect = option.rect
        self._paint_ground(painter, option)
        look, mark = self._look(index), self._mark(index)
        if look is not None:
            at = QPointF(box.x() + _GAP_PX, box.y() + (box.height() - HEIGHT_PX) / 2)
            draw_badge(painter, at, look, self._theme.tokens, painter.device().devicePixelRatioF())
        elif mark is not None:
            self._paint_level(painter, box, mark, index.data() or "")
        else:
            ink = "text" if index.column() == 0 else "text_muted"
            self._paint_text(painter, box.adjusted(_GAP_PX, 0, 0, 0), index.data() or "", ink)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(64, ROW_PX)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        colour = self._theme.tokens.colour
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, QColor(colour("selection")))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, QColor(colour("raised_hover")))

    def _paint_level(self, painter: QPainter, box: QRect, mark: str, text: str) -> None:
        picture = pixmap(
            mark, self._theme.tokens.colour("accent"), _MARK_PX, painter.device().devicePixelRatioF()
        )
        painter.drawPixmap(QPointF(box.x() + _GAP_PX, box.y() + (box.height() - _MARK_PX) / 2), picture)
        room = box.adjusted(_GAP_PX + _MARK_PX + _GAP_PX, 0, 0, 0)
        self._paint_text(painter, room, text, "text", QFont.Weight.DemiBold)

    def _paint_text(
        self, painter: QPainter, box: QRect, text: str, ink: str, weight: QFont.Weight = QFont.Weight.Normal
    ) -> None:
        font = sans(self._theme.tokens.size("text_px"), weight)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.tokens.colour(ink)))
        width_px = max(0, box.width() - _GAP_PX)
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width_px)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
