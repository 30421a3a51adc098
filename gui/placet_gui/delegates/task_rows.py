"""Paints the rows of the tasks table: badges, fixed-width tool names, muted second words.

All rows in sight are painted in one go, column by column, instead of cell by cell through a delegate: a frame asks
for more than a hundred cells, and the way from Qt to each of them costs more than its ink. Texts are laid out once
for as long as their row and their column's width stay (PERFORMANCE 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QStaticText
from PySide6.QtWidgets import QStyleOptionViewItem

from placet.api.views import TaskLine
from placet_gui.delegates.badges import AUTH_LOOK, HEIGHT_PX, Look, badge_picture, badge_width, status_look
from placet_gui.delegates.odd_spans import ODD_PX, odd_spans
from placet_gui.delegates.tips import TippedCells
from placet_gui.models.indexes import AnyIndex
from placet_gui.models.task_table import COLUMNS, ColumnId, TaskRole
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.icons import fold_icon, pixmap
from placet_gui.theme.style import Theme

ROW_PX: Final = 40
_MARGIN_PX = 8
_CHEVRON_PX = 14
_FIRST_PX = 20  # the rows' text begins under the page's title
_BADGE_TOP_PX = (ROW_PX - HEIGHT_PX) / 2
_KEPT_ROWS = 512
_KEPT_TEXTS = 512  # of each column
_INKS: Final = ("selection", "line", "focus", "text", "text_muted", "held")
_BY_ID: Final = {column.id: column for column in COLUMNS}
_TEXTS: Final[tuple[ColumnId, ...]] = tuple(
    column.id for column in COLUMNS if column.id not in {ColumnId.STATUS, ColumnId.AUTH}
)


@dataclass(frozen=True, kw_only=True, slots=True)
class RowInView:
    """A row that is in sight: where its top is, what it shows, and how it stands out."""

    top_px: int
    line: TaskLine
    expanded: bool
    selected: bool
    focused: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """Where a column is."""

    left_px: int
    width_px: int


@dataclass(frozen=True, kw_only=True, slots=True)
class _Text:
    """A text that is laid out, where it begins in its cell, and where it is underlined, from there."""

    layout: QStaticText
    left_px: float
    odd: tuple[tuple[float, float], ...]


class _Type:
    """A column's font, its ink, and how its texts are laid out. Theirs is plain text, whatever is in it."""

    def __init__(self, font: QFont, ink: str, align: Qt.AlignmentFlag) -> None:
        self.font = font
        self.ink = ink
        self._right = align == Qt.AlignmentFlag.AlignRight
        self._metrics = QFontMetricsF(font)
        self._made: dict[tuple[str, int], _Text | None] = {}
        self.top_px = round((ROW_PX - self._metrics.height()) / 2)
        self.foot_px = self.top_px + self._metrics.ascent() + ODD_PX

    def lay_out(self, text: str, width_px: int) -> _Text | None:
        """As much of the text as there is room for; None when there is nothing to see.

        Most rows share their agent, their tool and their minute with others: those texts are made once.
        """
        asked = (text, width_px)
        if asked not in self._made:
            if len(self._made) >= _KEPT_TEXTS:
                self._made.clear()
            self._made[asked] = self._laid_out(text, width_px)
        return self._made[asked]

    def _laid_out(self, text: str, width_px: int) -> _Text | None:
        room_px = width_px - 2 * _MARGIN_PX
        if not text or room_px <= 0:
            return None
        shown = self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, room_px)
        made = self._static(shown)
        left_px = width_px - _MARGIN_PX - made.size().width() if self._right else _MARGIN_PX
        return _Text(layout=made, left_px=left_px, odd=tuple(odd_spans(shown, self._metrics)))

    def _static(self, text: str) -> QStaticText:
        made = QStaticText(text)
        made.setTextFormat(Qt.TextFormat.PlainText)
        made.prepare(font=self.font)
        return made


