"""Keeps a table of the newest rows fresh from facts, at most ten times a second, and pages on as the owner scrolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from placet.api.queries import Query
from placet_gui.bridge import Bridge
from placet_gui.models.newest_rows import MOST_READ, PAGE_ROWS, NewestRows

_CALM_MS: Final = 100


class Wanted(Protocol):
    """Which rows are looked at."""

    def listing(self, limit: int, before: str | None = None) -> Query:
        """The query for rows under this filter, newest first; `before` is the id of the last one shown."""
        ...

    def counting(self) -> Query:
        """The query for how many rows there are in each status."""
        ...


class Newest(QObject):
    """Between a table of the newest rows and the engine. Reads off the GUI thread.

    Signals:
        counts_changed(object): what the filter's counting answered.
        looked: the rows of the filter that was wished for last are shown now.
    """

    counts_changed = Signal(object)
    looked = Signal()

    def __init__(self, bridge: Bridge, model: NewestRows[Any], where: Wanted, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._model = model
        self._where = where
        self._busy = self._due = self._shown = False
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self._refresh)
        model.more_wanted.connect(self._on_model_more_wanted)

    @property
    def where(self) -> Wanted:
        """The filter that is on."""
        return self._where

    def look_at(self, where: Wanted) -> None:
        """Look at other rows, as soon as they are read. The last wish counts."""
        self._where = where
        self._bridge.start(self._look_at(where), "look at other rows")

    def set_shown(self, shown: bool) -> None:
        """Whether anybody can see the table. What happens while nobody does is read when somebody looks again."""
        self._shown = shown
        if shown and self._due:
            self._refresh()

    def note_change(self) -> None:
        """Some rows aren't as they were."""
        self._due = True
        if self._shown and not self._calm.isActive():
            self._calm.start()

    async def _look_at(self, where: Wanted) -> None:
        rows: Sequence[Any] = await self._bridge.ask(where.listing(PAGE_ROWS))
        if where is not self._where:
            return  # the owner wished for something else meanwhile
        self._model.show(rows, is_whole=len(rows) < PAGE_ROWS)
        self.looked.emit()
        self.counts_changed.emit(await self._bridge.ask(where.counting()))

    @Slot()
    def _refresh(self) -> None:
        if self._busy:
            self._due = True
            return
        self._busy, self._due = True, False
        self._bridge.start(self._read_again(), "refresh the rows")

    async def _read_again(self) -> None:
        where = self._where
        limit = min(MOST_READ, max(PAGE_ROWS, self._model.held() + 1))
        try:
            counts, rows = await self._bridge.ask_all([where.counting(), where.listing(limit)])
            if where is self._where:
                self._model.freshen(rows, reaches_end=len(rows) < limit)
            self.counts_changed.emit(counts)
        finally:
            self._busy = False
        if self._due:
            self._calm.start()

    @Slot(str)
    def _on_model_more_wanted(self, below: str) -> None:
        self._bridge.start(self._read_more(below), "read more rows")

    async def _read_more(self, below: str) -> None:
        where = self._where
        [rows] = await self._bridge.ask_all([where.listing(PAGE_ROWS, below)])
        if where is self._where:
            # Without an answer the row above was let go meanwhile, and so were all below it.
            self._model.add_below(below, rows or (), is_whole=len(rows or ()) < PAGE_ROWS)
