"""Which part of a page has the keyboard first."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class FirstStop(QObject):
    """Hands the keyboard that a page is given on to one of its parts, if that can take it then. It goes with the page.

    What comes into sight later doesn't take the keyboard: it moves because the owner goes somewhere, never because
    something came.

    A focus proxy would do nearly the same, but Qt lets Tab choose a page that has one whether or not the proxy can take
    the keyboard. One that is hidden or switched off takes nothing, and Tab stays for ever where it was.
    """

    def __init__(self, page: QWidget, part: QWidget) -> None:
        super().__init__(page)
        self._part = part
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.FocusIn and self._part.isVisible() and self._part.isEnabled():
            self._part.setFocus()
        return super().eventFilter(watched, event)
