"""A button that rests while what it began is under way."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget


class BusyButton(QPushButton):
    """Can't be pressed again before it ended, and has the keyboard back then.

    Qt would hand the keyboard on to the button beside it, and a second key would press that.
    """

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._had_keyboard = False

    def begin(self) -> None:
        """Rest from now on."""
        self._had_keyboard = self.hasFocus()
        self.clearFocus()
        self.setEnabled(False)

    def end(self) -> None:
        """Be pressed again; the keyboard comes back, unless it went elsewhere meanwhile."""
        self.setEnabled(True)
        if self._had_keyboard and self.window().focusWidget() is None:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._had_keyboard = False
