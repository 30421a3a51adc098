"""A table of the newest rows of a long listing, and more as the owner scrolls; kept fresh without ever being reset."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from PySide6.QtCore import QModelIndex, QObject, Signal

from placet_gui.models.columned_rows import ColumnedRows, RowColumn
from placet_gui.models.indexes import AnyIndex

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


class NewestRows(ColumnedRows[Row]):
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
        super().__init__(columns, parent)
        self._spoken = spoken
        self._is_whole = True
        self._waiting = False

    def held(self) -> int:
        """How many rows there are, those that nobody has scrolled to not counted."""
        return len(self._rows)

    def spoken(self, row: Row) -> str:
        """A row as one sentence for assistive tools."""
        return self._spoken(row)

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

    def canFetchMore(self, parent: AnyIndex) -> bool:
        return not parent.isValid() and not self._is_whole and not self._waiting

    def fetchMore(self, parent: AnyIndex) -> None:
        if self.canFetchMore(parent) and self._rows:
            self._waiting = True
            self.more_wanted.emit(self._rows[-1].id)
