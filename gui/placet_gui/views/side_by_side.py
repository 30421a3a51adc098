"""Changes in two columns, old beside new. Lines wrap and are never cut off, so that what is in view is all there is."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPointF,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from placet.api import SheetLine, Tone
from placet_gui.models.diff_table import CellRole, DiffTable, Side
from placet_gui.models.indexes import AnyIndex
from placet_gui.names import Name, name_widget
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import coloured, wrapped

_PAD_PX: Final = 6
_TEXTS: Final = (Side.OLD, Side.NEW)
_NUMBERS: Final = (Side.OLD_NUMBER, Side.NEW_NUMBER)
_GROUNDS: Final = {Tone.NEW: "approve_soft", Tone.GONE: "deny_soft", Tone.HUNK: "accent_soft"}
_INKS: Final = {Tone.HEAD: "text_muted", Tone.NOTE: "text_muted", Tone.HUNK: "accent", Tone.WARNING: "held"}


class SideBySide(QTableView):
    """One page of changes.

    Signals:
        end_seen: the last row is in view, down to its end.
        painted: another part of it may have come into view, by whatever way.
    """

    end_seen = Signal()
    painted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._table = DiffTable(self)
        self._cells = _Cells(theme, self)
        name_widget(self, Name.SIDE_BY_SIDE, self.tr("Changes, the old lines beside the new ones"))
        self.setModel(self._table)
        self.setItemDelegate(self._cells)
        self.setProperty("role", "well")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setFont(mono(theme.tokens.size("text_px")))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalScrollBar().valueChanged.connect(self._look_for_end)
        self.painted.connect(self._look_for_end, Qt.ConnectionType.QueuedConnection)

    def show_lines(self, lines: tuple[SheetLine, ...]) -> None:
        """Show these lines from their beginning."""
        self.clearSpans()
        self._table.show_lines(lines)
        for number, pair in enumerate(self._table.rows):
            if pair.across is not None:
                self.setSpan(number, Side.OLD_NUMBER, 1, len(Side))
        self.scrollToTop()
        self._fit()

    def sees_end(self) -> bool:
        """Whether the end of the last row is in view, in every pane around this one."""
        last = self._table.rowCount() - 1
        if last < 0:
            return True
        bottom = self.viewport().visibleRegion().boundingRect().bottom() + 2
        return self.isVisible() and self.rowViewportPosition(last) + self.rowHeight(last) <= bottom

    def focus(self) -> None:
        """Take the keyboard, on the first row."""
        self.setFocus()
        first = self._table.index(0, Side.OLD)
        self.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Give both texts the same width, and each row the height that its longer side needs."""
        numbers = [self._cells.number_px(self._table, side) for side in _NUMBERS]
        width = self.viewport().width()
        text_px = max(80, (width - sum(numbers)) // 2)
        for side, px in (
            (Side.OLD_NUMBER, numbers[0]),
            (Side.OLD, text_px),
            (Side.NEW_NUMBER, numbers[1]),
            (Side.NEW, max(80, width - sum(numbers) - text_px)),
        ):
            self.setColumnWidth(side, px)
        rows = self.verticalHeader()
        with QSignalBlocker(rows):  # one layout behind all of them, not one each
            for number in range(self._table.rowCount()):
                rows.resizeSection(number, self._height_px(number, width))
        self.updateGeometries()
        self.viewport().update()

    def _height_px(self, number: int, width: int) -> int:
        if self._table.rows[number].across is not None:
            return self._cells.height_px(self._table.index(number, Side.OLD_NUMBER), width)
        return max(
            self._cells.height_px(self._table.index(number, side), self.columnWidth(side)) for side in _TEXTS
        )

    @Slot()
    def _look_for_end(self) -> None:
        if self.sees_end():
            self.end_seen.emit()


class _Cells(QStyledItemDelegate):
    """Paints numbers, signs and wrapped text, each line on the ground of what becomes of it."""

    def __init__(self, theme: Theme, view: SideBySide) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._mono = mono(theme.tokens.size("text_px"))
        self._sans = sans(theme.tokens.size("text_px"))
        metrics = QFontMetricsF(self._mono)
        self._char_px = metrics.horizontalAdvance("0" * 64) / 64
        self._line_px = wrapped("0", self._mono, 1_000, theme.tokens)[1]
        self._laid_out = lru_cache(maxsize=1_000)(self._lay_out)
        theme.changed.connect(self._on_theme_changed)

    def number_px(self, table: DiffTable, side: Side) -> int:
        """How wide a column of numbers is."""
        lines = ((pair.old if side is Side.OLD_NUMBER else pair.new) for pair in table.rows)
        most = max(
            (len(str(self._number(line, side) or "")) for line in lines if line is not None), default=0
        )
        return round((most + 2) * self._char_px) + 2 * _PAD_PX

    def height_px(self, index: QModelIndex, width: int) -> int:
        """How high a cell of this width has to be for all of its text."""
        text = str(index.data())
        room = width - 2 * _PAD_PX
        if index.data(CellRole.TONE) is not Tone.NOTE and text.isascii():
            in_line = max(1, int(room / self._char_px))
            return round(self._line_px * max(1, -(-len(text) // in_line)))
        return round(self._laid_out(text, room, index.data(CellRole.TONE))[1] + 0.5)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(64, round(self._line_px))  # the view's sections say how large cells are

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        tone = index.data(CellRole.TONE)
        box: QRect = option.rect
        painter.save()
        self._paint_ground(painter, option, tone)
        if index.column() == Side.NEW_NUMBER:  # the edge between the two texts
            painter.fillRect(
                QRect(box.x(), box.y(), 1, box.height()), QColor(self._theme.tokens.colour("line"))
            )
        if index.column() in _NUMBERS and not self._is_across(index.row()):
            painter.setFont(self._mono)
            painter.setPen(QColor(self._theme.tokens.colour("text_muted")))
            place = box.adjusted(0, 0, -_PAD_PX, 0)
            align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
            painter.drawText(place, align, str(index.data()))
        else:
            layout, _ = self._laid_out(str(index.data()), box.width() - 2 * _PAD_PX, tone)
            painter.setPen(QColor(self._theme.tokens.colour("text")))
            layout.draw(painter, QPointF(box.x() + _PAD_PX, box.y()))
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, tone: Tone | None) -> None:
        colour = self._theme.tokens.colour
        box: QRect = option.rect
        token = "neutral_soft" if tone is None else _GROUNDS.get(tone)
        if token is not None:
            painter.fillRect(box, QColor(colour(token)))
        if option.state & QStyle.StateFlag.State_Selected and self._view.hasFocus():
            painter.fillRect(QRect(box.x(), box.bottom(), box.width(), 1), QColor(colour("focus")))

    def _is_across(self, row: int) -> bool:
        return self._view.columnSpan(row, Side.OLD_NUMBER) > 1

    def _lay_out(self, text: str, width: int, tone: Tone | None) -> tuple[QTextLayout, float]:
        tokens = self._theme.tokens
        font = self._sans if tone in {Tone.NOTE, Tone.WARNING} else self._mono
        plain = coloured(tokens, _INKS[tone]) if tone in _INKS else None
        return wrapped(text, font, max(1, width), tokens, plain, QTextOption.WrapMode.WrapAnywhere)

    @staticmethod
    def _number(line: SheetLine, side: Side) -> int | None:
        return line.old if side is Side.OLD_NUMBER else line.new

    @Slot()
    def _on_theme_changed(self) -> None:
        self._laid_out.cache_clear()
        self._view.viewport().update()
