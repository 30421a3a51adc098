"""What somebody begins with: looks, and carries out the three choices of the first steps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import Event, PlacetError
from placet.api.commands import Command
from placet.api.first_steps import (
    DeclareDemo,
    FirstAgent,
    FoundServer,
    LookAtFirstSteps,
    LookForServers,
    Started,
    UseServer,
)
from placet.api.links import InstallLink, LinkRow, ListLinks
from placet_gui.bridge import Bridge
from placet_gui.texts import error_sentence

DEMO, SERVERS = "demo", "servers"


class FirstStepsPresenter(QObject):
    """Between the page of first steps and the engine. Nothing is probed, declared or written but on the owner's click.

    Signals:
        empty_found: the ledger knows no agent: somebody is here for the first time.
        looked(Started, tuple[LinkRow, ...]): what there is to begin with, and which programs are linked.
        servers_found(tuple[FoundServer, ...]): what answered; it may be nothing.
        agent_made(AgentRow, str): an agent was declared, and something that one may say to it.
        linked(LinkRow): a program asks here from now on.
        refused(str, str): which choice wasn't carried out (`DEMO`, `SERVERS` or a link's name), and why.
    """

    empty_found = Signal()
    looked = Signal(object, object)
    servers_found = Signal(object)
    agent_made = Signal(object, str)
    linked = Signal(object)
    refused = Signal(str, str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._shown = False
        bridge.events_arrived.connect(self._on_events_arrived)

    def greet(self) -> None:
        """Say `empty_found` if nobody was here before."""

        def answered(started: Started) -> None:
            if started.agents == 0:
                self.empty_found.emit()

        self._bridge.send(LookAtFirstSteps(), "look whether anybody was here", answered)

    def set_shown(self, shown: bool) -> None:
        """Whether anybody can see the page."""
        self._shown = shown
        if shown:
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Look what there is to begin with; no other program is asked."""
        self._bridge.start(self._look(), "look at the first steps")

    @Slot()
    def declare_demo(self) -> None:
        """Declare an agent of the model inside; answered by `agent_made` or `refused`."""
        self._send(DeclareDemo(), DEMO)

    @Slot()
    def look_for_servers(self) -> None:
        """Ask the usual ports of this machine; answered by `servers_found` or `refused`."""

        def refused(error: PlacetError) -> None:
            self.refused.emit(SERVERS, error_sentence(error.code, error.message))

        self._bridge.send(LookForServers(), "look for model servers", self.servers_found.emit, refused)

    @Slot(object, str)
    def use_server(self, server: FoundServer, model: str) -> None:
        """Write a server down and declare an agent of it; answered by `agent_made` or `refused`."""
        self._send(UseServer(server=server, model=model), SERVERS)

    @Slot(str, str)
    def link(self, name: str, settings: str) -> None:
        """Have a program ask here, exactly as `placet link` does; answered by `linked` or `refused`."""

        def linked(row: LinkRow) -> None:
            self.linked.emit(row)
            self.refresh()

        def refused(error: PlacetError) -> None:
            self.refused.emit(name, error_sentence(error.code, error.message))

        command = InstallLink(name=name, settings=Path(settings))
        self._bridge.send(command, f"link {name}", linked, refused)

    def _send(self, command: Command, choice: str) -> None:
        def made(agent: FirstAgent) -> None:
            self.agent_made.emit(agent.row, agent.suggestion)

        def refused(error: PlacetError) -> None:
            self.refused.emit(choice, error_sentence(error.code, error.message))

        self._bridge.send(command, f"begin with {choice}", made, refused)

    async def _look(self) -> None:
        started: Started = await self._bridge.submit(LookAtFirstSteps())
        links: tuple[LinkRow, ...] = await self._bridge.ask(ListLinks())
        self.looked.emit(started, links)

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        if self._shown and any(event.type == "agent.declared" for event in events):
            self.refresh()
