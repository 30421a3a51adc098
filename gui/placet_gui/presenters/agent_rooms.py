"""What the agents page shows of one agent beside its conversation, chosen together."""

from __future__ import annotations

from PySide6.QtCore import QObject

from placet_gui.bridge import Bridge
from placet_gui.presenters.clock import Clock
from placet_gui.presenters.diff_choice import DiffChoice
from placet_gui.presenters.files import FilesPresenter
from placet_gui.presenters.runs import RunsPresenter
from placet_gui.presenters.servers import ServersPresenter
from placet_gui.presenters.step_up import StepUp
from placet_gui.presenters.targets import TargetsPresenter
from placet_gui.screen_lock import ScreenLock


class AgentRooms(QObject):
    """Files, triggers and timers, runs and MCP servers of one agent at a time; each is read while its tab is in view."""

    def __init__(
        self,
        bridge: Bridge,
        clock: Clock,
        lock: ScreenLock,
        step_up: StepUp,
        diff_choice: DiffChoice,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.clock = clock
        self.files = FilesPresenter(bridge, clock, lock, step_up, diff_choice, self)
        self.targets = TargetsPresenter(bridge, self)
        self.runs = RunsPresenter(bridge, self)
        self.servers = ServersPresenter(bridge, self)

    def choose(self, agent_id: str | None) -> None:
        """Look at this agent from now on."""
        for room in (self.files, self.targets, self.runs, self.servers):
            room.choose(agent_id)
