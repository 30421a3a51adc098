"""View rows as a table whose columns are declared. How the rows come in and go is their kind's own matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from placet_gui.models.indexes import NOWHERE, AnyIndex
from placet_gui.words import translate

Row = TypeVar("Row")
ROW: Final = Qt.ItemDataRole.UserRole + 1
"""The role under which a cell answers its whole row."""


@dataclass(frozen=True, kw_only=True)
class RowColumn(Generic[Row]):
    """One column: its header, and the text of its cells, which must be showable."""

    header: str
    text: Callable[[Row], str]
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft


def cell_words(head: str, text: str) -> str:
    """What is read aloud of a cell; one without words says so, since whoever hears nothing thinks that nothing is there.

    `head` is the column's in the console's language.
    """
    return text or translate("tables", "{0}: none").format(head)


class ColumnedRows(QAbstractTableModel, Generic[Row]):
    """Rows in columns. The first column is the one that is read aloud with all the others.

    `CONTEXT` is where the headers are translated.
    """

    CONTEXT: ClassVar = "tables"

    def __init__(self, columns: Sequence[RowColumn[Row]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._rows: list[Row] = []

    def row_at(self, index: AnyIndex) -> Row | None:
        """The row at an index; None when there is none."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def spoken(self, row: Row) -> str:
        """A row as one sentence for assistive tools."""
        return ", ".join(text for it in self._columns if (text := it.text(row)))

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._head(section)
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
            number = index.column()
            return cell_words(self._head(number), column.text(row)) if number else self.spoken(row)
        return None

    def _head(self, section: int) -> str:
        return translate(self.CONTEXT, self._columns[section].header)

    def _replace(self, number: int, row: Row) -> None:
        if self._rows[number] != row:
            self._rows[number] = row
            self.dataChanged.emit(self.index(number, 0), self.index(number, len(self._columns) - 1))

    def _put_in(self, number: int, row: Row) -> None:
        self.beginInsertRows(NOWHERE, number, number)
        self._rows.insert(number, row)
        self.endInsertRows()

    def _take_out(self, number: int) -> None:
        self.beginRemoveRows(NOWHERE, number, number)
        del self._rows[number]
        self.endRemoveRows()
