"""The accessible item of each row of the inbox (interfaces 5: `inbox_card`).

WORKAROUND: Qt tells assistive tools of a list's items without identifiers, and of widgets that are set on its rows
not at all (seen with Qt 6.11 over AT-SPI). So each row gets a widget of its own that lies above the list. It has no
ink; a pointer goes through it, and what is sent to the widget itself is handed to the row below.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QPoint, QRect, Qt, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QListView, QVBoxLayout, QWidget

from placet_gui.models.approval_list import ApprovalList, CardRole
from placet_gui.names import Name, name_widget


class InboxCards(QWidget):
    """The inbox's list with an item above each row. `place` has to be called when rows moved on the screen."""

    def __init__(self, view: QListView, model: ApprovalList) -> None:
        super().__init__()
        self._view = view
        self._model = model
        self._cards: dict[str, _InboxCard] = {}
        self._in_view: set[str] = set()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(view)
        model.rowsInserted.connect(self.place)
        model.rowsRemoved.connect(self._on_rows_removed)
        model.dataChanged.connect(self._on_data_changed)

    def card_of(self, task_id: str) -> QWidget | None:
        """The item of a task, or of a group by its key, if its row is here and was in view."""
        return self._cards.get(task_id)

    @Slot()
    def place(self) -> None:
        """Put the items of the rows in view where these are now, and hide the others."""
        corner = self._view.viewport().mapTo(self, QPoint(0, 0))
        seen = QRect(corner, self._view.viewport().size())
        now = dict(self._rows_in_view())
        for gone in self._in_view - now.keys():
            if (unseen := self._cards.get(gone)) is not None:
                unseen.hide()
        self._in_view = set(now)
        for task_id, index in now.items():
            card = self._made_card(task_id, index)
            card.setGeometry(self._view.visualRect(index).translated(corner).intersected(seen))
            card.raise_()
            card.show()

    def _made_card(self, task_id: str, index: QModelIndex) -> _InboxCard:
        """A row's item. It is made when the row comes into view: of hundreds of rows most never do."""
        if task_id not in self._cards:
            self._cards[task_id] = _InboxCard(self._view, self)
            self._say(index)
        return self._cards[task_id]

    def _rows_in_view(self) -> list[tuple[str, QModelIndex]]:
        first = self._view.indexAt(QPoint(1, 1)).row()
        last = self._view.indexAt(QPoint(1, self._view.viewport().height() - 1)).row()
        count = self._model.rowCount()
        numbers = range(max(first, 0), count if last < 0 else last + 1)
        indexes = [self._model.index(number) for number in numbers]
        return [(index.data(CardRole.KEY), index) for index in indexes]

    @Slot()
    def _on_rows_removed(self) -> None:
        for task_id in self._cards.keys() - set(self._model.row_keys()):
            card = self._cards.pop(task_id)
            card.hide()
            card.deleteLater()

    @Slot(QModelIndex, QModelIndex)
    def _on_data_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        for number in range(first.row(), last.row() + 1):
            self._say(self._model.index(number))

    def _say(self, index: QModelIndex) -> None:
        card = self._cards.get(index.data(CardRole.KEY))
        if card is not None:
            card.setAccessibleName(str(index.data()))


class _InboxCard(QWidget):
    """What assistive tools and tests find of a row; the delegate paints it."""

    def __init__(self, view: QListView, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        name_widget(self, Name.INBOX_CARD, "")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent):
            return super().event(event)
        row = self._view.viewport()
        at, where = row.mapFromGlobal(event.globalPosition()), event.globalPosition()
        sent = QMouseEvent(event.type(), at, where, event.button(), event.buttons(), event.modifiers())
        return QCoreApplication.sendEvent(row, sent)
