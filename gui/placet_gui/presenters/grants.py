"""Keeps the owner's standing answers fresh for their page, and takes one back when the owner says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from placet.api import Event
from placet.api.grants import GrantRow, ListGrants, RevokeGrant
from placet_gui.bridge import Bridge
from placet_gui.models.grant_table import GrantTable, sentence_of
from placet_gui.presenters.clock import Clock

_CALM_MS: Final = 100
_FACTS: Final = "grant."
_LONGEST_SLEEP_MS: Final = 24 * 60 * 60 * 1000


class GrantsPresenter(QObject):
    """Between the grants page and the engine. Reads off the GUI thread, at most ten times a second.

    Signals:
        counted(int, int): how many grants stand, and how many there are at all.
    """

    counted = Signal(int, int)

    def __init__(self, bridge: Bridge, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = GrantTable(self)
        self._bridge = bridge
        self._clock = clock
        self._rows: tuple[GrantRow, ...] = ()
        self._search = ""
        self._standing_only = False
        self._busy = self._again = False
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self.refresh)
        self._next_end = clock.alarm(self, self.refresh)
        bridge.events_arrived.connect(self._on_events_arrived)

    @Slot()
    def refresh(self) -> None:
        """Read all grants."""
        if self._busy:
            self._again = True
            return
        self._busy = True
        self._bridge.start(self._read(), "list the grants")

    @Slot(str)
    def search(self, text: str) -> None:
        """Show those grants whose sentence holds all of these words."""
        self._search = text
        self._show()

    @Slot(bool)
    def show_standing_only(self, only: bool) -> None:
        """Leave out those that let nothing pass any more, or show them too."""
        self._standing_only = only
        self._show()

    def revoke(self, grant_id: str) -> None:
        """Take a grant back in the owner's name."""
        self._bridge.send(RevokeGrant(grant_id=grant_id), f"revoke {grant_id}")

    async def _read(self) -> None:
        try:
            self._rows = await self._bridge.ask(ListGrants())
            self._show()
            self._wake_at_the_next_end()
        finally:
            self._busy = False
        if self._again:
            self._again = False
            self._calm.start()

    def _show(self) -> None:
        words = self._search.casefold().split()
        self.model.take([row for row in self._rows if self._is_wanted(row, words)])
        self.counted.emit(sum(row.live for row in self._rows), len(self._rows))

    def _is_wanted(self, row: GrantRow, words: Sequence[str]) -> bool:
        text = sentence_of(row).casefold()
        return (row.live or not self._standing_only) and all(word in text for word in words)

    def _wake_at_the_next_end(self) -> None:
        """A grant ends at its hour without any fact."""
        ends = [row.expires_at for row in self._rows if row.live and row.expires_at is not None]
        if ends:
            self._next_end.start(min(_LONGEST_SLEEP_MS, max(0, min(ends) - self._clock.wall_ms()) + 1))

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        if any(event.type.startswith(_FACTS) for event in events) and not self._calm.isActive():
            self._calm.start()
