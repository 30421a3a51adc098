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
from placet.api.workflow_rooms import WorkflowCommands, WorkflowReadings
from placet.app.rooms import Work
from placet.backends.catalogue import Backends
from placet.folder import DataFolder
from placet.ledger.ledger import Ledger
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


def goal_rooms(
    ledger: Ledger,
    settings: Settings,
    work: Work,
    agents: Agents,
    backends: Backends,
    folder: DataFolder,
    bus: Bus,
    watchers: Jobs,
    parts: Mapping[str, WhyNot],
) -> GoalRooms:
    """Make them, and have queued workflows run from now on."""
    runs = WorkflowRuns(
        workflows=work.workflows,
        agents=agents,
        conversations=work.conversations,
        roster=work.roster,
        most_running=functools.partial(settings.integer, MAX_RUNNING),
    )
    bus.subscribe(runs.hear)
    watchers.start(runs.run(), "workflows")
    readings = WorkflowReadings(
        ledger.reads.workflows, lambda agent: None if agent is None else work.roster.find(agent).id
    )
    doctor = Doctor(
        ledger=ledger,
        roster=work.roster,
        catalogue=backends,
        private=private_paths(folder),
        backends=lambda: [row.id for row in settings.backends],
        parts=parts,
        links=work.links.links,
    )
    watchers.start(work.links.links.run(), "links")
    commands = WorkflowCommands(
        workflows=work.workflows,
        runs=runs,
        roster=work.roster,
        readings=readings,
        check=work.checks.check,
        guiding=work.guiding,
    )
    return GoalRooms(commands=commands, readings=readings, doctor=DoctorCommands(doctor))


def parts_of(settings: Settings, jail: Jail, sandbox: Sandbox) -> dict[str, WhyNot]:
    """The tools that need more of a machine than Placet brings along, each with why it can't run here."""

    async def commands() -> str | None:
        return None if settings.boolean("shell.unconfined") else await asyncio.to_thread(jail.why_not)

    return {"shell": commands, "sys_code": sandbox.why_not, "sys_lambda": sandbox.why_not}


def private_paths(folder: DataFolder) -> tuple[Path, ...]:
    """What nobody but the owner may reach, in a data folder."""
    return (folder.root, folder.ledger, folder.secrets, folder.service)
