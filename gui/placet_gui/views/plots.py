"""Plots, painted from the token table: columns over time, and bars with their words. Nothing is told by colour alone.

With the keyboard on a plot the arrows go from mark to mark, and what each of them says is told in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import bidirectional

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from placet_gui.models.plots import Mark, PlotData, Series, steps
from placet_gui.theme.fonts import sans
from placet_gui.theme.style import Theme
from placet_gui.theme.tokens import Tokens
from placet_gui.words import number_text

_COLUMNS_PX: Final = 200
_ROW_PX: Final = 30
_BAR_PX: Final = 14
_WIDEST_COLUMN_PX: Final = 40
_GAP_PX: Final = 8
_FOOT_PX: Final = 22
_WORDS_SHARE: Final = 0.42
_ONE_LINE: Final = Qt.TextFlag.TextSingleLine
_FROM_THE_LEFT: Final = Qt.TextFlag.TextForceLeftToRight
_FROM_THE_RIGHT: Final = Qt.TextFlag.TextForceRightToLeft
_FURTHER: Final = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}


def _is_read_from_the_right(text: str) -> bool:
    """By its first letter that has a direction (Unicode Standard Annex 9, P2)."""
    strong = (way for char in text if (way := bidirectional(char)) in {"L", "R", "AL"})
    return next(strong, "L") != "L"


def draw_swatch(painter: QPainter, box: QRectF, series: Series, tokens: Tokens) -> None:
    """Fill a piece of a series: plain, or hatched in a frame."""
    colour = QColor(tokens.colour(series.token))
    if not series.hatched:
        painter.fillRect(box, colour)
        return
    painter.fillRect(box, QBrush(colour, Qt.BrushStyle.BDiagPattern))
    painter.setPen(QPen(colour, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))


class Plot(QWidget):
    """What both kinds of plot have in common: the data, the chosen mark, the keys and the pointer.

    Signals:
        mark_chosen(int): the keyboard or the pointer went to this mark; -1: to none.
    """

    mark_chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._data = PlotData(unit="", series=(), marks=())
        self._chosen = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_data(self, data: PlotData) -> None:
        """Show this instead. The chosen mark stays while there is one of its name."""
        name = self._data.marks[self._chosen].name if self._chosen >= 0 else None
        self._data = data
        names = [mark.name for mark in data.marks]
        self._chosen = names.index(name) if name in names else -1
        self.updateGeometry()
        self.update()

    def mark_at(self, number: int) -> Mark | None:
        """The mark of this number; None for none."""
        return self._data.marks[number] if 0 <= number < len(self._data.marks) else None

    def chosen(self) -> int:
        """The number of the mark that is told in words; -1: none."""
        return self._chosen

    def choose(self, number: int) -> None:
        """Tell this mark in words."""
        if number != self._chosen:
            self._chosen = number
            self.update()
            self.mark_chosen.emit(number)

    def _ink(self, token: str) -> QColor:
        return QColor(self._theme.tokens.colour(token))

    def _font(self, *, strong: bool = False) -> QFont:
        font = sans(
            self._theme.tokens.size("small_px"), QFont.Weight.DemiBold if strong else QFont.Weight.Normal
        )
        font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def _mirrored(self, box: QRectF) -> QRectF:
        """The same place seen from the other side, where the interface runs from right to left."""
        if self.layoutDirection() is Qt.LayoutDirection.LeftToRight:
            return box
        return QRectF(self.width() - box.right(), box.y(), box.width(), box.height())

    def _write(self, painter: QPainter, box: QRectF, side: Qt.AlignmentFlag, text: str) -> None:
        """Write a text in the middle of a box's height. Where it stands is the window's, how it is read is its own."""
        aligned = QStyle.visualAlignment(self.layoutDirection(), side | Qt.AlignmentFlag.AlignVCenter)
        way = _FROM_THE_RIGHT if _is_read_from_the_right(text) else _FROM_THE_LEFT
        painter.drawText(self._mirrored(box), aligned.value | way.value | _ONE_LINE.value, text)

    def _draw_line(self, painter: QPainter, start: QPointF, end: QPointF) -> None:
        there, here = (self._mirrored(QRectF(at.x(), at.y(), 0, 0)).topLeft() for at in (start, end))
        painter.drawLine(there, here)

    def _paint(self, painter: QPainter) -> None:
        """Paint the marks."""
        raise NotImplementedError

    def _number_at(self, at: QPointF) -> int:
        """The mark at a place; -1: none."""
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._font())
        self._paint(painter)
        if self.hasFocus():
            painter.setPen(QPen(self._ink("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._data.marks) - 1
        key = Qt.Key(event.key())
        if last < 0:
            super().keyPressEvent(event)
        elif key in _FURTHER:
            step = _FURTHER[key]
            at = self._chosen if self._chosen >= 0 else (-1 if step > 0 else last + 1)
            self.choose(min(last, max(0, at + step)))
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self.choose(0 if key == Qt.Key.Key_Home else last)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.choose(self._number_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        if not self.hasFocus():
            self.choose(-1)
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.choose(-1)
        self.update()


class ColumnPlot(Plot):
    """A column for each mark, in their order in time, the series one on the other."""

    def sizeHint(self) -> QSize:
        return QSize(320, _COLUMNS_PX)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, _COLUMNS_PX)

    def _paint(self, painter: QPainter) -> None:
        numbers = list(steps(self._data.top))
        area = self._area(numbers[-1])
        self._paint_axis(painter, area, numbers)
        for number in range(len(self._data.marks)):
            self._paint_column(painter, area, number, numbers[-1])
        self._paint_labels(painter, area)

    def _area(self, top: int) -> QRectF:
        words_px = QFontMetricsF(self._font()).horizontalAdvance(number_text(top)) + 2 * _GAP_PX
        return QRectF(
            words_px, _GAP_PX, self.width() - words_px - _GAP_PX, self.height() - _FOOT_PX - _GAP_PX
        )

    def _paint_axis(self, painter: QPainter, area: QRectF, numbers: list[int]) -> None:
        for number in numbers:
            y = area.bottom() - area.height() * number / numbers[-1]
            painter.setPen(QPen(self._ink("line_control" if number == 0 else "line"), 1))
            self._draw_line(painter, QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(self._ink("text_muted"))
            box = QRectF(0, y - 8, area.left() - _GAP_PX / 2, 16)
            self._write(painter, box, Qt.AlignmentFlag.AlignRight, number_text(number))

    def _slot(self, area: QRectF, number: int) -> QRectF:
        width = area.width() / max(1, len(self._data.marks))
        return QRectF(area.left() + number * width, area.top(), width, area.height())

    def _paint_column(self, painter: QPainter, area: QRectF, number: int, top: int) -> None:
        slot = self._slot(area, number)
        if number == self._chosen:
            painter.fillRect(self._mirrored(slot), self._ink("selection"))
        width = min(_WIDEST_COLUMN_PX, max(1.0, slot.width() * 0.72))
        bottom = slot.bottom()
        for series, value in zip(self._data.series, self._data.marks[number].values, strict=True):
            height = slot.height() * value / top
            if value:
                box = QRectF(slot.center().x() - width / 2, bottom - height, width, height)
                draw_swatch(painter, self._mirrored(box), series, self._theme.tokens)
            bottom -= height

    def _paint_labels(self, painter: QPainter, area: QRectF) -> None:
        """Write the labels that have room, from the last one back: what is newest is always told."""
        painter.setPen(self._ink("text_muted"))
        metrics, free = QFontMetricsF(self._font()), float(self.width())
        for number in reversed(range(len(self._data.marks))):
            label = self._data.marks[number].label
            half = metrics.horizontalAdvance(label) / 2
            middle = min(self._slot(area, number).center().x(), self.width() - half)
            if label and middle + half <= free and middle - half >= 0:
                box = QRectF(middle - half, area.bottom() + 4, 2 * half + 1, _FOOT_PX - 4)
                self._write(painter, box, Qt.AlignmentFlag.AlignHCenter, label)
                free = middle - half - 2 * _GAP_PX

    def _number_at(self, at: QPointF) -> int:
        area = self._area(list(steps(self._data.top))[-1])
        x = self._mirrored(QRectF(at.x(), 0, 0, 0)).x() - area.left()
        number = int(x / area.width() * len(self._data.marks)) if x >= 0 else -1
        return number if number < len(self._data.marks) else -1


class BarPlot(Plot):
    """A bar for each mark with its words before it and its number behind it, the series one behind the other."""

    def sizeHint(self) -> QSize:
        return QSize(320, self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        head = _FOOT_PX if self._data.limit else 0
        return QSize(240, head + max(1, len(self._data.marks)) * _ROW_PX + _GAP_PX)

    def _paint(self, painter: QPainter) -> None:
        area = self._area()
        self._paint_limit(painter, area)
        for number, row in enumerate(self._rows()):
            self._paint_row(painter, area, number, row)

    def _rows(self) -> Iterator[QRectF]:
        head = (_FOOT_PX if self._data.limit else 0) + _GAP_PX / 2
        for number in range(len(self._data.marks)):
            yield QRectF(0, head + number * _ROW_PX, self.width(), _ROW_PX)

    def _area(self) -> QRectF:
        """The room of the bars: between the longest word and the longest number."""
        metrics = QFontMetricsF(self._font(strong=True))
        words = max((metrics.horizontalAdvance(mark.name) for mark in self._data.marks), default=0.0)
        numbers = max(
            (metrics.horizontalAdvance(self._shown(it)) for it in range(len(self._data.marks))), default=0.0
        )
        left = min(words, self.width() * _WORDS_SHARE) + 2 * _GAP_PX
        return QRectF(left, 0, max(16.0, self.width() - left - numbers - 2 * _GAP_PX), self.height())

    def _shown(self, number: int) -> str:
        mark = self._data.marks[number]
        return mark.shown or number_text(sum(mark.values))

    def _paint_limit(self, painter: QPainter, area: QRectF) -> None:
        if self._data.limit is None:
            return
        value, word = self._data.limit
        x = area.left() + area.width() * value / self._data.top
        painter.setPen(QPen(self._ink("line_control"), 1, Qt.PenStyle.DashLine))
        self._draw_line(painter, QPointF(x, _FOOT_PX), QPointF(x, self.height()))
        painter.setPen(self._ink("text_muted"))
        width = QFontMetricsF(self._font()).horizontalAdvance(word) + 2
        box = QRectF(min(x - width / 2, self.width() - width), 0, width, _FOOT_PX)
        self._write(painter, box, Qt.AlignmentFlag.AlignHCenter, word)

    def _paint_row(self, painter: QPainter, area: QRectF, number: int, row: QRectF) -> None:
        mark = self._data.marks[number]
        if number == self._chosen:
            painter.fillRect(row, self._ink("selection"))
        painter.setPen(self._ink("text"))
        self._paint_words(
            painter, QRectF(_GAP_PX, row.y(), area.left() - 2 * _GAP_PX, row.height()), mark.name
        )
        right = self._paint_bar(painter, area, row, mark.values)
        painter.setPen(self._ink("text_muted"))
        box = QRectF(right + _GAP_PX, row.y(), self.width() - right - _GAP_PX, row.height())
        self._write(painter, box, Qt.AlignmentFlag.AlignLeft, self._shown(number))

    def _paint_words(self, painter: QPainter, box: QRectF, words: str) -> None:
        shown = QFontMetricsF(self._font()).elidedText(words, Qt.TextElideMode.ElideRight, box.width())
        self._write(painter, box, Qt.AlignmentFlag.AlignLeft, shown)

    def _paint_bar(self, painter: QPainter, area: QRectF, row: QRectF, values: tuple[int, ...]) -> float:
        """Paint the series one behind the other; where they end."""
        x, top = area.left(), row.center().y() - _BAR_PX / 2
        for series, value in zip(self._data.series, values, strict=True):
            if value:
                width = max(2.0, area.width() * value / self._data.top)
                box = self._mirrored(QRectF(x, top, width, _BAR_PX))
                draw_swatch(painter, box, series, self._theme.tokens)
                x += width
        return x

    def _number_at(self, at: QPointF) -> int:
        return next((number for number, row in enumerate(self._rows()) if row.contains(at)), -1)
