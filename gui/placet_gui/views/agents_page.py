"""The agents page: who there is, what each may do, starting and stopping, and talking."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListView,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from placet.api.views import AgentRow
from placet_gui.delegates.badges import AGENT_LOOKS, Badge
from placet_gui.models.agent_list import AgentList
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.agent_rooms import AgentRooms
from placet_gui.presenters.agents import AgentsPresenter
from placet_gui.said import said
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.agent_cells import AgentCells
from placet_gui.views.chosen_list import ChosenList
from placet_gui.views.conversation import ConversationView, MessageInput
from placet_gui.views.declare_dialog import DeclareDialog
from placet_gui.views.files_tab import FilesTab
from placet_gui.views.first_stop import FirstStop
from placet_gui.views.page import EmptyWord
from placet_gui.views.runs_tab import RunsTab
from placet_gui.views.servers_tab import ServersTab
from placet_gui.views.targets_tab import TargetsTab
from placet_gui.views.tools_tab import ToolsTab
from placet_gui.views.waiting_line import WaitingLine


class AgentsPage(QWidget):
    """All agents at the left, the chosen one and its conversation at the right.

    Signals:
        task_asked(str): the owner wants to see a task.
        request_asked(str): the owner wants to see a request that waits.
        inbox_asked: the owner wants to see what waits.
    """

    task_asked = Signal(str)
    request_asked = Signal(str)
    inbox_asked = Signal()

    def __init__(self, presenter: AgentsPresenter, rooms: AgentRooms, theme: Theme) -> None:
        super().__init__()
        self._presenter = presenter
        self._rooms = rooms
        self._theme = theme
        self._model = AgentList(self)
        self._wish: tuple[str, str] | None = None
        self._beginning: tuple[str, str] | None = None
        name_widget(self, Name.AGENTS_PAGE, self.tr("Agents"))
        self._declare = QPushButton(self.tr("Declare an agent"))
        self._list = self._made_list()
        self._pane = AgentPane(theme, rooms)
        self._empty = EmptyWord(
            theme,
            "bot",
            self.tr("No agents yet"),
            self.tr("Declare one to say which tools it may use, and which of them need your yes."),
        )
        self._lay_out()
        self._connect()
        FirstStop(self, self._list)
        presenter.set_shown(False)
        presenter.refresh()

    def open_conversation(self, agent_id: str, conversation_id: str) -> None:
        """Show one conversation of an agent, on behalf of the owner who asked for it on another page."""
        self._wish = (agent_id, conversation_id)
        self._grant_wish()

    def begin_with(self, agent_id: str, words: str) -> None:
        """Choose an agent that was just declared and put these words into the input, for the owner to send or to change."""
        self._beginning = (agent_id, words)
        self._begin()
        self._presenter.refresh()

    def _begin(self) -> None:
        if self._beginning is None or (number := self._model.number_of(self._beginning[0])) is None:
            return
        (_, words), self._beginning = self._beginning, None
        self._list.setCurrentIndex(self._model.index(number))
        self._pane.suggest(words)

    def _grant_wish(self) -> None:
        """Show the conversation that was asked for, once its agent is in the list."""
        if self._wish is None or (number := self._model.number_of(self._wish[0])) is None:
            return
        (_, conversation_id), self._wish = self._wish, None
        self._list.setCurrentIndex(self._model.index(number))
        row = self._model.row_at(self._list.currentIndex())
        if row is not None:
            self._presenter.show_conversation(row, conversation_id)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._presenter.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._presenter.set_shown(False)

    def _made_list(self) -> QListView:
        view = ChosenList()
        name_widget(view, Name.AGENTS_LIST, self.tr("Agents"))
        view.setModel(self._model)
        view.setItemDelegate(AgentCells(self._theme, view))
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setMouseTracking(True)
        view.setUniformItemSizes(True)
        return view

    def _lay_out(self) -> None:
        name_widget(self._declare, Name.AGENT_DECLARE, self._declare.text())
        head = QHBoxLayout()
        head.setContentsMargins(16, 16, 16, 12)
        head.addWidget(plain_label(self.tr("Agents"), "title"), 1)
        head.addWidget(self._declare)
        left = QFrame()
        left.setProperty("area", "list")
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._list, 1)
        self._right = QStackedWidget()
        self._right.addWidget(self._empty)
        self._right.addWidget(self._pane)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.addWidget(left)
        split.addWidget(self._right)
        split.setStretchFactor(1, 1)
        split.setSizes([264, 836])
        left.setMinimumWidth(256)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(split)

    def _connect(self) -> None:
        presenter, pane = self._presenter, self._pane
        self._declare.clicked.connect(self._on_declare_clicked)
        self._list.selectionModel().currentChanged.connect(self._on_list_current_changed)
        presenter.agents_read.connect(self._on_presenter_agents_read)
        presenter.conversation_changed.connect(pane.conversation.clear)
        presenter.messages_read.connect(pane.conversation.add)
        presenter.draft_changed.connect(pane.conversation.show_draft)
        presenter.sent.connect(pane.forget_message)
        presenter.not_sent.connect(pane.keep_message)
        pane.message_written.connect(presenter.say)
        pane.conversation_asked.connect(presenter.open_conversation)
        pane.start_asked.connect(presenter.start_agent)
        pane.stop_asked.connect(presenter.stop_agent)
        pane.conversation.task_asked.connect(self.task_asked)
        pane.runs.task_asked.connect(self.task_asked)
        pane.servers.request_asked.connect(self.request_asked)
        pane.waiting.inbox_asked.connect(self.inbox_asked)
        pane.tools.know(presenter.tools())
        pane.tools.change_asked.connect(self._on_tools_change_asked)

    @Slot()
    def _on_declare_clicked(self) -> None:
        dialog = DeclareDialog(self._presenter.tools(), self._presenter.backends(), self._theme, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.declaration_made.connect(
            lambda made: self._presenter.declare(made, dialog.on_declared, dialog.on_refused)
        )
        dialog.declared.connect(self._choose)
        dialog.open()

    @Slot(object, object)
    def _on_tools_change_asked(self, row: AgentRow, changes: list[dict[str, Any]]) -> None:
        tools = self._pane.tools
        self._presenter.change_tools(row, changes, tools.forget, tools.refuse)

    @Slot(object)
    def _on_presenter_agents_read(self, rows: tuple[AgentRow, ...]) -> None:
        self._model.take(rows)
        self._right.setCurrentIndex(1 if rows else 0)
        current = self._model.row_at(self._list.currentIndex())
        if current is None and rows:
            self._list.setCurrentIndex(self._model.index(0))
        elif current is not None:
            self._show(current)
        self._grant_wish()
        self._begin()

    @Slot(QModelIndex)
    def _on_list_current_changed(self, index: QModelIndex) -> None:
        self._show(self._model.row_at(index))

    def _show(self, row: AgentRow | None) -> None:
        self._presenter.choose(row)
        self._rooms.choose(None if row is None else row.id)
        if row is not None:
            self._pane.show_agent(row)

    def _choose(self, row: AgentRow) -> None:
        number = self._model.number_of(row.id)
        if number is not None:
            chosen = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self._list.selectionModel().setCurrentIndex(self._model.index(number), chosen)


class AgentPane(QFrame):
    """The chosen agent: state and switches; below them conversation, tools, files, MCP servers, triggers and timers, runs.

    Signals:
        message_written(str): the owner said something.
        conversation_asked: the owner wants to begin a new conversation.
        start_asked(AgentRow), stop_asked(AgentRow): the owner pressed the switch.
    """

    message_written = Signal(str)
    conversation_asked = Signal()
    start_asked = Signal(object)
    stop_asked = Signal(object)

    def __init__(self, theme: Theme, rooms: AgentRooms) -> None:
        super().__init__()
        self._theme = theme
        self._row: AgentRow | None = None
        self.setProperty("area", "pane")
        self._tabs = QTabWidget()
        self._files = FilesTab(rooms.files, theme)
        self._targets = TargetsTab(rooms.targets, theme, rooms.clock)
        self.tools = ToolsTab(theme)
        self.servers = ServersTab(rooms.servers, theme)
        self.runs = RunsTab(rooms.runs, theme)
        self._name = plain_label("", "mono_title")
        self._state = Badge(theme, AGENT_LOOKS["idle"], "agent_state")
        self._about = plain_label("", "muted")
        self._tools = plain_label("", "muted")
        self._error = plain_label("", "error")
        self._new = QPushButton(" " + self.tr("New conversation"))
        self._start = QPushButton(" " + self.tr("Start"))
        self._stop = QPushButton(" " + self.tr("Stop"))
        self.conversation = ConversationView(theme)
        self.waiting = WaitingLine(theme)
        self._input = MessageInput()
        self._send = QPushButton(" " + self.tr("Send"))
        self._refusal = plain_label("", "error")
        self._name_all()
        self._lay_out()
        theme.changed.connect(self._tint)
        self._tint()

    def show_agent(self, row: AgentRow) -> None:
        """Show this agent as it is now."""
        other = self._row is None or self._row.id != row.id
        self._row = row
        self._name.setText(row.name)
        self._state.show_look(AGENT_LOOKS[row.state])
        self._about.setText("  ·  ".join(filter(None, (row.model or row.backend, row.folder))))
        self._tools.setText(self._tool_words(row))
        self.tools.show_agent(row)
        self._error.setText(said(row.error or ""))
        self._error.setVisible(bool(row.error))
        self._start.setVisible(row.can_start)
        self._stop.setVisible(row.can_stop)
        self.waiting.setVisible(row.state == "awaiting_approval")
        self._input.setEnabled(row.can_talk)
        self._send.setEnabled(row.can_talk)
        self._new.setEnabled(row.can_talk)
        self._input.setPlaceholderText(self._invitation(row))
        if other:
            self._input.clear()
            self._refusal.hide()

    def suggest(self, words: str) -> None:
        """Put words into the input, unless the owner wrote something, and the keyboard behind them."""
        self._tabs.setCurrentIndex(0)
        if not self._input.toPlainText():
            self._input.setPlainText(words)
        self._input.moveCursor(QTextCursor.MoveOperation.End)
        self._input.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def forget_message(self) -> None:
        """The message was taken: the input is free again."""
        self._input.clear()
        self._input.setReadOnly(False)
        self._refusal.hide()

    @Slot(str)
    def keep_message(self, why: str) -> None:
        """The message wasn't taken: it stays in the input, with the reason below."""
        self._input.setReadOnly(False)
        self._refusal.setText(why)
        self._refusal.show()

    def _name_all(self) -> None:
        name_widget(self._new, Name.CONVERSATION_NEW, self.tr("New conversation"))
        name_widget(self._start, Name.AGENT_START, self.tr("Start this agent"))
        name_widget(
            self._stop,
            Name.AGENT_STOP,
            self.tr("Stop this agent"),
            self.tr("What it waits for is withdrawn."),
        )
        name_widget(self._send, Name.MESSAGE_SEND, self.tr("Send the message"))
        self._send.setProperty("role", "primary")
        self._stop.setProperty("role", "danger")
        self._about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for label in (self._about, self._tools, self._error, self._refusal):
            label.setWordWrap(True)
        self._refusal.hide()
        self._new.clicked.connect(self.conversation_asked)
        self._start.clicked.connect(self._on_start_clicked)
        self._stop.clicked.connect(self._on_stop_clicked)
        self._send.clicked.connect(self._on_send_clicked)
        self._input.send_asked.connect(self._on_send_clicked)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        name_widget(self._tabs, Name.AGENT_TABS, self.tr("What there is of this agent"))
        self._tabs.tabBar().setAccessibleName(self.tr("What there is of this agent"))
        self._tabs.setDocumentMode(True)
        self._tabs.addTab(self._talk(), self.tr("Conversation"))
        self._tabs.addTab(self.tools, self.tr("Tools"))
        self._tabs.addTab(self._files, self.tr("Files"))
        self._tabs.addTab(self.servers, self.tr("MCP servers"))
        self._tabs.addTab(self._targets, self.tr("Triggers and timers"))
        self._tabs.addTab(self.runs, self.tr("Runs of code"))
        column.addWidget(self._tabs, 1)

    def _talk(self) -> QWidget:
        talk = QWidget()
        column = QVBoxLayout(talk)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.conversation, 1)
        foot = QFrame()
        foot.setProperty("area", "foot")
        below = QVBoxLayout(foot)
        below.setContentsMargins(24, 12, 24, 12)
        below.setSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._input, 1)
        row.addWidget(self._send, 0, Qt.AlignmentFlag.AlignBottom)
        below.addWidget(self.waiting)
        below.addWidget(self._refusal)
        below.addLayout(row)
        column.addWidget(foot)
        return talk

    def _head(self) -> QWidget:
        strip = QFrame()
        strip.setProperty("area", "strip")
        column = QVBoxLayout(strip)
        column.setContentsMargins(24, 16, 24, 12)
        column.setSpacing(6)
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self._name)
        title.addWidget(self._state)
        title.addStretch(1)
        for button in (self._new, self._start, self._stop):
            title.addWidget(button)
        column.addLayout(title)
        for label in (self._about, self._tools, self._error):
            column.addWidget(label)
        return strip

    def _tool_words(self, row: AgentRow) -> str:
        free = [tool.name for tool in row.tools if tool.enabled and not tool.restricted]
        held = [tool.name for tool in row.tools if tool.enabled and tool.restricted]
        parts = []
        if held:
            parts.append(self.tr("Needs your yes: {0}").format(", ".join(held)))
        if free:
            parts.append(self.tr("Free: {0}").format(", ".join(free)))
        return "  ·  ".join(parts) or self.tr("No tools")

    def _invitation(self, row: AgentRow) -> str:
        if row.can_talk:
            return self.tr("Say something to {0}").format(row.name)
        if row.can_start:
            return self.tr("This agent is stopped.")
        return self.tr("This agent has no model; it only calls over HTTP.")

    @Slot()
    def _on_start_clicked(self) -> None:
        self.start_asked.emit(self._row)

    @Slot()
    def _on_stop_clicked(self) -> None:
        self.stop_asked.emit(self._row)

    @Slot()
    def _on_send_clicked(self) -> None:
        text = self._input.toPlainText().strip()
        if text and not self._input.isReadOnly() and self._row is not None and self._row.can_talk:
            self._input.setReadOnly(True)  # until the answer, so that nothing is sent twice
            self.message_written.emit(text)

    @Slot()
    def _tint(self) -> None:
        tokens = self._theme.tokens
        self._stop.setIcon(icon("square", "danger", tokens, 14))
        self._start.setIcon(icon("play", "approve", tokens, 14))
        self._new.setIcon(icon("plus", "text_muted", tokens, 14))
        self._send.setIcon(icon("send", "on_accent", tokens, 14))
        for button in (self._stop, self._start, self._new, self._send):
            button.setIconSize(QSize(14, 14))
