"""MCP servers from outside of the engine: what their gateways tell of them, and what agents are offered of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from placet.agents.offers import offers
from placet.api.commands import Command
from placet.api.queries import Query
from placet.rules import mcp_pins
from placet.rules.authority import Authority, Principal
from placet.rules.errors import AgentStopped, Forbidden
from placet.rules.records import Agent, AgentState
from placet.tools.registry import Registry
from placet.work.mcp_pins import Pins
from placet.work.mcp_servers import McpServers, Standing
from placet.work.roster import Roster

__all__ = ["FitOut", "ListServers", "LookAtServers", "McpRoom", "OfferedTool", "SeeTools", "ServerRow"]


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


@dataclass(frozen=True, kw_only=True)
class ListServers(Query):
    """An agent's MCP servers as they stand; starts none. Reads pins: ask off the loop. Answer: a tuple of `ServerRow`."""

    agent: str


@dataclass(frozen=True, kw_only=True)
class LookAtServers(Command):
    """Start those of an agent's MCP servers that don't run, and ask each what it offers. By: the owner.

    Answer: a tuple of `ServerRow`. One that can't be started says why in its row.
    """

    agent: str


@dataclass(frozen=True, kw_only=True)
class ServerRow:
    """One MCP server of an agent's. `state` is `running`, `resting` (nobody needed it yet) or `failed`.

    `pinned` and `changed` are tools' names; `changed` ones are new or described differently and can't be called. `question`
    is the task that asks about them. `error` may hold the server's own words; `pinned_at` in ms.
    """

    name: str
    command: tuple[str, ...]
    env: tuple[str, ...]
    state: str
    pinned: tuple[str, ...]
    pinned_at: int | None
    changed: tuple[str, ...]
    question: str | None
    error: str | None


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

    @property
    def owners(self) -> dict[type[Command], Callable[[Any, Authority], Awaitable[Any]]]:
        """The owner's command."""
        return {LookAtServers: self._look}

    @property
    def answers(self) -> dict[type[Query], Callable[[Any], Any]]:
        """What answers the query; any thread may ask."""
        return {ListServers: lambda query: self._rows(self._roster.find(query.agent))}

    def _rows(self, agent: Agent) -> tuple[ServerRow, ...]:
        return tuple(self._row(agent, it) for it in self._servers.standing(agent))

    def _row(self, agent: Agent, standing: Standing) -> ServerRow:
        name, pin = standing.server.name, standing.pin
        question = self._pins.question(agent, name)
        stopped = "resting" if standing.error is None else "failed"
        return ServerRow(
            name=name,
            command=standing.server.command,
            env=standing.server.env,
            state="running" if standing.runs else stopped,
            pinned=() if pin is None else tuple(sorted(pin.listed.tools)),
            pinned_at=None if pin is None else pin.since,
            changed=standing.changed,
            question=None if question is None else question.id,
            error=standing.error,
        )

    async def _look(self, command: LookAtServers, _: Authority) -> tuple[ServerRow, ...]:
        agent = self._roster.find(command.agent)
        if agent.state is AgentState.STOPPED:
            raise AgentStopped("The agent is stopped, and its servers with it; start it first.")
        await self._servers.ready(agent)
        return await asyncio.to_thread(self._rows, agent)

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
