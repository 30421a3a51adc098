"""MCP servers from outside of the engine: what their gateways tell of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from placet.api.commands import Command
from placet.rules import mcp_pins
from placet.rules.authority import Authority, Principal
from placet.rules.errors import Forbidden
from placet.work.mcp_pins import Pins
from placet.work.roster import Roster

__all__ = ["McpRoom", "SeeTools"]


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


class McpRoom:
    """Carries the commands about MCP servers out. Lives on the engine's loop."""

    def __init__(self, pins: Pins, roster: Roster) -> None:
        self._pins = pins
        self._roster = roster

    @property
    def others(self) -> dict[type[Command], Callable[[Any, Authority], Awaitable[Any]]]:
        """The commands that aren't the owner's."""
        return {SeeTools: self._see}

    async def _see(self, command: SeeTools, by: Authority) -> dict[str, str]:
        agent = self._roster.find(command.agent)
        if by.principal is not Principal.AGENT_LOOP or by.agent_id != agent.id:
            raise Forbidden("Only the agent itself tells what its servers offer.")
        seen = mcp_pins.Listed(command=command.command, tools=command.tools)
        return await self._pins.see(agent, command.server, seen)
