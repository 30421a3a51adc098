"""How the open request differs from the one that the owner approved last: worked out off the GUI thread, gone with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from placet.api import PlacetError
from placet.api.queries import CompareWithLastYes
from placet_gui.bridge import Bridge


class LastYes(QObject):
    """Asks once for one request. Goes with its parent; what is on its way then comes to nothing.

    Signals:
        found(ComparisonRow | None): how the request differs; None when nothing was approved before.
    """

    found = Signal(object)

    def __init__(self, bridge: Bridge, task_id: str, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._task_id = task_id
        self._stop: Callable[[], object] | None = None

    def ask(self) -> None:
        """Begin to look; the answer comes as `found`."""
        if self._stop is None:
            self._stop = self._bridge.start(self._ask(), "compare with the last yes")

    def drop(self) -> None:
        """Nobody wants to know any more."""
        if self._stop is not None:
            self._stop()

    async def _ask(self) -> None:
        try:
            row = await self._bridge.ask(CompareWithLastYes(task_id=self._task_id))
        except PlacetError:  # the row of that call can't be read; the doctor says so
            row = None
        self.found.emit(row)
