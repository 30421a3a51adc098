"""Everything about one task, folded out of its row: arguments, result, changes, and the record."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
)

from placet.api.views import ApprovalRow, BytesPage, Card, SecretRow, TaskRow
from placet_gui.delegates.badges import AUTH_LOOK, AUTH_MEANING, RISK_LOOKS, Badge, status_look
from placet_gui.moments import duration_text, exact_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.diff_choice import DiffChoice
from placet_gui.said import said
from placet_gui.said.trouble import trouble
from placet_gui.texts import APPROVALS, EFFECTS, RISKS, VIAS, decider, grouped, reasons_text, word
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.argument_exact import ExactView, Kind
from placet_gui.views.argument_view import ArgumentView
from placet_gui.views.flow import Flow
from placet_gui.views.list_page import Detail
from placet_gui.views.page import padded
from placet_gui.views.record_view import Callout, RecordView
from placet_gui.views.secret_note import SecretNote
from placet_gui.words import translate


class TaskDetail(Detail):
    """The details of one task. It shows what a `Card` says and asks for nothing but to be closed.

    Signals:
        closed: the owner folded the details away.
        cancel_asked(str): the owner wants this task taken back.
        decide_asked(str): the owner wants to see this task in the inbox.
        text_asked(str, str): the owner wants the whole text of this task's argument at this pointer.
        bytes_asked(str, str, int): the owner wants the bytes of that text, from this one on.
    """

    text_asked = Signal(str, str)
    bytes_asked = Signal(str, str, int)
    closed = Signal()
    cancel_asked = Signal(str)
    decide_asked = Signal(str)

    def __init__(self, theme: Theme, diff_choice: DiffChoice) -> None:
        super().__init__()
        self._theme = theme
        self._diff_choice = diff_choice
        self._row: TaskRow | None = None
        name_widget(self, Name.TASK_DETAIL, self.tr("Task details"))
        self.setProperty("area", "pane")
        self._tool = plain_label("", "mono_title")
        self._tool.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._about = plain_label("", "muted")
        self._about.setWordWrap(True)
        self._sentence = plain_label()
        self._sentence.setWordWrap(True)
        self._status = Badge(theme, status_look(""), "status_badge")
        self._auth = Badge(theme, AUTH_LOOK, Name.AUTH_BADGE, translate("texts", AUTH_MEANING))
        self._risk = Badge(theme, RISK_LOOKS["low"], "risk_badge")
        self._trouble = Callout(theme)
        self._parts: _Parts | None = None
        self._close = QToolButton()
        self._cancel = QPushButton(self.tr("Take back"))
        self._decide = QPushButton(self.tr("Decide in the inbox"))
        self._name_buttons()
        self._lay_out()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def show_card(self, card: Card) -> None:
        """Show a task. The tab that was in front stays in front where it can."""
        same = self._row is not None and self._row.id == card.row.id
        self._row = card.row
        self._show_head(card.row)
        self._trouble.show_text(_trouble(card.row))
        if self._parts is None or not same:
            self._replace_parts(card)
        else:
            self._parts.show_card(card)

    def show_text(self, task_id: str, pointer: str, text: str) -> None:
        """Show the whole text of one argument that was asked for."""
        if self._parts is not None and task_id == self.task_id():
            self._parts.arguments.show_text(pointer, text)

    def show_bytes(self, task_id: str, pointer: str, page: BytesPage) -> None:
        """Show a page of the bytes of the text that is open."""
        if self._parts is not None and task_id == self.task_id():
            self._parts.arguments.show_bytes(pointer, page)

    def step_back(self) -> bool:
        """Go back from one argument's whole text; False when there is nothing to go back from."""
        return self._parts is not None and self._parts.arguments.close_pager()

    def task_id(self) -> str | None:
        """The task that is shown."""
        return None if self._row is None else self._row.id

    def _show_head(self, row: TaskRow) -> None:
        self._tool.setText(row.tool)
        self._tool.setToolTip("")
        self._about.setText(f"{row.agent}  ·  {row.origin}  ·  {exact_text(row.created_at)[:19]}")
        self._sentence.setText(said(row.sentence))
        self._sentence.setVisible(bool(row.sentence))
        self._status.show_look(status_look(row.status))
        self._risk.show_look(RISK_LOOKS[row.risk], reasons_text(row.risk_reasons))
        self._auth.setVisible(row.requires_authorization)
        self._cancel.setVisible(row.can_cancel)
        self._decide.setVisible(row.can_decide)

    def _replace_parts(self, card: Card) -> None:
        """Another task: its parts are new widgets, and the tab that was in front stays in front if it can."""
        front = ""
        if self._parts is not None:
            front = self._parts.front()
            self._column.removeWidget(self._parts)
            self._parts.hide()
            self._parts.deleteLater()
        self._parts = _Parts(self._theme, card, self._diff_choice)
        self._parts.arguments.text_wanted.connect(self._on_text_wanted)
        self._parts.arguments.bytes_wanted.connect(self._on_bytes_wanted)
        self._parts.bring_forward(front)
        self._column.addWidget(self._parts, 1)

    def _name_buttons(self) -> None:
        name_widget(self._close, Name.DETAIL_CLOSE, self.tr("Close details"))
        name_widget(
            self._cancel,
            Name.DETAIL_CANCEL,
            self.tr("Take this task back"),
            self.tr("Before it runs it is cancelled; while it runs it is told to stop."),
        )
        name_widget(self._decide, Name.DETAIL_DECIDE, self.tr("Decide in the inbox"))
        self._decide.setProperty("role", "primary")
        self._close.setProperty("role", "ghost")
        self._close.clicked.connect(self.closed)
        self._cancel.clicked.connect(self._on_cancel_clicked)
        self._decide.clicked.connect(self._on_decide_clicked)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self._tool, 1)
        title.addWidget(self._decide)
        title.addWidget(self._cancel)
        title.addWidget(self._close)
        column.addLayout(title)
        badges = Flow(6)
        for badge in (self._status, self._auth, self._risk):
            badges.addWidget(badge)
        column.addWidget(badges)
        column.addWidget(self._about)
        column.addWidget(self._sentence)
        column.addWidget(self._trouble)
        column.addSpacing(4)
        self._column = column

    @Slot(str)
    def _on_text_wanted(self, pointer: str) -> None:
        if self._row is not None:
            self.text_asked.emit(self._row.id, pointer)

    @Slot(str, int)
    def _on_bytes_wanted(self, pointer: str, start: int) -> None:
        if self._row is not None:
            self.bytes_asked.emit(self._row.id, pointer, start)

    @Slot()
    def _on_theme_changed(self) -> None:
        self._close.setIcon(icon("x", "text_muted", self._theme.tokens))
        self._close.setIconSize(QSize(16, 16))

    @Slot()
    def _on_cancel_clicked(self) -> None:
        if self._row is not None:
            self.cancel_asked.emit(self._row.id)

    @Slot()
    def _on_decide_clicked(self) -> None:
        if self._row is not None:
            self.decide_asked.emit(self._row.id)


