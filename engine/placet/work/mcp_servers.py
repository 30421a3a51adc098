"""Agents' own MCP servers: started when somebody needs them, held against their pins, and ended with their agents.

A workflow with a scope starts none: `agents.turns` asks only for a turn without one (seed 003, case 43).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.mcp.environment import server_environment
from placet.mcp.eras import Era
from placet.mcp.server import Server, ServerGone
from placet.mcp.wire import WireError
from placet.rules import mcp_pins, strict_json, tool_names
from placet.rules.basics import AgentId
from placet.rules.errors import PlacetError, ToolFailed
from placet.rules.mcp_pins import Listed
from placet.rules.mcp_servers import McpServer, server_of
from placet.rules.records import Agent
from placet.tools.mcp.mcp_tool import UNKNOWN, Known, McpTool
from placet.work.lanes import Lanes
from placet.work.mcp_pins import Pin, Pins
from placet.work.roster import Roster

_log = logging.getLogger(__name__)
_CHANGED: Final = (
    "Its server describes this tool differently than when it was pinned; the owner is asked about that."
)
_NO_SUCH: Final = "No MCP server of this agent offers such a tool."


@dataclass(frozen=True, kw_only=True)
class Standing:
    """How a declared server stands. `error`: what went wrong last, until it goes well; `changed`: what isn't as pinned."""

    server: McpServer
    runs: bool
    error: str | None
    pin: Pin | None
    changed: tuple[str, ...]


