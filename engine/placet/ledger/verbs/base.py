"""What all verbs stand on: the cursor, the time of the step, and the facts that it records."""

from __future__ import annotations

import functools
import json
import sqlite3
from typing import Any, Final, cast

from placet.ledger import writes
from placet.ledger.chaining import Records
from placet.ledger.known import KnownTasks
from placet.ledger.pending import PendingWrites
from placet.ledger.standing import TABLES
from placet.ledger.statements import Prepared
from placet.rules.basics import AgentId, Instant
from placet.rules.events import Fact
from placet.rules.lifecycle import Cause, Lifecycle
from placet.rules.lifecycles import LIFECYCLES
from placet.rules.records import Task

_BY_KIND: Final[dict[str, Lifecycle]] = {lifecycle.kind: lifecycle for lifecycle in LIFECYCLES}


@functools.cache
def check_edge(kind: str, frm: str, to: str, by: Cause) -> None:
    """Fence 1: the step must be declared. The table is asked once for each step that it allows."""
    _BY_KIND[kind].check(frm, to, by)


@functools.cache
def check_start(kind: str, status: str) -> None:
    """A row may only be born in a declared status; asked once for each."""
    _BY_KIND[kind].check_start(status)


# A payload is a tree that a fact has just made of its fields, so it holds no circle that would have to be looked for.
# ASCII, so that text with a lone surrogate (a provider's, say) can't make a commit impossible.
payload_text: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode
"""A fact's payload as the JSON text that is stored."""


class VerbBase:
    """The part of a transaction that its verbs share. Lives on the writer thread."""

    now: Instant
    """The wall clock at the start of the step, ms since 1970 UTC."""

    def __init__(self, cursor: sqlite3.Cursor, known: KnownTasks, now: Instant, *, at_once: bool) -> None:
        self._cursor = cursor
        self._pending = PendingWrites(cursor, at_once=at_once)
        self._known = known
        self._names: dict[AgentId, str | None] = {}
        self.wrote: set[str] = set()
        """The tables that were written to row by row: all but those of tasks, approvals and facts."""
        # Type, time, agent id, agent, task id, payload and its text: numbered and written at the end of the
        # batch.
        self._facts: list[tuple[Any, ...]] = []
        self._noted = Records()
        self.now = now

    def record(self, fact: Fact) -> None:
        """Write a fact; it is told after the commit, in the order of recording."""
        payload = fact.payload()
        agent = self._agent_name(fact.agent_id)
        self._facts.append(
            (fact.type, self.now, fact.agent_id, agent, fact.task_id, payload, payload_text(payload))
        )

    def _record_of(self, task: Task, kind: str, told: tuple[dict[str, Any], str]) -> None:
        self._facts.append((kind, self.now, task.agent_id, task.agent, task.id, *told))

    def _agent_name(self, agent_id: AgentId | None) -> str | None:
        """The name of an agent, which never changes; None when there is no such agent."""
        if agent_id is None:
            return None
        name = self._names.get(agent_id)
        if name is None:
            row = self._one(writes.SELECT_AGENT_NAME, p_id=agent_id)
            name = self._names[agent_id] = row[0] if row else None
        return name

    def _run(self, statement: Prepared, values: dict[str, Any]) -> sqlite3.Cursor:
        """Run it now. What is held back is about tasks alone, so no other table needs to wait for it."""
        if statement.writes is not None:
            self._pending.reached_file()
            self.wrote.add(statement.writes)
            if statement.writes in TABLES:
                self._known.forget_standing()
        return statement.run(self._cursor, values)

    def _one(self, statement: Prepared, **values: Any) -> Any:
        return self._run(statement, values).fetchone()

    def _look(self, statement: Prepared, **values: Any) -> sqlite3.Cursor:
        """Look at tasks and approvals, which must first be in the file."""
        self._pending.flush()
        return statement.run(self._cursor, values)

    def _assigned(self) -> int:
        """The `seq` that SQLite gave to the row just inserted."""
        return cast("int", self._cursor.lastrowid)
