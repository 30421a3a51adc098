"""The two buttons that decide. Keys never press them; the high-risk yes is held, not clicked."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton

from placet_gui.presenters.clock import Clock
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme

_FRAME_MS: Final = 16
_BAR_PX: Final = 4
_STEPS: Final = 4
_LEAST_PX: Final = 160


class VerdictButton(QPushButton):
    """A button that only a pointer, or an assistive tool, presses: Enter and Space on it do nothing (rule 2)."""

    def __init__(self, theme: Theme, words: str, mark: str, role: str) -> None:
        super().__init__(words)
        self._theme = theme
        self._mark = mark
        self._role = role
        self.setProperty("role", role)
        self.setAutoDefault(False)
        self.setDefault(False)
        self.setIconSize(QSize(16, 16))
        theme.changed.connect(self._draw_icon)
        self._draw_icon()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    @Slot()
    def _draw_icon(self) -> None:
        self.setIcon(icon(self._mark, f"on_{self._role}", self._theme.tokens))


class ApproveButton(VerdictButton):
    """The yes. With `hold_ms` a click alone says nothing: the button is held down that long, until its bar is full.

    Signals:
        held: it was held long enough.
        let_go: it was let go too early.
    """

    held = Signal()
    let_go = Signal()

    def __init__(self, theme: Theme, clock: Clock, *, hold_ms: int | None) -> None:
        words = self.tr("Hold to approve") if hold_ms is not None else self.tr("Approve")
        super().__init__(theme, words, "check", "approve")
        self._clock = clock
        self._hold_ms = hold_ms
        self._since_ms: int | None = None
        self._frame = clock.alarm(self, self._on_frame)
        self._words = words

    def progress(self) -> float:
        """How much of the hold is done, from 0 to 1."""
        if self._since_ms is None or self._hold_ms is None:
            return 0.0
        return min(1.0, (self._clock.monotonic_ms() - self._since_ms) / self._hold_ms)

    def set_words(self, words: str | None) -> None:
        """Say something else while it is busy; None: its own words again."""
        self.setText(words or self._words)

    def drop_hold(self) -> None:
        """Forget a hold that has begun."""
        if self._since_ms is not None:
            self._since_ms = None
            self._frame.stop()
            self.update()

    def width_for(self, words: str | None) -> int:
        """How wide it would like to be while it says this; None: its own words."""
        beyond_px = super().sizeHint().width() - self.fontMetrics().horizontalAdvance(self.text())
        return max(_LEAST_PX, beyond_px + self.fontMetrics().horizontalAdvance(words or self._words))

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        return QSize(max(size.width(), _LEAST_PX), size.height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self._hold_ms is not None and self.isDown():
            self._since_ms = self._clock.monotonic_ms()
            self._frame.start(_FRAME_MS)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not self.isDown():
            self.drop_hold()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        began = self._since_ms is not None
        self.drop_hold()
        super().mouseReleaseEvent(event)
        if began:
            self.let_go.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        done = self.progress()
        if self._theme.still:
            done = math.floor(done * _STEPS) / _STEPS  # it steps on instead of growing
        if done <= 0:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.tokens.colour("on_approve")))
        bar = QRectF(8, self.height() - _BAR_PX - 3, (self.width() - 16) * done, _BAR_PX)
        painter.drawRoundedRect(bar, _BAR_PX / 2, _BAR_PX / 2)
        painter.end()

    @Slot()
    def _on_frame(self) -> None:
        if self._since_ms is None or not self.isEnabled():
            self.drop_hold()
            return
        if self.progress() >= 1.0:
            self.drop_hold()
            self.held.emit()
            return
        self.update()
        self._frame.start(_FRAME_MS)
