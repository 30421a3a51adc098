"""Makes the rooms of `work`, each when the first that needs it names it: what holds, decides and runs."""

from __future__ import annotations

import functools
import secrets
from dataclasses import dataclass
from functools import cached_property

from placet.api.accounts import AccountRoom
from placet.api.grants import GrantRoom
from placet.api.links import LinkRoom
from placet.api.mcp import McpRoom
from placet.app.identity import new_id
from placet.app.links import link_room
from placet.folder import DataFolder
from placet.ledger.ledger import Ledger
from placet.rules.basics import ULID_BYTES, AgentId, BootId, Clock, TaskId, ulid
from placet.settings import Settings
from placet.tools.registry import Registry
from placet.work.account_uses import AccountUses
from placet.work.accounts import Accounts
from placet.work.calls import OpenCalls
from placet.work.checking import Checks
from placet.work.conversations import Conversations
from placet.work.decisions import Decisions
from placet.work.effects import Effects
from placet.work.files import Files
from placet.work.gate import Gate, GateLimits
from placet.work.grants import Grants
from placet.work.guiding import Guiding
from placet.work.handing import Handoffs
from placet.work.jobs import Jobs
from placet.work.mcp_pins import Pins
from placet.work.mcp_servers import McpServers
from placet.work.outcomes import Outcomes
from placet.work.policy import Policy
from placet.work.refusals import Refusals
from placet.work.roster import Roster
from placet.work.runner import Runner
from placet.work.sessions import Sessions
from placet.work.tokens import Tokens
from placet.work.turns import Turns
from placet.work.workflows import Workflows


@dataclass(frozen=True, kw_only=True)
class Ground:
    """What the rooms of one engine stand on."""

    ledger: Ledger
    settings: Settings
    folder: DataFolder
    clock: Clock
    boot: BootId

    def new_ulid(self, prefix: str) -> str:
        """A fresh identifier that sorts by its time."""
        return ulid(prefix, self.clock.now_ms(), secrets.token_bytes(ULID_BYTES))


class Work:
    """The rooms of `work`. Each is made once, on the engine's loop, before anything is asked of it."""

    def __init__(self, ground: Ground, tools: Registry, accounts: Accounts, servers: McpServers) -> None:
        self._ground = ground
        self._ledger = ground.ledger
        self._clock = ground.clock
        self._tools = tools
        self._accounts = accounts
        self._servers = servers
        self.calls = OpenCalls()
        self.jobs = Jobs()

    @cached_property
    def roster(self) -> Roster:
        """The agents."""
        return Roster(
            ledger=self._ledger,
            tools=self._tools,
            clock=self._clock,
            data_folder=self._ground.folder.root,
            new_agent_id=lambda: AgentId(new_id("agent_")),
        )

    @cached_property
    def refusals(self) -> Refusals:
        """Calls that never became a task."""
        return Refusals(ledger=self._ledger, clock=self._clock)

    @cached_property
    def gate(self) -> Gate:
        """Where every call comes in."""
        return Gate(
            ledger=self._ledger,
            tools=self._tools,
            roster=self.roster,
            runner=self._runner,
            calls=self.calls,
            clock=self._clock,
            boot=self._ground.boot,
            new_task_id=_new_task_id,
            limits=self._limits,
            refusals=self.refusals,
        )

    @property
    def _limits(self) -> GateLimits:
        limit = self._ground.settings.integer
        return GateLimits(
            default_deadline_s=functools.partial(limit, "approvals.deadline_s"),
            most_arguments_bytes=functools.partial(limit, "limits.arguments_bytes"),
        )

    @cached_property
    def decisions(self) -> Decisions:
        """Where every decision comes in."""
        return Decisions(
            ledger=self._ledger,
            tools=self._tools,
            roster=self.roster,
            runner=self._runner,
            calls=self.calls,
            boot=self._ground.boot,
            default_deadline_s=self._limits.default_deadline_s,
        )

    @cached_property
    def _runner(self) -> Runner:
        return Runner(
            ledger=self._ledger,
            tools=self._tools,
            roster=self.roster,
            calls=self.calls,
            jobs=self.jobs,
            effects=self._effects,
        )

    @cached_property
    def _effects(self) -> Effects:
        handoffs = Handoffs(ledger=self._ledger, workflows=self.workflows)
        return Effects(ledger=self._ledger, clock=self._clock, handoffs=handoffs)

    @cached_property
    def workflows(self) -> Workflows:
        """What is to be done, with proof."""
        return Workflows(
            ledger=self._ledger,
            roster=self.roster,
            clock=self._clock,
            boot=self._ground.boot,
            new_id=self._ground.new_ulid,
        )

    @cached_property
    def checks(self) -> Checks:
        """What is looked for again, where an effect is unclear."""
        return Checks(ledger=self._ledger, tools=self._tools, roster=self.roster, effects=self._effects)

    @cached_property
    def guiding(self) -> Guiding:
        """The workflows that Placet brings along."""
        return Guiding(self._accounts, self._clock)

    @cached_property
    def accounts(self) -> AccountRoom:
        """The owner's accounts."""
        return AccountRoom(self._accounts, AccountUses(self._ledger))

    @cached_property
    def conversations(self) -> Conversations:
        """What is said to agents, and by them."""
        return Conversations(ledger=self._ledger, clock=self._clock, new_id=new_id)

    @cached_property
    def turns(self) -> Turns:
        """An agent's turns."""
        return Turns(
            ledger=self._ledger,
            decisions=self.decisions,
            clock=self._clock,
            boot=self._ground.boot,
            new_id=new_id,
        )

    @cached_property
    def sessions(self) -> Sessions:
        """Sessions of other harnesses."""
        return Sessions(ledger=self._ledger, decisions=self.decisions, clock=self._clock)

    @cached_property
    def outcomes(self) -> Outcomes:
        """What others did after a decision."""
        return Outcomes(ledger=self._ledger)

    @cached_property
    def tokens(self) -> Tokens:
        """Who may speak over HTTP."""
        return Tokens(ledger=self._ledger, clock=self._clock, new_id=new_id)

    @cached_property
    def policy(self) -> Policy:
        """What an agent may do unasked."""
        return Policy(ledger=self._ledger, clock=self._clock)

    @cached_property
    def files(self) -> Files:
        """What lies in agents' folders."""
        return Files(ledger=self._ledger, roster=self.roster)

    @cached_property
    def links(self) -> LinkRoom:
        """Links to other programs."""
        return link_room(self._ground.folder, self._ledger, self.roster, self.tokens, self._clock)

    @cached_property
    def grants(self) -> GrantRoom:
        """What the owner allowed for more than one call."""
        grants = Grants(
            ledger=self._ledger,
            tools=self._tools,
            roster=self.roster,
            decisions=self.decisions,
            clock=self._clock,
            new_id=new_id,
        )
        return GrantRoom(grants=grants, roster=self.roster, reader=self._ledger.reads, clock=self._clock)

    @cached_property
    def pins(self) -> Pins:
        """The tool lists of MCP servers, as the owner saw them."""
        return Pins(
            ledger=self._ledger,
            decisions=self.decisions,
            outcomes=self.outcomes,
            jobs=self.jobs,
            boot=self._ground.boot,
            new_task_id=_new_task_id,
        )

    @cached_property
    def mcp(self) -> McpRoom:
        """MCP servers."""
        return McpRoom(self.pins, self._servers, self.roster, self._tools)


def _new_task_id() -> TaskId:
    return TaskId(new_id("task_"))
