"""Makes the rooms of workflows and of the doctor, out of those that there are already."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from placet.agents.agents import Agents
from placet.agents.workflow_runs import MAX_RUNNING, WorkflowRuns
from placet.api.doctor import DoctorCommands
from placet.api.links import LinkRoom
from placet.api.workflow_rooms import WorkflowCommands, WorkflowReadings
from placet.app.work import Ground, Work
from placet.backends.catalogue import Backends
from placet.folder import DataFolder
from placet.sandbox.children import Sandbox
from placet.settings import Settings
from placet.tools.shell.jail import Jail
from placet.work.bus import Bus
from placet.work.doctor import Doctor, WhyNot
from placet.work.jobs import Jobs


@dataclass(frozen=True, kw_only=True)
class GoalRooms:
    """What the front door needs of workflows and of the doctor."""

    commands: WorkflowCommands
    readings: WorkflowReadings
    doctor: DoctorCommands
    runs: WorkflowRuns
    links: LinkRoom

    def start(self, bus: Bus, watchers: Jobs) -> None:
        """Have queued workflows run, and links looked at, from now on."""
        bus.subscribe(self.runs.hear)
        watchers.start(self.runs.run(), "workflows")
        watchers.start(self.links.links.run(), "links")


def goal_rooms(
    ground: Ground, work: Work, agents: Agents, backends: Backends, parts: Mapping[str, WhyNot]
) -> GoalRooms:
    """Make them."""
    runs = _runs(ground, work, agents)
    readings = WorkflowReadings(
        ground.ledger.reads.workflows, lambda agent: None if agent is None else work.roster.find(agent).id
    )
    commands = WorkflowCommands(
        workflows=work.workflows,
        runs=runs,
        roster=work.roster,
        readings=readings,
        check=work.checks.check,
        guiding=work.guiding,
    )
    return GoalRooms(
        commands=commands,
        readings=readings,
        doctor=DoctorCommands(_doctor(ground, work, backends, parts)),
        runs=runs,
        links=work.links,
    )


def _runs(ground: Ground, work: Work, agents: Agents) -> WorkflowRuns:
    return WorkflowRuns(
        workflows=work.workflows,
        agents=agents,
        conversations=work.conversations,
        roster=work.roster,
        most_running=functools.partial(ground.settings.integer, MAX_RUNNING),
    )


def _doctor(ground: Ground, work: Work, backends: Backends, parts: Mapping[str, WhyNot]) -> Doctor:
    return Doctor(
        ledger=ground.ledger,
        roster=work.roster,
        catalogue=backends,
        private=private_paths(ground.folder),
        backends=lambda: [row.id for row in ground.settings.backends],
        parts=parts,
        links=work.links.links,
    )


def parts_of(settings: Settings, jail: Jail, sandbox: Sandbox) -> dict[str, WhyNot]:
    """The tools that need more of a machine than Placet brings along, each with why it can't run here."""

    async def commands() -> str | None:
        return None if settings.boolean("shell.unconfined") else await asyncio.to_thread(jail.why_not)

    return {"shell": commands, "sys_code": sandbox.why_not, "sys_lambda": sandbox.why_not}


def private_paths(folder: DataFolder) -> tuple[Path, ...]:
    """What nobody but the owner may reach, in a data folder."""
    return (folder.root, folder.ledger, folder.secrets, folder.service)
