"""The inbox's rows: what waits, oldest first, and what was decided a moment ago.

Rows are only ever appended, changed in place or taken out; nothing is sorted or reset, so that nothing moves under
the pointer (spec/prompt-rules 4.3, rule 5).
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from placet_gui.texts import RISKS, status_word, word

if TYPE_CHECKING:
    from placet.api.views import TaskRow  # the window is there before `placet.api` is loaded

NOWHERE = QModelIndex()


class CardRole(enum.IntEnum):
    """What a row answers beside its text."""

    ROW = Qt.ItemDataRole.UserRole + 1  # the TaskRow
    TASK_ID = Qt.ItemDataRole.UserRole + 2
    OPENED = Qt.ItemDataRole.UserRole + 3  # whether its card is the open one


class ApprovalList(QAbstractListModel):
    """Holds `TaskRow`s by task id, in the order in which they came."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[TaskRow] = []
        self._numbers: dict[str, int] = {}
        self._opened: str | None = None

    def task_ids(self) -> tuple[str, ...]:
        """Every row's task."""
        return tuple(row.id for row in self._rows)

    def waiting_ids(self) -> tuple[str, ...]:
        """The tasks that wait for the owner, oldest first."""
        return tuple(row.id for row in self._rows if row.can_decide)

    def row_of(self, task_id: str) -> TaskRow | None:
        """A task's row, if it is here."""
        number = self._numbers.get(task_id)
        return None if number is None else self._rows[number]

    def index_of(self, task_id: str) -> QModelIndex:
        """Where a task is; an invalid index when it isn't here."""
        number = self._numbers.get(task_id)
        return QModelIndex() if number is None else self.index(number)

    def put(self, rows: Iterable[TaskRow]) -> None:
        """Change the rows that are here and append those that aren't."""
        new: dict[str, TaskRow] = {}
        for row in rows:
            number = self._numbers.get(row.id)
            if number is None:
                new[row.id] = row
            elif self._rows[number] != row:
                self._rows[number] = row
                self.dataChanged.emit(self.index(number), self.index(number))
        if new:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(new) - 1)
            self._rows += new.values()
            self._number_from(first)
            self.endInsertRows()

    def take_out(self, task_id: str) -> None:
        """Remove a row; one that isn't here is no matter."""
        at = self.index_of(task_id)
        if at.isValid():
            self.beginRemoveRows(QModelIndex(), at.row(), at.row())
            del self._rows[at.row()], self._numbers[task_id]
            self._number_from(at.row())
            self.endRemoveRows()

    def _number_from(self, first: int) -> None:
        for number in range(first, len(self._rows)):
            self._numbers[self._rows[number].id] = number

    def set_opened(self, task_id: str | None) -> None:
        """Mark the row whose card is open."""
        before, self._opened = self._opened, task_id
        for it in (before, task_id):
            if it is not None and (at := self.index_of(it)).isValid():
                self.dataChanged.emit(at, at, [CardRole.OPENED])

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return self.words(row)
        answers: dict[int, Any] = {
            CardRole.ROW: row,
            CardRole.TASK_ID: row.id,
            CardRole.OPENED: row.id == self._opened,
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
            row.sentence or row.preview,
        )
        return ". ".join(part.rstrip(".") for part in parts if part)
