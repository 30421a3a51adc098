"""The list of agents, by name."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from placet.api.views import AgentRow
from placet_gui.models.indexes import NOWHERE, AnyIndex
from placet_gui.texts import AGENT_STATES, word


class AgentRole(enum.IntEnum):
    """What the model answers beside Qt's own roles."""

    ROW = Qt.ItemDataRole.UserRole + 1


class AgentList(QAbstractListModel):
    """Agents as rows; a newer list is put in by inserting, removing and changing rows, never by a reset."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[AgentRow] = []

    def take(self, rows: Sequence[AgentRow]) -> None:
        """Become this list."""
        wanted = {row.id for row in rows}
        for number in reversed(range(len(self._rows))):
            if self._rows[number].id not in wanted:
                self.beginRemoveRows(QModelIndex(), number, number)
                del self._rows[number]
                self.endRemoveRows()
        for number, row in enumerate(rows):
            self._put(number, row)

    def row_at(self, index: AnyIndex) -> AgentRow | None:
        """The agent at an index; None when there is none."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def number_of(self, agent_id: str) -> int | None:
        """Where an agent is shown."""
        return next((number for number, row in enumerate(self._rows) if row.id == agent_id), None)

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        if role == AgentRole.ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.name}: {word(AGENT_STATES, row.state)}"
        return None

    def _put(self, number: int, row: AgentRow) -> None:
        before = self.number_of(row.id)
        if before is None:
            self.beginInsertRows(QModelIndex(), number, number)
            self._rows.insert(number, row)
            self.endInsertRows()
            return
        # An agent keeps its name, so this only happens when the order was ours to repair.
        if before != number:
            self.beginMoveRows(QModelIndex(), before, before, QModelIndex(), number)
            self._rows.insert(number, self._rows.pop(before))
            self.endMoveRows()
        if self._rows[number] != row:
            self._rows[number] = row
            self.dataChanged.emit(self.index(number), self.index(number))
