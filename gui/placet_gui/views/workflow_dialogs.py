"""Two small forms: a new workflow, guided or in the owner's own words; and the next goal of one that has ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from placet.api import PlacetError
from placet.api.views import AgentRow
from placet.api.workflows import CreatedWorkflow, WorkflowRow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.workflows import REPORT
from placet_gui.texts import error_sentence

_OWN_WORDS = ""
_PATH = "report.md"


def while_open(dialog: QDialog, then: Callable[[Any], None]) -> Callable[[Any], None]:
    """What takes an answer in as long as the form is there: its owner may dismiss it before the answer comes."""
    return lambda answer: then(answer) if isValid(dialog) else None


class _Form(QDialog):
    """A form that stays with the reason when the engine says no. It knows no rule."""

    def __init__(self, parent: QWidget, name: str, title: str) -> None:
        super().__init__(parent)
        name_widget(self, name, title)
        self.setWindowTitle(title)
        self.setMinimumWidth(520)
        self._start = QPushButton(self.tr("Start"))
        self._dismiss = QPushButton(self.tr("Dismiss"))
        self._trouble = plain_label("", "error")
        self._trouble.setWordWrap(True)
        self._trouble.hide()
        self._start.setProperty("role", "primary")
        self._dismiss.clicked.connect(self.reject)

    @Slot(object)
    def on_refused(self, error: PlacetError) -> None:
        """The engine said no: what was written stays."""
        self._trouble.setText(error_sentence(error.code, error.message))
        self._trouble.show()
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


class WorkflowDialog(_Form):
    """What to do, by whom, and what it is to be about.

    Signals:
        report_made(str, str, str): an agent, a file, and what a report is to be about; empty: as the workflow has it.
        goal_made(str, str): an agent, and a goal in the owner's own words.
        created(str): the workflow that was made of it.
    """

    report_made = Signal(str, str, str)
    goal_made = Signal(str, str)
    created = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Name.WORKFLOW_DIALOG, self.tr("New workflow"))
        self._kind = QComboBox()
        self._agent = QComboBox()
        self._path = QLineEdit(_PATH)
        self._text = QPlainTextEdit()
        self._about = plain_label("", "small")
        self._labels: dict[QWidget, QLabel] = {}
        self._fill()
        self._lay_out(self._form(), self._about)
        self._start.clicked.connect(self._on_start_clicked)
        for changed in (
            self._kind.currentIndexChanged,
            self._agent.currentIndexChanged,
            self._text.textChanged,
        ):
            changed.connect(self._refresh)
        self._refresh()

    @Slot(object)
    def show_agents(self, agents: tuple[AgentRow, ...]) -> None:
        """Offer these agents."""
        self._agent.clear()
        for agent in agents:
            self._agent.addItem(f"{agent.name}  ·  {agent.model or agent.backend}", agent.name)
        if not agents:
            self._agent.addItem(self.tr("No agent has a model yet"), None)
        self._refresh()

    @Slot(object)
    def on_created(self, made: CreatedWorkflow) -> None:
        """It runs, or waits for its turn."""
        self.created.emit(made.row.id)
        self.accept()

    def _fill(self) -> None:
        self._kind.addItem(self.tr("A report in a file (guided, ends verified)"), REPORT)
        self._kind.addItem(self.tr("A goal in your own words (outcome not checked)"), _OWN_WORDS)
        self._agent.addItem(self.tr("One moment…"), None)
        self._text.setTabChangesFocus(True)
        self._text.setMinimumHeight(120)
        self._about.setWordWrap(True)
        name_widget(self._kind, Name.WORKFLOW_KIND, self.tr("Kind of workflow"))
        name_widget(self._agent, Name.WORKFLOW_AGENT, self.tr("Agent"))
        name_widget(self._path, Name.WORKFLOW_PATH, self.tr("File"))
        name_widget(self._text, Name.WORKFLOW_TEXT, self.tr("What it is to be about"))
        name_widget(self._start, Name.WORKFLOW_START, self.tr("Start the workflow"))
        name_widget(self._dismiss, Name.WORKFLOW_DISMISS, self.tr("Close without starting anything"))

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for words, field in (
            (self.tr("Kind"), self._kind),
            (self.tr("Agent"), self._agent),
            (self.tr("File"), self._path),
            (self.tr("About"), self._text),
        ):
            self._labels[field] = plain_label(words)
            form.addRow(self._labels[field], field)
        self._rows = form
        return form

    @Slot()
    def _refresh(self) -> None:
        guided = self._kind.currentData() == REPORT
        self._rows.setRowVisible(self._path, guided)
        self._labels[self._text].setText(self.tr("About") if guided else self.tr("Goal"))
        self._text.setPlaceholderText(
            self.tr("What the report is about; may stay empty")
            if guided
            else self.tr("What the agent should do")
        )
        self._about.setText(
            self.tr("It ends verified only when the file itself shows that it was written.")
            if guided
            else self.tr(
                "Nobody can say from outside what would prove it, so it ends without having been checked."
            )
        )
        has_text = guided or bool(self._text.toPlainText().strip())
        self._start.setEnabled(self._agent.currentData() is not None and has_text)

    @Slot()
    def _on_start_clicked(self) -> None:
        self._begin()
        agent, text = self._agent.currentData(), self._text.toPlainText().strip()
        if self._kind.currentData() == REPORT:
            self.report_made.emit(agent, self._path.text().strip(), text)
        else:
            self.goal_made.emit(agent, text)


class GoalDialog(_Form):
    """The next goal of a workflow.

    Signals:
        goal_made(str, str): the workflow, and its next goal.
    """

    goal_made = Signal(str, str)

    def __init__(self, parent: QWidget, row: WorkflowRow) -> None:
        super().__init__(parent, Name.GOAL_DIALOG, self.tr("Next goal"))
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
