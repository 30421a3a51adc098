"""A row of widgets that goes on in the next line where the width ends."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class Flow(QWidget):
    """Like words in a paragraph: every widget in it keeps its own size.

    It lays them out by itself rather than with a layout of its own kind: who owns the items of such a layout isn't
    settled between Qt and Python, and a layout that met the address of an item that was gone ended the program.
    """

    def __init__(self, gap_px: int) -> None:
        super().__init__()
        self._gap_px = gap_px
        self._widgets: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def addWidget(self, widget: QWidget) -> None:
        """Put a widget behind the others."""
        widget.setParent(self)
        self._widgets.append(widget)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max((place.bottom() + 1 for _, place in self._places(width)), default=0)

    def sizeHint(self) -> QSize:
        return QSize(self.minimumSizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        size = QSize()
        for widget in self._shown():
            size = size.expandedTo(_size(widget))
        return size

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.LayoutDirectionChange}:
            self.updateGeometry()
            self._place()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()  # other widths have other heights

    def _shown(self) -> list[QWidget]:
        """What isn't hidden: the rest takes neither room nor a gap."""
        return [it for it in self._widgets if not it.isHidden()]

    def _place(self) -> None:
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for widget, place in self._places(self.width()):
            if mirrored:
                place.moveRight(self.width() - 1 - place.x())
            widget.setGeometry(place)

    def _places(self, width: int) -> Iterator[tuple[QWidget, QRect]]:
        x = y = row_height = 0
        for widget in self._shown():
            size = _size(widget)
            if x and x + size.width() > width:
                x, y, row_height = 0, y + row_height + self._gap_px, 0
            yield widget, QRect(QPoint(x, y), size)
            x += size.width() + self._gap_px
            row_height = max(row_height, size.height())


def _size(widget: QWidget) -> QSize:
    """The size that a layout would give it, were there room for all."""
    wanted = widget.sizeHint().expandedTo(widget.minimumSizeHint())
    return wanted.boundedTo(widget.maximumSize()).expandedTo(widget.minimumSize())
