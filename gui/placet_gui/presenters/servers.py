"""Reads an agent's MCP servers, and has them started and looked at when the owner says so."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Signal, Slot

from placet.api import PlacetError
from placet.api.mcp import ListServers, LookAtServers, ServerRow
from placet_gui.presenters.agent_reader import AgentReader
from placet_gui.texts import error_sentence


class ServersPresenter(AgentReader):
    """Between an agent's MCP servers and the engine.

    Signals:
        servers_read(tuple[ServerRow, ...]): as they stand now.
        refused(str): they weren't looked at, and why.
        looking_changed(bool): whether they are being looked at on the owner's word.
    """

    servers_read = Signal(object)
    refused = Signal(str)
    looking_changed = Signal(bool)

    NEWS: ClassVar = frozenset({"task.created", "task.moved", "agent.declared", "agent.state", "turn.ended"})
    WHAT: ClassVar = "an agent's MCP servers"

    @Slot()
    def look(self) -> None:
        """Start what isn't running and ask each what it offers; answered by `servers_read` or `refused`."""

        def looked(_rows: tuple[ServerRow, ...]) -> None:
            self.looking_changed.emit(False)
            self.refresh()  # by now another agent may be chosen

        def refused(error: PlacetError) -> None:
            self.looking_changed.emit(False)
            self.refused.emit(error_sentence(error.code, error.message))

        self.looking_changed.emit(True)
        self._bridge.send(LookAtServers(agent=str(self._agent)), "look at the MCP servers", looked, refused)

    async def _read(self, agent_id: str) -> None:
        rows = await self._bridge.ask(ListServers(agent=agent_id))
        if agent_id == self._agent:
            self.servers_read.emit(rows)
