"""Changes as two columns: the old lines at the left, the new ones at the right, what belongs together in one row.

Nothing of the one text is left out here: it is the same lines in another order.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from placet.api import SheetLine, Tone
from placet_gui.models.indexes import NOWHERE, AnyIndex


class Side(enum.IntEnum):
    """The columns."""

    OLD_NUMBER = 0
    OLD = 1
    NEW_NUMBER = 2
    NEW = 3


class CellRole(enum.IntEnum):
    """What a cell answers beside its text."""

    TONE = Qt.ItemDataRole.UserRole + 1  # the Tone of its line; None where no line is


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """One row. `across` is a line that belongs to neither side, or to both as it is."""

    old: SheetLine | None = None
    new: SheetLine | None = None
    across: SheetLine | None = None


def pairs(lines: Iterable[SheetLine]) -> Iterator[Pair]:
    """Put lines that went beside those that came in their place; every line stands in one row, or in both columns of it."""
    gone: list[SheetLine] = []
    came: list[SheetLine] = []
    for line in lines:
        side = _side(line, gone, came)
        if side is None or (side is gone and came):
            yield from _beside(gone, came)
            gone, came = [], []
            side = _side(line, gone, came)
        if side is not None:
            side.append(line)
        elif line.signed:
            yield Pair(old=line, new=line)
        else:
            yield Pair(across=line)
    yield from _beside(gone, came)


def _side(line: SheetLine, gone: list[SheetLine], came: list[SheetLine]) -> list[SheetLine] | None:
    if line.tone is Tone.GONE:
        return gone
    if line.tone is Tone.NEW:
        return came
    if line.tone is Tone.NOTE and line.signed:  # about the end of the line before it
        return came or gone or None
    return None


def _beside(gone: list[SheetLine], came: list[SheetLine]) -> Iterator[Pair]:
    for old, new in zip_longest(gone, came):
        yield Pair(old=old, new=new)


class DiffTable(QAbstractTableModel):
    """Read-only rows of a difference."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Pair, ...] = ()

    def show_lines(self, lines: Iterable[SheetLine]) -> None:
        """Show these lines instead."""
        self.beginResetModel()
        self.rows = tuple(pairs(lines))
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(Side)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self._line(index.row(), Side(index.column()))
        if role == CellRole.TONE:
            return None if line is None else line.tone
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return "" if line is None else cell_text(line, Side(index.column()))
        return None

    def _line(self, row: int, side: Side) -> SheetLine | None:
        pair = self.rows[row]
        if pair.across is not None:
            return pair.across if side is Side.OLD_NUMBER else None
        return pair.old if side in {Side.OLD_NUMBER, Side.OLD} else pair.new


def cell_text(line: SheetLine, side: Side) -> str:
    """What a cell says of its line: beside the text, its number and whether it goes or comes."""
    if not line.signed:
        return line.text
    if side is Side.OLD_NUMBER:
        return f"{'' if line.old is None else line.old} {'-' if line.tone is Tone.GONE else ' '}"
    if side is Side.NEW_NUMBER:
        return f"{'' if line.new is None else line.new} {'+' if line.tone is Tone.NEW else ' '}"
    return line.text if line.tone is Tone.NOTE else line.text[1:]
