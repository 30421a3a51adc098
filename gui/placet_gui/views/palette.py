"""Every action by its name and its keys, out of the one table of actions: to look up, or to find and do."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from placet_gui.actions import ACTIONS, ActionId, Actions
from placet_gui.names import Name, name_widget, plain_label

__all__ = ["Palette"]

ON_THE_REQUEST_ONLY: Final = frozenset({ActionId.APPROVE, ActionId.DENY})
"""What is listed with its keys and can't be done from here: deciding belongs to the request that is in view."""
_ITSELF: Final = frozenset({ActionId.PALETTE, ActionId.SHOW_KEYS})
_AROUND_PX: Final = 80
_FROM_THE_LEFT: Final = "\N{LEFT-TO-RIGHT MARK}"
_ACTION: Final = Qt.ItemDataRole.UserRole
_MOVES: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class Palette(QDialog):
    """Typing narrows the list, the arrows choose, Enter does it. Closing it does nothing."""

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        name_widget(self, Name.PALETTE, self.tr("Commands and keys"))
        self.setWindowTitle(self.tr("Commands and keys"))
        self.resize(min(860, parent.width() - _AROUND_PX), 560)
        self._search = QLineEdit()
        self._search.setPlaceholderText(self.tr("Find a command"))
        self._search.setClearButtonEnabled(True)
        name_widget(self._search, Name.PALETTE_SEARCH, self.tr("Find a command"))
        self._list = QTreeWidget()
        name_widget(self._list, Name.PALETTE_LIST, self.tr("Commands"))
        self._fill()
        self._none = plain_label(self.tr("No command has these words."), "muted")
        self._none.setContentsMargins(8, 4, 8, 0)  # where the words of the list begin
        hint = plain_label(self.tr("Enter does it. Deciding is done on the request itself."), "small")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 12)
        column.setSpacing(8)
        column.addWidget(self._search)
        column.addWidget(self._none)
        column.addWidget(self._list, 1)
        column.addWidget(hint)
        self._search.textChanged.connect(self._narrow)
        self._search.installEventFilter(self)
        self._list.itemActivated.connect(self._on_item_activated)
        self._narrow("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows move the choice while the words are typed."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _MOVES:
                self._list.event(event)
                return True
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._do(self._list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _fill(self) -> None:
        self._list.setColumnCount(3)
        self._list.setHeaderLabels([self.tr("Command"), self.tr("What it does"), self.tr("Keys")])
        self._list.setRootIsDecorated(False)
        self._list.setUniformRowHeights(True)
        self._list.setAllColumnsShowFocus(True)
        self._list.header().setSectionsMovable(False)
        self._list.header().setStretchLastSection(False)
        for action_id in ACTIONS:
            if action_id not in _ITSELF:
                self._list.addTopLevelItem(self._item(action_id))
        # As wide as all commands need, once: columns that follow what was found jump under whoever types.
        for column in (0, 2):
            self._list.resizeColumnToContents(column)
            self._list.header().setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self._list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)

    def _item(self, action_id: ActionId) -> QTreeWidgetItem:
        action = self._actions[action_id]
        keys = self._keys(action)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            keys = f"{_FROM_THE_LEFT}{keys}{_FROM_THE_LEFT}"  # else "Ctrl+," turns round
        item = QTreeWidgetItem([action.text(), action.toolTip(), keys])
        item.setToolTip(1, action.toolTip())
        item.setData(0, _ACTION, action_id.value)
        item.setData(2, Qt.ItemDataRole.AccessibleTextRole, keys or self.tr("no keys"))
        if not self._can_do(action_id, action):
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
        return item

    def _keys(self, action: QAction) -> str:
        """The keys as all other texts call them: Qt names the two keys for one thing in two ways."""
        native = QKeySequence.SequenceFormat.NativeText
        return_key = QKeySequence(Qt.Key.Key_Return).toString(native)
        return action.shortcut().toString(native).replace(return_key, self.tr("Enter"))

    @staticmethod
    def _can_do(action_id: ActionId, action: QAction) -> bool:
        return action.isEnabled() and action_id not in ON_THE_REQUEST_ONLY

    @Slot(str)
    def _narrow(self, words: str) -> None:
        wanted = words.casefold().split()
        first: QTreeWidgetItem | None = None
        for number in range(self._list.topLevelItemCount()):
            item = self._list.topLevelItem(number)
            assert item is not None  # noqa: S101  # it is one of those that there are
            said = f"{item.text(0)} {item.text(1)}".casefold()
            item.setHidden(not all(word in said for word in wanted))
            if first is None and not item.isHidden() and not item.isDisabled():
                first = item
        self._list.setCurrentIndex(self._list.indexFromItem(first) if first else QModelIndex())
        found = range(self._list.topLevelItemCount())
        self._none.setVisible(all(self._list.isRowHidden(it, QModelIndex()) for it in found))
        self._list.setHeaderHidden(not self._none.isHidden())

    @Slot(QTreeWidgetItem)
    def _on_item_activated(self, item: QTreeWidgetItem) -> None:
        self._do(item)

    def _do(self, item: QTreeWidgetItem | None) -> None:
        if item is None or item.isDisabled() or item.isHidden():
            return
        action_id = ActionId(item.data(0, _ACTION))
        self.accept()
        if self._can_do(action_id, self._actions[action_id]):
            self._actions[action_id].trigger()
