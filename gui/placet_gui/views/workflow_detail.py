"""Everything about one workflow: how it stands by its evidence, its chain, what the model says of it, its record."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from placet.api.views import SecretRow
from placet.api.workflows import WorkflowRow
from placet_gui.delegates.badges import VERDICT_LOOKS, WORKFLOW_LOOKS, Badge
from placet_gui.models.chain_tree import ChainTree, Link
from placet_gui.models.workflow_table import title_of, verdict_of
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.workflow_facts import about, standing, workflow_facts
from placet_gui.theme.fonts import sans
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.chain_view import ChainView
from placet_gui.views.emptying import empty
from placet_gui.views.link_pane import LinkPane
from placet_gui.views.list_page import Detail
from placet_gui.views.page import padded
from placet_gui.views.record_view import Callout, RecordView
from placet_gui.views.secret_note import SecretNote

_ICONS: Final = {
    Name.WORKFLOW_RESUME: ("play", "text_muted"),
    Name.WORKFLOW_RETRY: ("rotate-ccw", "text_muted"),
    Name.WORKFLOW_CONTINUE: ("plus", "text_muted"),
    Name.WORKFLOW_STOP: ("square", "danger"),
    Name.WORKFLOW_CONVERSATION: ("message-square", "text_muted"),
    Name.WORKFLOW_ARCHIVE: ("archive", "text_muted"),
}
_BY_ICON: Final = frozenset({Name.WORKFLOW_CONVERSATION, Name.WORKFLOW_ARCHIVE})
"""Those that come least often stand by their icons alone."""
_ROOM_FOR_ACTIONS_PX: Final = 700
"""From this width on the actions stand beside the title."""


class WorkflowDetail(Detail):
    """One workflow. It shows what it is told; what may be done comes with the row.

    Signals:
        closed: the owner folded the details away.
        resume_asked(str), retry_asked(str), stop_asked(str), archive_asked(str): what the owner wants done with it.
        goal_asked(WorkflowRow): the owner wants to give it its next goal.
        conversation_asked(WorkflowRow): the owner wants to see its conversation.
        unsure_asked(str): the owner wants to see this operation, which nobody can show.
    """

    closed = Signal()
    resume_asked = Signal(str)
    retry_asked = Signal(str)
    stop_asked = Signal(str)
    archive_asked = Signal(str)
    goal_asked = Signal(object)
    conversation_asked = Signal(object)
    unsure_asked = Signal(str)

    def __init__(self, theme: Theme, tree: ChainTree) -> None:
        super().__init__()
        self._theme = theme
        self._row: WorkflowRow | None = None
        self._wanted: str | None = None
        name_widget(self, Name.WORKFLOW_DETAIL, self.tr("Workflow"))
        self.setProperty("area", "pane")
        self._title = ExactLabel(theme, sans(theme.tokens.size("title_px"), QFont.Weight.DemiBold))
        self._status = Badge(theme, WORKFLOW_LOOKS["queued"], "workflow_status")
        self._verdict = Badge(theme, VERDICT_LOOKS["unchecked"], "workflow_verdict")
        self._about = ExactLabel(theme, sans(theme.tokens.size("text_px")), "text_muted")
        self._standing = Callout(theme, Name.WORKFLOW_STANDING)
        self._actions = QWidget()
        self._buttons: dict[str, QPushButton] = {name: QPushButton() for name in _ICONS}
        self._doubt = QPushButton()
        self._close = QToolButton()
        self.chain = ChainView(theme, tree)
        self.pane = LinkPane(theme)
        self._steps = QStackedWidget()
        self._said = _Said(theme)
        self._record = RecordView(Name.RECORD_VIEW)
        self._tabs = QTabWidget()
        self._name_buttons()
        self._lay_out()
        self._connect()
        theme.changed.connect(self._tint)
        self._tint()

    def workflow_id(self) -> str | None:
        """The workflow that is shown, or about to be."""
        return self._wanted

    def begin(self, workflow_id: str) -> None:
        """Another workflow is about to be shown; nothing of the one before stays."""
        self._wanted, self._row = workflow_id, None
        self._steps.setCurrentWidget(self.chain)
        self._tabs.setCurrentIndex(0)
        self._said.show_text("")
        for button in self._buttons.values():
            button.hide()
        self._title.setText("")
        self._standing.show_text("")

    @Slot(object)
    def show_row(self, row: WorkflowRow) -> None:
        """Show how the workflow stands now."""
        if row.id != self._wanted:
            return
        self._row = row
        self._title.setText(title_of(row))
        self._title.setAccessibleName(title_of(row))
        self._status.show_look(WORKFLOW_LOOKS[row.status])
        self._about.setText(about(row))
        self._show_buttons(row)
        self._show_standing(row)
        self._said.show_text(row.shown_summary, row.summary_secrets)
        self._record.show_facts(tuple(workflow_facts(row)))

    def show_link(self, link: Link) -> None:
        """Show all of one link of the chain."""
        self.pane.show_link(link)
        self._tabs.setCurrentIndex(0)
        self._steps.setCurrentWidget(self.pane)

    def step_back(self) -> bool:
        """Go back from a link to the chain."""
        if self._steps.currentWidget() is self.chain or self._tabs.currentIndex() != 0:
            return False
        self._on_pane_closed()
        return True

    def _show_standing(self, row: WorkflowRow) -> None:
        verdict = verdict_of(row)
        self._verdict.setVisible(verdict is not None)
        if verdict is not None:
            self._verdict.show_look(VERDICT_LOOKS[verdict])
        # What went wrong with the run, and what is in doubt, say more than what would have been demanded.
        told = verdict is not None and (row.model_completed or bool(row.unsure))
        look = VERDICT_LOOKS[verdict] if told and verdict is not None else WORKFLOW_LOOKS[row.status]
        self._standing.look_like(look.icon, look.tone)
        self._standing.show_text(standing(row))

    def _show_buttons(self, row: WorkflowRow) -> None:
        shown = {
            Name.WORKFLOW_RESUME: row.can_resume,
            Name.WORKFLOW_RETRY: row.can_retry and not row.can_resume,  # both mean the same then (W8b)
            Name.WORKFLOW_CONTINUE: row.can_continue,
            Name.WORKFLOW_CONVERSATION: True,
            Name.WORKFLOW_STOP: row.can_stop,
            Name.WORKFLOW_ARCHIVE: row.can_remove,
        }
        for name, is_shown in shown.items():
            self._buttons[name].setVisible(is_shown)
        self._doubt.setVisible(bool(row.unsure) and verdict_of(row) is not None)

    def _name_buttons(self) -> None:
        for name, words, tip in (
            (Name.WORKFLOW_RESUME, self.tr("Resume"), self.tr("Take it up again; what was done isn't done again.")),
            (Name.WORKFLOW_RETRY, self.tr("Retry"), self.tr("Run it again for the same goal.")),
            (Name.WORKFLOW_CONTINUE, self.tr("Next goal…"), self.tr("Give it another goal, under the same scope.")),
            (Name.WORKFLOW_CONVERSATION, self.tr("Conversation"), self.tr("Open the conversation that it runs in.")),
            (Name.WORKFLOW_STOP, self.tr("Stop"), self.tr("Stop it. What was done by then stays done.")),
            (Name.WORKFLOW_ARCHIVE, self.tr("Archive"), self.tr("Take it off the list. What it proves stays.")),
        ):  # fmt: skip
            button = self._buttons[name]
            button.setText("" if name in _BY_ICON else f" {words}")
            button.setToolTip(f"{words}: {tip}" if name in _BY_ICON else tip)
            name_widget(button, name, words, tip)
        self._doubt.setText(self.tr("Show it"))
        name_widget(self._doubt, Name.WORKFLOW_UNSURE, self.tr("Show the effect that is in doubt"))
        self._buttons[Name.WORKFLOW_RESUME].setProperty("role", "primary")
        self._buttons[Name.WORKFLOW_STOP].setProperty("role", "danger")
        self._close.setProperty("role", "ghost")
        name_widget(self._close, Name.WORKFLOW_CLOSE, self.tr("Close details"))

    def _lay_out(self) -> None:
        self._head = QHBoxLayout()
        self._head.setSpacing(8)
        self._head.addWidget(self._title, 1)
        self._head.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        known = QHBoxLayout()
        known.setSpacing(8)
        known.addWidget(self._status)
        known.addWidget(self._verdict)
        known.addSpacing(4)
        known.addWidget(self._about, 1)
        actions = QHBoxLayout(self._actions)
        actions.setContentsMargins(0, 0, 0, 0)
        actions.setSpacing(8)
        for button in self._buttons.values():
            actions.addWidget(button)
        actions.addStretch(1)
        self._standing.add_button(self._doubt)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(24, 16, 24, 16)
        self._column.setSpacing(8)
        self._column.addLayout(self._head)
        self._column.addLayout(known)
        self._column.addWidget(self._actions)
        self._column.addWidget(self._standing)
        self._column.addWidget(self._filled_tabs(), 1)
        self._standing.hide()

    def _filled_tabs(self) -> QTabWidget:
        name_widget(self._tabs, Name.WORKFLOW_TABS, self.tr("Parts of the workflow"))
        self._tabs.tabBar().setAccessibleName(self._tabs.accessibleName())
        self._tabs.setDocumentMode(True)
        self._steps.addWidget(self.chain)
        self._steps.addWidget(self.pane)
        self._tabs.addTab(padded(self._steps), self.tr("Chain"))
        self._tabs.addTab(self._said, self.tr("Summary (the model's words)"))
        self._tabs.addTab(self._record, self.tr("Record"))
        return self._tabs

    def _connect(self) -> None:
        self._close.clicked.connect(self.closed)
        self.chain.link_opened.connect(self.show_link)
        self.pane.closed.connect(self._on_pane_closed)
        self._doubt.clicked.connect(self._on_unsure_clicked)
        for name, slot in (
            (Name.WORKFLOW_RESUME, self._on_resume_clicked),
            (Name.WORKFLOW_RETRY, self._on_retry_clicked),
            (Name.WORKFLOW_CONTINUE, self._on_continue_clicked),
            (Name.WORKFLOW_CONVERSATION, self._on_conversation_clicked),
            (Name.WORKFLOW_STOP, self._on_stop_clicked),
            (Name.WORKFLOW_ARCHIVE, self._on_archive_clicked),
        ):
            self._buttons[name].clicked.connect(slot)

    @Slot()
    def _on_pane_closed(self) -> None:
        self._steps.setCurrentWidget(self.chain)
        self.chain.setFocus()

    @Slot()
    def _on_resume_clicked(self) -> None:
        self.resume_asked.emit(self._wanted)

    @Slot()
    def _on_retry_clicked(self) -> None:
        self.retry_asked.emit(self._wanted)

    @Slot()
    def _on_stop_clicked(self) -> None:
        self.stop_asked.emit(self._wanted)

    @Slot()
    def _on_archive_clicked(self) -> None:
        self.archive_asked.emit(self._wanted)

    @Slot()
    def _on_continue_clicked(self) -> None:
        self.goal_asked.emit(self._row)

    @Slot()
    def _on_conversation_clicked(self) -> None:
        self.conversation_asked.emit(self._row)

    @Slot()
    def _on_unsure_clicked(self) -> None:
        if self._row is not None and self._row.unsure:
            self.unsure_asked.emit(self._row.unsure[0])

    def resizeEvent(self, event: QResizeEvent) -> None:
        wide = event.size().width() >= _ROOM_FOR_ACTIONS_PX
        if wide != (self._head.indexOf(self._actions) >= 0):
            if wide:
                self._head.insertWidget(1, self._actions, 0, Qt.AlignmentFlag.AlignTop)
            else:
                self._column.insertWidget(2, self._actions)
        super().resizeEvent(event)

    @Slot()
    def _tint(self) -> None:
        tokens = self._theme.tokens
        for name, (mark, token) in _ICONS.items():
            primary = name is Name.WORKFLOW_RESUME
            self._buttons[name].setIcon(icon(mark, "on_accent" if primary else token, tokens, 14))
            self._buttons[name].setIconSize(QSize(14, 14))
        self._close.setIcon(icon("x", "text_muted", tokens))


class _Said(QWidget):
    """What the model says of its own work: apart from all facts, plain text, and named as what it is."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._note = Callout(theme, icon="message-square", tone="neutral")
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setProperty("role", "well")
        self._silent = plain_label(self.tr("The model said nothing of it."), "muted")
        name_widget(self._text, Name.WORKFLOW_SUMMARY, self.tr("Summary (the model's words)"))
        self._theme = theme
        self._masked = QVBoxLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._note)
        column.addLayout(self._masked)
        column.addWidget(self._text, 1)
        column.addWidget(self._silent)
        column.addStretch(0)
        self._secrets: tuple[SecretRow, ...] = ()
        self.show_text("")

    def show_text(self, text: str, secrets: tuple[SecretRow, ...] = ()) -> None:
        """Show these words, in which `secrets` are masked; where the reader had scrolled to stays if they are the same."""
        self._note_secrets(secrets)
        if text != self._text.toPlainText():
            self._text.setPlainText(text)
        self._text.setVisible(bool(text))
        self._silent.setVisible(not text)
        told = self.tr("This is what the model says of its own work. It is a claim, and proves nothing.")
        self._note.show_text(told if text else "")

    def _note_secrets(self, secrets: tuple[SecretRow, ...]) -> None:
        if secrets != self._secrets:  # the same ones stay, and with them the button that may be held down
            self._secrets = secrets
            empty(self._masked)
            if secrets:
                self._masked.addWidget(SecretNote(self._theme, secrets))
