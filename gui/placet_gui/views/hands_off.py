"""Tells when the hands have left keys and pointer alone for a while."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from placet_gui.presenters.clock import Clock

_HANDS: Final = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.ShortcutOverride,  # of a shortcut's key Qt makes no press
        QEvent.Type.InputMethod,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TouchUpdate,
        QEvent.Type.TabletPress,
        QEvent.Type.TabletMove,
    }
)


class HandsOff(QObject):
    """Watches the whole program from `begin` until it has told, or until `end`. It goes with the pane.

    Signals:
        rested: nothing was pressed, turned or moved for as long as was asked.
    """

    rested = Signal()

    def __init__(self, pane: QWidget, clock: Clock, rest_ms: int) -> None:
        super().__init__(pane)
        self._pane = pane
        self._clock = clock
        self._rest_ms = rest_ms
        self._moved_ms = 0
        self._watching = False
        self._alarm = clock.alarm(self, self._look)

    def begin(self) -> None:
        """Watch from now on; once it watches, this changes nothing."""
        if not self._watching:
            self._watching = True
            QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
            self._moved_ms = self._clock.monotonic_ms()
            self._alarm.start(self._rest_ms)

    def end(self) -> None:
        """Watch no more."""
        if self._watching:
            self._watching = False
            self._alarm.stop()
            QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _HANDS and isValid(self._pane):
            self._moved_ms = self._clock.monotonic_ms()
        return False

    @Slot()
    def _look(self) -> None:
        left_ms = self._moved_ms + self._rest_ms - self._clock.monotonic_ms()
        if left_ms > 0:
            self._alarm.start(left_ms)
            return
        self.end()
        self.rested.emit()
