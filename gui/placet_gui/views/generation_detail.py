"""Everything about one generation: what the model writes, what was asked of it, and the record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from placet.api.generations import GenerationRequest, GenerationRow
from placet.api.views import SecretRow
from placet_gui.delegates.badges import GENERATION_LOOKS, Badge
from placet_gui.moments import duration_text, exact_text
from placet_gui.names import Name, name_widget
from placet_gui.presenters.generation_text import Piece
from placet_gui.said import said
from placet_gui.texts import ERRORS, ON_RESTART, asker, word
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.list_page import Detail
from placet_gui.views.live_text import LiveText
from placet_gui.views.record_view import Callout, RecordView
from placet_gui.views.request_view import RequestView
from placet_gui.views.secret_note import SecretNote
from placet_gui.words import number_text, translate


class GenerationDetail(Detail):
    """One generation. It shows what it is told.

    Signals:
        closed: the owner folded the details away.
        cancel_asked(str): the owner wants this generation cancelled.
        conversation_asked(GenerationRow): the owner wants to see what it was made for.
        text_asked(str, str): the owner wants the whole text of this generation's value at this pointer.
    """

    closed = Signal()
    cancel_asked = Signal(str)
    conversation_asked = Signal(object)
    text_asked = Signal(str, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._row: GenerationRow | None = None
        self._wanted: str | None = None
        self._grows = False
        name_widget(self, Name.GENERATION_DETAIL, self.tr("Generation"))
        self.setProperty("area", "pane")
        self._model = ExactLabel(theme, mono(theme.tokens.size("title_px")))
        self._status = Badge(theme, GENERATION_LOOKS["queued"], "generation_status")
        self._about = ExactLabel(theme, sans(theme.tokens.size("text_px")), "text_muted")
        self._trouble = Callout(theme, Name.GENERATION_ERROR)
        self._talk = QPushButton(" " + self.tr("Open conversation"))
        self._cancel = QPushButton(" " + self.tr("Cancel"))
        self._close = QToolButton()
        self._text = LiveText(theme)
        self._secrets: SecretNote | None = None
        self._masked: tuple[SecretRow, ...] = ()
        self._text_column = QVBoxLayout()
        self._request = QWidget()
        self._record = RecordView(Name.RECORD_VIEW)
        self._tabs = QTabWidget()
        self._name_buttons()
        self._lay_out()
        theme.changed.connect(self._draw_icons)
        self._draw_icons()

    def task_id(self) -> str | None:
        """The generation that is shown, or about to be."""
        return self._wanted

    @Slot(str)
    def begin(self, task_id: str) -> None:
        """Another generation is about to be shown; nothing of the one before stays."""
        self._wanted, self._row = task_id, None
        self._text.begin()
        self._note_secrets(())
        self._replace_request(QWidget())

    @Slot(object)
    def show_row(self, row: GenerationRow) -> None:
        """Show how the generation stands now."""
        if self._row is None:
            self._grows = row.finished_at is None  # what was over already is read from its beginning
        self._row = row
        self._model.setText(row.model)
        self._model.setAccessibleName(row.model)
        self._status.show_look(GENERATION_LOOKS[row.status])
        self._about.setText(_about(row))
        self._trouble.show_text(_trouble(row))
        self._cancel.setVisible(row.can_cancel)
        self._talk.setVisible(row.turn_id is not None)
        self._record.show_facts(tuple(_facts(row)))

    @Slot(str, object)
    def show_request(self, task_id: str, request: GenerationRequest) -> None:
        """Show what was asked."""
        if task_id == self._wanted:
            view = RequestView(self._theme, request)
            view.text_wanted.connect(self._on_text_wanted)
            self._replace_request(view)

    @Slot(str, str, str)
    def show_argument(self, task_id: str, pointer: str, text: str) -> None:
        """Show the whole text of one value of the request."""
        if task_id == self._wanted and isinstance(self._request, RequestView):
            self._request.show_text(pointer, text)

    @Slot(str, object)
    def grow(self, task_id: str, pieces: Iterable[Piece]) -> None:
        """Add to what the model writes."""
        if task_id == self._wanted:
            self._text.grow(pieces, follow=self._grows)

    @Slot(str, object)
    def show_secrets(self, task_id: str, found: tuple[SecretRow, ...]) -> None:
        """Say what is masked in what the model writes, and offer to see it for as long as a button is held (rule 9)."""
        if task_id == self._wanted and found != self._masked:
            self._note_secrets(found)

    def _note_secrets(self, found: tuple[SecretRow, ...]) -> None:
        self._masked = found
        if self._secrets is not None:
            self._secrets.hide()
            self._secrets.setParent(None)
            self._secrets.deleteLater()
            self._secrets = None
        if found:
            self._secrets = SecretNote(self._theme, found)
            self._text_column.insertWidget(0, self._secrets)

    def step_back(self) -> bool:
        """Go back from one value's whole text; False when there is nothing to go back from."""
        return isinstance(self._request, RequestView) and self._request.close_pager()

    def _replace_request(self, view: QWidget) -> None:
        front, old = self._tabs.currentIndex(), self._request
        place = self._tabs.indexOf(old)
        self._tabs.removeTab(place)
        self._tabs.insertTab(place, view, self.tr("Request"))
        self._tabs.setCurrentIndex(front)
        self._request = view
        old.deleteLater()

    def _name_buttons(self) -> None:
        name_widget(self._close, Name.GENERATION_CLOSE, self.tr("Close details"))
        name_widget(
            self._cancel,
            Name.GENERATION_CANCEL,
            self.tr("Cancel this generation"),
            self.tr("The model is told to stop; what it has written so far is kept."),
        )
        name_widget(self._talk, Name.GENERATION_CONVERSATION, self.tr("Open the conversation it belongs to"))
        self._cancel.setToolTip(self._cancel.accessibleDescription())
        self._cancel.setProperty("role", "danger")
        self._close.setProperty("role", "ghost")
        self._close.clicked.connect(self.closed)
        self._cancel.clicked.connect(self._on_cancel_clicked)
        self._talk.clicked.connect(self._on_talk_clicked)
        self._cancel.hide()
        self._talk.hide()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self._model, 1)
        for button in (self._talk, self._cancel, self._close):
            title.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(title)
        known = QHBoxLayout()
        known.setSpacing(12)
        known.addWidget(self._status)
        known.addWidget(self._about, 1)
        column.addLayout(known)
        column.addWidget(self._trouble)
        self._trouble.hide()
        name_widget(self._tabs, Name.GENERATION_TABS, self.tr("Parts of the generation"))
        self._tabs.tabBar().setAccessibleName(self._tabs.accessibleName())
        self._tabs.setDocumentMode(True)
        page = QWidget()
        page.setLayout(self._text_column)
        self._text_column.setContentsMargins(0, 8, 0, 0)
        self._text_column.addWidget(self._text)
        self._tabs.addTab(page, self.tr("Text"))
        self._tabs.addTab(self._request, self.tr("Request"))
        self._tabs.addTab(self._record, self.tr("Record"))
        column.addWidget(self._tabs, 1)

    @Slot(str)
    def _on_text_wanted(self, pointer: str) -> None:
        if self._wanted is not None:
            self.text_asked.emit(self._wanted, pointer)

    @Slot()
    def _on_cancel_clicked(self) -> None:
        if self._wanted is not None:
            self.cancel_asked.emit(self._wanted)

    @Slot()
    def _on_talk_clicked(self) -> None:
        if self._row is not None:
            self.conversation_asked.emit(self._row)

    @Slot()
    def _draw_icons(self) -> None:
        tokens = self._theme.tokens
        self._close.setIcon(icon("x", "text_muted", tokens))
        self._cancel.setIcon(icon("square", "danger", tokens, 14))
        self._talk.setIcon(icon("message-square", "text_muted", tokens, 14))
        for button, size_px in ((self._close, 16), (self._cancel, 14), (self._talk, 14)):
            button.setIconSize(QSize(size_px, size_px))


