"""A transaction: the only way in which anything in the ledger changes.

Its verbs are in `verbs`. All of them run on the writer thread, inside one step of `Ledger.commit`. A status
moves through three fences: the declared edge (`lifecycles`), the guarded UPDATE of the verb, and the file's
own triggers.
"""

from __future__ import annotations

import sqlite3

from placet.ledger import rows, writes
from placet.ledger.chaining import forge
from placet.ledger.known import KnownTasks
from placet.ledger.statements import run_all
from placet.ledger.verbs.access import AccessVerbs
from placet.ledger.verbs.accounts import AccountVerbs
from placet.ledger.verbs.agents import AgentVerbs
from placet.ledger.verbs.deliveries import DeliveryVerbs
from placet.ledger.verbs.files import FileVerbs
from placet.ledger.verbs.generations import GenerationVerbs
from placet.ledger.verbs.grants import GrantVerbs
from placet.ledger.verbs.runs import RunVerbs
from placet.ledger.verbs.tasks import TaskVerbs
from placet.ledger.verbs.workflows import WorkflowVerbs
from placet.rules.basics import Clock
from placet.rules.chain import Tip
from placet.rules.records import Event


class Tx(
    TaskVerbs,
    AgentVerbs,
    AccessVerbs,
    FileVerbs,
    RunVerbs,
    GenerationVerbs,
    DeliveryVerbs,
    GrantVerbs,
    AccountVerbs,
    WorkflowVerbs,
):
    """One transaction as its steps see it. Made by the writer, lives on its thread, useless after the step.

    Every verb does all of what it says or raises; a step that raises is undone as a whole.
    """

    def __init__(
        self,
        cursor: sqlite3.Cursor,
        known: KnownTasks,
        clock: Clock,
        last_event_seq: int,
        tip: Tip,
        *,
        at_once: bool = False,
    ) -> None:
        """`at_once`: each write goes to SQLite by itself, for steps that run in savepoints."""
        super().__init__(cursor, known, clock.now_ms(), at_once=at_once)
        self._clock = clock
        self._seq_before: int | None = None
        self._last_event_seq = last_event_seq
        self.tip = tip
        """Where the chain ends; `write_all` moves it on."""
        self._noted_before = 0

    def begin_step(self) -> int:
        """Take the time for the next step; the mark returned is for `undo_step`."""
        self.now = self._clock.now_ms()
        self._known.begin_step()
        self._pending.begin_step()
        self._seq_before = self._last_seq
        self._noted_before = len(self._noted)
        return len(self._facts)

    def undo_step(self, mark: int) -> bool:
        """Forget the facts of a step and what it knew of tasks. False: the transaction holds writes of it."""
        self._known.undo_step()
        self._last_seq = self._seq_before
        del self._facts[mark:]
        self._noted.undo(self._noted_before)
        return self._pending.undo_step()

    def write_all(self) -> tuple[Event, ...]:
        """Write what was held back; number the facts of all steps, chain them, and hand them out, in order."""
        self._pending.flush()
        if not self._facts and not self._noted:
            return ()
        first = self._last_event_seq + 1
        written = [
            (seq, kind, at_ms, agent_id, agent, task_id, text)
            for seq, (kind, at_ms, agent_id, agent, task_id, _, text) in enumerate(self._facts, first)
        ]
        run_all(self._cursor, writes.INSERT_EVENT.sql, written)
        records = self._noted.lines(self._cursor)
        self.tip = forge(self._cursor, self.tip, self.now, self._last_event_seq, written, records)
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
                    "payload": payload.copy(),
                },
            )
            for seq, (kind, at_ms, agent_id, agent, task_id, payload, _) in enumerate(self._facts, first)
        )
