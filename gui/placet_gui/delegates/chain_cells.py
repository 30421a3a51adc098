"""Paints the links of a chain: what it is, a badge for how it stands, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QTreeView

from placet_gui.delegates.badges import HEIGHT_PX, Look, badge_width, draw_badge
from placet_gui.delegates.tips import TippedCells
from placet_gui.models.indexes import AnyIndex
from placet_gui.theme.fonts import sans
from placet_gui.theme.icons import pixmap
from placet_gui.theme.style import Theme

ROW_PX: Final = 34
_MARK_PX: Final = 16
_GAP_PX: Final = 8


class ChainCells(TippedCells):
    """The delegate of the tree of a chain. What it draws is plain text.

    A link without a state, as a goal is, says its words over the empty cell beside them too.

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
            room = box.adjusted(_GAP_PX, 0, 0, 0)
            room.setWidth(badge_width(look, self._theme.tokens))
            place = QStyle.visualRect(option.direction, box, room)
            at = QPointF(place.x(), place.y() + (place.height() - HEIGHT_PX) / 2)
            draw_badge(painter, at, look, self._theme.tokens, painter.device().devicePixelRatioF())
        elif mark is not None:
            self._paint_level(painter, box, mark, index.data() or "")
        else:
            self._paint_words(painter, option, _speaker(index))
        painter.restore()

    def tip_of(self, option: QStyleOptionViewItem, index: AnyIndex) -> str:
        speaker = _speaker(index)
        room = QStyleOptionViewItem(option)
        room.rect = self._room(speaker, option.rect)
        return super().tip_of(room, speaker)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(64, ROW_PX)

    def _room(self, speaker: AnyIndex, box: QRect) -> QRect:
        """Where a cell's words may stand: `box`, or both cells where the one beside it says nothing."""
        beside = speaker.sibling(speaker.row(), 1)
        if speaker.column() != 0 or beside.data():
            return box
        return self._view.visualRect(speaker).united(self._view.visualRect(beside))

    def _paint_words(self, painter: QPainter, option: QStyleOptionViewItem, speaker: AnyIndex) -> None:
        painter.setClipRect(option.rect)  # each of two cells paints its own part of the words
        room = self._room(speaker, option.rect)
        room = QStyle.visualRect(option.direction, room, room.adjusted(_GAP_PX, 0, 0, 0))
        ink = "text" if speaker.column() == 0 else "text_muted"
        self._paint_text(painter, room, speaker.data() or "", ink)

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
        direction = painter.layoutDirection()
        place = QStyle.visualRect(direction, box, QRect(box.x() + _GAP_PX, box.y(), _MARK_PX, box.height()))
        painter.drawPixmap(QPointF(place.x(), place.y() + (place.height() - _MARK_PX) / 2), picture)
        room = QStyle.visualRect(direction, box, box.adjusted(_GAP_PX + _MARK_PX + _GAP_PX, 0, 0, 0))
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


def _speaker(index: AnyIndex) -> AnyIndex:
    """The cell whose words stand in this one: its own, or the one before it where it has no state to tell."""
    return index.sibling(index.row(), 0) if index.column() == 1 and not index.data() else index