class McpServers:
    """The servers that run for agents (`tools.mcp.mcp_tool.Servers`). Lives on the engine's loop, but for `known`.

    Tools reach it and it reaches the roster, which knows the tools: so it is made first, and `open` tells it of the rest.
    """

    def __init__(self) -> None:
        self._roster: Roster | None = None
        self._pins: Pins | None = None
        self._running: dict[tuple[AgentId, str], Server] = {}
        self._seen: dict[tuple[AgentId, str], Listed] = {}
        self._stale: set[tuple[AgentId, str]] = set()
        self._troubles: dict[tuple[AgentId, str], str] = {}
        self._lanes = Lanes()

    def open(self, roster: Roster, pins: Pins) -> None:
        """Begin to answer: called once, before any agent runs."""
        self._roster, self._pins = roster, pins

    def find(self, name: str) -> McpTool | None:
        """The tool of this name, where some agent declares a server that it could be of."""
        server = server_of(name)
        if server is None or self._roster is None or server not in self._roster.mcp_server_names():
            return None
        return McpTool(name, self)

    def offered(self, agent: str) -> list[McpTool]:
        """The tools of an agent's servers as they are pinned. From any thread; blocking."""
        roster, pins = self._rooms()
        found = roster.find(agent)
        tools = []
        for declared in roster.declaration(found).mcp_servers:
            listed = pins.pinned(found, declared.name)
            for name, definition in sorted(listed.tools.items() if listed else ()):
                if listed is not None and not self._differs(found.id, declared, listed, name):
                    tools.append(_tool(name, definition, self))
        return tools

    def known(self, agent: str, tool: str) -> Known:
        """A tool as it is pinned. From any thread; blocking.

        Raises:
            ToolFailed: `mcp_tool_unknown` or `mcp_tool_changed`.
        """
        roster, pins = self._rooms()
        found = roster.find(agent)
        declared = _declared(roster.declaration(found).mcp_servers, tool)
        listed = None if declared is None else pins.pinned(found, declared.name)
        if declared is None or listed is None or tool not in listed.tools:
            raise ToolFailed(_NO_SUCH, code=UNKNOWN)
        if self._differs(found.id, declared, listed, tool):
            raise ToolFailed(_CHANGED, code="mcp_tool_changed")
        return Known(server=declared.name, definition=listed.tools[tool])

    def _differs(self, agent_id: AgentId, declared: McpServer, pinned: Listed, tool: str) -> bool:
        """Whether a tool isn't what was pinned: by another command, or by what its server said last."""
        seen = self._seen.get((agent_id, declared.name))
        if pinned.command != declared.command:
            return True
        return seen is not None and mcp_pins.states(pinned, seen).get(tool) == mcp_pins.CHANGED

    def standing(self, agent: Agent) -> list[Standing]:
        """How each declared server stands, in the order of the declaration. From any thread; blocking."""
        roster, pins = self._rooms()
        return [
            self._stands(agent, declared, pins.pin(agent, declared.name))
            for declared in roster.declaration(agent).mcp_servers
        ]

    def _stands(self, agent: Agent, declared: McpServer, pin: Pin | None) -> Standing:
        key = (agent.id, declared.name)
        server, seen = self._running.get(key), self._seen.get(key)
        runs = (
            server is not None and server.why_gone is None and self._is_as_declared(agent, declared, server)
        )
        states = {} if seen is None else mcp_pins.states(None if pin is None else pin.listed, seen)
        return Standing(
            server=declared,
            runs=runs,
            error=self._troubles.get(key) or (server.why_gone if server is not None else None),
            pin=pin,
            changed=tuple(sorted(name for name, state in states.items() if state == mcp_pins.CHANGED)),
        )

    async def ready(self, agent: Agent) -> None:
        """Have an agent's servers running as they are declared now, and their lists held against the pins. One that can't be
        started is logged: its tools are then known as they were, and each call says why it failed.
        """
        roster, _ = self._rooms()
        servers = roster.declaration(agent).mcp_servers
        await self._close(
            {it for it in self._running if it[0] == agent.id} - {(agent.id, it.name) for it in servers}
        )
        for declared in servers:
            try:
                await self._server(agent, declared)
            except (ToolFailed, PlacetError) as problem:
                _log.warning(
                    "the MCP server %s of %s isn't ready: %s", declared.name, agent.name, problem.message
                )

    async def call(self, agent: str, tool: str, args: Mapping[str, Any]) -> Mapping[str, Any]:
        """Have the server run a tool, once.

        Raises:
            ToolFailed: it wasn't asked, refused, or left without an answer.
        """
        roster, _ = self._rooms()
        found = roster.find(agent)
        declared = _declared(roster.declaration(found).mcp_servers, tool)
        if declared is None:
            raise ToolFailed(_NO_SUCH, code=UNKNOWN, not_executed=True)
        server = await self._server(found, declared)
        self.known(agent, tool)  # once more: what was started just now may describe itself differently
        own_name = tool.removeprefix(f"{declared.name}.")
        try:
            return await server.call(own_name, strict_json.dump(dict(args)), {})
        except WireError as refused:
            raise ToolFailed(f"The server refused: {refused.message[:2000]}", code="tool_error") from None
        except ServerGone as gone:
            unknown = " Whether it did anything is unknown." if gone.sent else ""
            raise ToolFailed(gone.message + unknown, code="tool_error", not_executed=not gone.sent) from None

    async def _server(self, agent: Agent, declared: McpServer) -> Server:
        """The running server, started where it isn't, or ends because it is declared otherwise by now."""
        key = (agent.id, declared.name)
        async with self._lanes.within(key):
            try:
                running = await self._running_one(agent, declared)
            except (ToolFailed, PlacetError) as problem:
                self._troubles[key] = problem.message
                raise
            self._troubles.pop(key, None)
            return running

    async def _running_one(self, agent: Agent, declared: McpServer) -> Server:
        key = (agent.id, declared.name)
        server = self._running.get(key)
        if server is not None and server.why_gone is None and self._is_as_declared(agent, declared, server):
            await self._look_again(agent, declared, server)
            return server
        if server is not None:
            del self._running[key]
            await server.close()
        return await self._start(agent, declared)

    def _is_as_declared(self, agent: Agent, declared: McpServer, server: Server) -> bool:
        """Whether a server was started as it is declared now: what it was given it keeps as long as it runs."""
        roster, _ = self._rooms()
        return (
            server.command == declared.command
            and server.environment == _environment(declared)
            and server.folder == roster.declaration(agent).folder
        )

    async def _start(self, agent: Agent, declared: McpServer) -> Server:
        roster, _ = self._rooms()
        key = (agent.id, declared.name)
        server = Server(
            name=declared.name,
            command=declared.command,
            environment=_environment(declared),
            folder=roster.declaration(agent).folder,
            hear=lambda method, _: self._heard(key, method),
        )
        try:
            await server.start({}, first=Era.HANDSHAKE)
            await self._look(agent, declared, server)
        except (ServerGone, WireError) as problem:
            await server.close()
            raise ToolFailed(problem.message, code="tool_error", not_executed=True) from None
        except BaseException:
            await server.close()
            raise
        self._running[key] = server
        return server

    def _heard(self, key: tuple[AgentId, str], method: str) -> None:
        if method == "notifications/tools/list_changed":
            self._stale.add(key)  # whoever needs it next looks first

    async def _look_again(self, agent: Agent, declared: McpServer, server: Server) -> None:
        if (agent.id, declared.name) not in self._stale:
            return
        try:
            await self._look(agent, declared, server)
        except (ServerGone, WireError) as problem:
            raise ToolFailed(problem.message, code="tool_error", not_executed=True) from None

    async def _look(self, agent: Agent, declared: McpServer, server: Server) -> None:
        _, pins = self._rooms()
        key = (agent.id, declared.name)
        self._stale.discard(key)
        tools = {f"{declared.name}.{it['name']}": it for it in await server.tools()}
        named = {name: it for name, it in tools.items() if tool_names.is_tool_name(name)}
        seen = Listed(command=declared.command, tools=named)
        self._seen[key] = seen
        await pins.see(agent, declared.name, seen)

    async def close(self, agent_id: AgentId | None = None) -> None:
        """End the servers of one agent, or all."""
        await self._close({it for it in self._running if agent_id in {None, it[0]}})

    async def _close(self, keys: Iterable[tuple[AgentId, str]]) -> None:
        for key in keys:
            async with self._lanes.within(key):
                server = self._running.pop(key, None)
                if server is not None:
                    await server.close()

    def _rooms(self) -> tuple[Roster, Pins]:
        if self._roster is None or self._pins is None:
            raise RuntimeError("the MCP servers aren't open yet")
        return self._roster, self._pins


def _environment(declared: McpServer) -> dict[str, str]:
    return server_environment(os.environ, declared.env)


def _declared(servers: tuple[McpServer, ...], tool: str) -> McpServer | None:
    name = server_of(tool)
    return next((it for it in servers if it.name == name), None)


def _tool(name: str, definition: Mapping[str, Any], servers: McpServers) -> McpTool:
    said, schema = definition.get("description"), definition.get("inputSchema")
    return McpTool(
        name,
        servers,
        summary=said if isinstance(said, str) else "",
        schema=schema if isinstance(schema, Mapping) else None,
    )
