"""A table of the newest rows of a long listing, and more as the owner scrolls; kept fresh without ever being reset."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from placet_gui.models.row_table import ROW, RowColumn, cell_words
from placet_gui.words import translate

AnyIndex = QModelIndex | QPersistentModelIndex
PAGE_ROWS: Final = 100
MOST_READ: Final = 1_000
"""So many of the newest rows are kept fresh; what lies below them has ended long ago."""


class Numbered(Protocol):
    """A row with an id, and with a number that is higher the newer it is."""

    @property
    def id(self) -> str:
        """What it is told apart by."""
        ...

    @property
    def seq(self) -> int:
        """Its place among all."""
        ...


Row = TypeVar("Row", bound=Numbered)


class NewestRows(QAbstractTableModel, Generic[Row]):
    """The rows that were read, newest first. `spoken` is a row as one sentence for assistive tools.

    Signals:
        more_wanted(str): the rows below the one with this id are about to come into sight.
    """

    more_wanted = Signal(str)

    def __init__(
        self,
        columns: Sequence[RowColumn[Row]],
        spoken: Callable[[Row], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._spoken = spoken
        self._rows: list[Row] = []
        self._is_whole = True
        self._waiting = False

    def held(self) -> int:
        """How many rows there are, those that nobody has scrolled to not counted."""
        return len(self._rows)

    def row_at(self, index: AnyIndex) -> Row | None:
        """The row at an index; None when there is none."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def index_of(self, row_id: str) -> QModelIndex:
        """Where a row is shown; invalid when it isn't."""
        number = next((at for at, row in enumerate(self._rows) if row.id == row_id), None)
        return QModelIndex() if number is None else self.index(number, 0)

    def show(self, rows: Sequence[Row], *, is_whole: bool) -> None:
        """Show other rows than before, the newest of another filter."""
        self.beginResetModel()
        self._rows, self._is_whole, self._waiting = list(rows), is_whole, False
        self.endResetModel()

    def add_below(self, below: str, rows: Sequence[Row], *, is_whole: bool) -> None:
        """Put the page in that was wanted below a row. One that the last row has moved away from is of no use."""
        self._waiting = False
        if not self._rows or self._rows[-1].id != below:
            return
        self._is_whole = is_whole
        if rows:
            start = len(self._rows)
            self.beginInsertRows(QModelIndex(), start, start + len(rows) - 1)
            self._rows.extend(rows)
            self.endInsertRows()

    def freshen(self, newest: Sequence[Row], *, reaches_end: bool) -> None:
        """Put in the newest rows as they are now. What they don't mention, though it lies among them, goes.

        `reaches_end`: there is nothing below them. Rows come and go one by one, so that a selection stays on its own.
        """
        lowest = -1 if reaches_end or not newest else newest[-1].seq
        if self._rows and self._rows[0].seq < lowest:
            lowest = -1  # nobody read what lies between those and these
            self._is_whole = False
        known = {row.id for row in newest}
        for number in range(len(self._rows) - 1, -1, -1):
            if self._rows[number].seq >= lowest and self._rows[number].id not in known:
                self._take_out(number)
        for number, row in enumerate(newest):
            if number < len(self._rows) and self._rows[number].id == row.id:
                self._replace(number, row)
            elif number <= len(self._rows):
                self._put_in(number, row)
        self._is_whole = reaches_end if len(newest) >= len(self._rows) else self._is_whole

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns)

    def canFetchMore(self, parent: AnyIndex) -> bool:
        return not parent.isValid() and not self._is_whole and not self._waiting

    def fetchMore(self, parent: AnyIndex) -> None:
        if self.canFetchMore(parent) and self._rows:
            self._waiting = True
            self.more_wanted.emit(self._rows[-1].id)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        column = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return translate("tables", column.header)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.align | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        column = self._columns[index.column()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.align | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row) if index.column() == 0 else cell_words(column.header, column.text(row))
        return None

    def _replace(self, number: int, row: Row) -> None:
        if self._rows[number] != row:
            self._rows[number] = row
            self.dataChanged.emit(self.index(number, 0), self.index(number, len(self._columns) - 1))

    def _put_in(self, number: int, row: Row) -> None:
        self.beginInsertRows(QModelIndex(), number, number)
        self._rows.insert(number, row)
        self.endInsertRows()

    def _take_out(self, number: int) -> None:
        self.beginRemoveRows(QModelIndex(), number, number)
        del self._rows[number]
        self.endRemoveRows()
