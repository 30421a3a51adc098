"""The table of the owner's standing answers."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from placet.api.grants import GrantRow
from placet_gui.models.grant_words import grant_sentence
from placet_gui.models.row_table import cell_words
from placet_gui.moments import clock_text, exact_text
from placet_gui.texts import GRANTS, word
from placet_gui.words import Context, noop, number_text, translate

grants = Context("grants")

AnyIndex = QModelIndex | QPersistentModelIndex
ROW: Final = Qt.ItemDataRole.UserRole + 1
"""The role under which a cell answers its whole `GrantRow`."""


class ColumnId(enum.IntEnum):
    """The columns, in their order."""

    STATE = 0
    SENTENCE = 1
    USES = 2
    UNTIL = 3
    HITS = 4


def sentence_of(row: GrantRow) -> str:
    """What a grant lets pass."""
    return grant_sentence(row.agent, row.tool, row.wording)


def state_of(row: GrantRow) -> str:
    """How a grant stands: a key of `texts.GRANTS`."""
    if row.revoked_at is not None:
        return "revoked"
    if row.live:
        return "live"
    return "used_up" if row.uses_left == 0 else "expired"


def uses_text(row: GrantRow) -> str:
    """How often it may still be used."""
    return translate("grants", "no limit") if row.uses_left is None else number_text(row.uses_left)


def until_text(row: GrantRow) -> str:
    """Until when it stands."""
    if row.expires_at is None:
        return translate("grants", "no end")
    return clock_text(row.expires_at)


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column: its header, the text of its cells, and how that is aligned."""

    header: str
    text: Callable[[GrantRow], str]
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft


COLUMNS: Final = {
    ColumnId.STATE: Column(header=noop("grants", "State"), text=lambda row: word(GRANTS, state_of(row))),
    ColumnId.SENTENCE: Column(header=noop("grants", "What may pass"), text=sentence_of),
    ColumnId.USES: Column(
        header=noop("grants", "Uses left"), text=uses_text, align=Qt.AlignmentFlag.AlignRight
    ),
    ColumnId.UNTIL: Column(
        header=noop("grants", "Until"), text=until_text, align=Qt.AlignmentFlag.AlignRight
    ),
    ColumnId.HITS: Column(
        header=noop("grants", "Let pass"),
        text=lambda row: number_text(row.hits),
        align=Qt.AlignmentFlag.AlignRight,
    ),
}


class GrantTable(QAbstractTableModel):
    """Grants as rows; a newer list is put in by inserting, removing and changing rows, never by a reset."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[GrantRow] = []

    def take(self, rows: Sequence[GrantRow]) -> None:
        """Become this list."""
        wanted = {row.id for row in rows}
        for number in reversed(range(len(self._rows))):
            if self._rows[number].id not in wanted:
                self.beginRemoveRows(QModelIndex(), number, number)
                del self._rows[number]
                self.endRemoveRows()
        for number, row in enumerate(rows):
            self._put(number, row)

    def row_at(self, index: AnyIndex) -> GrantRow | None:
        """The grant at an index; None when there is none."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def index_of(self, grant_id: str) -> QModelIndex:
        """Where a grant is shown; invalid when it isn't."""
        number = next((at for at, row in enumerate(self._rows) if row.id == grant_id), None)
        return QModelIndex() if number is None else self.index(number, 0)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[ColumnId(section)]
        if role == Qt.ItemDataRole.DisplayRole:
            return translate("grants", column.header)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.align | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_at(index)
        if row is None:
            return None
        column = COLUMNS[ColumnId(index.column())]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.align | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.AccessibleTextRole:
            spoken = f"{word(GRANTS, state_of(row))}: {sentence_of(row)}"
            return spoken if index.column() == ColumnId.STATE else cell_words(column.header, column.text(row))
        return None

    def _put(self, number: int, row: GrantRow) -> None:
        if number < len(self._rows) and self._rows[number].id == row.id:
            if self._rows[number] != row:
                self._rows[number] = row
                self.dataChanged.emit(self.index(number, 0), self.index(number, len(COLUMNS) - 1))
            return
        self.beginInsertRows(QModelIndex(), number, number)
        self._rows.insert(number, row)
        self.endInsertRows()


def ends_text(row: GrantRow) -> str:
    """One line about a grant's life, for its details."""
    made = translate("grants", "made {0}").format(exact_text(row.created_at)[:19])
    passed = grants.tr("let %Ln calls pass", "", row.hits)
    uses = translate("grants", "no limit of uses")
    if row.uses_left is not None:
        uses = grants.tr("%Ln uses left", "", row.uses_left)
    until = translate("grants", "no end")
    if row.expires_at is not None:
        until = translate("grants", "until {0}").format(exact_text(row.expires_at)[:19])
    if row.revoked_at is not None:
        until = translate("grants", "revoked {0}").format(exact_text(row.revoked_at)[:19])
    return f"{made}  ·  {passed}  ·  {uses}  ·  {until}"
