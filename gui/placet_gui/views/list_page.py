"""What pages with a list have in common: a head, the list, and at its side or below it what the owner opened of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from PySide6.QtCore import QAbstractItemModel, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QTableView, QVBoxLayout, QWidget

from placet_gui.views.first_stop import FirstStop
from placet_gui.views.page import EmptyWord

_SIDE_BY_SIDE_PX: Final = 1040
"""Below this width the details stand under the list."""


class Detail(QFrame):
    """What is shown of the row that is open."""

    def step_back(self) -> bool:
        """Go back within the details; False when there is nothing to go back from."""
        return False


class Head(Protocol):
    """The head of a page."""

    def search(self) -> None:
        """Put the keyboard into the search box."""
        ...

    def fold(self, folded: bool) -> None:
        """Leave out what narrows the list, while that can't be seen, or show it again."""
        ...


@dataclass(frozen=True, kw_only=True)
class Split:
    """How the list and the details share the page: side by side, and one below the other.

    Where both together are lower than `alone_px`, the details stand alone until they are folded away.
    """

    beside_px: tuple[int, int]
    below_px: tuple[int, int]
    alone_px: int = 0


class ListPage(QWidget):
    """A page with a list. A page lays its parts out by `_lay_out_parts`, and answers what is asked at the end of this."""

    def _lay_out_parts(
        self, head: QWidget, table: QTableView, empty: EmptyWord, detail: Detail, split: Split
    ) -> None:
        self._above, self._list, self._empty_word, self._details = head, table, empty, detail
        self._sizes, self._top_px, self._alone, self._is_dragged = split, 0, False, False
        self._body = QStackedWidget()
        self._body.addWidget(table)
        self._body.addWidget(empty)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._body)
        self._split.addWidget(detail)
        self._split.setStretchFactor(0, 1)
        self._split.setSizes(list(split.beside_px))
        self._split.splitterMoved.connect(self._on_split_moved)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self._split, 1)
        detail.hide()
        FirstStop(self, table)

    def _follow_rows(self, model: QAbstractItemModel) -> None:
        """Say why there is nothing to see whenever there is nothing to see."""
        self._rows = model
        for changed in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            changed.connect(self._say_when_empty)
        self._say_when_empty()

    def _search_by(self, action: QAction, head: Head) -> None:
        """Let the window's one search action search on this page while it is in front."""
        self._searched = head
        action.triggered.connect(self._on_search_triggered)

    @Slot()
    def close_detail(self) -> None:
        """Fold the details away; the row stays selected. Nothing else happens."""
        self._on_closed()
        self._details.hide()
        self._turn()
        self._list.setFocus()

    def _show_detail(self) -> None:
        """Let the details be seen."""
        if not self._details.isVisible():
            self._details.show()
            self._turn()
            QTimer.singleShot(0, self, self._settle)  # once the list has its new, smaller size

    @Slot()
    def _settle(self) -> None:
        above, below = self._sizes.below_px
        total_px = sum(self._split.sizes())
        if self._stands_above() and not self._is_dragged:  # what was hidden got as little as it can be
            list_px = total_px * above // (above + below)
            self._split.setSizes([list_px, total_px - list_px])
        self._keep_rows_whole()
        self._show_row()

    @Slot()
    def _on_split_moved(self) -> None:
        self._is_dragged = True

    def _stands_above(self) -> bool:
        """Whether the list stands above details that are open."""
        below = self._split.orientation() is Qt.Orientation.Vertical
        return below and not self._details.isHidden() and not self._alone

    @Slot()
    def _keep_rows_whole(self) -> None:
        """End the list above the details where a row ends: half a row there looks like a fault."""
        if not self._stands_above() or self._is_dragged:
            return
        head_px, row_px = (
            self._list.horizontalHeader().height(),
            self._list.verticalHeader().defaultSectionSize(),
        )
        list_px, details_px = self._split.sizes()
        whole_px = head_px + max(1, round((list_px - head_px) / row_px)) * row_px
        if whole_px != list_px:
            self._split.setSizes([whole_px, list_px + details_px - whole_px])

    @Slot()
    def _say_when_empty(self) -> None:
        self._empty_word.say(*self._empty_words())
        self._body.setCurrentIndex(0 if self._rows.rowCount() else 1)

    @Slot()
    def _on_newest_asked(self) -> None:
        """The owner wants to see what came in above what is in sight."""
        if self._alone:
            self.close_detail()  # which stands in the list's place
        self._list.scrollToTop()
        self._list.setFocus()

    @Slot()
    def _on_search_triggered(self) -> None:
        if self.isVisible():
            self._searched.search()

    def _turn(self) -> None:
        wide = self.width() >= _SIDE_BY_SIDE_PX
        orientation = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if orientation is not self._split.orientation():
            self._split.setOrientation(orientation)
            self._split.setSizes(list(self._sizes.beside_px if wide else self._sizes.below_px))
        if not self._alone:
            self._top_px = self._above.height()  # what it takes with all that narrows the list
        low = not wide and self.height() - self._top_px < self._sizes.alone_px
        self._stand_alone(low and not self._details.isHidden())

    def _stand_alone(self, alone: bool) -> None:
        """Leave the whole room to the details, or show the list and what narrows it again."""
        self._body.setHidden(alone)
        if alone != self._alone:
            self._alone = alone
            self._searched.fold(alone)

    # What each page says for itself.

    def _empty_words(self) -> tuple[str, str]:
        """The heading and the sentence for why the list is empty."""
        raise NotImplementedError

    def _on_closed(self) -> None:
        """Nothing is open any more."""
        raise NotImplementedError

    def _on_seen(self, shown: bool) -> None:
        """The page is in front now, or isn't any more."""
        raise NotImplementedError

    def _show_row(self) -> None:
        """Scroll to the row that is open."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()
        QTimer.singleShot(0, self, self._keep_rows_whole)  # once its parts have their new sizes

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._on_seen(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._on_seen(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._details.isVisible():
            if not self._details.step_back():
                self.close_detail()
        else:
            super().keyPressEvent(event)
