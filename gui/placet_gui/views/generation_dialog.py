"""A new generation: which model, what to say to it, and what becomes of it when Placet restarts."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from placet.api import PlacetError
from placet.api.generations import CreatedGeneration, ModelRow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.texts import MODEL_STATES, ON_RESTART, error_sentence, word
from placet_gui.theme.style import Theme
from placet_gui.views.form_dialog import FormDialog
from placet_gui.views.guide_pane import add_row, form_layout
from placet_gui.views.record_view import Callout
from placet_gui.views.text_inset import inset_text

_MOST_TOKENS: Final = 1_000_000
_FIELD_PX: Final = 32
_RESUME: Final = "resume"


class GenerationDialog(FormDialog):
    """A small form. It knows no rule: whether a request is one is for the engine to say.

    Signals:
        request_made(dict, str): a response request, and what becomes of it at a restart.
        created(str): the generation that was made of it.
    """

    request_made = Signal(object, str)
    created = Signal(str)

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        name_widget(self, Name.GENERATION_DIALOG, self.tr("New generation"))
        self.setWindowTitle(self.tr("New generation"))
        self.setMinimumWidth(520)
        self._models: tuple[ModelRow, ...] = ()
        self._model = QComboBox()
        self._input = QPlainTextEdit()
        self._instructions = QLineEdit()
        self._most_tokens = QSpinBox()
        self._on_restart = QComboBox()
        self._trouble = Callout(theme)
        self._start = QPushButton(self.tr("Start"))
        self._dismiss = QPushButton(self.tr("Dismiss"))
        self._fill()
        self._name_all()
        self._lay_out()
        self._connect()
        self._refresh()
        self._input.setFocus()  # there is a model already; what to say is asked of the owner

    @Slot(object)
    def show_models(self, models: tuple[ModelRow, ...]) -> None:
        """Offer these models."""
        self._models = models
        self._model.clear()
        for model in models:
            state = word(MODEL_STATES, model.state)
            self._model.addItem(f"{model.id}  ·  {state}" if state else model.id, model.id)
        if not models:
            self._say(
                self.tr("No backend offers a model now. Declare one in settings.toml, or start its server.")
            )
        self._refresh()

    @Slot(object)
    def on_refused(self, error: PlacetError) -> None:
        """The engine said no: what was written stays."""
        self._say(error_sentence(error.code, error.message))
        self._set_busy(False)

    @Slot(object)
    def on_created(self, made: CreatedGeneration) -> None:
        """It runs, or waits for its turn."""
        self.created.emit(made.row.id)
        self.accept()

    def request(self) -> dict[str, Any]:
        """What the form says, as a response request (LMSP 6)."""
        made: dict[str, Any] = {
            "model": self._model.currentData(),
            "input": self._input.toPlainText(),
            "background": True,
        }
        if instructions := self._instructions.text().strip():
            made["instructions"] = instructions
        if self._most_tokens.value():
            made["max_output_tokens"] = self._most_tokens.value()
        return made

    def _fill(self) -> None:
        self._model.addItem(self.tr("Asking the backends…"), None)
        self._model.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for policy in ON_RESTART:
            self._on_restart.addItem(word(ON_RESTART, policy), policy)
        self._most_tokens.setRange(0, _MOST_TOKENS)
        self._most_tokens.setFixedHeight(_FIELD_PX)  # its style would make it higher than the other fields
        self._most_tokens.setSpecialValueText(self.tr("As the model likes"))
        self._most_tokens.setSingleStep(256)
        inset_text(self._most_tokens)
        self._input.setPlaceholderText(self.tr("What the model should answer"))
        self._input.setTabChangesFocus(True)
        self._input.setMinimumHeight(144)
        self._instructions.setPlaceholderText(self.tr("How it should answer; may stay empty"))
        self._trouble.hide()

    def _name_all(self) -> None:
        name_widget(self._model, Name.GENERATION_MODEL, self.tr("Model"))
        name_widget(self._input, Name.GENERATION_INPUT, self.tr("Input"))
        name_widget(self._instructions, Name.GENERATION_INSTRUCTIONS, self.tr("Instructions"))
        name_widget(self._most_tokens, Name.GENERATION_MOST_TOKENS, self.tr("Most tokens"))
        name_widget(self._on_restart, Name.GENERATION_ON_RESTART, self.tr("If Placet restarts meanwhile"))
        name_widget(self._start, Name.GENERATION_START, self.tr("Start the generation"))
        name_widget(self._dismiss, Name.GENERATION_DISMISS, self.tr("Close without starting anything"))
        self._start.setProperty("role", "primary")

    def _lay_out(self) -> None:
        form = form_layout()
        for words, field in (
            (self.tr("Model"), self._model),
            (self.tr("Input"), self._input),
            (self.tr("Instructions"), self._instructions),
            (self.tr("Most tokens"), self._most_tokens),
            (self.tr("If Placet restarts"), self._on_restart),
        ):
            add_row(form, words, field)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self._dismiss)
        buttons.addWidget(self._start)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(16)
        column.addWidget(plain_label(self.tr("New generation"), "title"))
        column.addLayout(form, 1)
        column.addWidget(self._trouble)
        column.addLayout(buttons)

    def _connect(self) -> None:
        self._start.clicked.connect(self._on_start_clicked)
        self._dismiss.clicked.connect(self.reject)
        self._input.textChanged.connect(self._refresh)
        self._model.currentIndexChanged.connect(self._refresh)

    def _say(self, sentence: str) -> None:
        self._trouble.show_text(sentence)

    def _set_busy(self, busy: bool) -> None:
        self._start.setEnabled(not busy)
        self._start.setText(self.tr("One moment…") if busy else self.tr("Start"))

    @Slot()
    def _refresh(self) -> None:
        chosen = self._model.currentData()
        self._start.setEnabled(chosen is not None and bool(self._input.toPlainText().strip()))
        snapshots = next((it.snapshots for it in self._models if it.id == chosen), False)
        number = self._on_restart.findData(_RESUME)
        item = self._on_restart.model().item(number)  # type: ignore[attr-defined]
        item.setEnabled(snapshots)
        if not snapshots and self._on_restart.currentIndex() == number:
            self._on_restart.setCurrentIndex(0)

    @Slot()
    def _on_start_clicked(self) -> None:
        self._trouble.hide()
        self._set_busy(True)
        self.request_made.emit(self.request(), self._on_restart.currentData())
