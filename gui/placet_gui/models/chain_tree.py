"""The chain of one workflow as a tree: want, think, ask, do, and below each what there is of it, page by page."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from placet_gui.models.columned_rows import cell_words
from placet_gui.models.indexes import NOWHERE, AnyIndex
from placet_gui.texts import LEVELS, word
from placet_gui.words import Context, noop, translate

chain = Context("chain")

LINK: Final = Qt.ItemDataRole.UserRole + 1
"""The role under which an index below a level answers its `Link`."""
LEVEL: Final = Qt.ItemDataRole.UserRole + 2
"""The role under which an index of a level itself answers its `Level`."""
_OF_LEVEL: Final = 0xFFFF  # what the inner id of a level's own index is; those below have the level's number
_COLUMNS: Final = (noop("chain", "Step"), noop("chain", "State"), noop("chain", "When"))


class Level(enum.IntEnum):
    """The depths of one act, in their order."""

    WANT = 0
    THINK = 1
    ASK = 2
    DO = 3

    @property
    def key(self) -> str:
        """Its key in `texts.LEVELS`."""
        return self.name.lower()


@dataclass(frozen=True, kw_only=True)
class Link:
    """One link of the chain. `name`, `title` (its name and more), `state` and `when` are showable lines.

    `state_key` says how its state looks; `row` is the view row that it was made of.
    """

    level: Level
    id: str
    name: str
    title: str
    state: str
    state_key: str
    when: str
    row: Any


class ChainTree(QAbstractItemModel):
    """Four levels and the links below them. Links are only ever added at a level's end, or changed in their place.

    Signals:
        more_wanted(Level): the links below the last one of this level are about to come into sight.
    """

    more_wanted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._links: dict[Level, list[Link]] = {level: [] for level in Level}
        self._totals: dict[Level, int] = dict.fromkeys(Level, 0)
        self._is_whole: dict[Level, bool] = dict.fromkeys(Level, True)
        self._waiting: set[Level] = set()

    def begin(self) -> None:
        """Another workflow is about to be shown; nothing of the one before stays."""
        self.beginResetModel()
        self._links = {level: [] for level in Level}
        self._totals = dict.fromkeys(Level, 0)
        self._is_whole = dict.fromkeys(Level, True)
        self._waiting.clear()
        self.endResetModel()

    def held(self, level: Level) -> int:
        """How many links of a level were read."""
        return len(self._links[level])

    def take(self, level: Level, links: Sequence[Link], *, is_whole: bool, total: int | None = None) -> None:
        """Put in the first links of a level as they are now; `total`: how many it has, those not read included."""
        known = self._links[level]
        for number, link in enumerate(links[: len(known)]):
            if known[number] != link:
                known[number] = link
                self._tell_changed(self.index(number, 0, self.of_level(level)))
        self._add(level, links[len(known) :])
        self._settle(level, is_whole=is_whole, total=total)

    def add(self, level: Level, links: Sequence[Link], *, is_whole: bool) -> None:
        """Put in the page that was wanted below the last link of a level, but for what came in since it was wanted."""
        self._waiting.discard(level)
        known = {it.id for it in self._links[level]}
        self._add(level, [it for it in links if it.id not in known])
        self._settle(level, is_whole=is_whole, total=None)

    def miss(self, level: Level) -> None:
        """The page that was wanted doesn't come; it may be wanted again."""
        self._waiting.discard(level)

    def replace(self, link: Link) -> None:
        """Put a newer version of a link into its place, if it is here."""
        known = self._links[link.level]
        number = next((at for at, it in enumerate(known) if it.id == link.id), None)
        if number is not None and known[number] != link:
            known[number] = link
            self._tell_changed(self.index(number, 0, self.of_level(link.level)))

    def last(self, level: Level) -> Link | None:
        """The last link of a level that was read."""
        return self._links[level][-1] if self._links[level] else None

    def link(self, level: Level, link_id: str) -> Link | None:
        """The link of this id, if it was read."""
        return next((it for it in self._links[level] if it.id == link_id), None)

    def of_level(self, level: Level) -> QModelIndex:
        """Where a level itself stands."""
        return self.index(level, 0)

    def link_at(self, index: AnyIndex) -> Link | None:
        """The link at an index; None on a level itself."""
        if not index.isValid() or index.internalId() == _OF_LEVEL:
            return None
        links = self._links[Level(index.internalId())]
        return links[index.row()] if index.row() < len(links) else None

    def index(self, row: int, column: int, parent: AnyIndex = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() if parent.isValid() else _OF_LEVEL)

    def parent(self, index: AnyIndex = QModelIndex()) -> Any:  # noqa: B008  Qt overloads it with QObject's own
        if not index.isValid() or index.internalId() == _OF_LEVEL:
            return QModelIndex()
        return self.createIndex(index.internalId(), 0, _OF_LEVEL)

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        if not parent.isValid():
            return len(Level)
        if parent.internalId() == _OF_LEVEL and parent.column() == 0:
            return len(self._links[Level(parent.row())])
        return 0

    def columnCount(self, _parent: AnyIndex = NOWHERE) -> int:
        return len(_COLUMNS)

    def canFetchMore(self, parent: AnyIndex) -> bool:
        if not parent.isValid() or parent.internalId() != _OF_LEVEL:
            return False
        level = Level(parent.row())
        return not self._is_whole[level] and level not in self._waiting

    def fetchMore(self, parent: AnyIndex) -> None:
        if self.canFetchMore(parent):
            level = Level(parent.row())
            self._waiting.add(level)
            self.more_wanted.emit(level)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return translate("chain", _COLUMNS[section])
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(index)
        link = self.link_at(index)
        if link is None:
            return self._of_level(Level(index.row()), index.column(), role)
        if role == LINK:
            return link
        if role == Qt.ItemDataRole.DisplayRole:
            return (link.title, link.state, link.when)[index.column()]
        return None

    def _spoken(self, index: AnyIndex) -> str:
        """A link's first cell says all of it; a cell without words says which column is empty."""
        link = self.link_at(index)
        words = (link.title, link.state, link.when) if link and index.column() == 0 else (index.data(),)
        head = translate("chain", _COLUMNS[index.column()])
        return cell_words(head, ", ".join(filter(None, words)))

    def _of_level(self, level: Level, column: int, role: int) -> Any:
        if role == LEVEL:
            return level
        if column == 0 and role == Qt.ItemDataRole.DisplayRole:
            return word(LEVELS, level.key)
        if column == 1 and role == Qt.ItemDataRole.DisplayRole:
            return _counted(level, self._totals[level])
        return None

    def _add(self, level: Level, links: Sequence[Link]) -> None:
        if links:
            start = len(self._links[level])
            self.beginInsertRows(self.of_level(level), start, start + len(links) - 1)
            self._links[level].extend(links)
            self.endInsertRows()

    def _settle(self, level: Level, *, is_whole: bool, total: int | None) -> None:
        self._is_whole[level] = is_whole
        self._totals[level] = max(len(self._links[level]), total or 0, 0 if is_whole else self._totals[level])
        self._tell_changed(self.of_level(level))

    def _tell_changed(self, index: QModelIndex) -> None:
        self.dataChanged.emit(index, index.siblingAtColumn(len(_COLUMNS) - 1))


def _counted(level: Level, count: int) -> str:
    if level is Level.WANT:
        return chain.tr("%Ln goals", "", count)
    if level is Level.THINK:
        return chain.tr("%Ln generations", "", count)
    if level is Level.ASK:
        return chain.tr("%Ln calls", "", count)
    return chain.tr("%Ln effects", "", count)
