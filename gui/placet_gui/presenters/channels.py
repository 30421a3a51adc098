"""Reads the channels that messages leave through, declares them, tries them and takes them away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from PySide6.QtCore import Slot

from placet.api.commands import PutChannel, RemoveChannel, TryChannel
from placet.api.queries import ListChannels
from placet_gui.presenters.kept import KeptPresenter


class ChannelsPresenter(KeptPresenter):
    """Between the settings' channels and the engine. `tried` tells of a test message."""

    WHAT: ClassVar = "channel"
    NEWS: ClassVar = "channel.changed"

    def put(self, name: str, definition: Mapping[str, Any]) -> None:
        """Declare a channel; answered by `declared` or `refused`."""
        self._declare(PutChannel(name=name, definition=definition))

    @Slot(str, str)
    def test(self, name: str, address: str) -> None:
        """Send a test message; answered by `tried`."""
        self._try(name, TryChannel(name=name, address=address))

    def _listing(self) -> ListChannels:
        return ListChannels()

    def _removal(self, name: str) -> RemoveChannel:
        return RemoveChannel(name=name)
