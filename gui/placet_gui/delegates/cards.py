"""Paints the inbox's rows: two lines, three where they are narrow; the same places for the same things in each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from placet_gui.delegates.badges import (
    AUTH_LOOK,
    RISK_LOOKS,
    Look,
    badge_width,
    draw_badge,
    status_look,
)
from placet_gui.models.approval_list import CardRole
from placet_gui.models.flood_group import FloodGroup
from placet_gui.moments import age_text
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.icons import pixmap
from placet_gui.theme.style import Theme

ROW_PX: Final = 72
NARROW_ROW_PX: Final = 100
NARROW_PX: Final = 400
"""Rows narrower than this have their badges on a line of their own, so that names are never squeezed out."""


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
_FIRST_LINE_PX = 12
_SECOND_LINE_PX = 38
_THIRD_LINE_PX = 65


def time_words(row: Face, now_ms: int) -> tuple[str, str]:
    """How old a request is; in its last two minutes how long there is. And the token to paint that in."""
    approval = getattr(row, "approval", None)  # the ledger's file tells of none
    if approval is not None and getattr(row, "can_decide", False) and approval.expires_at is not None:
        left_ms = approval.expires_at - now_ms
        if left_ms < WARNING_MS:
            words = QCoreApplication.translate("CardDelegate", "{0} left")
            return words.format(age_text(0, max(0, left_ms))), "held"
    return age_text(row.created_at, now_ms), "text_muted"


class CardDelegate(QStyledItemDelegate):
    """One row for one request: what state, which tool, whose, what it will do, how risky, how old."""

    def __init__(self, theme: Theme, wall_ms: Callable[[], int], parent: QAbstractItemView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent
        self._wall_ms = wall_ms
        self._tool_font = mono(theme.tokens.size("text_px"), QFont.Weight.DemiBold)
        self._font = sans(theme.tokens.size("text_px"))
        self._state_font = sans(theme.tokens.size("text_px"), QFont.Weight.Medium)
        self._age_font = sans(theme.tokens.size("small_px"))
        self._age_font.setFeature(QFont.Tag("tnum"), 1)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        narrow = self._view.viewport().width() < NARROW_PX
        return QSize(200, NARROW_ROW_PX if narrow else ROW_PX)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row: Face | FloodGroup = index.data(CardRole.ROW)
        box = option.rect.adjusted(_EDGE_PX, 2, -_EDGE_PX, -2)
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
        mark = "chevron-down" if group.is_open else "chevron-right"
        tone = "held" if group.waiting else "text_muted"
        self._paint_mark(painter, box, mark, tone)
        narrow = option.rect.width() < NARROW_PX
        inner = box.adjusted(_PAD_PX + _ICON_PX + (_EDGE_PX if narrow else _PAD_PX), 0, -_PAD_PX, 0)
        first = _line(inner, _FIRST_LINE_PX)
        words = QCoreApplication.translate("floods", "{0} asks a lot").format(group.agent)
        self._paint_text(painter, first, words, self._state_font, "text")
        second = _line(inner, _SECOND_LINE_PX)
        if group.oldest_ms is not None:
            age = age_text(group.oldest_ms, self._wall_ms())
            second = self._paint_time(painter, second, age, "text_muted")
        used = self._paint_text(painter, second, group.count_words(), self._state_font, tone)
        tools = _line(inner, _THIRD_LINE_PX) if narrow else second.adjusted(used + 10, 0, 0, 0)
        self._paint_text(painter, tools, group.tool_words(), self._font, "text_muted")

    def _paint_request(self, painter: QPainter, option: QStyleOptionViewItem, box: QRect, row: Face) -> None:
        look = status_look(row.status)
        self._paint_mark(painter, box, look.icon, look.tone)
        narrow = option.rect.width() < NARROW_PX
        inner = box.adjusted(_PAD_PX + _ICON_PX + (_EDGE_PX if narrow else _PAD_PX), 0, -_PAD_PX, 0)
        badges = [RISK_LOOKS[row.risk], *([AUTH_LOOK] if row.requires_authorization else [])]
        if narrow:
            self._paint_narrow(painter, inner, row, look, badges)
        else:
            self._paint_wide(painter, inner, row, look, badges)

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
            painter.drawRoundedRect(QRectF(box.x() + 3, box.y() + 12, 3, box.height() - 24), 1.5, 1.5)

    def _paint_mark(self, painter: QPainter, box: QRect, name: str, tone: str) -> None:
        scale = painter.device().devicePixelRatioF()
        mark = pixmap(name, self._theme.tokens.colour(tone), _ICON_PX, scale)
        painter.drawPixmap(QPointF(box.x() + _PAD_PX, box.y() + (box.height() - _ICON_PX) / 2), mark)

    def _paint_wide(self, painter: QPainter, inner: QRect, row: Face, look: Look, badges: list[Look]) -> None:
        right = inner.right() + 1
        for badge in reversed(badges):
            right -= badge_width(badge, self._theme.tokens)
            self._paint_badge(painter, right, inner.y() + _FIRST_LINE_PX - 1, badge)
            right -= _GAP_PX
        self._paint_names(painter, _line(inner, _FIRST_LINE_PX, right - _GAP_PX), row)
        second = self._paint_time(painter, _line(inner, _SECOND_LINE_PX), *time_words(row, self._wall_ms()))
        used = self._paint_text(painter, second, look.word, self._state_font, look.tone)
        self._paint_what(painter, second.adjusted(used + 10, 0, 0, 0), row)

    def _paint_narrow(
        self, painter: QPainter, inner: QRect, row: Face, look: Look, badges: list[Look]
    ) -> None:
        risk, *auth = badges
        right = inner.right() + 1
        for badge in auth:
            right -= badge_width(badge, self._theme.tokens)
            self._paint_badge(painter, right, inner.y() + _FIRST_LINE_PX - 1, badge)
            right -= 2 * _GAP_PX
        self._paint_names(painter, _line(inner, _FIRST_LINE_PX, right), row)
        second = self._paint_time(painter, _line(inner, _SECOND_LINE_PX), *time_words(row, self._wall_ms()))
        self._paint_what(painter, second, row)
        third = _line(inner, _THIRD_LINE_PX)
        used = self._paint_text(painter, third, look.word, self._state_font, look.tone)
        self._paint_badge(painter, inner.x() + used + 8, third.y() - 1, risk)

    def _paint_names(self, painter: QPainter, line: QRect, row: Face) -> None:
        used = self._paint_text(painter, line, row.tool, self._tool_font, "text")
        self._paint_text(painter, line.adjusted(used + 8, 0, 0, 0), row.agent, self._font, "text_muted")

    def _paint_what(self, painter: QPainter, line: QRect, row: Face) -> None:
        self._paint_text(painter, line, row.sentence or row.preview, self._font, "text_muted")

    def _paint_time(self, painter: QPainter, line: QRect, words: str, token: str) -> QRect:
        """Paint an age, or how long there is, at the right end; answer what is left of the line."""
        painter.setFont(self._age_font)
        painter.setPen(QColor(self._theme.tokens.colour(token)))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
        return line.adjusted(0, 0, -painter.fontMetrics().horizontalAdvance(words) - 12, 0)

    def _paint_badge(self, painter: QPainter, left: int, top: int, look: Look) -> int:
        scale = painter.device().devicePixelRatioF()
        return draw_badge(painter, QPointF(left, top), look, self._theme.tokens, scale)

    def _paint_text(self, painter: QPainter, line: QRect, text: str, font: QFont, token: str) -> int:
        """Paint as much of the text as there is room for; answer how wide it became."""
        if line.width() < 12:
            return 0
        painter.setFont(font)
        painter.setPen(QColor(self._theme.tokens.colour(token)))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
        return painter.fontMetrics().horizontalAdvance(shown)


def _line(inner: QRect, top: int, right: int | None = None) -> QRect:
    end = inner.right() + 1 if right is None else right
    return QRect(inner.x(), inner.y() + top, end - inner.x(), _LINE_PX)
