"""The first steps from outside of the engine: what somebody begins with who has no agent yet."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from placet.api.commands import Command
from placet.api.views import AgentRow
from placet.backends.probing import USUAL, FoundServer
from placet.rules import first_agents
from placet.rules.authority import Authority
from placet.rules.records import Agent
from placet.work.first_steps import FirstSteps
from placet.work.links import SETTINGS, usual_settings
from placet.work.mcp_links import MCP

__all__ = [
    "PORTS",
    "DeclareDemo",
    "FirstAgent",
    "FirstStepsRoom",
    "FoundServer",
    "LinkOffer",
    "LookAtFirstSteps",
    "LookForServers",
    "Started",
    "UseServer",
]

PORTS = tuple(place.port for place in USUAL)
"""The ports of this machine that `LookForServers` asks."""


@dataclass(frozen=True, kw_only=True)
class LookAtFirstSteps(Command):
    """Look at what there is to begin with. Changes nothing and asks no other program. By: the owner. Answer: `Started`."""


@dataclass(frozen=True, kw_only=True)
class LookForServers(Command):
    """Ask the usual ports of this machine for model servers. Changes nothing here. By: the owner.

    Answer: a tuple of `FoundServer`, whose models are the servers' own words. Takes up to some seconds.
    """


@dataclass(frozen=True, kw_only=True)
class DeclareDemo(Command):
    """Declare an agent of the model inside, led to write one file. By: the owner. Answer: `FirstAgent`."""


@dataclass(frozen=True, kw_only=True)
class UseServer(Command):
    """Write a server that was found into the settings, and declare an agent of one of its models.

    By: the owner. Answer: `FirstAgent`.
    """

    server: FoundServer
    model: str


@dataclass(frozen=True, kw_only=True)
class LinkOffer:
    """A program that can be linked: its name, its settings file, and the command that does what `InstallLink` does.

    `settings` is empty where only the owner knows which file it is.
    """

    name: str
    settings: str
    command: str


@dataclass(frozen=True, kw_only=True)
class Started:
    """How far the owner is. `why_no_model`: why the model inside can't be used; None: it can."""

    agents: int
    why_no_model: str | None
    links: tuple[LinkOffer, ...]


@dataclass(frozen=True, kw_only=True)
class FirstAgent:
    """An agent that was just declared, and something that one may say to it first."""

    row: AgentRow
    suggestion: str


class FirstStepsRoom:
    """Carries the commands out. Lives on the engine's loop."""

    def __init__(self, steps: FirstSteps, row_of: Callable[[Agent], AgentRow]) -> None:
        self._steps = steps
        self._row_of = row_of
        self.owners: dict[type[Command], Callable[[Any, Authority], Awaitable[Any]]] = {
            LookAtFirstSteps: self._look,
            LookForServers: self._look_for_servers,
            DeclareDemo: self._declare_demo,
            UseServer: self._use_server,
        }

    async def _look(self, _: LookAtFirstSteps, __: Authority) -> Started:
        looked = await self._steps.look()
        return Started(agents=looked.agents, why_no_model=looked.why_no_model, links=_offers())

    async def _look_for_servers(self, _: LookForServers, __: Authority) -> tuple[FoundServer, ...]:
        return await self._steps.servers()

    async def _declare_demo(self, _: DeclareDemo, __: Authority) -> FirstAgent:
        agent = await self._steps.declare_demo()
        return FirstAgent(row=self._row_of(agent), suggestion=first_agents.DEMO_GOAL)

    async def _use_server(self, command: UseServer, _: Authority) -> FirstAgent:
        agent = await self._steps.use_server(command.server, command.model)
        return FirstAgent(row=self._row_of(agent), suggestion=first_agents.ASSISTANT_GOAL)


def _offers() -> tuple[LinkOffer, ...]:
    named = [
        LinkOffer(name=name, settings=str(usual_settings(name)), command=f"placet link {name} install")
        for name in SETTINGS
    ]
    servers = LinkOffer(name=MCP, settings="", command=f"placet link {MCP} install --settings FILE")
    return (*named, servers)
