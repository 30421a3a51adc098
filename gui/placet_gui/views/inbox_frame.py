"""How the inbox is divided: its head, the list at the left, the pane at the right."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from placet_gui.names import name_widget, plain_label
from placet_gui.words import Context

inbox_frame = Context("inbox_frame")

_LIST_PX: Final = 440
_LEAST_LIST_PX: Final = 336
_LIST_SHARE: Final = 0.36
_LEAST_PANE_PX: Final = 344


class InboxFrame(QWidget):
    """The frame of a list and a pane, which are stacks: `left` and `right`. It keeps their shares of the width."""

    def __init__(self) -> None:
        super().__init__()
        self.left, self.right = QStackedWidget(), QStackedWidget()
        self._count = plain_label("", "count")
        name_widget(self._count, "inbox_count", self.tr("How many wait"))
        self._split_by_owner = False
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._made_left())
        self.right.setMinimumWidth(_LEAST_PANE_PX)
        self._split.addWidget(self.right)
        self._split.setStretchFactor(1, 1)
        self._split.splitterMoved.connect(self._on_split_moved)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._split)

    def show_count(self, waiting: int) -> None:
        """Say beside the title how many wait; nothing at zero."""
        self._count.setVisible(waiting > 0)
        self._count.setText(inbox_frame.tr("%Ln waiting", "", waiting))

    def _made_left(self) -> QFrame:
        head = QFrame()
        head.setProperty("area", "header")
        title = QHBoxLayout(head)
        title.setContentsMargins(20, 16, 16, 16)
        title.setSpacing(12)
        title.addWidget(plain_label(self.tr("Inbox"), "title"))
        title.addWidget(self._count)
        title.addStretch(1)
        left = QFrame()
        left.setMinimumWidth(_LEAST_LIST_PX)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.left, 1)
        return left

    @Slot()
    def _on_split_moved(self) -> None:
        self._split_by_owner = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._split_by_owner:
            width = event.size().width()
            left = max(_LEAST_LIST_PX, min(_LIST_PX, round(width * _LIST_SHARE)))
            self._split.setSizes([left, width - left])
