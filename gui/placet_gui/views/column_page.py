"""A page whose sections stand below each other in one column, as wide as words are read well."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from placet_gui.names import name_widget
from placet_gui.views.column_area import ColumnArea
from placet_gui.views.page import page_head

WIDEST_PX = 760
_HEAD_PX = 16
_THIRD = 3


class Column(ColumnArea):
    """The column, in the middle of whatever room there is; it scrolls."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._inside = inside = QWidget()
        holder = QWidget()
        self._sections = QVBoxLayout(holder)
        self._sections.setContentsMargins(0, 0, 0, 0)
        self._sections.setSpacing(16)
        self._sections.addStretch(1)
        holder.setMaximumWidth(WIDEST_PX)
        centred = QHBoxLayout(inside)
        centred.setContentsMargins(24, 16, 24, 24)
        centred.addWidget(holder, 1, Qt.AlignmentFlag.AlignTop)
        self.hold(inside, centred)

    def put(self, *sections: QWidget) -> None:
        """Put sections below those that are there."""
        for section in sections:
            self._sections.insertWidget(self._sections.count() - 1, section)

    def show_at_top(self, section: QWidget) -> None:
        """Scroll so that a section stands at the head, as far as there is enough below it."""
        self.verticalScrollBar().setValue(self._top_of(section) - _HEAD_PX)

    def looked_at(self, sections: Iterable[QWidget]) -> QWidget | None:
        """Which of these is read now: the last that begins in the upper third of what is in sight, or above it."""
        line = self.verticalScrollBar().value() + self.viewport().height() / _THIRD
        begun = ((self._top_of(it), it) for it in sections)
        above = [(top, it) for top, it in begun if top <= line]
        return max(above, key=lambda it: it[0])[1] if above else None

    def _top_of(self, section: QWidget) -> int:
        return section.mapTo(self._inside, section.rect().topLeft()).y()

    @Slot(object)
    def reveal(self, answer: QWidget) -> None:
        """Scroll as little as it takes to see an answer that is just shown, wherever it was asked for."""
        seen = lambda: self.ensureWidgetVisible(answer, 0, _HEAD_PX)  # noqa: E731
        QTimer.singleShot(0, self, seen)  # once it has its place


class ColumnPage(QWidget):
    """A page with its title above the column. What comes of it says `furnish` once."""

    def __init__(self) -> None:
        super().__init__()
        self.column = Column()

    def furnish(self, name: str, title: str, *head: QWidget) -> None:
        """Lay it out; `head` stands at the right of the title."""
        name_widget(self, name, title)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(page_head(title, *head))
        whole.addWidget(self.column, 1)
