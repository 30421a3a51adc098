"""The form that begins a workflow: a guided one with its own fields, or a goal in the owner's own words."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFormLayout, QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from placet.api.guides import GuideRow
from placet.api.views import AgentRow
from placet.api.workflows import CreatedWorkflow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.workflow_facts import GUIDES
from placet_gui.theme.style import Theme
from placet_gui.views.guide_pane import GuidePane, add_row, form_layout
from placet_gui.views.workflow_dialogs import Form
from placet_gui.words import translate

OWN_WORDS = ""


class WorkflowDialog(Form):
    """What to do, by whom, and what it is to be about. Which workflows there are, and what they lack, it is told.

    Signals:
        agent_chosen(str): another agent is to do it; `show_guides` wants to be told what that one lacks.
        guided_made(str, str, object): an agent, a guided workflow, and what it is given by the names of its fields.
        goal_made(str, str): an agent, and a goal in the owner's own words.
        created(str): the workflow that was made of it.
    """

    agent_chosen = Signal(str)
    guided_made = Signal(str, str, object)
    goal_made = Signal(str, str)
    created = Signal(str)

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent, theme, Name.WORKFLOW_DIALOG, self.tr("New workflow"))
        self._theme = theme
        self._kind, self._agent, self._text = QComboBox(), QComboBox(), QPlainTextEdit()
        self._panes: dict[str, GuidePane] = {}
        self._place = QVBoxLayout()
        self._own = self._own_words()
        self._fill()
        self._lay_out(self._form(), self._place_widget())
        self._start.clicked.connect(self._on_start_clicked)
        self._kind.currentIndexChanged.connect(self._refresh)
        self._agent.currentIndexChanged.connect(self._on_agent_changed)
        self._text.textChanged.connect(self._refresh)
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
    def show_guides(self, rows: tuple[GuideRow, ...]) -> None:
        """Offer these guided workflows, each with what the chosen agent lacks for it."""
        chosen = self._kind.currentData() if self._panes else next((it.name for it in rows), OWN_WORDS)
        before, self._panes = self._panes, {}
        for row in rows:
            self._panes[row.name] = pane = GuidePane(self._theme, row, self._agent.currentData() or "")
            pane.hide()
            self._place.addWidget(pane)
            if row.name in before:
                pane.take_over(before[row.name])
        for pane in before.values():
            pane.hide()
            pane.setParent(None)  # until it is deleted there would be two of each field
            pane.deleteLater()
        self._offer(rows, chosen)
        self._refresh()

    @Slot(object)
    def on_created(self, made: CreatedWorkflow) -> None:
        """It runs, or waits for its turn."""
        self.created.emit(made.row.id)
        self.accept()

    def _offer(self, rows: tuple[GuideRow, ...], chosen: str) -> None:
        self._kind.blockSignals(True)
        self._kind.clear()
        for row in rows:
            self._kind.addItem(translate("guides", GUIDES.get(row.name, row.name)), row.name)
        self._kind.addItem(self.tr("A goal in your own words"), OWN_WORDS)
        self._kind.setCurrentIndex(max(0, self._kind.findData(chosen)))
        self._kind.blockSignals(False)

    def _fill(self) -> None:
        self._kind.addItem(self.tr("One moment…"), OWN_WORDS)
        self._agent.addItem(self.tr("One moment…"), None)
        name_widget(self._kind, Name.WORKFLOW_KIND, self.tr("Kind of workflow"))
        name_widget(self._agent, Name.WORKFLOW_AGENT, self.tr("Agent"))
        name_widget(self._start, Name.WORKFLOW_START, self.tr("Start the workflow"))
        name_widget(self._dismiss, Name.WORKFLOW_DISMISS, self.tr("Close without starting anything"))

    def _form(self) -> QFormLayout:
        form = form_layout()
        for words, field in ((self.tr("Kind"), self._kind), (self.tr("Agent"), self._agent)):
            add_row(form, words, field)
        return form

    def _place_widget(self) -> QWidget:
        place = QFrame()
        self._place.setContentsMargins(0, 0, 0, 0)
        self._place.setSpacing(0)
        self._place.addWidget(self._own)
        place.setLayout(self._place)
        return place

    def _own_words(self) -> QWidget:
        own = QFrame()
        column = QVBoxLayout(own)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        self._text.setTabChangesFocus(True)
        self._text.setMinimumHeight(120)
        self._text.setPlaceholderText(self.tr("What the agent should do"))
        name_widget(self._text, Name.WORKFLOW_TEXT, self.tr("The goal"))
        about = plain_label(
            self.tr(
                "Nobody can say from outside what would prove it, so it ends without having been checked."
            ),
            "small",
        )
        about.setWordWrap(True)
        form = form_layout()
        add_row(form, self.tr("Goal"), self._text)
        column.addLayout(form)
        column.addWidget(about)
        return own

    @Slot()
    def _on_agent_changed(self) -> None:
        agent = self._agent.currentData()
        if agent is not None:
            self.agent_chosen.emit(agent)
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        pane = self._panes.get(self._kind.currentData())
        for each in self._panes.values():
            each.setVisible(each is pane)
        self._own.setVisible(pane is None)
        ready = bool(self._text.toPlainText().strip()) if pane is None else pane.can_start
        self._start.setEnabled(self._agent.currentData() is not None and ready)
        self._fit()
        QTimer.singleShot(0, self, self._fit)  # what came in just now knows its height only then

    def _fit(self) -> None:
        """Be as high as what is shown now, whose sentences break by the width."""
        layout = self.layout()
        if layout is not None:
            self._place.invalidate()
            layout.activate()
            width = max(self.width(), self.minimumWidth())
            self.resize(width, layout.totalHeightForWidth(width))

    @Slot()
    def _on_start_clicked(self) -> None:
        self._begin()
        agent, pane = self._agent.currentData(), self._panes.get(self._kind.currentData())
        if pane is None:
            self.goal_made.emit(agent, self._text.toPlainText().strip())
        else:
            self.guided_made.emit(agent, pane.name, pane.values())
