"""The table of tasks: a Qt model over a `TaskWindow`, kept fresh by facts and never reset by them."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    Qt,
)

from placet.api.views import TaskLine
from placet_gui.models.columned_rows import cell_words
from placet_gui.models.indexes import NOWHERE, AnyIndex
from placet_gui.models.task_window import Ask, TaskFilter, TaskWindow
from placet_gui.moments import clock_text, duration_text, exact_text
from placet_gui.said import with_marks_said
from placet_gui.texts import status_word
from placet_gui.words import noop, translate

_MOST_MOVES: Final = 25  # rows that come or go in one breath beyond which reading the window again is cheaper


class ColumnId(enum.StrEnum):
    """The columns by name."""

    STATUS = "status"
    TOOL = "tool"
    WHAT = "what"
    AGENT = "agent"
    AUTH = "auth"
    DURATION = "duration"
    CREATED = "created"


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column: its header, the text of its cells, and what a cell says under the pointer."""

    id: ColumnId
    header: str
    text: Callable[[TaskLine], str]
    tip: Callable[[TaskLine], str] = lambda _row: ""
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft


class TaskRole(enum.IntEnum):
    """What the model answers beside Qt's own roles."""

    ROW = Qt.ItemDataRole.UserRole + 1
    EXPANDED = Qt.ItemDataRole.UserRole + 2


COLUMNS: Final = (
    Column(id=ColumnId.STATUS, header=noop("tasks", "Status"), text=lambda row: status_word(row.status)),
    Column(id=ColumnId.TOOL, header=noop("tasks", "Tool"), text=lambda row: row.tool),
    Column(
        id=ColumnId.WHAT, header=noop("tasks", "Arguments"), text=lambda row: with_marks_said(row.preview)
    ),
    Column(
        id=ColumnId.AGENT,
        header=noop("tasks", "Agent"),
        text=lambda row: row.agent,
        tip=lambda row: row.origin,
    ),
    Column(
        id=ColumnId.AUTH,
        header=noop("tasks", "Needs"),
        text=lambda row: "AUTH" if row.requires_authorization else "",
    ),
    Column(
        id=ColumnId.DURATION,
        header=noop("tasks", "Took"),
        text=lambda row: duration_text(row.duration_ms),
        align=Qt.AlignmentFlag.AlignRight,
    ),
    Column(
        id=ColumnId.CREATED,
        header=noop("tasks", "Asked"),
        text=lambda row: clock_text(row.created_at),
        tip=lambda row: exact_text(row.created_at),
        align=Qt.AlignmentFlag.AlignRight,
    ),
)
NUMBER_OF: Final = {column.id: number for number, column in enumerate(COLUMNS)}


