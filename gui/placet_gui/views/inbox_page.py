"""The inbox: at the left what waits for the owner, at the right the one request that the owner opened."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import QAction, QEnterEvent, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView, QWidget

from placet.api.views import Card
from placet_gui.actions import ActionId, Actions
from placet_gui.delegates.cards import CardDelegate
from placet_gui.models.approval_list import CardRole
from placet_gui.models.flood_group import group_key
from placet_gui.models.indexes import AnyIndex
from placet_gui.names import Name, name_widget
from placet_gui.presenters.approvals import Approvals
from placet_gui.presenters.flood_answers import FloodAnswers
from placet_gui.theme.style import Theme
from placet_gui.views.approval_dialog import ApprovalDialog
from placet_gui.views.first_stop import FirstStop
from placet_gui.views.flood_pane import FloodPane
from placet_gui.views.inbox_cards import InboxCards
from placet_gui.views.inbox_frame import InboxFrame
from placet_gui.views.page import EmptyWord

_TICK_MS: Final = 1000


class InboxPage(InboxFrame):
    """The list and the pane. A request opens when the owner clicks it or presses Enter on it, never by itself.

    New requests are appended and counted; they raise no window, take no keyboard and change no card (rules 1 and 5).
    """

    def __init__(self, approvals: Approvals, answers: FloodAnswers, theme: Theme, actions: Actions) -> None:
        super().__init__()
        self._approvals = approvals
        self._answers = answers
        self._flood: FloodPane | None = None
        self._theme = theme
        self._dialog: ApprovalDialog | None = None
        name_widget(self, Name.INBOX_PAGE, self.tr("Inbox"))
        self._list = _CardList(theme, approvals)
        self._cards = InboxCards(self._list, approvals.model)
        self._nothing = EmptyWord(
            theme,
            "inbox",
            self.tr("Nothing waits for you"),
            self.tr("When an agent asks for something that you restricted, its request appears here."),
        )
        self._closed = EmptyWord(theme, "shield", self.tr("No request is open"), "")
        self._opening = EmptyWord(
            theme, "loader", self.tr("Opening…"), self.tr("This request is big; it is being read.")
        )
        self._unknown = QWidget()  # until the first reading nobody knows whether anything waits
        self._tick, self._ticks = approvals.clock.alarm(self, self._on_tick), False
        self._fill()
        self._connect()
        self._add_chords(actions)
        FirstStop(self, self._list)  # whoever comes to this page can choose with the arrows at once
        approvals.refresh()

    def open_task(self, task_id: str) -> None:
        """Choose a request and open it, on behalf of the owner who asked for it on another page."""
        self._approvals.open(task_id)

    def _fill(self) -> None:
        for widget in (self._unknown, self._nothing, self._cards):
            self.left.addWidget(widget)
        for widget in (self._closed, self._opening):
            self.right.addWidget(widget)

    def _connect(self) -> None:
        self._list.opened.connect(self._approvals.open)
        self._list.group_opened.connect(self._on_list_group_opened)
        self._approvals.model.dataChanged.connect(self._show_group)
        self._approvals.model.rowsRemoved.connect(self._show_group)
        self._approvals.model.rowsInserted.connect(self._keep_time)
        self._approvals.lock_changed.connect(self._on_lock_changed)
        self._list.selected.connect(self._approvals.select)
        self._list.laid_out.connect(self._cards.place)
        self._approvals.card_opening.connect(self._on_card_opening)
        self._approvals.card_opened.connect(self._on_card_opened)
        self._approvals.card_changed.connect(self._on_card_changed)
        self._approvals.card_closed.connect(self._on_card_closed)
        self._approvals.queue_changed.connect(self._on_queue_changed)
        self._approvals.model.rowsRemoved.connect(self._show_count)

    def _add_chords(self, actions: Actions) -> None:
        keypad = QKeySequence(Qt.KeyboardModifier.ControlModifier | Qt.Key.Key_Enter)
        approve = actions[ActionId.APPROVE]
        approve.setShortcuts([approve.shortcut(), keypad])
        for action_id, slot in (
            (ActionId.APPROVE, self._on_approve_triggered),
            (ActionId.DENY, self._on_deny_triggered),
            (ActionId.SHOW_EXACT, self._on_show_exact_triggered),
        ):
            action: QAction = actions[action_id]
            action.setAutoRepeat(False)  # a key that is held down says nothing (rule 3)
            action.triggered.connect(slot)
            self.addAction(action)

    def _retire_dialog(self) -> None:
        self._keep_keyboard()
        if self._dialog is not None:
            self.right.removeWidget(self._dialog)
            self._dialog.retire()
            self._dialog = None
        if self._flood is not None:
            self.right.removeWidget(self._flood)
            self._flood.retire()
            self._flood = None

    def _keep_keyboard(self) -> None:
        """Take the keyboard back from a pane that goes: Qt hands it to the next in line, and that may stop all agents."""
        focused = QApplication.focusWidget()
        if focused is not None and any(
            it is focused or it.isAncestorOf(focused) for it in (self._dialog, self._flood) if it is not None
        ):
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def _on_list_group_opened(self, key: str) -> None:
        group = self._approvals.model.group_of(key)
        if group is None or (self._flood is not None and self._flood.agent_id == group.agent_id):
            return
        self._approvals.close_card()
        self._flood = FloodPane(
            self._theme,
            self._answers,
            group,
            self._approvals.made_arming(),
            self._approvals.clock,
            self.right,
        )
        self._flood.close_asked.connect(self._approvals.close_card)
        self._flood.unfold_asked.connect(self._approvals.set_unfolded)
        self._approvals.model.set_opened(key)
        self.right.addWidget(self._flood)
        self.right.setCurrentWidget(self._flood)

    @Slot()
    def _show_group(self) -> None:
        if self._flood is None:
            return
        group = self._approvals.model.group_of(group_key(self._flood.agent_id))
        if group is None:
            self._approvals.close_card()  # nothing of it is left
        else:
            self._flood.show_group(group)

    @Slot(bool)
    def _on_lock_changed(self, locked: bool) -> None:
        if self._flood is not None:
            self._flood.set_locked(locked)

    def _say_how_to_open(self) -> None:
        waiting = len(self._approvals.model.waiting_ids())
        self._closed.say(
            self.tr("No request is open"),
            self.tr("Click one in the list, or press Enter on it. Opening decides nothing.")
            if waiting
            else self.tr("There is nothing to decide now."),
        )

    @Slot(str)
    def _on_card_opening(self, _task_id: str) -> None:
        self._retire_dialog()
        self.right.setCurrentWidget(self._opening)

    @Slot(object)
    def _on_card_opened(self, card: Card) -> None:
        arming = self._approvals.arming
        assert arming is not None  # noqa: S101  # an open card has one
        self._retire_dialog()
        if (at := self._approvals.model.index_of(card.row.id)).isValid():
            self._list.setCurrentIndex(at)
        self._dialog = ApprovalDialog(self._theme, self._approvals, card, arming, self.right)
        self._dialog.close_asked.connect(self._approvals.close_card)
        self.right.addWidget(self._dialog)
        self.right.setCurrentWidget(self._dialog)

    @Slot(object)
    def _on_card_changed(self, card: Card) -> None:
        if self._dialog is not None:
            self._dialog.show_card(card)

    @Slot()
    def _on_card_closed(self) -> None:
        self._retire_dialog()
        self._say_how_to_open()
        self.right.setCurrentWidget(self._closed)

    @Slot()
    def _on_queue_changed(self) -> None:
        self._show_count()
        self._say_how_to_open()
        if self._dialog is not None:
            self._dialog.show_place()

    @Slot()
    def _show_count(self) -> None:
        self.show_count(len(self._approvals.model.waiting_ids()))
        self.left.setCurrentWidget(self._cards if self._approvals.model.rowCount() else self._nothing)

    @Slot()
    def _on_approve_triggered(self) -> None:
        if self._dialog is not None:
            self._dialog.approve_by_chord()

    @Slot()
    def _on_deny_triggered(self) -> None:
        if self._dialog is not None and self._approvals.selected_is_open:
            self._dialog.deny_by_chord()

    @Slot()
    def _on_show_exact_triggered(self) -> None:
        if self._dialog is not None:
            self._dialog.show_exact()

    @Slot()
    def _on_tick(self) -> None:
        self._ticks = False
        self._list.viewport().update()
        self._keep_time()

    @Slot()
    def _keep_time(self) -> None:
        """Tell ages by the second, while anybody can see one. A row that comes in between puts no second off."""
        if not self._ticks and self.isVisible() and self._approvals.model.rowCount():
            self._ticks = True
            self._tick.start(_TICK_MS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._dialog is not None:
            self._dialog.step_back()
            return
        if event.key() == Qt.Key.Key_Escape and self._flood is not None:
            self._approvals.close_card()
            return
        super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._keep_time()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ticks = False
        self._tick.stop()


class _CardList(QListView):
    """The rows. Arrows choose, a click or Enter opens.

    Signals:
        opened(str): the owner opens this task's card.
        group_opened(str): the owner opens the group of this key.
        selected(str | None): another row is the chosen one.
        laid_out: rows may have moved on the screen.
    """

    opened = Signal(str)
    group_opened = Signal(str)
    selected = Signal(object)
    laid_out = Signal()

    def __init__(self, theme: Theme, approvals: Approvals) -> None:
        super().__init__()
        name_widget(self, Name.INBOX_LIST, self.tr("Requests that wait for you"))
        self.setModel(approvals.model)
        self.setItemDelegate(CardDelegate(theme, approvals.clock.wall_ms, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._approvals = approvals
        self._gone_from = 0
        self.clicked.connect(self._on_clicked)
        theme.changed.connect(self.viewport().update)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._approvals.set_pointed(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._approvals.set_pointed(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        in_sight = self.visualRect(self.currentIndex()).intersects(QRect(QPoint(0, 0), event.oldSize()))
        # Rows are as high as their width asks for, and Qt keeps heights until it is told.
        self.scheduleDelayedItemsLayout()
        super().resizeEvent(event)
        if in_sight:
            self.executeDelayedItemsLayout()
            self.scrollTo(self.currentIndex())  # what is open beside the list stays in it

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self.laid_out.emit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.laid_out.emit()

    def rowsAboutToBeRemoved(self, parent: AnyIndex, start: int, end: int) -> None:
        """Choose nothing in a chosen row's place: what is pressed next is no word about the row that moves up there."""
        if start <= self.currentIndex().row() <= end:
            self._gone_from = self.currentIndex().row()
            self.setCurrentIndex(QModelIndex())
        super().rowsAboutToBeRemoved(parent, start, end)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """The arrows go on from where the chosen row was."""
        up, down = QAbstractItemView.CursorAction.MoveUp, QAbstractItemView.CursorAction.MoveDown
        if self.currentIndex().isValid() or action not in {up, down}:
            return super().moveCursor(action, modifiers)
        step = -1 if action is up else 0
        last = self.model().rowCount() - 1
        return self.model().index(min(max(self._gone_from + step, 0), last), 0)

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        super().currentChanged(current, previous)
        self.selected.emit(current.data(CardRole.KEY))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.modifiers():
            if not event.isAutoRepeat() and self.currentIndex().isValid():
                self._on_clicked(self.currentIndex())
            return
        if event.text().isprintable() and event.text():
            event.ignore()  # no jumping about by letters: a stray key changes nothing here
            return
        super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        task_id = index.data(CardRole.TASK_ID)
        if task_id is None:
            self.group_opened.emit(index.data(CardRole.KEY))
        else:
            self.opened.emit(task_id)