class _Parts(QFrame):
    """The tabs of one task: its arguments in their views, what was approved instead, the result, the record."""

    def __init__(self, theme: Theme, card: Card, diff_choice: DiffChoice) -> None:
        super().__init__()
        self.arguments = ArgumentView(theme, card, diff_choice)
        self._edited = ExactView(theme, Name.EDITED_VIEW, self.tr("Arguments as edited"), Kind.JSON)
        self._result = ExactView(theme, Name.RESULT_VIEW, self.tr("Result"), Kind.JSON)
        self._record = RecordView(Name.RECORD_VIEW)
        self._tabs = self.arguments.tabs
        name_widget(self._tabs, Name.DETAIL_TABS, self.tr("Parts of the task"))
        self._places = {
            view: self._tabs.addTab(padded(view), words)
            for view, words in (
                (self._edited, self.tr("Edited")),
                (self._result, self.tr("Result")),
                (self._record, self.tr("Record")),
            )
        }
        self._theme = theme
        self._secrets: SecretNote | None = None
        self._masked: tuple[SecretRow, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.arguments)
        self.show_card(card)

    def show_card(self, card: Card) -> None:
        """Show what has changed of the same task; its arguments can't."""
        for view, text in ((self._edited, card.shown_approved_raw), (self._result, card.shown_result)):
            self._tabs.setTabVisible(self._places[view], text is not None)
            if text is not None:
                view.show_text(text)
        self._record.show_facts(tuple(_facts(card)))
        self._show_secrets((*card.secrets, *card.result_secrets))

    def _show_secrets(self, found: tuple[SecretRow, ...]) -> None:
        """Say what is masked, and offer to see it for as long as a button is held (rule 9)."""
        if found == self._masked:
            return
        self._masked = found
        if self._secrets is not None:
            self._secrets.hide()
            self._secrets.deleteLater()
        self._secrets = SecretNote(self._theme, found)
        self._column.insertWidget(0, self._secrets)

    def front(self) -> str:
        """The words on the tab in front."""
        return self._tabs.tabText(self._tabs.currentIndex())

    def bring_forward(self, words: str) -> None:
        """Bring the tab with these words to the front, if there is one."""
        for number in range(self._tabs.count()):
            if self._tabs.tabText(number) == words and self._tabs.isTabVisible(number):
                self._tabs.setCurrentIndex(number)


