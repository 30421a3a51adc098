"""The inbox's rows: what waits, oldest first, what was decided a moment ago, and groups of agents that ask too much.

Rows are only ever appended, changed in place or taken out; nothing is sorted or reset, so that nothing moves under
the pointer (spec/prompt-rules 4.3, rule 5). Only when the owner unfolds a group do rows come in below it.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from placet_gui.models.flood_group import FloodGroup, group_key
from placet_gui.models.indexes import NOWHERE, AnyIndex
from placet_gui.said import said, with_marks_said
from placet_gui.texts import RISKS, status_word, word

if TYPE_CHECKING:
    from placet.api.views import TaskRow  # the window is there before `placet.api` is loaded


class CardRole(enum.IntEnum):
    """What a row answers beside its text."""

    ROW = Qt.ItemDataRole.UserRole + 1  # the TaskRow, or the FloodGroup
    TASK_ID = Qt.ItemDataRole.UserRole + 2  # None for a group
    OPENED = Qt.ItemDataRole.UserRole + 3  # whether its card is the open one
    KEY = Qt.ItemDataRole.UserRole + 4  # the task's id, or the group's key


class ApprovalList(QAbstractListModel):
    """Holds `TaskRow`s by task id, in the order in which they came, some of them folded into a `FloodGroup`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[TaskRow | FloodGroup] = []
        self._numbers: dict[str, int] = {}
        self._folded: dict[str, dict[str, TaskRow]] = {}  # of each agent that has a group
        self._opened: str | None = None

    def row_keys(self) -> tuple[str, ...]:
        """Every row's key: a task's id, or a group's key."""
        return tuple(_key(row) for row in self._rows)

    def task_ids(self) -> tuple[str, ...]:
        """Every task, those that are folded into groups behind the others."""
        return tuple(row.id for row in self._tasks())

    def waiting_ids(self) -> tuple[str, ...]:
        """The tasks that wait for the owner, oldest first; those that are folded into groups behind the others."""
        return tuple(row.id for row in self._tasks() if row.can_decide)

    def waiting_agents(self) -> tuple[str, ...]:
        """The agent's id of each task that waits."""
        return tuple(row.agent_id for row in self._tasks() if row.can_decide)

    def row_of(self, task_id: str) -> TaskRow | None:
        """A task's row, if it is here, folded or not."""
        row = self._at(task_id)
        if row is None:
            return next((it[task_id] for it in self._folded.values() if task_id in it), None)
        return None if isinstance(row, FloodGroup) else row

    def holds(self, task_id: str) -> bool:
        """Whether a task's row is here, folded or not."""
        return task_id in self._numbers or any(task_id in it for it in self._folded.values())

    def group_of(self, key: str) -> FloodGroup | None:
        """The group of this key, if it is here."""
        row = self._at(key)
        return row if isinstance(row, FloodGroup) else None

    def index_of(self, key: str) -> QModelIndex:
        """Where a task or a group is; an invalid index when it isn't here, or is folded."""
        number = self._numbers.get(key)
        return QModelIndex() if number is None else self.index(number)

    def _at(self, key: str) -> TaskRow | FloodGroup | None:
        number = self._numbers.get(key)
        return None if number is None else self._rows[number]

    def _tasks(self) -> list[TaskRow]:
        shown = [row for row in self._rows if not isinstance(row, FloodGroup)]
        return shown + [row for rows in self._folded.values() for row in rows.values()]

    def put(self, rows: Iterable[TaskRow]) -> None:
        """Change the rows that are here, and append those that aren't, or take them into their agent's group."""
        new: dict[str, TaskRow] = {}
        grouped: set[str] = set()
        for row in rows:
            group = self.group_of(group_key(row.agent_id))
            folded = self._folded.get(row.agent_id, {})
            if row.id in self._numbers:
                self._change(row)
            elif row.id in folded or (group is not None and not group.is_open):
                folded[row.id] = row
            else:
                new[row.id] = row
            if group is not None:
                grouped.add(row.agent_id)
        self._insert(len(self._rows), list(new.values()))
        for agent_id in grouped:
            self._count(agent_id)

    def _change(self, row: TaskRow) -> None:
        number = self._numbers[row.id]
        if self._rows[number] != row:
            self._rows[number] = row
            self.dataChanged.emit(self.index(number), self.index(number))

    def gather(self, agent_id: str, new: Sequence[TaskRow]) -> None:
        """Make a group for this agent, of its rows here and these new ones, below all others; no row leaves by this.

        What the agent asks from here on goes into it. An agent that has one keeps that.
        """
        mine = [row for row in (*self._tasks(), *new) if row.agent_id == agent_id]
        if mine and agent_id not in self._folded:
            self._folded[agent_id] = {}
            self._insert(len(self._rows), [FloodGroup.of(mine, is_open=False)])

    def groups(self) -> tuple[FloodGroup, ...]:
        """The groups that there are."""
        return tuple(row for row in self._rows if isinstance(row, FloodGroup))

    def fold(self, below: int, spared: Collection[str]) -> None:
        """Take those rows into their closed groups that stand below this place and aren't spared."""
        for number in range(len(self._rows) - 1, below, -1):
            row = self._rows[number]
            if isinstance(row, FloodGroup) or row.id in spared:
                continue
            group = self.group_of(group_key(row.agent_id))
            if group is not None and not group.is_open:
                self._folded[row.agent_id] = {row.id: row} | self._folded[row.agent_id]  # the older one first
                self._remove(number)

    def set_unfolded(self, agent_id: str, unfolded: bool) -> None:
        """Show each row of a group below it, or let `fold` take them in again."""
        number = self._numbers[group_key(agent_id)]
        group = self._rows[number]
        assert isinstance(group, FloodGroup)  # noqa: S101  # by its key
        self._rows[number] = replace(group, is_open=unfolded)
        self.dataChanged.emit(self.index(number), self.index(number))
        if unfolded:
            rows, self._folded[agent_id] = list(self._folded[agent_id].values()), {}
            self._insert(number + 1, rows)

    def bring_out(self, task_id: str) -> None:
        """Show a folded row by itself, below all others: the owner opens it."""
        row = self.row_of(task_id)
        if row is not None and task_id not in self._numbers:
            del self._folded[row.agent_id][task_id]
            self._insert(len(self._rows), [row])

    def _count(self, agent_id: str) -> None:
        """Count a group anew. One of whose agent nothing is left here goes."""
        number = self._numbers[group_key(agent_id)]
        group = self._rows[number]
        assert isinstance(group, FloodGroup)  # noqa: S101  # by its key
        mine = [row for row in self._tasks() if row.agent_id == agent_id]
        if not mine:
            del self._folded[agent_id]
            self._remove(number)
            return
        fresh = FloodGroup.of(mine, is_open=group.is_open)
        if fresh != group:
            self._rows[number] = fresh
            self.dataChanged.emit(self.index(number), self.index(number))

    def take_out(self, task_id: str) -> None:
        """Remove a row; one that isn't here is no matter."""
        row = self.row_of(task_id)
        if row is None:
            return
        if task_id in self._numbers:
            self._remove(self._numbers[task_id])
        else:
            del self._folded[row.agent_id][task_id]
        if row.agent_id in self._folded:
            self._count(row.agent_id)

    def _insert(self, number: int, rows: Sequence[TaskRow | FloodGroup]) -> None:
        if rows:
            self.beginInsertRows(QModelIndex(), number, number + len(rows) - 1)
            self._rows[number:number] = rows
            self._number_from(number)
            self.endInsertRows()

    def _remove(self, number: int) -> None:
        self.beginRemoveRows(QModelIndex(), number, number)
        del self._numbers[_key(self._rows.pop(number))]
        self._number_from(number)
        self.endRemoveRows()

    def _number_from(self, first: int) -> None:
        for number in range(first, len(self._rows)):
            self._numbers[_key(self._rows[number])] = number

    def set_opened(self, key: str | None) -> None:
        """Mark the row whose card, or whose group, is open; by its key."""
        before, self._opened = self._opened, key
        for it in (before, key):
            if it is not None and (at := self.index_of(it)).isValid():
                self.dataChanged.emit(at, at, [CardRole.OPENED])

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        is_group = isinstance(row, FloodGroup)
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return row.words() if isinstance(row, FloodGroup) else self.words(row)
        answers: dict[int, Any] = {
            CardRole.ROW: row,
            CardRole.TASK_ID: None if is_group else _key(row),
            CardRole.OPENED: _key(row) == self._opened,
            CardRole.KEY: _key(row),
        }
        return answers.get(role)

    def words(self, row: TaskRow) -> str:
        """A row read aloud. The tool's name and the preview are showable texts."""
        auth = self.tr("AUTH") if row.requires_authorization else ""
        parts = (
            self.tr("{0} by {1}").format(row.tool, row.agent),
            status_word(row.status),
            word(RISKS, row.risk),
            auth,
            said(row.sentence) or with_marks_said(row.preview),
        )
        return ". ".join(part.rstrip(".") for part in parts if part)


def _key(row: TaskRow | FloodGroup) -> str:
    return row.key if isinstance(row, FloodGroup) else row.id
