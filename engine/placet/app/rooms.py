"""The rooms of an engine, grouped as they are handed on: what works, what carries commands out, what is stopped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from placet.agents.agents import Agents
from placet.api.accounts import AccountRoom
from placet.api.doctor import DoctorCommands
from placet.api.generation_rooms import GenerationCommands
from placet.api.grants import GrantRoom
from placet.api.handlers import Rooms
from placet.api.links import LinkRoom
from placet.api.mcp import McpRoom
from placet.api.receipts import ReceiptCommands
from placet.api.workflow_rooms import WorkflowCommands
from placet.backends.catalogue import Backends
from placet.settings import Settings
from placet.work.calls import OpenCalls
from placet.work.channels import Channels
from placet.work.checking import Checks
from placet.work.conversations import Conversations
from placet.work.decisions import Decisions
from placet.work.executions import Executions
from placet.work.files import Files
from placet.work.gate import Gate
from placet.work.generations import Generations
from placet.work.guiding import Guiding
from placet.work.jobs import Jobs
from placet.work.mcp_pins import Pins
from placet.work.mcp_servers import McpServers
from placet.work.outcomes import Outcomes
from placet.work.policy import Policy
from placet.work.refusals import Refusals
from placet.work.roster import Roster
from placet.work.sessions import Sessions
from placet.work.tokens import Tokens
from placet.work.triggers import Triggers
from placet.work.turns import Turns
from placet.work.workflows import Workflows


@dataclass(frozen=True, kw_only=True)
class Work:
    """The rooms of `work`, made together."""

    gate: Gate
    decisions: Decisions
    roster: Roster
    conversations: Conversations
    turns: Turns
    tokens: Tokens
    policy: Policy
    refusals: Refusals
    channels: Channels
    accounts: AccountRoom
    guiding: Guiding
    receipts: ReceiptCommands
    links: LinkRoom
    outcomes: Outcomes
    sessions: Sessions
    files: Files
    workflows: Workflows
    checks: Checks
    grants: GrantRoom
    pins: Pins
    mcp: McpRoom
    calls: OpenCalls
    jobs: Jobs


class GoalCommands(Protocol):
    """The rooms of workflows and of the doctor that carry out commands (`app.goals`)."""

    @property
    def commands(self) -> WorkflowCommands:
        """Those of workflows."""
        ...

    @property
    def doctor(self) -> DoctorCommands:
        """That of the doctor."""
        ...


def command_rooms(
    work: Work,
    agents: Agents,
    executions: Executions,
    generations: Generations,
    triggers: Triggers,
    goals: GoalCommands,
    settings: Settings,
) -> Rooms:
    """The rooms that commands are carried out in, out of all that there are."""
    return Rooms(
        gate=work.gate,
        decisions=work.decisions,
        roster=work.roster,
        conversations=work.conversations,
        tokens=work.tokens,
        policy=work.policy,
        refusals=work.refusals,
        channels=work.channels,
        accounts=work.accounts,
        agents=agents,
        calls=work.calls,
        receipts=work.receipts,
        links=work.links,
        outcomes=work.outcomes,
        sessions=work.sessions,
        triggers=triggers,
        files=work.files,
        grants=work.grants,
        mcp=work.mcp,
        executions=executions,
        generations=GenerationCommands(generations.generator, generations.models),
        workflows=goals.commands,
        doctor=goals.doctor,
        settings=settings,
    )


@dataclass(frozen=True, kw_only=True)
class Stoppable:
    """What the house stops again, in its order."""

    agents: Agents
    triggers: Triggers
    decisions: Decisions
    executions: Executions
    jobs: Jobs
    watchers: Jobs
    probes: Jobs
    backends: Backends
    generations: Generations
    mcp_servers: McpServers
