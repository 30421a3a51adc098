"""What the front door asks of the ledger's reader. `app` hands in the real one; the front door imports no ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from placet.rules.basics import AgentId, ConversationId, TaskId, TurnId
from placet.rules.narrowing import EVERYTHING, Narrowing
from placet.rules.records import Agent, Conversation, Event, Message, Run, Task, TaskGist, Token, Turn
from placet.rules.workflows import Workflow


class WorkflowReader(Protocol):
    """Reads about workflows; from any thread."""

    def of_conversation(self, conversation_id: ConversationId) -> Workflow | None:
        """The workflow that a conversation belongs to, if it is one's."""
        ...


class Reader(Protocol):
    """Reads that may be made from any thread; each is one statement on a read-only connection."""

    def task(self, task_id: TaskId) -> Task:
        """One task.

        Raises:
            NotFound: there is none.
        """
        ...

    def tasks(
        self,
        *,
        agent_id: AgentId | None = None,
        statuses: Sequence[str] = (),
        kind: str | None = None,
        q: str | None = None,
        limit: int,
        before: TaskId | None = None,
        more: Narrowing = EVERYTHING,
    ) -> list[Task]:
        """Tasks, newest first."""
        ...

    def last_approved(
        self, agent_id: AgentId, tool: str, below: int, decided_by: str, looked_at: int = 1_000
    ) -> Task | None:
        """The newest call of this tool by this agent with a `seq` below, and approved by this decider."""
        ...

    def gists(
        self,
        *,
        agent_id: AgentId | None = None,
        statuses: Sequence[str] = (),
        kind: str | None = None,
        q: str | None = None,
        limit: int,
        before: TaskId | None = None,
        more: Narrowing = EVERYTHING,
    ) -> list[TaskGist]:
        """The same tasks as gists."""
        ...

    def gists_by_id(self, ids: Sequence[TaskId]) -> list[TaskGist]:
        """The gists of these tasks, in no order; those that there are."""
        ...

    def marks(
        self,
        *,
        every: int,
        agent_id: AgentId | None = None,
        statuses: Sequence[str] = (),
        q: str | None = None,
        kind: str | None = None,
        more: Narrowing = EVERYTHING,
    ) -> list[TaskId]:
        """The ids of every n-th task, from the oldest on."""
        ...

    def counts(
        self, agent_id: AgentId | None = None, q: str | None = None, more: Narrowing = EVERYTHING
    ) -> dict[str, int]:
        """How many tasks are in each status."""
        ...

    def open_counts(self) -> dict[AgentId, int]:
        """How many tasks of each agent aren't ended; agents without any are left out."""
        ...

    def open_approvals(self) -> list[Task]:
        """Tasks that wait for a decision, oldest first."""
        ...

    def agents(self) -> list[Agent]:
        """All agents, by name."""
        ...

    def conversations(self, agent_id: AgentId) -> list[Conversation]:
        """An agent's conversations, newest first."""
        ...

    def conversation(self, conversation_id: ConversationId) -> Conversation:
        """One conversation.

        Raises:
            NotFound: there is none.
        """
        ...

    @property
    def workflows(self) -> WorkflowReader:
        """What is asked about workflows."""
        ...

    def file_paths(self, agent_id: AgentId, limit: int) -> list[str]:
        """The paths of an agent's indexed files; so many at the most."""
        ...

    def messages(self, conversation_id: ConversationId, after: int | None = None) -> list[Message]:
        """A conversation's messages in order, those with a higher `seq` than `after` only."""
        ...

    def turn(self, turn_id: TurnId) -> Turn:
        """One turn.

        Raises:
            NotFound: there is none.
        """
        ...

    def events(self, after: int, limit: int, types: Sequence[str] = ()) -> list[Event]:
        """Committed facts after a sequence number."""
        ...

    def last_event_seq(self) -> int:
        """The highest sequence number so far."""
        ...

    def source(self, sha256: str) -> str | None:
        """Code that was shown once, by its digest."""
        ...

    def run(self, run_id: str) -> Run:
        """One run of code.

        Raises:
            NotFound: there is none.
        """
        ...

    def runs(self, *, agent_id: AgentId | None = None, limit: int, before: str | None = None) -> list[Run]:
        """Runs of code, newest first."""
        ...

    def tokens(self) -> list[Token]:
        """All tokens that aren't revoked."""
        ...
