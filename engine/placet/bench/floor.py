"""The floor of writing: the same rows in the same file by plain `sqlite3`, with nothing of ours in between.

The file is a ledger like any other, so its tables, indexes and fences are the same; the values are ready before the
clock starts, and one `executemany` writes as many rows as share a commit of ours (PERFORMANCE 1, "raw group commit").
It goes row by row on purpose: to write many rows with one statement is a gain of ours over it, as it is there. Facts
and fences are part of it, since no Placet may do without them: a floor without them would ask for fewer guarantees, not
for less waste. `bare` leaves both out: what the rows alone would cost, which is no goal but says what the rest costs.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

from placet.bench.lives import NOW, RESULT
from placet.ledger import rows, writes
from placet.rules.lifecycles import ApprovalState
from placet.rules.records import Approval, Task

__all__ = ["Raw", "opened"]

Groups: TypeAlias = "Sequence[tuple[str, Sequence[tuple[Any, ...]]]]"
"""Statements, each with the rows that it takes, in the order in which they run."""

_PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
)
_APPROVE: Final = (
    "UPDATE approvals SET state = 'approved', decided_at = ?, decided_by = 'owner', via = 'window', shown_digest = ? "
    "WHERE task_id = ? AND state = 'open'"
)
_START: Final = "UPDATE tasks SET status = 'running', started_at = ?, boot = ? WHERE id = ? AND status = 'pending_approval'"
_FINISH: Final = (
    "UPDATE tasks SET status = 'completed', completed_at = ?, result = ? WHERE id = ? AND status = 'running'"
)
# Payloads of about the length of ours.
_CREATED: Final = '{"tool":"fs_write","status":"pending_approval"}'
_MOVED: Final = '{"tool":"fs_write","frm":"pending_approval","to":"running","by":"approve"}'
_REQUESTED: Final = (
    '{"request_id":"task_000000000000","tool":"fs_write","reason":"restricted","input":{"path":"notes/today.txt"},'
    '"task_id":"task_000000000000"}'
)
_RESOLVED: Final = (
    '{"request_id":"task_000000000000","approved":true,"decided_by":"owner","via":"window",'
    '"task_id":"task_000000000000"}'
)


class Raw:
    """One connection to a ledger file that nobody else has open."""

    def __init__(self, connection: sqlite3.Connection, *, facts: bool) -> None:
        self._connection = connection
        self._facts = facts
        self._seq = connection.execute("SELECT max(seq) FROM events").fetchone()[0]

    def run_all(self, commits: Sequence[Groups]) -> None:
        """Commit each of these by itself."""
        for groups in commits:
            self.run(groups)

    def run(self, groups: Groups) -> None:
        """Commit these statements with their rows, once."""
        self._connection.execute("BEGIN IMMEDIATE")
        for sql, values in groups:
            self._connection.executemany(sql, values)
        self._connection.execute("COMMIT")

    def creation(self, drafts: Sequence[Task]) -> Groups:
        """What creating these tasks writes."""
        statement = writes.insert_task(rows.unset_of_task(drafts[0]))
        values = [statement.given({**rows.task_values(task), "seq": None}) for task in drafts]
        return [(statement.sql, values), *self._told(drafts, "task.created", _CREATED)]

    def life(self, drafts: Sequence[Task]) -> list[Groups]:
        """What the three commits of these tasks' lives write."""
        held = [_approval(task) for task in drafts]
        opening = writes.insert_approval(rows.unset_of_approval(held[0]))
        approvals: list[tuple[Any, ...]] = [
            opening.given(rows.approval_values(approval)) for approval in held
        ]
        created: Groups = [
            *self.creation(drafts),
            (opening.sql, approvals),
            *self._told(drafts, "hil.requested", _REQUESTED),
        ]
        approved: Groups = [
            (_APPROVE, [(NOW, task.digest, task.id) for task in drafts]),
            (_START, [(NOW, task.boot, task.id) for task in drafts]),
            *self._told(drafts, "hil.resolved", _RESOLVED),
            *self._told(drafts, "task.moved", _MOVED),
        ]
        finished: Groups = [
            (_FINISH, [(NOW, RESULT, task.id) for task in drafts]),
            *self._told(drafts, "task.moved", _MOVED),
        ]
        return [created, approved, finished]

    def _told(self, drafts: Sequence[Task], kind: str, text: str) -> Groups:
        if not self._facts:
            return []
        first = self._seq + 1
        self._seq += len(drafts)
        values = [
            (seq, kind, NOW, task.agent_id, task.agent, task.id, text)
            for seq, task in enumerate(drafts, first)
        ]
        return [(writes.INSERT_EVENT.sql, values)]


def _approval(task: Task) -> Approval:
    return Approval(
        task_id=task.id,
        state=ApprovalState.OPEN,
        opened_at=NOW,
        digest=task.digest,
        hold_reason="restricted",
    )


@contextmanager
def opened(path: Path, *, bare: bool = False) -> Iterator[Raw]:
    """The file of a closed ledger, as any program may open it."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as connection:
        for pragma in _PRAGMAS:
            connection.execute(pragma)
        if bare:
            _take_down_fences(connection)
        yield Raw(connection, facts=not bare)


def _take_down_fences(connection: sqlite3.Connection) -> None:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in found:
        connection.execute(f"DROP TRIGGER {name}")
