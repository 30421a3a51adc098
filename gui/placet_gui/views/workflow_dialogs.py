"""What the forms about workflows share, and the one for the next goal of a workflow that has ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from placet.api import PlacetError
from placet.api.workflows import WorkflowRow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.texts import error_sentence
from placet_gui.theme.style import Theme
from placet_gui.views.form_dialog import FormDialog
from placet_gui.views.record_view import Callout


def while_open(dialog: FormDialog, then: Callable[[Any], None]) -> Callable[[Any], None]:
    """What takes an answer in as long as the form is there: its owner may dismiss it before the answer comes."""
    return lambda answer: then(answer) if isValid(dialog) else None


class Form(FormDialog):
    """A form that stays with the reason when the engine says no. It knows no rule."""

    def __init__(self, parent: QWidget, theme: Theme, name: str, title: str) -> None:
        super().__init__(parent)
        name_widget(self, name, title)
        self.setWindowTitle(title)
        self.setMinimumWidth(520)
        self._start = QPushButton(self.tr("Start"))
        self._dismiss = QPushButton(self.tr("Dismiss"))
        self._trouble = Callout(theme)
        self._trouble.hide()
        self._start.setProperty("role", "primary")
        self._dismiss.clicked.connect(self.reject)

    @Slot(object)
    def on_refused(self, error: PlacetError) -> None:
        """The engine said no: what was written stays."""
        self._trouble.show_text(error_sentence(error.code, error.message))
        self._set_busy(False)

    def _set_busy(self, busy: bool) -> None:
        self._start.setEnabled(not busy)
        self._start.setText(self.tr("One moment…") if busy else self.tr("Start"))

    def _begin(self) -> None:
        self._trouble.hide()
        self._set_busy(True)

    def _lay_out(self, *parts: QWidget | QFormLayout) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self._dismiss)
        buttons.addWidget(self._start)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(16)
        column.addWidget(plain_label(self.windowTitle(), "title"))
        for part in parts:
            column.addLayout(part, 1) if isinstance(part, QFormLayout) else column.addWidget(part)
        column.addWidget(self._trouble)
        column.addLayout(buttons)


class GoalDialog(Form):
    """The next goal of a workflow.

    Signals:
        goal_made(str, str): the workflow, and its next goal.
    """

    goal_made = Signal(str, str)

    def __init__(self, parent: QWidget, theme: Theme, row: WorkflowRow) -> None:
        super().__init__(parent, theme, Name.GOAL_DIALOG, self.tr("Next goal"))
        self._workflow_id = row.id
        self._text = QPlainTextEdit()
        self._text.setTabChangesFocus(True)
        self._text.setMinimumHeight(140)
        self._text.setPlaceholderText(self.tr("What it should do next"))
        about = plain_label(
            self.tr(
                "It keeps its conversation and its scope. What proved the goal before proves nothing of this one."
            ),
            "small",
        )
        about.setWordWrap(True)
        name_widget(self._text, Name.GOAL_TEXT, self.tr("The next goal"))
        name_widget(self._start, Name.GOAL_START, self.tr("Start the next goal"))
        name_widget(self._dismiss, Name.GOAL_DISMISS, self.tr("Close without starting anything"))
        self._lay_out(about, self._text)
        self._text.textChanged.connect(self._refresh)
        self._start.clicked.connect(self._on_start_clicked)
        self._refresh()

    @Slot(object)
    def on_taken(self, _row: WorkflowRow) -> None:
        """It runs, or waits for its turn."""
        self.accept()

    @Slot()
    def _refresh(self) -> None:
        self._start.setEnabled(bool(self._text.toPlainText().strip()))

    @Slot()
    def _on_start_clicked(self) -> None:
        self._begin()
        self.goal_made.emit(self._workflow_id, self._text.toPlainText().strip())
