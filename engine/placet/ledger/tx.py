"""A transaction: the only way in which anything in the ledger changes.

Its verbs are in `verbs`. All of them run on the writer thread, inside one step of `Ledger.commit`. A status
moves through three fences: the declared edge (`lifecycles`), the guarded UPDATE of the verb, and the file's
own triggers.
"""

from __future__ import annotations

import sqlite3

from placet.ledger import rows, writes
from placet.ledger.known import KnownTasks
from placet.ledger.verbs.access import AccessVerbs
from placet.ledger.verbs.agents import AgentVerbs
from placet.ledger.verbs.tasks import TaskVerbs
from placet.rules.basics import Clock
from placet.rules.records import Event


class Tx(TaskVerbs, AgentVerbs, AccessVerbs):
    """One transaction as its steps see it. Made by the writer, lives on its thread, useless after the step.

    Every verb does all of what it says or raises; a step that raises is undone as a whole.
    """

    def __init__(self, cursor: sqlite3.Cursor, known: KnownTasks, clock: Clock, last_event_seq: int) -> None:
        super().__init__(cursor, known, clock.now_ms())
        self._clock = clock
        self._last_event_seq = last_event_seq

    def begin_step(self) -> int:
        """Take the time for the next step; the mark returned is for `undo_step`."""
        self.now = self._clock.now_ms()
        self._known.begin_step()
        return len(self._facts)

    def undo_step(self, mark: int) -> None:
        """Forget the facts of a step whose writes were rolled back, and what it knew of tasks."""
        self._known.undo_step()
        del self._facts[mark:]

    def write_facts(self) -> tuple[Event, ...]:
        """Number the facts of all steps, write them in one go and hand them out as events, in order."""
        if not self._facts:
            return ()
        first = self._last_event_seq + 1
        written = [
            (seq, kind, at_ms, agent_id, agent, task_id, text)
            for seq, (kind, at_ms, agent_id, agent, task_id, _, text) in enumerate(self._facts, first)
        ]
        self._cursor.executemany(writes.INSERT_EVENT.sql, written)
        return tuple(
            rows.made(
                Event,
                {
                    "seq": seq,
                    "type": kind,
                    "at_ms": at_ms,
                    "agent_id": agent_id,
                    "agent": agent,
                    "task_id": task_id,
                    "payload": {**payload},
                },
            )
            for seq, (kind, at_ms, agent_id, agent, task_id, payload, _) in enumerate(self._facts, first)
        )
