"""What the window's shell says: how much waits, which agents there are; and stopping them all."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from placet.api import Event, TaskStatus
from placet.api.commands import StopAgent
from placet.api.queries import CountTasks, ListAgents
from placet.api.views import AgentRow
from placet_gui.bridge import Bridge

_CALM_MS = 100
_TASKS, _AGENTS = "tasks", "agents"
_OF_AGENTS = frozenset({"agent.declared", "agent.state"})


class Overview(QObject):
    """Keeps the shell's numbers fresh, from facts, at most ten times a second.

    Signals:
        waiting_changed(int): how many tasks wait for the owner's decision.
        agents_changed(int, int, tuple[str, ...]): agents, those at work, the models that they use.
    """

    waiting_changed = Signal(int)
    agents_changed = Signal(int, int, object)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._reading = False
        self._due: set[str] = set()
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self._read_what_is_due)
        bridge.events_arrived.connect(self._on_events_arrived)

    @Slot()
    def refresh(self) -> None:
        """Read all numbers now, off the GUI thread."""
        self._due |= {_TASKS, _AGENTS}
        self._read_what_is_due()

    @Slot()
    def _read_what_is_due(self) -> None:
        if not self._reading:
            self._reading = True
            self._bridge.start(self._read(), "read the overview")

    @Slot()
    def stop_all(self) -> None:
        """Stop every agent that isn't stopped. One that fails to stop doesn't keep the others going."""
        for agent in self._bridge.query(ListAgents()):
            if agent.can_stop:
                self._bridge.send(StopAgent(agent=agent.id), f"stop {agent.name}")

    async def _read(self) -> None:
        due, self._due = self._due, set()
        try:
            if _TASKS in due:
                counts = await self._bridge.ask(CountTasks())
                self.waiting_changed.emit(counts[TaskStatus.PENDING_APPROVAL])
            if _AGENTS in due:
                self._tell_agents(await self._bridge.ask(ListAgents()))
        finally:
            self._reading = False
        if self._due:
            self._calm.start()

    def _tell_agents(self, agents: tuple[AgentRow, ...]) -> None:
        working = sum(agent.at_work for agent in agents)
        models = tuple(dict.fromkeys(filter(None, (it.model or it.backend for it in agents))))
        self.agents_changed.emit(len(agents), working, models)

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.task_id is not None:
                self._due.add(_TASKS)
            elif event.type in _OF_AGENTS:
                self._due.add(_AGENTS)
        if self._due and not self._calm.isActive():
            self._calm.start()
