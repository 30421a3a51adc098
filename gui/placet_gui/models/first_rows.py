"""The rows of the window's first page: they never change, and nothing can be done with them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from placet.first_page import FirstRow
from placet_gui.models.approval_list import CardRole
from placet_gui.models.indexes import NOWHERE, AnyIndex
from placet_gui.said import said, with_marks_said


class FirstRows(QAbstractListModel):
    """The requests that were read before the engine was there."""

    def __init__(self, rows: tuple[FirstRow, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows = rows

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == CardRole.ROW:
            return row
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return self.tr("{0} by {1}. {2}").format(
                row.tool, row.agent, said(row.sentence) or with_marks_said(row.preview)
            )
        return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        # Never enabled: there is no engine yet to open a card or decide.
        return Qt.ItemFlag.ItemNeverHasChildren if index.isValid() else Qt.ItemFlag.NoItemFlags
