"""How the links to other programs stand: read now and then, since what proves them goes stale by itself."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from placet.api.links import ListLinks
from placet_gui.bridge import Bridge

_EVERY_MS = 15_000


class LinkWatch(QObject):
    """Reads the links, off the GUI thread.

    Signals:
        links_read(tuple[LinkRow, ...]): how they stand now.
    """

    links_read = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._reading = False
        self._again = QTimer(self, interval=_EVERY_MS)
        self._again.timeout.connect(self.refresh)
        self._again.start()

    @Slot()
    def refresh(self) -> None:
        """Read them now."""
        if not self._reading:
            self._reading = True
            self._bridge.start(self._read(), "read the links")

    async def _read(self) -> None:
        try:
            self.links_read.emit(await self._bridge.ask(ListLinks()))
        finally:
            self._reading = False
