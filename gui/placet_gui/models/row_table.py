"""A short table of view rows: columns are declared, and newer rows are put in without a reset."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from placet_gui.words import translate

AnyIndex = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")
ROW: Final = Qt.ItemDataRole.UserRole + 1
"""The role under which a cell answers its whole row."""


@dataclass(frozen=True, kw_only=True)
class RowColumn(Generic[Row]):
    """One column: its header, and the text of its cells, which must be showable."""

    header: str
    text: Callable[[Row], str]
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft


def cell_words(header: str, text: str) -> str:
    """What is read aloud of a cell; one without words says so, since whoever hears nothing thinks that nothing is there."""
    if text:
        return text
    head = translate("tables", header)
    return translate("tables", "{0}: none").format(head)


class RowTable(QAbstractTableModel, Generic[Row]):
    """Rows that are told apart by `key`. The first column is the one that is read aloud with all the others."""

    def __init__(
        self, columns: Sequence[RowColumn[Row]], key: Callable[[Row], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._key = key
        self._rows: list[Row] = []

    def take(self, rows: Sequence[Row]) -> None:
        """Become these rows, in this order. A row that stays keeps its selection."""
        wanted = {self._key(row) for row in rows}
        for number in reversed(range(len(self._rows))):
            if self._key(self._rows[number]) not in wanted:
                self._take_out(number)
        for number, row in enumerate(rows):
            if number >= len(self._rows) or self._key(self._rows[number]) != self._key(row):
                self._put_in(number, row)
            elif self._rows[number] != row:
                self._rows[number] = row
                self.dataChanged.emit(self.index(number, 0), self.index(number, len(self._columns) - 1))

    def row_at(self, index: AnyIndex) -> Row | None:
        """The row at an index; None when there is none."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def row_of(self, key: str) -> Row | None:
        """The row with this key; None when there is none."""
        return next((row for row in self._rows if self._key(row) == key), None)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return translate("tables", self._columns[section].header)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._columns[section].align | Qt.AlignmentFlag.AlignVCenter
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
            return self._spoken(row, index.column())
        return None

    def _spoken(self, row: Row, number: int) -> str:
        if number:
            return cell_words(self._columns[number].header, self._columns[number].text(row))
        return ", ".join(text for it in self._columns if (text := it.text(row)))

    def _take_out(self, number: int) -> None:
        self.beginRemoveRows(QModelIndex(), number, number)
        del self._rows[number]
        self.endRemoveRows()

    def _put_in(self, number: int, row: Row) -> None:
        before = next(
            (at for at in range(number, len(self._rows)) if self._key(self._rows[at]) == self._key(row)), None
        )
        if before is not None:  # it stands further below: the order has changed
            self._take_out(before)
        self.beginInsertRows(QModelIndex(), number, number)
        self._rows.insert(number, row)
        self.endInsertRows()
