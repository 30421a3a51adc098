"""What is read of a request, between the pane's head and its buttons: facts of ours, the arguments, the agent's claims.

Whoever decides sees what would run without scrolling, also in a low window: there the reasons for holding the request,
and if need be for its risk, give their place to the arguments and stand below them. What it will do and what is unusual
stay above in any case.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from placet_gui.views.approval_facts import Facts
from placet_gui.views.column_area import ColumnArea

_SIDE_PX: Final = 24
_ABOVE_PX: Final = 16
_GAP_PX: Final = 12
_LEAST_SEEN_PX: Final = 168
"""What has room of the arguments without scrolling, where that can be: the words above them, and some lines."""
_READ_WELL_PX: Final = 220
"""How high the arguments are at least where all of it can't be seen at once anyway."""
_FIRST_LINES_PX: Final = 104
"""Of what has to be seen of them before a yes: those words and the first lines."""
_PLACED: Final = frozenset({QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show})


class Arguments(QStackedWidget):
    """The room of what would run, or of what stands in its place. All of that scrolls by itself, so it asks for no more
    height than the column leaves it: with a wish of its own it would push what is below it over the edge.
    """

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def hasHeightForWidth(self) -> bool:
        return False


class RequestBody(ColumnArea):
    """One column, which scrolls; as wide with its scroll bar as without.

    The order is settled when the pane gets its size, never while somebody reads (rule 5).

    Signals:
        arguments_seen: the first lines of what would run are in view.
    """

    arguments_seen = Signal()

    def __init__(self, pane: QWidget, facts: Facts, arguments: QWidget, *below: QWidget) -> None:
        super().__init__(pane)
        self._pane, self._facts, self._arguments = pane, facts, arguments
        self._settled_for = QSize()
        inside = QWidget(self)
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(_SIDE_PX, _ABOVE_PX, _SIDE_PX, _ABOVE_PX)
        self._column.setSpacing(_GAP_PX)
        self._column.addWidget(facts)
        self._column.addWidget(arguments, 1)
        for part in below:
            self._column.addWidget(part)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hold(inside, self._column)
        self.verticalScrollBar().valueChanged.connect(self._look)
        arguments.installEventFilter(self)

    def show_arguments(self) -> None:
        """Scroll to the arguments, or to what stands in their place."""
        self.ensureWidgetVisible(self._arguments)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._pane.size() != self._settled_for:
            self._settled_for = self._pane.size()
            self._settle()
        self._look()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _PLACED:
            self._look()
        return super().eventFilter(watched, event)

    @Slot()
    def _look(self) -> None:
        """Tell when what would run is seen, as far as a window this low can show it."""
        if not self._arguments.isVisible():
            return
        place = QRect(self._arguments.mapTo(self.viewport(), QPoint(0, 0)), self._arguments.size())
        seen = place.intersected(self.viewport().rect())
        if seen.height() >= min(_FIRST_LINES_PX, self.viewport().height() - _GAP_PX):
            self.arguments_seen.emit()

    def _settle(self) -> None:
        """Have as much above the arguments as leaves enough of those to be seen, the rest below them."""
        self._facts.take_back()
        for part in self._facts.giving_way:
            if not self._is_crowded():
                break
            self._column.insertWidget(self._column.indexOf(self._arguments) + 1, part)
            part.show()
        self._arguments.setMinimumHeight(_LEAST_SEEN_PX)
        all_px = self._column.totalMinimumHeightForWidth(self.viewport().width())
        if all_px > self.viewport().height():
            self._arguments.setMinimumHeight(_READ_WELL_PX)

    def _is_crowded(self) -> bool:
        facts_px = self._facts.height_for(self._pane.width() - 2 * _SIDE_PX)
        return _ABOVE_PX + facts_px + _GAP_PX + _LEAST_SEEN_PX > self.viewport().height()
