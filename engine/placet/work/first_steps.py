"""What somebody begins with who has no agent yet: the model inside, or a model server of this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from placet.backends.catalogue import Backends
from placet.backends.probing import FoundServer, look_around
from placet.rules import first_agents
from placet.rules.errors import BackendFailed, SettingsNotWritten
from placet.rules.records import Agent
from placet.settings import BackendSetting, Settings
from placet.work.roster import Roster

__all__ = ["FirstSteps", "FoundServer", "Looked"]


@dataclass(frozen=True, kw_only=True)
class Looked:
    """What there is to begin with. `why_no_model`: why the model inside can't be used; None: it can."""

    agents: int
    why_no_model: str | None


class FirstSteps:
    """Carries out what the owner begins with. Lives on the engine's loop; callers have checked that it is the owner."""

    def __init__(
        self,
        *,
        roster: Roster,
        settings: Settings,
        backends: Backends,
        agents_folder: Path,
        probe: Callable[[], Awaitable[tuple[FoundServer, ...]]] = look_around,
    ) -> None:
        """`agents_folder` is where the folders of the agents go that are declared here."""
        self._roster = roster
        self._settings = settings
        self._backends = backends
        self._agents_folder = agents_folder
        self._probe = probe

    async def look(self) -> Looked:
        """What there is already. Asks nothing of other programs."""
        names = await asyncio.to_thread(self._roster.names)
        try:
            await self._backends.embedded.models()
        except BackendFailed as missing:
            return Looked(agents=len(names), why_no_model=missing.message)
        return Looked(agents=len(names), why_no_model=None)

    async def servers(self) -> tuple[FoundServer, ...]:
        """The model servers that answer at their usual ports of this machine."""
        return await self._probe()

    async def declare_demo(self) -> Agent:
        """Declare an agent of the model inside.

        Raises:
            BadDeclaration: its folder can't be had.
        """
        name = await self._free_name(first_agents.DEMO)
        return await self._roster.declare(first_agents.demo(name, self._folder_of(name)))

    async def use_server(self, server: FoundServer, model: str) -> Agent:
        """Write a server into the settings, unless it is there already, and declare an agent of it.

        Raises:
            SettingsNotWritten: the settings can't be written. BadDeclaration: the agent's folder can't be had.
        """
        backend = await self._backend_of(server)
        name = await self._free_name(first_agents.ASSISTANT)
        return await self._roster.declare(first_agents.assistant(name, self._folder_of(name), backend, model))

    async def _backend_of(self, server: FoundServer) -> str:
        rows = self._settings.backends
        known = next((row.id for row in rows if row.base_url.rstrip("/") == server.base_url), None)
        if known is not None:
            return known
        made = BackendSetting(
            id=first_agents.free_name(server.kind, {row.id for row in rows}),
            kind=server.kind,
            base_url=server.base_url,
        )
        try:
            await asyncio.to_thread(self._settings.add_backend, made)
        except OSError as problem:
            why = problem.strerror or type(problem).__name__
            raise SettingsNotWritten(f"The settings couldn't be written: {why}.") from None
        self._backends.add(made)
        return made.id

    async def _free_name(self, wanted: str) -> str:
        return first_agents.free_name(wanted, await asyncio.to_thread(self._roster.names))

    def _folder_of(self, name: str) -> str:
        return str(self._agents_folder / name)
