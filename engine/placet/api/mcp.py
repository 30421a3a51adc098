"""MCP servers from outside of the engine: what their gateways tell of them, and what agents are offered of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from placet.agents.offers import offers
from placet.api.commands import Command
from placet.rules import mcp_pins
from placet.rules.authority import Authority, Principal
from placet.rules.errors import Forbidden
from placet.rules.records import Agent
from placet.tools.registry import Registry
from placet.work.mcp_pins import Pins
from placet.work.mcp_servers import McpServers
from placet.work.roster import Roster

__all__ = ["FitOut", "McpRoom", "OfferedTool", "SeeTools"]


@dataclass(frozen=True, kw_only=True)
class SeeTools(Command):
    """Hold what an MCP server lists against what is pinned. By: the agent that its gateway asks for.

    Answer: a mapping of `pinned` or `changed` by the tool's name. `tools` are its definitions by the names that calls use,
    `command` is what started it. A difference becomes a question to the owner (`rules.mcp_pins`).
    """

    agent: str
    server: str
    command: tuple[str, ...]
    tools: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class FitOut(Command):
    """Have an agent's MCP servers ready, and say which tools the agent is offered. By: the agent. Answer: `OfferedTool`s."""

    agent: str


@dataclass(frozen=True, kw_only=True)
class OfferedTool:
    """A tool as a model is told of it. Of an MCP server's, `summary` and `schema` are the server's own words."""

    name: str
    summary: str
    schema: Mapping[str, Any]


class McpRoom:
    """Carries the commands about MCP servers out. Lives on the engine's loop."""

    def __init__(self, pins: Pins, servers: McpServers, roster: Roster, tools: Registry) -> None:
        self._pins = pins
        self._servers = servers
        self._roster = roster
        self._tools = tools

    @property
    def others(self) -> dict[type[Command], Callable[[Any, Authority], Awaitable[Any]]]:
        """The commands that aren't the owner's."""
        return {SeeTools: self._see, FitOut: self._fit_out}

    async def _see(self, command: SeeTools, by: Authority) -> dict[str, str]:
        agent = self._roster.find(command.agent)
        if by.principal is not Principal.AGENT_LOOP or by.agent_id != agent.id:
            raise Forbidden("Only the agent itself tells what its servers offer.")
        seen = mcp_pins.Listed(command=command.command, tools=command.tools)
        return await self._pins.see(agent, command.server, seen)

    async def _fit_out(self, command: FitOut, by: Authority) -> tuple[OfferedTool, ...]:
        agent = self._roster.find(command.agent)
        if by.principal is not Principal.AGENT_LOOP or by.agent_id != agent.id:
            raise Forbidden("Only the agent itself is told which tools it has.")
        await self._servers.ready(agent)
        offered = await asyncio.to_thread(offers, self._roster.declaration(agent), self._tools)
        told = [it["function"] for it in offered]
        return tuple(
            OfferedTool(name=it["name"], summary=it["description"], schema=it["parameters"]) for it in told
        )

    async def stop(self, agent: Agent) -> None:
        """End the servers of an agent that was stopped."""
        await self._servers.close(agent.id)
