"""Runs workflows: each as one turn of its agent in the workflow's own conversation, a few at a time (ADR 0038).

The row says what waits; this room only wakes up, looks, and hands on. Nothing starts by itself at a start of the
engine, since the sweep leaves no workflow queued.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from placet.agents import history
from placet.agents.agents import Agents
from placet.agents.goals import Goal
from placet.agents.prompts import MOST_OPERATIONS_TOLD, again_message
from placet.agents.turns import Ending
from placet.rules.basics import TaskId, TurnId
from placet.rules.errors import Conflict, EngineStopping
from placet.rules.events import AgentStateChanged, WorkflowArchived, WorkflowCreated, WorkflowMoved
from placet.rules.guided import guide
from placet.rules.handoff import HANDOFF, contract
from placet.rules.lifecycles import TurnStatus, WorkflowStatus
from placet.rules.records import Event, Role
from placet.rules.workflows import TurnEnd, Workflow
from placet.work.conversations import Conversations
from placet.work.roster import Roster
from placet.work.workflows import Workflows

_log = logging.getLogger(__name__)

STOP_WAIT_S: Final = 10.0
"""How long a stop is waited for before it is told that it is under way."""
MAX_RUNNING: Final = "workflows.max_running"

_WAKES: Final = frozenset(
    {AgentStateChanged.type, WorkflowArchived.type, WorkflowCreated.type, WorkflowMoved.type}
)
_ENDS: Final = {
    TurnStatus.DONE: TurnEnd.SUCCESS,
    TurnStatus.FAILED: TurnEnd.ERROR,
    TurnStatus.STOPPED: TurnEnd.STOPPED,
}


class WorkflowRuns:
    """Hands queued workflows to their agents, oldest first. Lives on the engine's loop.

    `most_running` is how many may be with their agents at the same time. A stopped agent's wait until it is started.
    """

    def __init__(
        self,
        *,
        workflows: Workflows,
        agents: Agents,
        conversations: Conversations,
        roster: Roster,
        most_running: Callable[[], int],
    ) -> None:
        self._workflows = workflows
        self._agents = agents
        self._conversations = conversations
        self._roster = roster
        self._most_running = most_running
        self._handed: set[TaskId] = set()
        self._wanted = asyncio.Event()

    def hear(self, events: tuple[Event, ...]) -> None:
        """Take in committed facts."""
        for event in events:
            if event.type not in _WAKES:
                continue
            moved = event.type == WorkflowMoved.type and event.payload.get("to") != WorkflowStatus.RUNNING
            if moved and event.task_id is not None:
                self._handed.discard(event.task_id)
            self._wanted.set()

    async def run(self) -> None:
        """Hand on what waits whenever something changed; for ever. What breaks leaves the rest to run."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            try:
                await self._look()
            except Exception:
                _log.exception(
                    "workflows that wait could not be looked at; the next change has them looked at again"
                )

    async def _look(self) -> None:
        for workflow in self._workflows.queued():
            if len(self._handed) >= self._most_running():
                return
            if workflow.id not in self._handed:
                await self._hand(workflow)

    async def _hand(self, workflow: Workflow) -> None:
        self._handed.add(workflow.id)
        try:
            agent = self._roster.find(workflow.agent_id)
            run = _Run(self, workflow)
            await self._agents.assign(agent, workflow.conversation_id, run, after=workflow.turn_id)
        except (Conflict, EngineStopping):  # stopped meanwhile; or its agent is, whose start will be heard of
            self._handed.discard(workflow.id)
        except Exception:
            self._handed.discard(workflow.id)
            raise

    async def stop(self, workflow_id: str) -> Workflow:
        """Stop a workflow: at once while it waits, with its turn while it runs. An ended one stays as it is (Q26).

        Raises:
            NotFound: there is none.
        """
        workflow = await self._workflows.stop_waiting(workflow_id)
        if workflow.status is WorkflowStatus.RUNNING:
            agent = self._roster.find(workflow.agent_id)
            try:
                async with asyncio.timeout(STOP_WAIT_S):
                    await self._agents.stop_turn(agent, workflow.turn_id)
            except TimeoutError:
                pass  # it was told to stop; the row says when it has
        return self._workflows.find(workflow_id)

    def begin(self, tx: Any, workflow_id: TaskId, turn_id: TurnId) -> Workflow:
        """Claim a workflow for a turn, and write what the model is told to do."""
        workflow = self._workflows.begin(tx, workflow_id, turn_id)
        past = self._conversations.history(workflow.conversation_id)
        again = history.has_goal(past, workflow.goal_revision)
        text = self._again(tx, workflow) if again else workflow.text
        payload = history.goal_payload(workflow.goal_revision, again=again)
        tx.append_message(
            self._conversations.draft(
                workflow.conversation_id, Role.OWNER, text, turn_id=turn_id, payload=payload
            )
        )
        return workflow

    @staticmethod
    def _again(tx: Any, workflow: Workflow) -> str:
        newest = tx.newest_operations(workflow.id, MOST_OPERATIONS_TOLD)
        return again_message(workflow.text, newest, tx.count_operations(workflow.id) - len(newest))

    def end(self, tx: Any, workflow_id: TaskId, ending: Ending, *, closing: bool) -> None:
        """Say how a run came out."""
        end = TurnEnd.INTERRUPTED if closing and ending.status is TurnStatus.STOPPED else _ENDS[ending.status]
        summary = ending.said or ending.answer
        self._workflows.finish(tx, workflow_id, end, summary=summary, error=ending.error)

    def goal_of(self, workflow: Workflow) -> Goal:
        """What a turn works on."""
        if workflow.guided is None:
            return Goal(workflow_id=workflow.id, scope=workflow.scope)
        given = json.loads(workflow.given or "{}")
        found = contract(given) if workflow.guided == HANDOFF else guide(workflow.guided, given)
        return Goal(
            workflow_id=workflow.id,
            scope=workflow.scope,
            steps=found.steps,
            recall=lambda tool: self._workflows.arguments_again(workflow, tool),
            found_nothing=lambda tool: self._workflows.found_nothing(workflow, tool),
        )


@dataclass
class _Run:
    """One run of a workflow, as its agent's turn (`agents.Assignment`)."""

    runs: WorkflowRuns
    workflow: Workflow

    def begin(self, tx: Any, turn_id: TurnId) -> None:
        self.workflow = self.runs.begin(tx, self.workflow.id, turn_id)

    def goal(self) -> Goal:
        return self.runs.goal_of(self.workflow)

    def end(self, tx: Any, ending: Ending, *, closing: bool) -> None:
        self.runs.end(tx, self.workflow.id, ending, closing=closing)
