"""A dialog that is a form: it is never lower than its parts need, a refusal that appears in it included."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog


class FormDialog(QDialog):
    """What comes of it lays its parts out in one layout of its own.

    Qt reckons the least height of a dialog as if wrapped text were in one line, and opens none higher than two thirds of
    the screen: on a low screen a form would be pressed together, its buttons against its fields.
    """

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._keep_its_height()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_its_height()

    def _keep_its_height(self) -> None:
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            self.setMinimumHeight(layout.totalMinimumHeightForWidth(self.width()))
