"""Makes the room of the first steps."""

from __future__ import annotations

from placet.api import agent_rows
from placet.api.first_steps import FirstStepsRoom
from placet.api.views import AgentRow
from placet.app.work import Ground, Work
from placet.backends.catalogue import Backends
from placet.rules.records import Agent
from placet.work.first_steps import FirstSteps
from placet.work.links import agents_folder


def first_steps_room(ground: Ground, work: Work, backends: Backends) -> FirstStepsRoom:
    """The room that carries out what somebody begins with."""
    steps = FirstSteps(
        roster=work.roster,
        settings=ground.settings,
        backends=backends,
        agents_folder=agents_folder(ground.folder),
    )

    def row_of(agent: Agent) -> AgentRow:
        return agent_rows.agent_row(agent, work.roster.of(agent), 0)

    return FirstStepsRoom(steps, row_of)
