"""Keeps one thing about the chosen agent fresh while somebody looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from PySide6.QtCore import QObject, QTimer, Slot

from placet.api import Event
from placet_gui.bridge import Bridge

_CALM_MS: Final = 60


class AgentReader(QObject):
    """Reads anew when the agent, a fact or the owner gives reason to; one reading at a time, none while hidden.

    What comes of it names `NEWS`, the facts that are a reason, and writes `_read`.
    """

    NEWS: ClassVar[frozenset[str]]
    WHAT: ClassVar[str]

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._agent: str | None = None
        self._shown = False
        self._due = False
        self._busy = False
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self._on_calm_timeout)
        bridge.events_arrived.connect(self._on_events_arrived)

    def choose(self, agent_id: str | None) -> None:
        """Look at this agent from now on."""
        if agent_id != self._agent:
            self._agent = agent_id
            self._forget()
            self.refresh()

    def set_shown(self, shown: bool) -> None:
        """Whether anybody can see it. What happened while nobody did is read when somebody looks again."""
        self._shown = shown
        if shown and self._due:
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Read it, off the GUI thread; later, while nobody looks or another reading goes on."""
        self._due = True
        if self._shown and not self._busy and self._agent is not None:
            self._due = False
            self._busy = True
            self._bridge.start(self._read_once(self._agent), f"read {self.WHAT}")

    def _forget(self) -> None:
        """Another agent was chosen: let go of what belongs to the one before."""

    async def _read(self, agent_id: str) -> None:
        """Ask the engine, and tell what it answered as long as `agent_id` is still chosen."""
        raise NotImplementedError

    async def _read_once(self, agent_id: str) -> None:
        try:
            await self._read(agent_id)
        finally:
            self._busy = False
        if self._due:
            self._calm.start()

    @Slot()
    def _on_calm_timeout(self) -> None:
        if self._due:
            self.refresh()

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        if self._agent is None:  # hundreds of facts may come in a frame, and several rooms listen
            return
        if any(event.type in self.NEWS and event.agent_id == self._agent for event in events):
            self._due = True
            if not self._calm.isActive():
                self._calm.start()
