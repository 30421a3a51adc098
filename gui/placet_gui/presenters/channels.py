"""Reads the channels that messages leave through, declares them, tries them and takes them away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import Event, PlacetError
from placet.api.commands import PutChannel, RemoveChannel, TryChannel
from placet.api.queries import ListChannels
from placet.api.views import ChannelRow
from placet_gui.bridge import Bridge


class ChannelsPresenter(QObject):
    """Between the settings' channels and the engine. Reads off the GUI thread.

    Signals:
        channels_read(tuple[ChannelRow, ...]): the channels, without their secrets.
        declared(str): the channel of this name is on the disk.
        refused(str): one wasn't declared or read, and why.
        tried(str, bool, str): a test message through this channel was taken, or why not.
    """

    channels_read = Signal(object)
    declared = Signal(str)
    refused = Signal(str)
    tried = Signal(str, bool, str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        bridge.events_arrived.connect(self._on_events_arrived)

    @Slot()
    def refresh(self) -> None:
        """Read all channels."""
        self._bridge.start(self._read(), "read the channels")

    def put(self, name: str, definition: Mapping[str, Any]) -> None:
        """Declare a channel; answered by `declared` or `refused`."""

        def declared(row: ChannelRow) -> None:
            self.declared.emit(row.name)

        command = PutChannel(name=name, definition=definition)
        self._bridge.send(command, "declare a channel", declared, self._on_refused)

    @Slot(str)
    def remove(self, name: str) -> None:
        """Take a channel away, with its secrets."""
        self._bridge.send(RemoveChannel(name=name), "remove a channel", None, self._on_refused)

    @Slot(str, str)
    def test(self, name: str, address: str) -> None:
        """Send a test message; answered by `tried`."""

        def answered(answer: Mapping[str, Any]) -> None:
            self.tried.emit(name, answer["ok"], answer.get("error", ""))

        def refused(error: PlacetError) -> None:
            self.tried.emit(name, False, error.message)

        self._bridge.send(TryChannel(name=name, address=address), "try a channel", answered, refused)

    async def _read(self) -> None:
        try:
            rows: tuple[ChannelRow, ...] = await self._bridge.ask(ListChannels())
        except PlacetError as error:
            self.refused.emit(error.message)
            return
        self.channels_read.emit(rows)

    def _on_refused(self, error: PlacetError) -> None:
        self.refused.emit(error.message)

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        if any(event.type == "channel.changed" for event in events):
            self.refresh()
