"""What the owner keeps by name (accounts, channels): read, declared, tried, taken away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import Event, PlacetError
from placet.api.commands import Command
from placet.api.queries import Query
from placet_gui.bridge import Bridge
from placet_gui.said import said
from placet_gui.said.refusals import field_of


class KeptPresenter(QObject):
    """Between a section of things that are kept by name and the engine. Reads off the GUI thread.

    What comes of it names `WHAT` it keeps, in the singular, and the fact `NEWS` that says that one changed; it makes the
    question and the commands.

    Signals:
        rows_read(tuple): the things as they are, without their secrets.
        declared(str): the one of this name is on the disk.
        refused(str, str): something wasn't done: why, and, of what was to be declared, the field that it is about.
        tried(str, bool, str): this one can be used, or why it can't.
    """

    rows_read = Signal(object)
    declared = Signal(str)
    refused = Signal(str, str)
    tried = Signal(str, bool, str)

    WHAT: ClassVar[str]
    NEWS: ClassVar[str]

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        bridge.events_arrived.connect(self._on_events_arrived)

    @Slot()
    def refresh(self) -> None:
        """Read all of them."""
        self._bridge.start(self._read(), f"read every {self.WHAT}")

    @Slot(str)
    def remove(self, name: str) -> None:
        """Take one away, with its secrets."""
        self._bridge.send(self._removal(name), f"remove a {self.WHAT}", None, self._on_refused)

    def _listing(self) -> Query:
        """The question that all of them answer."""
        raise NotImplementedError

    def _removal(self, name: str) -> Command:
        """The command that takes one away."""
        raise NotImplementedError

    def _declare(self, command: Command) -> None:
        """Send a command that writes one; answered by `declared` or `refused`."""

        def declared(row: Any) -> None:
            self.declared.emit(row.name)

        def refused(error: PlacetError) -> None:
            self.refused.emit(said(error.message), field_of(error))

        self._bridge.send(command, f"declare a {self.WHAT}", declared, refused)

    def _try(self, name: str, command: Command) -> None:
        """Send a command that tries one; answered by `tried`."""

        def answered(answer: Mapping[str, Any]) -> None:
            self.tried.emit(name, answer["ok"], answer.get("error", ""))

        def refused(error: PlacetError) -> None:
            self.tried.emit(name, False, said(error.message))

        self._bridge.send(command, f"try a {self.WHAT}", answered, refused)

    async def _read(self) -> None:
        try:
            rows = await self._bridge.ask(self._listing())
        except PlacetError as error:
            self._on_refused(error)
            return
        self.rows_read.emit(rows)

    def _on_refused(self, error: PlacetError) -> None:
        self.refused.emit(said(error.message), "")

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        if any(event.type == self.NEWS for event in events):
            self.refresh()
