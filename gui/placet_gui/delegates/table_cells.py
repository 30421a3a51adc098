"""Paints the cells of a table: a badge in the first column, plain text in the others, one or two lines of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from placet_gui.delegates.badges import HEIGHT_PX, Look, draw_badge
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.style import Theme

FIRST_PX: Final = 24
"""Where the first column's badges begin: under the page's title."""
_MARGIN_PX: Final = 8
_FOCUS_PX: Final = 3


@dataclass(frozen=True, kw_only=True)
class CellStyle:
    """How a column's text is set. `figures`: all of one width, so that columns of numbers stand still."""

    mono: bool = False
    strong: bool = False
    figures: bool = False
    lines: int = 1


class TableCells(QStyledItemDelegate):
    """The delegate of one table, whose model answers a whole row under `row_role`. What it draws is plain text."""

    def __init__(
        self,
        theme: Theme,
        view: QAbstractItemView,
        *,
        row_role: int,
        look: Callable[[Any], Look],
        styles: Mapping[int, CellStyle],
        is_faded: Callable[[Any], bool] = lambda _row: False,
        badges: Mapping[int, Callable[[Any], Look | None]] | None = None,
    ) -> None:
        """`badges` are further columns that show one; None where a row has none."""
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._row_role = row_role
        self._looks = {0: look, **(badges or {})}
        self._styles = styles
        self._is_faded = is_faded
        theme.changed.connect(view.viewport().update)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = index.data(self._row_role)
        painter.save()
        self._paint_ground(painter, option, index.column() == 0)
        if row is not None and (looks := self._looks.get(index.column())) is not None:
            left_px = FIRST_PX if index.column() == 0 else _MARGIN_PX
            at = QPointF(option.rect.x() + left_px, option.rect.y() + (option.rect.height() - HEIGHT_PX) / 2)
            if (look := looks(row)) is not None:
                draw_badge(painter, at, look, self._theme.tokens, painter.device().devicePixelRatioF())
        elif row is not None:
            self._paint_text(painter, option.rect, index, faded=self._is_faded(row))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
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
            painter.fillRect(QRect(box.x(), box.y(), _FOCUS_PX, box.height() - 1), QColor(colour("focus")))

    def _paint_text(
        self, painter: QPainter, box: QRect, index: QModelIndex | QPersistentModelIndex, *, faded: bool
    ) -> None:
        style = self._styles.get(index.column(), CellStyle())
        align = Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole) or Qt.AlignmentFlag.AlignLeft)
        room = QRectF(box).adjusted(_MARGIN_PX, 0, -_MARGIN_PX, 0)
        ink = "text" if style.strong and not faded else "text_muted"
        painter.setPen(QColor(self._theme.tokens.colour(ink)))
        font = self._font(style)
        painter.setFont(font)
        text = index.data() or ""
        if style.lines > 1:
            _draw_lines(painter, room, text, font, style.lines)
            return
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)

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
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(text)
        shown = text[start:end]
        if number + 1 == most:
            shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(QPointF(room.x(), top + number * metrics.height()), shown)
