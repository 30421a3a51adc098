"""A short table of view rows: newer ones are put in without a reset."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QObject

from placet_gui.models.columned_rows import ColumnedRows, Row, RowColumn


class RowTable(ColumnedRows[Row]):
    """Rows that are told apart by `key`."""

    def __init__(
        self, columns: Sequence[RowColumn[Row]], key: Callable[[Row], str], parent: QObject | None = None
    ) -> None:
        super().__init__(columns, parent)
        self._key = key

    def take(self, rows: Sequence[Row]) -> None:
        """Become these rows, in this order. A row that stays keeps its selection."""
        wanted = {self._key(row) for row in rows}
        for number in reversed(range(len(self._rows))):
            if self._key(self._rows[number]) not in wanted:
                self._take_out(number)
        for number, row in enumerate(rows):
            if number < len(self._rows) and self._key(self._rows[number]) == self._key(row):
                self._replace(number, row)
            else:
                self._bring_in(number, row)

    def row_of(self, key: str) -> Row | None:
        """The row with this key; None when there is none."""
        return self.row_at(self.index_of(key))

    def index_of(self, key: str) -> QModelIndex:
        """Where a row is shown; invalid when it isn't."""
        number = self._number_of(key)
        return QModelIndex() if number is None else self.index(number, 0)

    def _bring_in(self, number: int, row: Row) -> None:
        before = self._number_of(self._key(row), number)
        if before is not None:  # it stands further below: the order has changed
            self._take_out(before)
        self._put_in(number, row)

    def _number_of(self, key: str, start: int = 0) -> int | None:
        places = range(start, len(self._rows))
        return next((number for number in places if self._key(self._rows[number]) == key), None)