def _trouble(row: TaskRow) -> str:
    """The task's error and the decider's reason; nothing when there are none."""
    reason = row.approval.shown_reason if row.approval else ""
    given = translate("task_detail", "Reason given: {0}").format(reason) if reason else ""
    error = "" if row.shown_error == reason else trouble(row)  # a denial's error is the reason
    return "\n".join(line for line in (error, given) if line)


def _facts(card: Card) -> Iterator[tuple[str, str]]:
    row = card.row
    yield translate("task_detail", "Identity"), row.id
    yield translate("task_detail", "Asked by"), f"{row.agent}  ({row.origin})"
    if row.shown_claim:
        yield translate("task_detail", "The agent says"), row.shown_claim
    yield translate("task_detail", "Effect"), word(EFFECTS, row.effect)
    yield translate("task_detail", "Risk"), f"{word(RISKS, row.risk)}. {reasons_text(row.risk_reasons)}"
    yield translate("task_detail", "Asked"), exact_text(row.created_at)
    if row.started_at is not None:
        yield translate("task_detail", "Started"), exact_text(row.started_at)
    if row.completed_at is not None:
        yield translate("task_detail", "Ended"), exact_text(row.completed_at)
        yield translate("task_detail", "Took"), duration_text(row.duration_ms)
    yield (
        translate("task_detail", "Authorization"),
        translate("texts", AUTH_MEANING)
        if row.requires_authorization
        else translate("task_detail", "Not needed"),
    )
    yield (
        translate("task_detail", "Run by"),
        translate("task_detail", "the asker's own call")
        if row.executor_managed
        else translate("task_detail", "the engine"),
    )
    if row.approval is not None:
        yield from _approval_facts(row.approval)
    yield translate("task_detail", "Digest"), " ".join(card.digest_groups)
    for name, value in (
        (translate("task_detail", "Digest for other programs (RFC 8785)"), grouped(card.rfc8785)),
        (translate("task_detail", "Digest of the edited arguments"), grouped(row.approved_digest)),
        (translate("task_detail", "Repeat of"), row.repeat_of),
        (translate("task_detail", "Part of"), row.parent_id),
    ):
        if value:
            yield name, value


def _approval_facts(approval: ApprovalRow) -> Iterator[tuple[str, str]]:
    yield translate("task_detail", "Approval"), word(APPROVALS, approval.state)
    yield translate("task_detail", "Held because"), said(approval.hold_reason.replace("_", " "))
    if approval.decided_at is not None:
        who = decider(approval.decided_by or "")
        yield translate("task_detail", "Decided by"), f"{who}, {word(VIAS, approval.via or '')}"
        yield translate("task_detail", "Decided"), exact_text(approval.decided_at)
        yield (
            translate("task_detail", "Shown to the decider"),
            grouped(approval.shown_digest) or translate("task_detail", "not reported"),
        )
    if approval.shown_reason:
        yield translate("task_detail", "Reason given"), approval.shown_reason
    if approval.expires_at is not None:
        yield translate("task_detail", "Deadline"), exact_text(approval.expires_at)