class TaskTable(QAbstractTableModel):
    """All tasks under a filter, newest first. Rows are read when they are looked at, by `ask`."""

    def __init__(self, ask: Ask, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = TaskWindow(ask, TaskFilter())
        self._expanded: str | None = None

    @property
    def where(self) -> TaskFilter:
        """The filter that is on."""
        return self._window.where

    @property
    def window(self) -> TaskWindow:
        """The rows that are shown; for reading."""
        return self._window

    def look_at(self, window: TaskWindow) -> None:
        """Show the rows of another filter. The one thing that resets the model: every row is another one."""
        self.beginResetModel()
        self._window = window
        self.endResetModel()

    def take_marks(self, ids: Sequence[str]) -> bool:
        """Learn where the pages of a long listing begin; False when they don't fit what is shown."""
        taken = self._window.take_marks(ids)
        if taken:
            self._tell_all_changed()  # rows that were blank can be read now
        return taken

    def row_at(self, index: QModelIndex) -> TaskLine | None:
        """The task at an index; None when there is none."""
        return self._window.row(index.row()) if index.isValid() else None

    def row_number(self, number: int) -> TaskLine | None:
        """The task shown at this place; None when the ledger can't say yet."""
        return self._window.row(number)

    def is_expanded(self, task_id: str) -> bool:
        """Whether this is the row whose details are open."""
        return task_id == self._expanded

    def index_of(self, task_id: str) -> QModelIndex:
        """Where a task is shown; invalid when its page isn't held."""
        number = self._window.number_of(task_id)
        return QModelIndex() if number is None else self.index(number, 0)

    def expand(self, task_id: str | None) -> None:
        """Mark the one row whose details are open."""
        before, self._expanded = self._expanded, task_id
        for changed in filter(None, (before, task_id)):
            index = self.index_of(changed)
            if index.isValid():
                self.dataChanged.emit(index, index, [TaskRole.EXPANDED])

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else self._window.total

    def columnCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return translate("tasks", COLUMNS[section].header)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return COLUMNS[section].align | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._window.row(index.row()) if index.isValid() else None
        if row is None:
            return None
        return self._answer(row, COLUMNS[index.column()], role)

    def _answer(self, row: TaskLine, column: Column, role: int) -> Any:
        if role == TaskRole.ROW:
            return row
        if role == TaskRole.EXPANDED:
            return row.id == self._expanded
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.align | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.AccessibleTextRole:
            head = translate("tasks", column.header)
            return _spoken(row) if column.id is ColumnId.STATUS else cell_words(head, column.text(row))
        return None

    def concerned(self, changed: Mapping[str, str | None]) -> list[str]:
        """Which of these tasks, told with their new statuses, are held, or may have to come in since theirs match."""
        statuses, holds = self.where.statuses, self._window.holds
        return [it for it, status in changed.items() if holds(it) or status in statuses]

    def take_in(self, newest: Sequence[TaskLine], rows: Sequence[TaskLine]) -> bool:
        """Put in newer versions of rows, and those of the newest that aren't here yet (newest first).

        False: it can't be told where they belong, and the window must be read again.
        """
        staying: list[TaskLine] = []
        moving: list[TaskLine] = []
        for row in rows:
            stays = self._window.number_of(row.id) is not None and self.where.takes(row)
            (staying if stays else moving).append(row)
        self._change(staying)
        if len(moving) > _MOST_MOVES:
            return False
        return all(map(self._let_in_or_out, moving)) and self._take_in_newest(newest)

    def _change(self, rows: Sequence[TaskLine]) -> None:
        """Put newer versions into their places, and tell of them once: a view's work is for each telling."""
        numbers = [it for row in rows if (it := self._window.replace(row)) is not None]
        if numbers:
            last = len(COLUMNS) - 1
            self.dataChanged.emit(self.index(min(numbers), 0), self.index(max(numbers), last))

    def _let_in_or_out(self, row: TaskLine) -> bool:
        """Put a row in that matches now, or take one out; False when the window must be read again."""
        number = self._window.number_of(row.id)
        if number is None:
            return self._let_in(row)
        if not self._window.can_remove(number):
            return False
        self.beginRemoveRows(QModelIndex(), number, number)
        self._window.remove(number)
        self.endRemoveRows()
        return True

    def _let_in(self, row: TaskLine) -> bool:
        """Insert a row that matches only now. Newer ones than all come by `_take_in_newest`."""
        top = self._window.row(0) if self._window.total else None
        if not self.where.takes(row) or top is None or row.seq > top.seq:
            return True
        if row.agent != self.where.agent and self.where.agent is not None:
            return True
        number = self._window.place_for(row)
        if number is None or self.where.is_search:  # only the ledger can say whether it matches
            return False
        self.beginInsertRows(QModelIndex(), number, number)
        self._window.insert(number, row)
        self.endInsertRows()
        return True

    def _take_in_newest(self, newest: Sequence[TaskLine]) -> bool:
        unseen = self._window.unseen(newest)
        if unseen is None:
            return False
        if unseen:
            self.beginInsertRows(QModelIndex(), 0, len(unseen) - 1)
            self._window.add(unseen)
            self.endInsertRows()
        return True

    def renew(self, fresh: TaskWindow) -> None:
        """Show the same filter's rows as they were read again: more or fewer of them, and all may have changed."""
        more = fresh.total - self._window.total
        if more > 0:
            self.beginInsertRows(QModelIndex(), 0, more - 1)
            self._window = fresh
            self.endInsertRows()
        elif more < 0:
            self.beginRemoveRows(QModelIndex(), fresh.total, self._window.total - 1)
            self._window = fresh
            self.endRemoveRows()
        self._window = fresh
        self._tell_all_changed()

    def extend(self, fresh: TaskWindow) -> None:
        """Show all rows of the filter of which only the newest were shown: the others come in below."""
        before = self._window.total
        if fresh.total <= before:
            self.renew(fresh)
            return
        self.beginInsertRows(QModelIndex(), before, fresh.total - 1)
        self._window = fresh
        self.endInsertRows()
        self._tell_all_changed()

    def _tell_all_changed(self) -> None:
        if self._window.total:
            self.dataChanged.emit(self.index(0, 0), self.index(self._window.total - 1, len(COLUMNS) - 1))


def _spoken(row: TaskLine) -> str:
    """A row as one sentence for assistive tools."""
    return translate("tasks", "{0} by {1}: {2}").format(row.tool, row.agent, status_word(row.status))
