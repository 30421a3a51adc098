"""Keeps the workflows page fresh from facts, and carries out what the owner asks. Nothing here sends an effect again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from placet.api import Event, PlacetError
from placet.api.commands import Command
from placet.api.guides import ListGuides
from placet.api.queries import ListAgents
from placet.api.workflow_chain import CountWorkflows
from placet.api.workflows import (
    CheckOperation,
    ContinueWorkflow,
    CreatedWorkflow,
    CreateGuidedWorkflow,
    CreateWorkflow,
    ListWorkflows,
    NoteLook,
    OperationRow,
    RemoveWorkflow,
    ResumeWorkflow,
    RetryWorkflow,
    StopWorkflow,
)
from placet_gui.bridge import Bridge
from placet_gui.models.workflow_table import WorkflowTable
from placet_gui.presenters.newest import Newest
from placet_gui.presenters.workflow_chain import WorkflowChain

_CALM_MS: Final = 100
_OF_WORKFLOWS: Final = ("workflow.", "operation.")
_OF_THE_CHAIN: Final = (*_OF_WORKFLOWS, "generation.", "task.", "hil.")
Refused = Callable[[PlacetError], None]


@dataclass(frozen=True, kw_only=True)
class WorkflowFilter:
    """Which workflows are looked at. Empty means all that aren't archived."""

    statuses: tuple[str, ...] = ()
    q: str | None = None

    def listing(self, limit: int, before: str | None = None) -> ListWorkflows:
        """The query for rows under this filter, newest first."""
        return ListWorkflows(statuses=self.statuses, q=self.q, limit=limit, before=before)

    def counting(self) -> CountWorkflows:
        """How many there are in each status, whatever is looked at."""
        return CountWorkflows()


class WorkflowsPresenter(QObject):
    """Between the workflows page and the engine. `rows` keeps the table fresh, `chain` the one that is open.

    Signals:
        agents_read(tuple[AgentRow, ...]): the agents that can be given a goal.
        guides_read(tuple[GuideRow, ...]): the guided workflows, each with what the agent that was asked about lacks.
        operation_settled(OperationRow): a look or a word of the owner's is on record.
    """

    agents_read = Signal(object)
    guides_read = Signal(object)
    operation_settled = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = WorkflowTable(self)
        self.rows = Newest(bridge, self.model, WorkflowFilter(), self)
        self.chain = WorkflowChain(bridge, self)
        self._bridge = bridge
        self._shown = self._missed = False
        self._wanted: str | None = None
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self.chain.refresh)
        bridge.events_arrived.connect(self._on_events_arrived)

    def set_shown(self, shown: bool) -> None:
        """Whether anybody can see the page. What happens while nobody does is read when somebody looks again."""
        self._shown = shown
        self.rows.set_shown(shown)
        if shown and self._missed:
            self._missed = False
            self.chain.refresh()

    def stop(self, workflow_id: str) -> None:
        """Stop it; what was done by then stays done."""
        self._send(StopWorkflow(workflow_id=workflow_id))

    def retry(self, workflow_id: str) -> None:
        """Run it again for the same goal."""
        self._send(RetryWorkflow(workflow_id=workflow_id))

    def resume(self, workflow_id: str) -> None:
        """Take it up where it was interrupted."""
        self._send(ResumeWorkflow(workflow_id=workflow_id))

    def archive(self, workflow_id: str) -> None:
        """Take it off the list."""
        self._send(RemoveWorkflow(workflow_id=workflow_id))

    def go_on(self, workflow_id: str, text: str, then: Callable[[Any], None], otherwise: Refused) -> None:
        """Give it its next goal."""
        command = ContinueWorkflow(workflow_id=workflow_id, text=text)
        self._bridge.send(command, f"continue {workflow_id}", then, otherwise)

    def check(self, operation: OperationRow, otherwise: Refused) -> None:
        """Look an effect up again, which changes nothing outside."""
        command = CheckOperation(workflow_id=operation.workflow_id, operation_id=operation.id)
        self._bridge.send(command, f"check {operation.id}", self._on_settled, otherwise)

    def note_look(self, operation: OperationRow, happened: bool, reason: str, otherwise: Refused) -> None:
        """Keep what the owner saw of an effect. It proves nothing and lets nothing be sent again (W3)."""
        command = NoteLook(
            workflow_id=operation.workflow_id, operation_id=operation.id, happened=happened, reason=reason
        )
        self._bridge.send(command, f"note a look at {operation.id}", self._on_settled, otherwise)

    def create(
        self, agent: str, text: str, then: Callable[[CreatedWorkflow], None], otherwise: Refused
    ) -> None:
        """Give an agent a goal of the owner's own words."""
        self._bridge.send(CreateWorkflow(agent=agent, text=text), "make a workflow", then, otherwise)

    def begin(
        self,
        agent: str,
        name: str,
        given: Mapping[str, str | None],
        then: Callable[[CreatedWorkflow], None],
        otherwise: Refused,
    ) -> None:
        """Have an agent do a guided workflow; what is None is as the workflow has it."""
        command = CreateGuidedWorkflow(agent=agent, guided=name, given=given)
        self._bridge.send(command, "make a guided workflow", then, otherwise)

    @Slot(str)
    def read_guides(self, agent: str | None) -> None:
        """Ask which guided workflows there are, and what this agent lacks for each; `guides_read` brings them."""
        self._wanted = agent
        self._bridge.start(self._read_guides(agent), "list the guided workflows")

    async def _read_guides(self, agent: str | None) -> None:
        rows = await self._bridge.ask(ListGuides(agent=agent))
        if agent == self._wanted:  # the answer about another agent may come later than this one's
            self.guides_read.emit(rows)

    def read_agents(self) -> None:
        """Ask which agents could be given a goal; `agents_read` brings them."""
        self._bridge.start(self._read_agents(), "list the agents")

    async def _read_agents(self) -> None:
        agents = await self._bridge.ask(ListAgents())
        self.agents_read.emit(tuple(it for it in agents if it.backend is not None))

    def _send(self, command: Command) -> None:
        self._bridge.send(command, type(command).__name__)

    def _on_settled(self, operation: OperationRow) -> None:
        self.chain.note(operation)
        self.operation_settled.emit(operation)

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        types = {event.type for event in events}
        if any(it.startswith(_OF_WORKFLOWS) for it in types):
            self.rows.note_change()
        concerns = self.chain.open_id() is not None and any(it.startswith(_OF_THE_CHAIN) for it in types)
        if concerns and not self._shown:
            self._missed = True
        elif concerns and not self._calm.isActive():
            self._calm.start()
