"""Paints the cells of a table: a badge in the first column, plain text in the others, one or two lines of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem

from placet_gui.delegates.badges import HEIGHT_PX, Look, badge_width, draw_badge
from placet_gui.delegates.tips import TippedCells
from placet_gui.models.indexes import AnyIndex
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.style import Theme

FIRST_PX: Final = 24
"""Where the first column's badges begin: under the page's title."""
_MARGIN_PX: Final = 8
_FOCUS_PX: Final = 3
_PLAIN_LINE: Final = Qt.TextFlag.TextSingleLine.value | Qt.TextFlag.TextForceLeftToRight.value
"""Texts keep their own order, from the left, whichever side they stand at: they may be anybody's."""


@dataclass(frozen=True, kw_only=True)
class CellStyle:
    """How a column's text is set. `figures`: all of one width, so that columns of numbers stand still."""

    mono: bool = False
    strong: bool = False
    figures: bool = False
    lines: int = 1


class TableCells(TippedCells):
    """The delegate of one table, whose model answers a whole row under `row_role`. What it draws is plain text."""

    def __init__(
        self,
        theme: Theme,
        view: QAbstractItemView,
        *,
        row_role: int,
        look: Callable[[Any], Look] | None,
        styles: Mapping[int, CellStyle],
        is_faded: Callable[[Any], bool] = lambda _row: False,
        badges: Mapping[int, Callable[[Any], Look | None]] | None = None,
    ) -> None:
        """`look` is the badge of the first column, which without it is text; `badges` are further columns that show one,
        None where a row has none.
        """
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._row_role = row_role
        self._looks: dict[int, Callable[[Any], Look | None]] = {} if look is None else {0: look}
        self._looks |= badges or {}
        self._styles = styles
        self._is_faded = is_faded
        self.end_column, self.end_px = -1, 0
        """The column at the table's end, and how much more room its text leaves there."""
        theme.changed.connect(view.viewport().update)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(self._row_role)
        painter.save()
        self._paint_ground(painter, option, index.column() == 0)
        if row is not None and (looks := self._looks.get(index.column())) is not None:
            left_px = FIRST_PX if index.column() == 0 else _MARGIN_PX
            if (look := looks(row)) is not None:
                self._paint_badge(painter, option, left_px, look)
        elif row is not None:
            self._paint_text(painter, option.rect, index, faded=self._is_faded(row))
        painter.restore()

    def _paint_badge(self, painter: QPainter, option: QStyleOptionViewItem, left_px: int, look: Look) -> None:
        box: QRect = option.rect
        room = box.adjusted(left_px, 0, 0, 0)
        room.setWidth(badge_width(look, self._theme.tokens))
        place = QStyle.visualRect(option.direction, box, room)
        at = QPointF(place.x(), place.y() + (place.height() - HEIGHT_PX) / 2)
        draw_badge(painter, at, look, self._theme.tokens, painter.device().devicePixelRatioF())

    def tip_font(self, option: QStyleOptionViewItem, index: AnyIndex) -> QFont:
        return self._font(self._styles.get(index.column(), CellStyle()))

    def tip_lines(self, index: AnyIndex) -> int:
        return self._styles.get(index.column(), CellStyle()).lines

    def tip_of(self, option: QStyleOptionViewItem, index: AnyIndex) -> str:
        return "" if index.column() in self._looks else super().tip_of(option, index)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(64, HEIGHT_PX)  # the view's sections say how large cells are

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, first: bool) -> None:
        colour = self._theme.tokens.colour
        box: QRect = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(colour("selection")))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, QColor(colour("raised_hover")))
        painter.fillRect(QRect(box.x(), box.bottom(), box.width(), 1), QColor(colour("line")))
        selected = option.state & QStyle.StateFlag.State_Selected
        if first and selected and self._view.hasFocus():
            edge = QStyle.visualRect(
                option.direction, box, QRect(box.x(), box.y(), _FOCUS_PX, box.height() - 1)
            )
            painter.fillRect(edge, QColor(colour("focus")))

    def _paint_text(self, painter: QPainter, box: QRect, index: AnyIndex, *, faded: bool) -> None:
        style = self._styles.get(index.column(), CellStyle())
        align = Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole) or Qt.AlignmentFlag.AlignLeft)
        room = self._room(painter, box, index.column())
        ink = "text" if style.strong and not faded else "text_muted"
        painter.setPen(QColor(self._theme.tokens.colour(ink)))
        font = self._font(style)
        painter.setFont(font)
        text = index.data() or ""
        if style.lines > 1:
            _draw_lines(painter, room, text, font, style.lines)
            return
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        aligned = QStyle.visualAlignment(painter.layoutDirection(), align) | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, aligned.value | _PLAIN_LINE, shown)

    def _room(self, painter: QPainter, box: QRect, column: int) -> QRectF:
        end_px = self.end_px if column == self.end_column else 0
        if painter.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            return QRectF(box).adjusted(_MARGIN_PX + end_px, 0, -_MARGIN_PX, 0)
        return QRectF(box).adjusted(_MARGIN_PX, 0, -_MARGIN_PX - end_px, 0)

    def _font(self, style: CellStyle) -> QFont:
        size_px = self._theme.tokens.size("text_px")
        font = mono(size_px) if style.mono else sans(size_px)
        if style.figures:
            font.setFeature(QFont.Tag("tnum"), 1)
        return font


def _draw_lines(painter: QPainter, room: QRectF, text: str, font: QFont, most: int) -> None:
    """Draw a text over so many lines, centred in its height; what has no room is left out with a sign."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    layout.setTextOption(option)
    starts: list[int] = []
    layout.beginLayout()
    while len(starts) < most and (line := layout.createLine()).isValid():
        line.setLineWidth(max(1.0, room.width()))
        starts.append(line.textStart())
    layout.endLayout()
    metrics = QFontMetricsF(font)
    top = room.y() + (room.height() - len(starts) * metrics.height()) / 2 + metrics.ascent()
    mirrored = painter.layoutDirection() == Qt.LayoutDirection.RightToLeft
    # A text's order is its own, wherever it stands.
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(text)
        shown = text[start:end]
        if number + 1 == most:
            shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, room.width())
        left = room.x()
        if mirrored:
            left = room.right() - metrics.horizontalAdvance(shown)
        painter.drawText(QPointF(left, top + number * metrics.height()), shown)