def _about(row: GenerationRow) -> str:
    parts = [
        asker(row.agent, row.principal),
        exact_text(row.created_at)[:19],
        translate("generation_detail", "attempt {0}").format(row.attempt) if row.attempt > 1 else "",
        _tokens(row),
    ]
    return "  ·  ".join(part for part in parts if part)


def _tokens(row: GenerationRow) -> str:
    if row.output_tokens is None:
        return ""
    return translate("generation_detail", "{0} tokens in, {1} out").format(
        number_text(row.input_tokens or 0), number_text(row.output_tokens)
    )


def _trouble(row: GenerationRow) -> str:
    if row.error is None:
        return ""
    code = str(row.error["code"])
    return f"{said(row.shown_error) or word(ERRORS, code)} ({code})"


def _facts(row: GenerationRow) -> Iterator[tuple[str, str]]:
    yield translate("generation_detail", "Identity"), row.id
    yield translate("generation_detail", "Response"), row.response_id
    yield translate("generation_detail", "Asked by"), asker(row.agent, row.principal)
    yield translate("generation_detail", "Model"), f"{row.backend_model} ({row.backend})"
    yield translate("generation_detail", "Attempt"), str(row.attempt)
    yield translate("generation_detail", "If Placet restarts"), word(ON_RESTART, row.on_restart)
    yield from _moments(row)
    if row.output_tokens is not None:
        yield translate("generation_detail", "Usage"), _tokens(row)
    yield translate("generation_detail", "Events"), number_text(row.last_seq + 1)
    if row.error is not None:
        yield (
            translate("generation_detail", "Error"),
            f"{row.error['code']}  ({word(ERRORS, str(row.error['code']))})",
        )
    if row.parent_id is not None:
        yield translate("generation_detail", "Part of"), row.parent_id


def _moments(row: GenerationRow) -> Iterator[tuple[str, str]]:
    yield translate("generation_detail", "Asked"), exact_text(row.created_at)
    if row.started_at is not None:
        yield translate("generation_detail", "Started"), exact_text(row.started_at)
    if row.finished_at is not None:
        yield translate("generation_detail", "Ended"), exact_text(row.finished_at)
        yield translate("generation_detail", "Took"), duration_text(row.finished_at - row.created_at)
