"""Badges: icon, word and colour together, so that no state is told by colour alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from placet_gui.names import name_widget
from placet_gui.texts import (
    ACTIVITIES,
    AGENT_STATES,
    APPROVALS,
    DELIVERIES,
    FILE_STATES,
    FINDINGS,
    GENERATIONS,
    GRANTS,
    LEVELS,
    OPERATIONS,
    RISKS,
    RUNS,
    SERVER_STATES,
    STATUSES,
    UNVERIFIABLE,
    VERDICTS,
    WORKFLOWS,
    word,
)
from placet_gui.theme.fonts import sans
from placet_gui.theme.icons import pixmap
from placet_gui.theme.style import Theme
from placet_gui.theme.tokens import Scheme, Tokens, load_tokens
from placet_gui.words import noop, translate

HEIGHT_PX = 22
_PADDING_PX = 8
_ICON_PX = 14
_GAP_PX = 5


@dataclass(frozen=True, kw_only=True)
class Look:
    """How a badge looks: an icon's name, a word for people, and a tone (a token; its `_soft` lies behind).

    `text` is the word as `texts.py` has it; `word` is it in the console's language.
    """

    icon: str
    text: str
    tone: str

    @property
    def word(self) -> str:
        """What the badge says."""
        return translate("texts", self.text)


def _looks(words: Mapping[str, str], marks: Mapping[str, tuple[str, str]]) -> Mapping[str, Look]:
    return {key: Look(icon=icon, text=words[key], tone=tone) for key, (icon, tone) in marks.items()}


STATUS_LOOKS: Final = _looks(
    STATUSES,
    {
        "pending": ("clock", "neutral"),
        "pending_approval": ("hourglass", "held"),
        "running": ("loader", "accent"),
        "completed": ("circle-check", "approve"),
        "failed": ("circle-alert", "danger"),
        "denied": ("circle-x", "deny"),
        "cancelled": ("ban", "neutral"),
    },
)
RISK_LOOKS: Final = _looks(
    RISKS,
    {"low": ("shield-check", "neutral"), "medium": ("shield", "held"), "high": ("shield-alert", "danger")},
)
AGENT_LOOKS: Final = _looks(
    AGENT_STATES,
    {
        "idle": ("circle", "neutral"),
        "thinking": ("loader", "accent"),
        "awaiting_approval": ("hourglass", "held"),
        "stopped": ("square", "neutral"),
        "error": ("circle-alert", "danger"),
    },
)
GENERATION_LOOKS: Final = _looks(
    GENERATIONS,
    {
        "queued": ("clock", "neutral"),
        "loading": ("hourglass", "accent"),
        "running": ("loader", "accent"),
        "cancelling": ("octagon-x", "held"),
        "succeeded": ("circle-check", "approve"),
        "failed": ("circle-alert", "danger"),
        "cancelled": ("ban", "neutral"),
    },
)
GRANT_LOOKS: Final = _looks(
    GRANTS,
    {
        "live": ("shield-check", "approve"),
        "used_up": ("circle-check", "neutral"),
        "expired": ("timer", "neutral"),
        "revoked": ("ban", "neutral"),
    },
)
FILE_LOOKS: Final = _looks(
    FILE_STATES,
    {
        "authorized": ("fingerprint-pattern", "auth"),
        "changed": ("triangle-alert", "held"),
        "plain": ("circle", "neutral"),
        "no_code": ("ban", "neutral"),
        "too_large": ("circle-alert", "neutral"),
    },
)
RUN_LOOKS: Final = _looks(
    RUNS,
    {
        "running": ("loader", "accent"),
        "done": ("circle-check", "approve"),
        "failed": ("circle-alert", "danger"),
        "stopped": ("octagon-x", "held"),
        "interrupted": ("triangle-alert", "danger"),
    },
)
DELIVERY_LOOKS: Final = _looks(
    DELIVERIES,
    {
        "due": ("clock", "neutral"),
        "started": ("loader", "accent"),
        "delivered": ("circle-check", "approve"),
        "failed": ("circle-alert", "danger"),
        "unknown": ("triangle-alert", "held"),
        "withdrawn": ("ban", "neutral"),
    },
)
WORKFLOW_LOOKS: Final = _looks(
    WORKFLOWS,
    {
        "queued": ("clock", "neutral"),
        "running": ("loader", "accent"),
        "done": ("circle-check", "approve"),
        "unverified": ("circle-dot", "neutral"),
        "failed": ("circle-alert", "danger"),
        "stopped": ("octagon-x", "neutral"),
        "interrupted": ("circle-pause", "held"),
    },
)
VERDICT_LOOKS: Final = _looks(
    VERDICTS,
    {
        "verified": ("badge-check", "approve"),
        "unchecked": ("eye-off", "neutral"),
        "unsupported": ("unplug", "neutral"),
        "incomplete": ("circle-dashed", "held"),
        "uncertain": ("circle-question-mark", "danger"),
    },
)
OPERATION_LOOKS: Final = _looks(
    OPERATIONS,
    {
        "in_flight": ("loader", "accent"),
        "confirmed": ("badge-check", "approve"),
        "uncertain": ("circle-question-mark", "danger"),
        "not_run": ("ban", "neutral"),
    },
)
UNVERIFIABLE_LOOK: Final = Look(icon="unplug", text=UNVERIFIABLE, tone="neutral")
APPROVAL_LOOKS: Final = _looks(
    APPROVALS,
    {
        "open": ("hourglass", "held"),
        "approved": ("circle-check", "approve"),
        "denied": ("circle-x", "deny"),
        "timed_out": ("timer", "neutral"),
        "orphaned": ("unplug", "neutral"),
        "withdrawn": ("ban", "neutral"),
    },
)
LEVEL_ICONS: Final[Mapping[str, str]] = dict(zip(LEVELS, ("target", "cpu", "hand", "wrench"), strict=True))
ACTIVITY_LOOKS: Final = _looks(
    ACTIVITIES,
    {
        "asked": ("hourglass", "held"),
        "decided": ("fingerprint-pattern", "auth"),
        "work": ("list-checks", "neutral"),
        "effect": ("wrench", "accent"),
        "authority": ("shield-check", "approve"),
        "house": ("info", "neutral"),
    },
)
FINDING_LOOKS: Final = _looks(
    FINDINGS,
    {
        "ledger_damaged": ("octagon-x", "danger"),
        "corrupt_row": ("triangle-alert", "held"),
        "open_to_others": ("lock", "danger"),
        "link_broken": ("shield-alert", "danger"),
        "link_skipped": ("eye-off", "danger"),
        "link_unasked": ("terminal", "held"),
        "operation_uncertain": ("circle-question-mark", "danger"),
        "workflow_unverified": ("circle-dashed", "held"),
        "workflow_interrupted": ("circle-pause", "held"),
        "workflow_waits": ("clock", "neutral"),
        "backend_unreachable": ("cpu", "held"),
        "tool_disabled_here": ("wrench", "held"),
    },
)
SERVER_LOOKS: Final = _looks(
    SERVER_STATES,
    {
        "running": ("circle-dot", "approve"),
        "resting": ("circle", "neutral"),
        "failed": ("circle-alert", "danger"),
    },
)
SWITCH_LOOKS: Final[Mapping[bool, Look]] = {
    True: Look(icon="circle-dot", text=noop("texts", "On"), tone="approve"),
    False: Look(icon="circle", text=noop("texts", "Off"), tone="neutral"),
}
AUTH_LOOK: Final = Look(icon="fingerprint-pattern", text=noop("texts", "AUTH"), tone="auth")
AUTH_MEANING: Final = noop("texts", "Only the owner, or code that the owner authorized, may decide this.")


def status_look(status: str) -> Look:
    """The look of a task's status; a word that isn't known yet is shown plainly."""
    return STATUS_LOOKS.get(status) or Look(icon="circle", text=word(STATUSES, status), tone="neutral")


def finding_look(code: str) -> Look:
    """The look of what the doctor found; a code that isn't known yet is shown plainly."""
    return FINDING_LOOKS.get(code) or Look(icon="info", text=word(FINDINGS, code), tone="neutral")


