"""The bound arguments as a tree of names, JSON types and values, exactly as the engine made them showable."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from placet.api.views import ArgumentNode
from placet_gui.models.indexes import NOWHERE, AnyIndex
from placet_gui.said import said, with_marks_said
from placet_gui.texts import TYPES, word


class Column(enum.IntEnum):
    """The tree's columns."""

    NAME = 0
    TYPE = 1
    VALUE = 2


class NodeRole(enum.IntEnum):
    """What a cell answers beside its text."""

    NODE = Qt.ItemDataRole.UserRole + 1  # the ArgumentNode
    OPENED = Qt.ItemDataRole.UserRole + 2  # whether the owner opened the whole text


class _Place:
    """A node with its parent and its number among its siblings. Its children are made when first asked for."""

    def __init__(self, node: ArgumentNode, parent: _Place | None, number: int) -> None:
        self.node = node
        self.parent = parent
        self.number = number
        self._children: list[_Place] | None = None

    @property
    def children(self) -> list[_Place]:
        """The places below, in the caller's own order."""
        if self._children is None:
            self._children = [_Place(child, self, number) for number, child in enumerate(self.node.children)]
        return self._children


class ArgumentTree(QAbstractItemModel):
    """Read-only; the root object itself isn't a row, its members are."""

    def __init__(self, root: ArgumentNode, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = _Place(root, None, 0)
        self._opened: set[str] = set()

    @property
    def root(self) -> ArgumentNode:
        """The outermost value."""
        return self._root.node

    def mark_opened(self, pointer: str) -> None:
        """Remember that the owner opened this value whole."""
        self._opened.add(pointer)
        at = self.find(pointer)
        if at.isValid():
            self.dataChanged.emit(at, at.siblingAtColumn(Column.VALUE))

    def is_text(self, pointer: str) -> bool:
        """Whether the value at a JSON pointer is a text, and so has bytes."""
        at = self.find(pointer)
        return at.isValid() and self._place(at).node.type == "string"

    def find(self, pointer: str) -> QModelIndex:
        """Where the value at a JSON pointer stands; an invalid index when there is none."""
        at = QModelIndex()
        place = self._root
        while place.node.pointer != pointer:
            below = (it for it in place.children if _leads_to(it.node.pointer, pointer))
            if (child := next(below, None)) is None:
                return QModelIndex()
            at, place = self.index(child.number, Column.NAME, at), child
        return at

    def index(self, row: int, column: int, parent: AnyIndex = NOWHERE) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, self._place(parent).children[row])

    def parent(self, index: AnyIndex = NOWHERE) -> QModelIndex:  # type: ignore[override]
        above = self._place(index).parent if index.isValid() else None
        if above is None or above.parent is None:
            return QModelIndex()
        return self.createIndex(above.number, Column.NAME, above)

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.column() > 0 else len(self._place(parent).node.children)

    def columnCount(self, _parent: AnyIndex = NOWHERE) -> int:
        return len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Name"), self.tr("Type"), self.tr("Value"))[section]

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        node = self._place(index).node
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return (node.key, word(TYPES, node.type), _text(node))[index.column()]
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return " ".join(map(said, node.findings))
        answers: dict[int, Any] = {NodeRole.NODE: node, NodeRole.OPENED: node.pointer in self._opened}
        return answers.get(role)

    def containers(self) -> Iterator[tuple[QModelIndex, ArgumentNode]]:
        """Every object and list that has something inside, breadth first: outer before inner."""
        level = [QModelIndex()]
        while level:
            below = []
            for at in level:
                for row in range(self.rowCount(at)):
                    child = self.index(row, Column.NAME, at)
                    if (node := self._place(child).node).children:
                        yield child, node
                        below.append(child)
            level = below

    def _place(self, index: AnyIndex) -> _Place:
        if not index.isValid():
            return self._root
        place = index.internalPointer()
        assert isinstance(place, _Place)  # noqa: S101  # only this model makes its indexes
        return place


def _leads_to(above: str, pointer: str) -> bool:
    return pointer == above or pointer.startswith(f"{above}/")


def _text(node: ArgumentNode) -> str:
    """A value; how many there are inside is the engine's to say, all else is the asker's."""
    return said(node.text) if node.type in {"object", "array"} else with_marks_said(node.text)
