"""Looking at the ledger. Every answer is a record of the rules; nothing here can write.

A row that can't be understood never makes a listing fail: it is left out, logged once and named by
`corrupt()` (case 63). Asked for by its own id, it raises `CorruptRow`.
"""

from __future__ import annotations

import json
import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import Engine

from placet.ledger import finding, queries, rows
from placet.ledger.accounts import AccountReads
from placet.ledger.activity import ActivityReads
from placet.ledger.decision_counts import StatisticsReads
from placet.ledger.deliveries import DeliveryReads
from placet.ledger.generation_reads import GenerationReads
from placet.ledger.grants import GrantReads
from placet.ledger.read_connections import ReadConnections
from placet.ledger.search import Search
from placet.ledger.standing import Standing
from placet.ledger.statements import Prepared, patterns
from placet.ledger.workflow_calls import WorkflowCallReads
from placet.ledger.workflow_reads import WorkflowReads
from placet.rules import errors
from placet.rules.basics import AgentId, BootId, ConversationId, Instant, TaskId, TurnId
from placet.rules.lifecycle import Phase
from placet.rules.lifecycles import TOOL_CALL
from placet.rules.narrowing import EVERYTHING, Narrowing
from placet.rules.records import (
    Agent,
    AgentFile,
    Conversation,
    Event,
    Message,
    Run,
    Task,
    TaskGist,
    Token,
    Turn,
)

LOG = logging.getLogger(__name__)

R = TypeVar("R")