def badge_font(tokens: Tokens) -> QFont:
    """The font of badges."""
    return sans(tokens.size("small_px"), QFont.Weight.Medium)


def badge_width(look: Look, tokens: Tokens) -> int:
    """How wide a badge is, in device-independent pixels."""
    return _width(look.word, tokens.size("small_px"))


@cache
def _width(text: str, size_px: int) -> int:
    text_px = QFontMetricsF(sans(size_px, QFont.Weight.Medium)).horizontalAdvance(text)
    return round(2 * _PADDING_PX + _ICON_PX + _GAP_PX + text_px + 0.5)


def draw_badge(painter: QPainter, at: QPointF, look: Look, tokens: Tokens, scale: float) -> int:
    """Paint a badge with its top left corner at `at`, for a screen of this scale; answer its width."""
    painter.drawPixmap(at, badge_picture(look, tokens, scale))
    return badge_width(look, tokens)


def badge_picture(look: Look, tokens: Tokens, scale: float) -> QPixmap:
    """A badge as a picture for a screen of this scale; drawn once, since lists are full of the same few."""
    return _picture(look, look.word, tokens.scheme, scale)


@lru_cache(maxsize=256)
def _picture(look: Look, _word: str, scheme: Scheme, scale: float) -> QPixmap:
    tokens = load_tokens(scheme)
    width = badge_width(look, tokens)
    picture = QPixmap(round(width * scale), round(HEIGHT_PX * scale))
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    _draw(painter, QRectF(0, 0, width, HEIGHT_PX), look, tokens, scale)
    painter.end()
    return picture


def _draw(painter: QPainter, box: QRectF, look: Look, tokens: Tokens, scale: float) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tokens.colour(f"{look.tone}_soft")))
    painter.drawRoundedRect(box, HEIGHT_PX / 2, HEIGHT_PX / 2)
    colour = tokens.colour(look.tone)
    mark = pixmap(look.icon, colour, _ICON_PX, scale)
    painter.drawPixmap(QPointF(box.x() + _PADDING_PX, box.y() + (HEIGHT_PX - _ICON_PX) / 2), mark)
    painter.setPen(QColor(colour))
    painter.setFont(badge_font(tokens))
    text = box.adjusted(_PADDING_PX + _ICON_PX + _GAP_PX, 0, 0, 0)
    painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, look.word)


class Badge(QWidget):
    """A badge as a widget of its own. Only words of ours go into it."""

    def __init__(self, theme: Theme, look: Look, name: str, meaning: str = "") -> None:
        super().__init__()
        self._theme = theme
        self._look = look
        self._name = name
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)
        self.show_look(look, meaning)

    def show_look(self, look: Look, meaning: str = "") -> None:
        """Show another state; `meaning` explains it under the pointer and to assistive tools."""
        self._look = look
        name_widget(self, self._name, look.word, meaning)
        self.setToolTip(meaning)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(badge_width(self._look, self._theme.tokens), HEIGHT_PX)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_badge(painter, QPointF(0, 0), self._look, self._theme.tokens, self.devicePixelRatioF())
        painter.end()
