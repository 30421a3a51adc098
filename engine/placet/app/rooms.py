"""The rooms of an engine, grouped as they are handed on: what carries commands out, what is stopped."""

from __future__ import annotations

from placet.agents.agents import Agents
from placet.api.first_steps import FirstStepsRoom
from placet.api.generation_rooms import GenerationCommands
from placet.api.handlers import Rooms
from placet.api.receipts import ReceiptCommands
from placet.api.target_changes import TargetRoom
from placet.app.goals import GoalRooms
from placet.app.work import Work
from placet.settings import Settings
from placet.work.channels import Channels
from placet.work.executions import Executions
from placet.work.generations import Generations
from placet.work.triggers import Triggers


def command_rooms(
    work: Work,
    *,
    agents: Agents,
    channels: Channels,
    executions: Executions,
    first_steps: FirstStepsRoom,
    generations: Generations,
    goals: GoalRooms,
    receipts: ReceiptCommands,
    settings: Settings,
    triggers: Triggers,
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
        channels=channels,
        accounts=work.accounts,
        agents=agents,
        calls=work.calls,
        receipts=receipts,
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
        first_steps=first_steps,
        targets=TargetRoom(work.roster),
        settings=settings,
    )
