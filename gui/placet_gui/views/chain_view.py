"""The tree of a workflow's chain: four levels that fold, and the links below them, read as they come into sight."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView

from placet_gui.delegates.badges import (
    APPROVAL_LOOKS,
    GENERATION_LOOKS,
    LEVEL_ICONS,
    OPERATION_LOOKS,
    UNVERIFIABLE_LOOK,
    Look,
)
from placet_gui.delegates.chain_cells import ChainCells
from placet_gui.models.chain_tree import LEVEL, LINK, ChainTree, Level, Link
from placet_gui.models.indexes import AnyIndex
from placet_gui.names import Name, name_widget
from placet_gui.presenters.workflow_chain import FREE, UNSHOWABLE
from placet_gui.theme.style import Theme
from placet_gui.words import noop

_STATE_PX: Final = 156
_WHEN_PX: Final = 76
_LEAST_WHAT_PX: Final = 180
_FOLDED: Final = Level.THINK
"""How the model came to what it asked is there to be looked up, and isn't what one comes for."""
_FREE_LOOK: Final = Look(icon="play", text=noop("texts", "Free to run"), tone="neutral")
_LOOKS: Final = {
    Level.WANT: {},
    Level.THINK: GENERATION_LOOKS,
    Level.ASK: {**APPROVAL_LOOKS, FREE: _FREE_LOOK},
    Level.DO: {**OPERATION_LOOKS, UNSHOWABLE: UNVERIFIABLE_LOOK},
}


def link_look(link: Link) -> Look | None:
    """The badge of a link; None for a goal. A state that isn't known yet is shown plainly."""
    if not link.state:
        return None
    return _LOOKS[link.level].get(link.state_key) or Look(icon="circle", text=link.state, tone="neutral")


class ChainView(QTreeView):
    """Shows a chain. A click or Enter on a link opens it; on a level it folds.

    Signals:
        link_opened(Link): the owner wants to see all of this link.
    """

    link_opened = Signal(object)

    def __init__(self, theme: Theme, model: ChainTree) -> None:
        super().__init__()
        self._model = model
        name_widget(self, Name.WORKFLOW_CHAIN, self.tr("Want, think, ask, do"))
        self.setModel(model)
        self.setItemDelegate(ChainCells(theme, self, _badge, _mark))
        self.setUniformRowHeights(True)
        self.setHeaderHidden(True)
        self.setMouseTracking(True)
        self.setIndentation(18)
        self.setExpandsOnDoubleClick(False)
        self.setAllColumnsShowFocus(True)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = self.header()
        head.setStretchLastSection(False)
        head.setMinimumSectionSize(32)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.setColumnWidth(1, _STATE_PX)
        self.setColumnWidth(2, _WHEN_PX)
        self.clicked.connect(self._on_clicked)
        model.modelReset.connect(self.unfold)
        self.unfold()

    @Slot()
    def unfold(self) -> None:
        """Unfold the levels that one comes for."""
        for level in Level:
            self.setExpanded(self._model.of_level(level), level is not _FOLDED)
        want = self._model.of_level(Level.WANT)  # where the keyboard begins; nothing is chosen by it
        self.selectionModel().setCurrentIndex(want, QItemSelectionModel.SelectionFlag.NoUpdate)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        first = index.siblingAtColumn(0)
        link = self._model.link_at(first)
        if link is not None:
            self.link_opened.emit(link)
        else:
            self.setExpanded(first, not self.isExpanded(first))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.modifiers():
            if self.currentIndex().isValid():
                self._on_clicked(self.currentIndex())
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = event.size().width() < _STATE_PX + _WHEN_PX + _LEAST_WHAT_PX
        self.setColumnHidden(2, narrow)
        super().resizeEvent(event)


def _badge(index: AnyIndex) -> Look | None:
    link = index.data(LINK)
    return link_look(link) if index.column() == 1 and link is not None else None


def _mark(index: AnyIndex) -> str | None:
    level = index.data(LEVEL)
    return LEVEL_ICONS[level.key] if index.column() == 0 and level is not None else None
