"""A row of widgets that goes on in the next line where the width ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

_CHANGES: Final = frozenset(
    {
        QEvent.Type.LayoutRequest,
        QEvent.Type.LayoutDirectionChange,
        QEvent.Type.Show,
        QEvent.Type.Hide,
        QEvent.Type.Polish,
        QEvent.Type.StyleChange,
        QEvent.Type.FontChange,
        QEvent.Type.LanguageChange,
    }
)

_Sized = tuple[QWidget, int, int]
"""A widget with its width and its height."""
_Placed = tuple[QWidget, int, int, int, int]
"""A widget with the place of its left upper corner, and its size."""


class Flow(QWidget):
    """Like words in a paragraph: every widget in it keeps its own size, in the middle of its line.

    It lays them out by itself rather than with a layout of its own kind: who owns the items of such a layout isn't
    settled between Qt and Python, and a layout that met the address of an item that was gone ended the program.
    """

    def __init__(self, gap_px: int) -> None:
        super().__init__()
        self._gap_px = gap_px
        self._widgets: list[QWidget] = []
        self._sizes: list[_Sized] | None = None  # while it is in view and nothing in it changes
        self._heights: dict[int, int] = {}  # of widths, as long as those
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def addWidget(self, widget: QWidget) -> None:
        """Put a widget behind the others."""
        widget.setParent(self)
        self._widgets.append(widget)
        self._sizes = None
        self._heights.clear()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        known = self._heights.get(width)
        if known is None:
            known = max((y + height for _, _, y, _, height in self._places(width)), default=0)
            if self.isVisible():  # only then is it told when something in it changes
                self._heights[width] = known
        return known

    def sizeHint(self) -> QSize:
        return QSize(self.minimumSizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        sizes = self._wanted()
        widest = max((width for _, width, _ in sizes), default=-1)
        return QSize(widest, max((height for _, _, height in sizes), default=-1))

    def event(self, event: QEvent) -> bool:
        kind = event.type()
        if kind in _CHANGES and self._is_another(kind):
            self._heights.clear()
            if kind in {QEvent.Type.LayoutRequest, QEvent.Type.LayoutDirectionChange}:
                self.updateGeometry()
                self._place()
        return super().event(event)

    def _is_another(self, kind: QEvent.Type) -> bool:
        """Whether a change may change a size; another number in a button, say, often leaves all as they were."""
        before, self._sizes = self._sizes, None
        return kind != QEvent.Type.LayoutRequest or before is None or self._wanted() != before

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()  # other widths have other heights

    def _wanted(self) -> list[_Sized]:
        """What isn't hidden, with its size: the rest takes neither room nor a gap."""
        if self._sizes is not None:
            return self._sizes
        sizes = [(it, *_size(it)) for it in self._widgets if not it.isHidden()]
        if self.isVisible():  # only then is it told when something in it changes
            self._sizes = sizes
        return sizes

    def _place(self) -> None:
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for widget, x, y, width, height in self._places(self.width()):
            widget.setGeometry(self.width() - x - width if mirrored else x, y, width, height)

    def _places(self, room: int) -> Iterator[_Placed]:
        y = 0
        for row in self._lines(room):
            row_height, x = max(height for _, _, height in row), 0
            for widget, width, height in row:
                yield widget, x, y + (row_height - height) // 2, width, height
                x += width + self._gap_px
            y += row_height + self._gap_px

    def _lines(self, room: int) -> Iterator[list[_Sized]]:
        """What stands beside each other."""
        line: list[_Sized] = []
        taken = 0
        for sized in self._wanted():
            if line and taken + sized[1] > room:
                yield line
                line, taken = [], 0
            line.append(sized)
            taken += sized[1] + self._gap_px
        if line:
            yield line


def _size(widget: QWidget) -> tuple[int, int]:
    """The size that a layout would give it, were there room for all."""
    wanted = widget.sizeHint().expandedTo(widget.minimumSizeHint())
    given = wanted.boundedTo(widget.maximumSize()).expandedTo(widget.minimumSize())
    return given.width(), given.height()
