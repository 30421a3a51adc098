"""The declared agents: who they are, what they may do, and the owner's changes to that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import declarations, strict_json
from placet.rules.basics import AgentId, Clock
from placet.rules.declarations import Declaration
from placet.rules.errors import NameInUse, NotFound
from placet.rules.ports import Place
from placet.rules.records import Agent, AgentState
from placet.tools.folders import check_agent_folder
from placet.tools.registry import Registry
from placet.work import owing


def place_of(declaration: Declaration, agent: str, tool: str) -> Place:
    """Where one of an agent's tools works, with the hosts that the owner named for it."""
    policy = declaration.tool(tool)
    return Place(
        agent=agent,
        folder=declaration.folder,
        hosts=policy.hosts if policy else (),
        private_hosts=policy.private_hosts if policy else (),
    )


def _declare(tx: Tx, agent: Agent) -> None:
    tx.declare_agent(agent)
    owing.flaws_of(tx, agent)


class Roster:
    """Reads and changes declarations. Changing is the owner's alone; callers have checked that."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        tools: Registry,
        clock: Clock,
        data_folder: Path,
        new_agent_id: Callable[[], AgentId],
    ) -> None:
        self._ledger = ledger
        self._tools = tools
        self._clock = clock
        self._data_folder = data_folder
        self._new_agent_id = new_agent_id
        self._parse = lru_cache(maxsize=256)(self._parse_text)

    def restricted_by_default(self, tool: str) -> bool:
        """Whether a declaration that doesn't say `restricted` means yes; yes for what we don't know."""
        known = self._tools.fixed(tool)  # what an MCP server offers is none of those
        return known is None or known.restricted_by_default

    def declaration(self, agent: Agent) -> Declaration:
        """An agent's checked declaration, as it is written now: a row read earlier may be out of date."""
        return self._parse(self._ledger.reads.agent(agent.id).declaration)

    def of(self, agent: Agent) -> Declaration:
        """The declaration that this very row holds."""
        return self._parse(agent.declaration)

    def _parse_text(self, text: str) -> Declaration:
        return declarations.parse(strict_json.parse(text), restricted_by_default=self.restricted_by_default)

    def names(self) -> frozenset[str]:
        """What all agents are called."""
        return frozenset(agent.name for agent in self._ledger.reads.agents())

    def mcp_server_names(self) -> frozenset[str]:
        """What MCP servers are called that some agent declares."""
        agents = self._ledger.reads.agents()
        return frozenset(server.name for agent in agents for server in self.of(agent).mcp_servers)

    def find(self, name_or_id: str) -> Agent:
        """The agent of this id or name.

        Raises:
            NotFound: there is none.
        """
        reads = self._ledger.reads
        agent = reads.agent_by_name(name_or_id) or reads.find_agent(AgentId(name_or_id))
        if agent is None:
            raise NotFound("There is no such agent.")
        return agent

    async def declare(self, declared: Mapping[str, Any]) -> Agent:
        """Write a new agent down.

        Raises:
            BadDeclaration: it doesn't fit; NameInUse: another agent has the name.
        """
        parsed = declarations.parse(declared, restricted_by_default=self.restricted_by_default)
        # Said before the folder is looked at: the same file declared twice has both in common.
        if any(other.name == parsed.name for other in self._ledger.reads.agents()):
            raise NameInUse(f"There is an agent named {parsed.name} already.", name=parsed.name)
        declaration = await self._with_folder(parsed, but=None)
        now = self._clock.now_ms()
        agent = Agent(
            id=self._new_agent_id(),
            name=declaration.name,
            declaration=declarations.dump(declaration),
            state=AgentState.IDLE,
            created_at=now,
            updated_at=now,
        )
        await self._ledger.commit(lambda tx: _declare(tx, agent))
        return self._ledger.reads.agent(agent.id)

    async def change(self, agent: Agent, changes: Mapping[str, Any]) -> Agent:
        """Merge changes into a declaration; tools by name.

        Raises:
            BadDeclaration: the result doesn't fit.
        """
        before = self.declaration(agent)
        merged = declarations.merge(before, changes, restricted_by_default=self.restricted_by_default)
        if merged.folder != before.folder:
            merged = await self._with_folder(merged, but=agent.id)
        await self._ledger.commit(
            lambda tx: owing.flaws_of(tx, tx.change_agent(agent.id, declarations.dump(merged)))
        )
        return self._ledger.reads.agent(agent.id)

    async def _with_folder(self, declaration: Declaration, but: AgentId | None) -> Declaration:
        others = [Path(self.of(other).folder) for other in self._ledger.reads.agents() if other.id != but]
        folder = await asyncio.to_thread(
            check_agent_folder,
            Path(declaration.folder),
            data_folder=self._data_folder,
            others=others,
        )
        return replace(declaration, folder=str(folder))