class Reads:
    """Read-only queries, each of its own moment. Any thread may ask; an answer is whole and never held up by
    a write.
    """

    def __init__(
        self, engine: Engine, search: Search | None = None, standing: Standing | None = None
    ) -> None:
        """`search` is the index that long listings are searched with; without it rows are looked through."""
        self.connections = ReadConnections(engine)
        self._search = search
        self._standing = standing or Standing()
        self._corrupt: dict[tuple[str, str], errors.CorruptRow] = {}
        self._guard = threading.Lock()
        self.deliveries = DeliveryReads(self.connections.run)
        self.generations = GenerationReads(self.connections.run, self._readable)
        self.grants = GrantReads(self.connections.run, self._readable)
        self.activity = ActivityReads(self.connections.run, self._readable)
        self.accounts = AccountReads(self.connections.run, self._readable)
        self.statistics = StatisticsReads(self.connections.run)
        self.workflows = WorkflowReads(self.connections.run, self._readable, self._standing)
        self.workflow_calls = WorkflowCallReads(self.connections.run, self._readable)

    # Tasks.

    def task(self, task_id: TaskId) -> Task:
        """One task with its approval.

        Raises:
            NotFound: there is no such task.
            CorruptRow: there is, but it can't be understood.
        """
        row = self._row(queries.TASK, id=task_id)
        if row is None:
            raise errors.NotFound(f"There is no task {task_id}.")
        return rows.task(row, checked=True)

    def tasks(
        self,
        *,
        agent_id: AgentId | None = None,
        statuses: Iterable[str] = (),
        phases: Iterable[Phase] = (),
        tools: Iterable[str] = (),
        q: str | None = None,
        limit: int,
        before: TaskId | None = None,
        kind: str | None = None,
        more: Narrowing = EVERYTHING,
    ) -> list[Task]:
        """Tasks that fit all of this, newest first; the next page is asked for with the last one's id as
        `before`.

        `statuses` and `phases` narrow each other; `q` is looked for anywhere in the id, tool, agent,
        arguments, sentence, claim and error, without regard to the case of ASCII letters. Corrupt rows count
        against `limit`.

        Raises:
            NotFound: there is no task `before`.
        """
        more = replace(more, tools=(*more.tools, *tools))
        found = self._listed(_statuses(statuses, phases), more, agent_id, q, limit, before, kind, gists=False)
        return self._readable(found, _checked_task)

    def gists(
        self,
        *,
        agent_id: AgentId | None = None,
        statuses: Iterable[str] = (),
        phases: Iterable[Phase] = (),
        q: str | None = None,
        limit: int,
        before: TaskId | None = None,
        kind: str | None = None,
        more: Narrowing = EVERYTHING,
    ) -> list[TaskGist]:
        """The same tasks as `tasks` finds, as gists: the same price whether their arguments are short or huge."""
        found = self._listed(_statuses(statuses, phases), more, agent_id, q, limit, before, kind, gists=True)
        return self._readable(found, rows.gist)

    def gists_by_id(self, ids: Iterable[TaskId]) -> list[TaskGist]:
        """The gists of these tasks, in no order; those that there are."""
        found = self._rows(queries.GISTS_BY_ID, ids=json.dumps(list(ids)))
        return self._readable(found, rows.gist)

    def _listed(
        self,
        wanted: tuple[str, ...] | None,
        more: Narrowing,
        agent_id: AgentId | None,
        q: str | None,
        limit: int,
        before: TaskId | None,
        kind: str | None,
        *,
        gists: bool,
    ) -> list[Any]:
        if wanted is not None and not wanted:
            return []
        words = wanted or ()
        shape, narrowed = queries.shaped(more)
        statement = queries.tasks(
            agent=agent_id is not None, statuses=len(words), search=bool(q), kind=kind is not None,
            before=before is not None, shape=shape, gists=gists,
        )  # fmt: skip
        given = {**queries.numbered("status", words), **narrowed}
        if before is not None:
            given["before"] = self._seq(before)
        given |= {"agent_id": agent_id, "kind": kind, "limit": limit, **patterns(q)}
        if q and self._search is not None:
            asked = finding.Wanted(
                q=q, agent=agent_id is not None, statuses=len(words), kind=kind is not None, shape=shape,
                given=given,
            )  # fmt: skip
            below = given.get("before", finding.ABOVE_ALL)
            seqs = finding.newest(self.connections.run, self._search, asked, below, limit)
            if seqs is not None:
                return self._rows(queries.by_seq(gists=gists), seqs=json.dumps(seqs))
        return self._rows(statement, **given)

    def last_approved(
        self, agent_id: AgentId, tool: str, below: int, decided_by: str, looked_at: int = 1_000
    ) -> Task | None:
        """The newest call of this tool by this agent with a `seq` below, and approved by this decider.

        Only the last `looked_at` calls before are looked at, so that the answer never takes long.
        """
        row = self._row(
            queries.LAST_APPROVED,
            agent_id=agent_id,
            tool=tool,
            below=below,
            decided_by=decided_by,
            looked_at=looked_at,
        )
        return None if row is None else rows.task(row, checked=True)

    def marks(
        self,
        *,
        every: int,
        agent_id: AgentId | None = None,
        statuses: Iterable[str] = (),
        q: str | None = None,
        kind: str | None = None,
        more: Narrowing = EVERYTHING,
    ) -> list[TaskId]:
        """The ids of the first, the `every`-th, the twice `every`-th … task that fits, from the oldest on."""
        words = _statuses(statuses, ()) or ()
        shape, narrowed = queries.shaped(more)
        statement = queries.marks(
            agent=agent_id is not None,
            statuses=len(words),
            search=bool(q),
            kind=kind is not None,
            shape=shape,
        )
        given = {"kind": kind, "agent_id": agent_id, **patterns(q)}
        given |= {**queries.numbered("status", words), **narrowed}
        found = self._searched(q, agent_id, len(words), kind, shape, given)
        if found is not None:
            chosen = self._rows(queries.IDS_BY_SEQ, seqs=json.dumps(sorted(found)[::every]))
        else:
            chosen = self._rows(statement, **given, every=every)
        return [TaskId(row[0]) for row in chosen]

    def _searched(
        self,
        q: str | None,
        agent_id: AgentId | None,
        statuses: int,
        kind: str | None,
        shape: queries.Shape,
        given: Mapping[str, Any],
    ) -> dict[int, str] | None:
        """All tasks that a search finds, with their statuses; None: the rows must be looked through."""
        if not q or self._search is None:
            return None
        wanted = finding.Wanted(
            q=q,
            agent=agent_id is not None,
            statuses=statuses,
            kind=kind is not None,
            shape=shape,
            given=given,
        )
        return finding.everything(self.connections.run, self._search, wanted)

    def counts(
        self, agent_id: AgentId | None = None, q: str | None = None, more: Narrowing = EVERYTHING
    ) -> dict[str, int]:
        """How many tasks stand in each status, with a zero for each that has none.

        At once for an agent or for all; with more filters the rows are counted, a million of them in about a second.
        """
        shape, narrowed = queries.shaped(more)
        given = {"agent_id": agent_id, **patterns(q), **narrowed}
        searched = self._searched(q, agent_id, 0, None, shape, given)
        if searched is not None:
            found: Mapping[str, int] = Counter(searched.values())
        else:
            statement = queries.counts(agent=agent_id is not None, search=bool(q), shape=shape)
            found = dict(self._rows(statement, **given))
        return {str(status): found.get(status, 0) for status in TOOL_CALL.phases}

    def open_counts(self) -> dict[AgentId, int]:
        """How many tasks of each agent aren't ended; agents without any are left out."""
        return {AgentId(agent): count for agent, count in self._rows(queries.OPEN_COUNTS)}

    def open_approvals(self) -> list[Task]:
        """The tasks that wait for a decision, the one that has waited longest first."""
        return self._readable(self._rows(queries.OPEN_APPROVALS), _checked_task)

    def next_deadline(self, now: Instant) -> Instant | None:
        """When the first open approval times out that isn't overdue by now, if any does."""
        row = self._row(queries.NEXT_DEADLINE, now=now, limit=1)
        return row[0] if row else None

    def overdue(self, now: Instant) -> list[TaskId]:
        """The tasks whose open approval timed out by now, the longest overdue first."""
        return [TaskId(row[0]) for row in self._rows(queries.OVERDUE, now=now)]

    def unswept(self, boot_id: BootId) -> list[TaskId]:
        """The tasks that aren't ended and that another boot left behind, oldest first.

        By id, so that whoever sweeps meets a corrupt row by itself and can go on with the next.
        """
        return [TaskId(row[0]) for row in self._rows(queries.UNSWEPT, boot=boot_id)]

    def _seq(self, task_id: TaskId) -> int:
        row = self._row(queries.TASK_SEQ, id=task_id)
        if row is None:
            raise errors.NotFound(f"There is no task {task_id}.")
        seq: int = row[0]
        return seq

    # Agents.

    def agents(self) -> list[Agent]:
        """All agents by name."""
        found = self._standing.find("agents", lambda: self._readable(self._rows(queries.AGENTS), rows.agent))
        return list(found)

    def agent(self, agent_id: AgentId) -> Agent:
        """One agent.

        Raises:
            NotFound: there is no such agent.
        """
        agent = self.find_agent(agent_id)
        if agent is None:
            raise errors.NotFound(f"There is no agent {agent_id}.")
        return agent

    def find_agent(self, agent_id: AgentId) -> Agent | None:
        """One agent, if there is one of this id."""
        return self._standing.find(("agent", agent_id), lambda: self._find_agent(queries.AGENT, id=agent_id))

    def agent_by_name(self, name: str) -> Agent | None:
        """The agent with exactly this name, if there is one."""
        return self._standing.find(
            ("named", name), lambda: self._find_agent(queries.AGENT_BY_NAME, name=name)
        )

    def _find_agent(self, statement: Prepared, **values: str) -> Agent | None:
        row = self._row(statement, **values)
        return rows.agent(row) if row else None

    # Conversations and turns.

    def conversations(self, agent_id: AgentId) -> list[Conversation]:
        """An agent's conversations, newest first."""
        return self._readable(self._rows(queries.CONVERSATIONS, agent_id=agent_id), rows.conversation)

    def newest_conversation(self, agent_id: AgentId) -> Conversation | None:
        """The conversation that an agent opened last, if any; those of workflows don't count (W8)."""
        row = self._row(queries.NEWEST_CONVERSATION, agent_id=agent_id)
        return rows.conversation(row) if row else None

    def conversation(self, conversation_id: ConversationId) -> Conversation:
        """One conversation.

        Raises:
            NotFound: there is no such conversation.
        """
        row = self._row(queries.CONVERSATION, id=conversation_id)
        return _found(rows.conversation, row, f"conversation {conversation_id}")

    def messages(self, conversation_id: ConversationId, after: int | None = None) -> list[Message]:
        """A conversation's messages in order, or those after the message with this `seq`."""
        found = self._rows(queries.MESSAGES, conversation_id=conversation_id, after=after or 0)
        return self._readable(found, rows.message)

    def turn(self, turn_id: TurnId) -> Turn:
        """One turn.

        Raises:
            NotFound: there is no such turn.
        """
        return _found(rows.turn, self._row(queries.TURN, id=turn_id), f"turn {turn_id}")

    def running_turns(self) -> list[Turn]:
        """The turns that haven't ended, oldest first."""
        return self._readable(self._rows(queries.RUNNING_TURNS), rows.turn)

    # Events and tokens.

    def events(self, after: int, limit: int, types: Iterable[str] = ()) -> list[Event]:
        """At most `limit` events with a number above `after`, in order; of these types only, if any."""
        wanted = tuple(dict.fromkeys(types))
        found = self._rows(
            queries.events(len(wanted)), **queries.numbered("type", wanted), after=after, limit=limit
        )
        return self._readable(found, rows.event)

    def last_event_seq(self) -> int:
        """The newest event's number; 0 before the first."""
        seq: int = self._rows(queries.LAST_EVENT)[0][0]
        return seq

    def token_by_hash(self, secret_hash: str) -> Token | None:
        """The token whose secret has this hash, be it revoked or expired: whoever asks must look."""
        return self._standing.find(("token", secret_hash), lambda: self._find_token(secret_hash))

    def _find_token(self, secret_hash: str) -> Token | None:
        row = self._row(queries.TOKEN_BY_HASH, hash=secret_hash)
        return rows.token(row) if row else None

    def tokens(self) -> list[Token]:
        """All tokens, oldest first."""
        return self._readable(self._rows(queries.TOKENS), rows.token)

    # Files and runs of code.

    def file(self, agent_id: AgentId, path: str) -> AgentFile | None:
        """A file as the index has it, or None."""
        row = self._row(queries.FILE, agent_id=agent_id, path=path)
        return rows.file(row) if row else None

    def files(self, agent_id: AgentId) -> list[AgentFile]:
        """The indexed files of an agent, by path."""
        return self._readable(self._rows(queries.FILES, agent_id=agent_id), rows.file)

    def file_paths(self, agent_id: AgentId, limit: int) -> list[str]:
        """The paths of an agent's indexed files, in their order; so many at the most."""
        return [row[0] for row in self._rows(queries.FILE_PATHS, agent_id=agent_id, limit=limit)]

    def source(self, sha256: str) -> str | None:
        """Code that was shown once, by its digest; None when it never was."""
        row = self._row(queries.SOURCE, sha256=sha256)
        return row[0] if row else None

    def run(self, run_id: str) -> Run:
        """One run of code.

        Raises:
            NotFound: there is no such run.
        """
        return _found(rows.run, self._row(queries.RUN, id=run_id), f"run {run_id}")

    def runs(self, *, agent_id: AgentId | None = None, limit: int, before: str | None = None) -> list[Run]:
        """Runs of code, newest first; the next page is asked for with the last one's id as `before`."""
        given: dict[str, Any] = {} if agent_id is None else {"agent_id": agent_id}
        if before is not None:
            given["before"] = before
        found = self.connections.run(
            queries.runs(agent=agent_id is not None, before=before is not None), {**given, "limit": limit}
        )
        return self._readable(found, rows.run)

    def running_runs(self) -> list[Run]:
        """The runs of code that haven't ended, oldest first."""
        return self._readable(self._rows(queries.RUNNING_RUNS), rows.run)

    # Corrupt rows.

    def corrupt(self) -> list[errors.CorruptRow]:
        """The rows that listings had to leave out since the ledger was opened."""
        with self._guard:
            return list(self._corrupt.values())

    def _readable(self, found: Sequence[Any], read: Callable[[Any], R]) -> list[R]:
        records = []
        for row in found:
            try:
                records.append(read(row))
            except errors.CorruptRow as error:
                self._note(error)
        return records

    def _note(self, error: errors.CorruptRow) -> None:
        key = (error.details["table"], error.details["row"])
        with self._guard:
            known = key in self._corrupt
            self._corrupt[key] = error
        if not known:
            LOG.error("%s (table %s, row %s); it is left out.", error.message, *key)

    def close(self) -> None:
        """Give the connections back; nobody asks any more."""
        self.connections.close()

    def _rows(self, statement: Prepared, **values: Any) -> list[Any]:
        return self.connections.run(statement, values)

    def _row(self, statement: Prepared, **values: Any) -> Any:
        """The only row, if there is one: for statements that find no more."""
        return next(iter(self._rows(statement, **values)), None)


def _checked_task(row: Sequence[Any]) -> Task:
    return rows.task(row, checked=True)


def _found(read: Callable[[Any], R], row: Any, what: str) -> R:
    if row is None:
        raise errors.NotFound(f"There is no {what}.")
    return read(row)


def _statuses(statuses: Iterable[str], phases: Iterable[Phase]) -> tuple[str, ...] | None:
    """The statuses to look for; None for all, nothing when the two wishes exclude each other."""
    by_status, by_phase = frozenset(statuses), frozenset(phases)
    if not by_status and not by_phase:
        return None
    fitting = (
        status for status, phase in TOOL_CALL.phases.items()
        if (not by_status or status in by_status) and (not by_phase or phase in by_phase)
    )  # fmt: skip
    return tuple(str(status) for status in fitting)
