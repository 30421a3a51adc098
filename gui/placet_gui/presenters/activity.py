"""Keeps the activity page fresh from facts, and has the chain checked, receipts exported and the ledger backed up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import Event, PlacetError
from placet.api.activity import KINDS, CountActivity, GetActivity, ListActivity
from placet.api.receipts import BackUp, CheckChain, ExportReceipts
from placet_gui.bridge import Bridge
from placet_gui.models.activity_table import ActivityTable
from placet_gui.presenters.newest import Newest
from placet_gui.said import said
from placet_gui.said.system import system_reason

_SHOWN = frozenset(fact for facts in KINDS.values() for fact in facts)


@dataclass(frozen=True, kw_only=True)
class ActivityFilter:
    """What is looked at. Empty means all."""

    kinds: tuple[str, ...] = ()
    q: str | None = None

    def listing(self, limit: int, before: str | None = None) -> ListActivity:
        """The query for facts under this filter, newest first."""
        return ListActivity(kinds=self.kinds, q=self.q, limit=limit, before=before)

    def counting(self) -> CountActivity:
        """How many facts there are."""
        return CountActivity()


class ActivityPresenter(QObject):
    """Between the activity page and the engine. `rows` keeps the table fresh.

    Signals:
        row_read(ActivityRow): the open fact, with the link that binds it.
        chain_checked(ChainRow): how the chain stands.
        checking_changed(bool): whether the chain is looked at just now.
        written(str, str): what was written, `receipts` or `backup`, and into which file.
        refused(str): a file couldn't be written; one sentence.
    """

    row_read = Signal(object)
    chain_checked = Signal(object)
    checking_changed = Signal(bool)
    written = Signal(str, str)
    refused = Signal(str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = ActivityTable(self)
        self.rows = Newest(bridge, self.model, ActivityFilter(), self)
        self._bridge = bridge
        self._open: str | None = None
        self._checking = False
        bridge.events_arrived.connect(self._on_events_arrived)

    def open(self, fact_id: str | None) -> None:
        """Show one fact; None: none any more."""
        self._open = fact_id
        if fact_id is not None:
            self._bridge.start(self._read(fact_id), "read a fact")

    def open_id(self) -> str | None:
        """Which fact is open, also while it is still being read."""
        return self._open

    @Slot()
    def check(self) -> None:
        """Look at the whole chain, off the GUI thread and once at a time."""
        if not self._checking:
            self._set_checking(True)
            self._bridge.start(self._check(), "check the chain")

    def export(self, path: Path) -> None:
        """Write the chain of receipts into a file, signed."""
        self._bridge.start(self._write(ExportReceipts(path=path), "receipts"), "export receipts")

    def back_up(self, path: Path) -> None:
        """Copy the whole ledger into a file."""
        self._bridge.start(self._write(BackUp(path=path), "backup"), "back up")

    async def _read(self, fact_id: str) -> None:
        row = await self._bridge.ask(GetActivity(id=fact_id))
        if fact_id == self._open:
            self.row_read.emit(row)

    async def _check(self) -> None:
        try:
            self.chain_checked.emit(await self._bridge.submit(CheckChain()))
        finally:
            self._set_checking(False)

    async def _write(self, command: ExportReceipts | BackUp, what: str) -> None:
        try:
            await self._bridge.submit(command)
        except OSError as error:
            self.refused.emit(f"{command.path.name}: {system_reason(error)}")
        except PlacetError as error:
            self.refused.emit(said(error.message))
        else:
            self.written.emit(what, str(command.path))

    def _set_checking(self, checking: bool) -> None:
        self._checking = checking
        self.checking_changed.emit(checking)

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        if any(event.type in _SHOWN for event in events):
            self.rows.note_change()
