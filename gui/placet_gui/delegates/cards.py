"""Paints the inbox's rows: whose call of what, what it will do, how it stands; the same places for the same things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from PySide6.QtCore import (
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem

from placet_gui.delegates.badges import (
    AUTH_LOOK,
    HEIGHT_PX,
    RISK_LOOKS,
    Look,
    badge_width,
    draw_badge,
    status_look,
)
from placet_gui.delegates.odd_spans import ODD_PX, odd_spans
from placet_gui.delegates.tips import TippedCells
from placet_gui.models.approval_list import CardRole
from placet_gui.models.flood_group import FloodGroup
from placet_gui.models.indexes import AnyIndex
from placet_gui.moments import age_text
from placet_gui.said import said, with_marks_said
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.icons import fold_icon, pixmap
from placet_gui.theme.style import Theme
from placet_gui.words import translate

ROW_PX: Final = 92
NARROW_ROW_PX: Final = 100
NARROW_PX: Final = 400
"""Rows narrower than this have the badge of the risk on their last line, so that names are never squeezed out."""


WARNING_MS: Final = 2 * 60 * 1000
"""So long before its deadline a request says how long there is."""


class Face(Protocol):
    """What is painted of a request, whether the engine tells of it or the ledger's file."""

    @property
    def status(self) -> str: ...
    @property
    def risk(self) -> str: ...
    @property
    def requires_authorization(self) -> bool: ...
    @property
    def tool(self) -> str: ...
    @property
    def agent(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    @property
    def preview(self) -> str: ...
    @property
    def created_at(self) -> int: ...


_EDGE_PX = 8
_PAD_PX = 12
_ICON_PX = 20
_GAP_PX = 6
_LINE_PX = 20
_TOPS_PX = (10, 34, 58)
_NARROW_TOPS_PX = (12, 38, 65)
"""Where the three lines begin; a badge on the last one needs more room."""
_Lines = tuple[QRect, QRect, QRect]


def time_words(row: Face, now_ms: int) -> tuple[str, str]:
    """How old a request is; in its last two minutes how long there is. And the token to paint that in."""
    approval = getattr(row, "approval", None)  # the ledger's file tells of none
    if approval is not None and getattr(row, "can_decide", False) and approval.expires_at is not None:
        left_ms = approval.expires_at - now_ms
        if left_ms < WARNING_MS:
            words = translate("CardDelegate", "{0} left")
            return words.format(age_text(0, max(0, left_ms))), "held"
    return age_text(row.created_at, now_ms), "text_muted"


class CardDelegate(TippedCells):
    """One row for one request: what state, which tool, whose, what it will do, how risky, how old."""

    def __init__(self, theme: Theme, wall_ms: Callable[[], int], parent: QAbstractItemView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent
        self._wall_ms = wall_ms
        self._bounds, self._direction = QRect(), Qt.LayoutDirection.LeftToRight
        self._tool_font = mono(theme.tokens.size("text_px"), QFont.Weight.DemiBold)
        self._font = sans(theme.tokens.size("text_px"))
        self._state_font = sans(theme.tokens.size("text_px"), QFont.Weight.Medium)
        self._age_font = sans(theme.tokens.size("small_px"))
        self._age_font.setFeature(QFont.Tag("tnum"), 1)

    def tip_of(self, option: QStyleOptionViewItem, index: AnyIndex) -> str:
        row: Face | FloodGroup = index.data(CardRole.ROW)
        return row.tool_words() if isinstance(row, FloodGroup) else _what(row)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        narrow = self._view.viewport().width() < NARROW_PX
        return QSize(200, NARROW_ROW_PX if narrow else ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row: Face | FloodGroup = index.data(CardRole.ROW)
        box = option.rect.adjusted(_EDGE_PX, 2, -_EDGE_PX, -2)
        self._bounds, self._direction = option.rect, option.direction
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, box, opened=bool(index.data(CardRole.OPENED)))
        if isinstance(row, FloodGroup):
            self._paint_group(painter, option, box, row)
        else:
            self._paint_request(painter, option, box, row)
        painter.restore()

    def _paint_group(
        self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, group: FloodGroup
    ) -> None:
        mark = fold_icon(option.direction, is_open=group.is_open)
        tone = "held" if group.waiting else "text_muted"
        self._paint_mark(painter, box, mark, tone)
        first, second, third = _lines(box, narrow=option.rect.width() < NARROW_PX)
        words = translate("floods", "{0} asks a lot").format(group.agent)
        self._paint_text(painter, first, words, self._state_font, "text")
        if group.oldest_ms is not None:
            age = age_text(group.oldest_ms, self._wall_ms())
            second = self._paint_time(painter, second, age, "text_muted")
        self._paint_text(painter, second, group.count_words(), self._state_font, tone)
        self._paint_text(painter, third, group.tool_words(), self._font, "text_muted")

    def _paint_request(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, row: Face) -> None:
        look = status_look(row.status)
        self._paint_mark(painter, box, look.icon, look.tone)
        narrow = option.rect.width() < NARROW_PX
        lines = _lines(box, narrow=narrow)
        risk, auth = RISK_LOOKS[row.risk], [AUTH_LOOK] if row.requires_authorization else []
        names = self._paint_badges(painter, lines[0], auth if narrow else [risk, *auth])
        self._paint_names(painter, names, row)
        if narrow:
            self._paint_narrow(painter, lines, row, look, risk)
        else:
            self._paint_wide(painter, lines, row, look)

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, *, opened: bool
    ) -> None:
        tokens = self._theme.tokens
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        focused = chosen and bool(option.state & QStyle.StateFlag.State_HasFocus)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        ground = "selection" if opened or chosen else "raised_hover" if hovered else "raised"
        painter.setBrush(QColor(tokens.colour(ground)))
        painter.setPen(QColor(tokens.colour("focus" if focused else "accent" if opened else "line")))
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        if opened:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.colour("accent")))
            bar = self._there(QRect(box.x() + 3, box.y() + 12, 3, box.height() - 24))
            painter.drawRoundedRect(QRectF(bar), 1.5, 1.5)

    def _paint_mark(self, painter: QPainter, box: QRect, name: str, tone: str) -> None:
        scale = painter.device().devicePixelRatioF()
        mark = pixmap(name, self._theme.tokens.colour(tone), _ICON_PX, scale)
        place = self._there(QRect(box.x() + _PAD_PX, box.y(), _ICON_PX, box.height()))
        painter.drawPixmap(QPointF(place.x(), place.y() + (place.height() - _ICON_PX) / 2), mark)

    def _paint_badges(self, painter: QPainter, line: QRect, badges: list[Look]) -> QRect:
        """Paint badges at the right end of a line; answer what is left of it."""
        right = line.right() + 1
        for badge in reversed(badges):
            right -= badge_width(badge, self._theme.tokens)
            self._paint_badge(painter, right, line.y() - 1, badge)
            right -= _GAP_PX
        return line.adjusted(0, 0, right - _GAP_PX - line.right() - 1 if badges else 0, 0)

    def _paint_wide(self, painter: QPainter, lines: _Lines, row: Face, look: Look) -> None:
        _, second, third = lines
        self._paint_what(painter, second, row)
        third = self._paint_time(painter, third, *time_words(row, self._wall_ms()))
        self._paint_text(painter, third, look.word, self._state_font, look.tone)

    def _paint_narrow(self, painter: QPainter, lines: _Lines, row: Face, look: Look, risk: Look) -> None:
        _, second, third = lines
        self._paint_what(painter, self._paint_time(painter, second, *time_words(row, self._wall_ms())), row)
        room = max(0, third.width() - badge_width(risk, self._theme.tokens) - _GAP_PX)
        words = third.adjusted(0, 0, room - third.width(), 0)  # the words grow shorter, never the badge
        used = self._paint_text(painter, words, look.word, self._state_font, look.tone)
        self._paint_badge(painter, third.x() + used + _GAP_PX, third.y() - 1, risk)

    def _paint_names(self, painter: QPainter, line: QRect, row: Face) -> None:
        used = self._paint_text(painter, line, row.tool, self._tool_font, "text")
        self._paint_text(painter, line.adjusted(used + 8, 0, 0, 0), row.agent, self._font, "text_muted")

    def _paint_what(self, painter: QPainter, line: QRect, row: Face) -> None:
        self._paint_text(painter, line, _what(row), self._font, "text_muted")

    def _paint_time(self, painter: QPainter, line: QRect, words: str, token: str) -> QRect:
        """Paint an age, or how long there is, at the right end; answer what is left of the line."""
        painter.setFont(self._age_font)
        painter.setPen(QColor(self._theme.tokens.colour(token)))
        painter.drawText(self._there(line), self._flags(Qt.AlignmentFlag.AlignRight), words)
        return line.adjusted(0, 0, -painter.fontMetrics().horizontalAdvance(words) - 12, 0)

    def _paint_badge(self, painter: QPainter, left: int, top: int, look: Look) -> int:
        scale = painter.device().devicePixelRatioF()
        width = badge_width(look, self._theme.tokens)
        place = self._there(QRect(left, top, width, HEIGHT_PX))
        return draw_badge(painter, QPointF(place.topLeft()), look, self._theme.tokens, scale)

    def _paint_text(self, painter: QPainter, line: QRect, text: str, font: QFont, token: str) -> int:
        """Paint as much of the text as there is room for; answer how wide it became."""
        if line.width() < 12:
            return 0
        painter.setFont(font)
        painter.setPen(QColor(self._theme.tokens.colour(token)))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(self._there(line), self._flags(Qt.AlignmentFlag.AlignLeft), shown)
        self._underline_odd(painter, line, shown)
        return painter.fontMetrics().horizontalAdvance(shown)

    def _underline_odd(self, painter: QPainter, line: QRect, shown: str) -> None:
        if shown.isascii():  # as nearly every text is, and each is painted anew in every frame
            return
        metrics = QFontMetricsF(painter.font())
        text = painter.boundingRect(QRectF(self._there(line)), self._flags(Qt.AlignmentFlag.AlignLeft), shown)
        for from_px, width_px in odd_spans(shown, metrics):
            place = QRectF(text.left() + from_px, text.top() + metrics.ascent() + ODD_PX, width_px, ODD_PX)
            painter.fillRect(place, QColor(self._theme.tokens.colour("held")))

    def _there(self, place: QRect) -> QRect:
        """Where a place is, which is reckoned from the left, in a window that is read from the right."""
        return QStyle.visualRect(self._direction, self._bounds, place)

    def _flags(self, align: Qt.AlignmentFlag) -> int:
        """Texts keep their own order, from the left, whichever side they stand at: they may be anybody's."""
        aligned = QStyle.visualAlignment(self._direction, align) | Qt.AlignmentFlag.AlignVCenter
        return aligned.value | Qt.TextFlag.TextForceLeftToRight.value


def _what(row: Face) -> str:
    """What a call will do, in a sentence; of one that nobody has a sentence for, its arguments."""
    return said(row.sentence) or with_marks_said(row.preview)


def _lines(box: QRect, *, narrow: bool) -> _Lines:
    """The three lines of a row, beside its mark."""
    left = box.x() + _PAD_PX + _ICON_PX + (_EDGE_PX if narrow else _PAD_PX)
    width = box.right() + 1 - _PAD_PX - left
    first, second, third = (
        QRect(left, box.y() + top, width, _LINE_PX) for top in (_NARROW_TOPS_PX if narrow else _TOPS_PX)
    )
    return first, second, third