class TaskRows(QObject):
    """The painter of the tasks table."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._types = {it: _type_of(it, theme) for it in _TEXTS}
        self._kept: dict[int, tuple[TaskLine, dict[ColumnId, _Text | None]]] = {}
        self._kept_for: object = None
        theme.changed.connect(self._mix_inks)
        self._mix_inks()

    def font_of(self, column: ColumnId) -> QFont | None:
        """What a column's texts are set in; None: it has badges."""
        kind = self._types.get(column)
        return None if kind is None else kind.font

    def paint(
        self, painter: QPainter, rows: Sequence[RowInView], spans: dict[ColumnId, Span], width_px: int
    ) -> None:
        """Paint rows into a table of this width, in which the columns of `spans` are shown."""
        self._paint_grounds(painter, rows, width_px)
        if ColumnId.STATUS in spans:
            self._paint_statuses(painter, rows, spans[ColumnId.STATUS])
        if ColumnId.AUTH in spans:
            span = spans[ColumnId.AUTH]
            for row in rows:
                if row.line.requires_authorization:
                    self._paint_badge(painter, span, _MARGIN_PX, row, AUTH_LOOK)
        laid_out = [self._laid_out(row.line, spans) for row in rows]
        for column, kind in self._types.items():
            if column in spans:
                texts = ((row, of_row[column]) for row, of_row in zip(rows, laid_out, strict=True))
                self._paint_texts(painter, kind, spans[column], texts)

    def _paint_grounds(self, painter: QPainter, rows: Iterable[RowInView], width_px: int) -> None:
        for row in rows:
            if row.expanded or row.selected:
                painter.fillRect(QRect(0, row.top_px, width_px, ROW_PX), self._inks["selection"])
            painter.fillRect(QRect(0, row.top_px + ROW_PX - 1, width_px, 1), self._inks["line"])
            if row.focused:
                edge_px = _left_of(painter, Span(left_px=0, width_px=width_px), 0, 3)
                painter.fillRect(QRect(round(edge_px), row.top_px, 3, ROW_PX - 1), self._inks["focus"])

    def _paint_statuses(self, painter: QPainter, rows: Iterable[RowInView], span: Span) -> None:
        colour = self._theme.tokens.colour("text_muted")
        scale = painter.device().devicePixelRatioF()
        folds = [fold_icon(painter.layoutDirection(), is_open=it) for it in (False, True)]
        marks = [pixmap(it, colour, _CHEVRON_PX, scale) for it in folds]
        left_px = _left_of(painter, span, _FIRST_PX, _CHEVRON_PX)
        for row in rows:
            at = QPointF(left_px, row.top_px + (ROW_PX - _CHEVRON_PX) / 2)
            painter.drawPixmap(at, marks[row.expanded])
            look = status_look(row.line.status)
            self._paint_badge(painter, span, _FIRST_PX + _CHEVRON_PX + _MARGIN_PX, row, look)

    def _paint_badge(self, painter: QPainter, span: Span, from_px: int, row: RowInView, look: Look) -> None:
        left_px = _left_of(painter, span, from_px, badge_width(look, self._theme.tokens))
        picture = badge_picture(look, self._theme.tokens, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(left_px, row.top_px + _BADGE_TOP_PX), picture)

    def _paint_texts(
        self, painter: QPainter, kind: _Type, span: Span, texts: Iterable[tuple[RowInView, _Text | None]]
    ) -> None:
        painter.setFont(kind.font)
        painter.setPen(self._inks[kind.ink])
        for row, text in texts:
            if text is not None:
                left_px = _left_of(painter, span, text.left_px, text.layout.size().width())
                at = QPointF(left_px, row.top_px + kind.top_px)
                painter.drawStaticText(at, text.layout)
                for from_px, width_px in text.odd:
                    place = QRectF(left_px + from_px, row.top_px + kind.foot_px, width_px, ODD_PX)
                    painter.fillRect(place, self._inks["held"])

    def _laid_out(self, line: TaskLine, spans: dict[ColumnId, Span]) -> dict[ColumnId, _Text | None]:
        """The row's texts, made once. They hold while the columns' widths do, and until midnight: times are of today."""
        made_for = (tuple(span.width_px for span in spans.values()), date.today())  # noqa: DTZ011  # the owner's day
        if made_for != self._kept_for or len(self._kept) > _KEPT_ROWS:
            self._kept.clear()
            self._kept_for = made_for
        kept = self._kept.get(id(line))  # the line itself is kept as well, so its id stays its own
        if kept is None:
            texts = {
                it: kind.lay_out(_BY_ID[it].text(line), spans[it].width_px)
                for it, kind in self._types.items()
                if it in spans
            }
            kept = self._kept[id(line)] = (line, texts)
        return kept[1]

    @Slot()
    def _mix_inks(self) -> None:
        self._inks = {token: QColor(self._theme.tokens.colour(token)) for token in _INKS}


class TaskTips(TippedCells):
    """What the cells of that table say under the pointer: what is known beyond their text, else what had no room."""

    def __init__(self, rows: TaskRows, parent: QObject) -> None:
        super().__init__(parent)
        self._rows = rows

    def tip_of(self, option: QStyleOptionViewItem, index: AnyIndex) -> str:
        column, line = COLUMNS[index.column()], index.data(TaskRole.ROW)
        if line is None or self._rows.font_of(column.id) is None:
            return ""
        return column.tip(line) or super().tip_of(option, index)

    def tip_font(self, option: QStyleOptionViewItem, index: AnyIndex) -> QFont:
        return self._rows.font_of(COLUMNS[index.column()].id) or super().tip_font(option, index)


def _left_of(painter: QPainter, span: Span, from_px: float, width_px: float) -> float:
    """Where what begins so far into its column has its left end, which is elsewhere where pages are read from the right."""
    if painter.layoutDirection() == Qt.LayoutDirection.RightToLeft:
        return span.left_px + span.width_px - from_px - width_px
    return span.left_px + from_px


def _type_of(column: ColumnId, theme: Theme) -> _Type:
    """How a column's texts are set."""
    size_px = theme.tokens.size("text_px")
    font, ink = sans(size_px), "text_muted"
    if column is ColumnId.TOOL:
        font, ink = mono(size_px), "text"
    elif column is ColumnId.AGENT:
        ink = "text"
    elif column in {ColumnId.DURATION, ColumnId.CREATED}:
        font.setFeature(QFont.Tag("tnum"), 1)  # figures of one width, so that columns stand still
    return _Type(font, ink, _BY_ID[column].align)
