"""Tells the arming of a card what happens around it: keys, buttons, the window, its place on the screen.

Source: spec/prompt-rules 4.3, rule 3.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from placet_gui.presenters.arming import MOVED_PX, Arming
from placet_gui.presenters.clock import Clock

_MODIFIERS: Final = frozenset(
    {
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
    }
)
_CLICKS: Final = frozenset(
    {
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.TouchBegin,
        QEvent.Type.TabletPress,
    }
)
# Qt asks by the override whether a key is a shortcut, and then presses none; what an input method writes is no key either.
_KEYS: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride, QEvent.Type.InputMethod})


class ApprovalWatch(QObject):
    """Watches over one pane while that is in view and its card can be decided. Made anew for each card.

    Signals:
        changed: what the approval waits for may be another thing now.
    """

    changed = Signal()

    def __init__(self, pane: QWidget, arming: Arming, clock: Clock) -> None:
        super().__init__(pane)
        self._pane = pane
        self._arming = arming
        self._approve: QWidget | None = None
        self._code_field: QWidget | None = None
        self._stood_at = QPoint()
        self._alarm = clock.alarm(self, self.check)
        self._watching = False

    def expect(self, approve: QWidget, code_field: QWidget | None) -> None:
        """A press on `approve` while it is armed, and what is typed as the code, are gestures, not disturbances."""
        self._approve = approve
        self._code_field = code_field

    def begin(self) -> None:
        """The pane came into view: watch from now on."""
        if self._watching or self._approve is None:
            return
        self._watching = True
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
        self._stood_at = self._place()
        self._arming.set_shown(True)
        self._arming.set_active(self._has_keyboard())
        self.check()

    def end(self) -> None:
        """The pane left the view, or there is nothing to decide any more."""
        if self._watching:
            self._watching = False
            self._alarm.stop()
            QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
            self._arming.set_shown(False)

    @Slot()
    def check(self) -> None:
        """Ask again what the approval waits for, now and when time alone will have changed it."""
        if not self._watching:
            return
        self._alarm.stop()
        if (due_ms := self._arming.due_in_ms()) is not None:
            self._alarm.start(due_ms)
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isValid(self._pane):
            return False  # a window that is torn down still sends events
        kind = event.type()
        if kind in _CLICKS or kind in _KEYS:
            return self._on_press(watched, event)
        if watched is self._pane:
            self._on_pane_event(kind)
        elif watched is self._pane.window():
            self._on_window_event(kind)
        return False

    def _on_press(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(watched, QWidget):
            return False  # the same press comes again for the widget under it
        if _writes_nothing(event):
            return False
        if not self._is_gesture(watched, event):
            self._arming.note_input()
            self.check()
        # The click that wakes the window decides nothing, not even a no.
        is_click = event.type() in _CLICKS
        return is_click and self._pane.isAncestorOf(watched) and not self._pane.isActiveWindow()

    def _is_gesture(self, watched: QWidget, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            chord = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
            chord = chord and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if chord and not event.isAutoRepeat():
                return self._arming.armed
            return watched is self._code_field and event.text().isalnum()
        if isinstance(event, QInputMethodEvent):
            return watched is self._code_field
        return watched is self._approve and self._arming.armed

    def _on_pane_event(self, kind: QEvent.Type) -> None:
        if kind is QEvent.Type.Resize:
            self._start_over()
        elif kind is QEvent.Type.Move:
            self._on_moved()

    def _on_window_event(self, kind: QEvent.Type) -> None:
        if kind in {QEvent.Type.WindowActivate, QEvent.Type.WindowUnblocked}:
            self._arming.set_active(self._has_keyboard())
            self.check()
        elif kind in {QEvent.Type.WindowDeactivate, QEvent.Type.WindowBlocked}:
            self._arming.set_active(False)
            self.check()
        elif kind is QEvent.Type.ScreenChangeInternal:
            self._start_over()
        elif kind is QEvent.Type.Move:
            self._on_moved()

    def _has_keyboard(self) -> bool:
        """Whether keys come here: not where a dialog stands before the window, whoever is said to be active."""
        window = self._pane.window()
        dialog = QApplication.activeModalWidget()
        return window.isActiveWindow() and (dialog is None or dialog is window)

    def _on_moved(self) -> None:
        way = self._place() - self._stood_at
        if max(abs(way.x()), abs(way.y())) > MOVED_PX:
            self._start_over()

    def _start_over(self) -> None:
        self._stood_at = self._place()
        self._arming.start_over()
        self.check()

    def _place(self) -> QPoint:
        return self._pane.mapToGlobal(QPoint(0, 0))


def _writes_nothing(event: QEvent) -> bool:
    """Whether this is a modifier alone, or an input method that only says where it stands."""
    if isinstance(event, QKeyEvent):
        return event.key() in _MODIFIERS
    return isinstance(event, QInputMethodEvent) and not (event.commitString() or event.preeditString())
