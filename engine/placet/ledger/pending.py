"""Writes that are held back for a moment, so that equal ones of a whole batch go to SQLite in one call.

The problem: a statement that is started once for each row costs as much again as the row. What we do: a verb
hands its statement and values in here; equal statements gather in one group, and a group runs as a few
statements of many rows. Each write knows the task that it is about, and comes in a later group than an earlier
write about the same task, so each task sees its writes in the order in which they were made. What it costs:
SQLite's refusal comes when the group runs and no longer names the step; the writer then runs the batch again, one
step at a time.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from placet.ledger.statements import Prepared, run_all


class NotLanded(Exception):
    """A guarded write of a group found another row than the writer knew: the batch must run again, slowly."""


class _Group:
    """Equal statements with their values, in the order in which they were handed in."""

    __slots__ = ("sql", "values")

    def __init__(self, sql: str) -> None:
        self.sql = sql
        self.values: list[tuple[Any, ...]] = []


class PendingWrites:
    """The writes of one transaction that SQLite hasn't seen yet. Lives on the writer thread."""

    def __init__(self, cursor: sqlite3.Cursor, *, at_once: bool) -> None:
        """`at_once`: hold nothing back, so that each refusal meets the step that earned it."""
        self._cursor = cursor
        self._at_once = at_once
        self._groups: list[_Group] = []
        self._newest: dict[str, int] = {}  # by statement: the place of its newest group
        self._last: dict[str, int] = {}  # by task: the group with its last write; the next one comes later
        self._of_step: list[_Group] = []
        self._reached_file = False

    def add(self, statement: Prepared, values: dict[str, Any], task_id: str) -> bool:
        """Hand a write of exactly one row in. False: it ran at once and its guard found no such row."""
        given = statement.given(values)
        if self._at_once:
            return self._cursor.execute(statement.sql, given).rowcount == 1
        place = self._newest.get(statement.sql, -1)
        if place <= self._last.get(task_id, -1):
            place = self._newest[statement.sql] = len(self._groups)
            self._groups.append(_Group(statement.sql))
        self._last[task_id] = place
        group = self._groups[place]
        group.values.append(given)
        self._of_step.append(group)
        return True

    def flush(self) -> None:
        """Let SQLite have them all: before anything looks at the tables, and at the end of the batch.

        Raises:
            NotLanded: a guard found no row. sqlite3.Error: SQLite refused a row.
        """
        if not self._groups:
            return
        groups, self._groups = self._groups, []
        self._newest.clear()
        self._last.clear()
        if self._of_step:
            self.reached_file()
        for group in groups:
            if run_all(self._cursor, group.sql, group.values) != len(group.values):
                raise NotLanded(group.sql)

    def reached_file(self) -> None:
        """Note that a write of this step is in the transaction already."""
        self._reached_file = True
        self._of_step.clear()

    def begin_step(self) -> None:
        """What is handed in from here on is the next step's."""
        self._of_step.clear()
        self._reached_file = False

    def undo_step(self) -> bool:
        """Drop what this step handed in. False: some of it is in the transaction already."""
        if self._reached_file:
            return False
        for group in reversed(self._of_step):
            group.values.pop()
        self._of_step.clear()
        return True
