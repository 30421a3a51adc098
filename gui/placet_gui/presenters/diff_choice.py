"""How the owner looks at changes: as one text, or as old beside new. One choice for all places, kept as a setting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import Event
from placet.api.commands import ChangeSettings
from placet.api.queries import GetSettings
from placet_gui.bridge import Bridge

_KEY: Final = "appearance.changes"
_BESIDE: Final = "side_by_side"
_ONE_TEXT: Final = "one_text"


class DiffChoice(QObject):
    """Follows that setting and sets it.

    Signals:
        changed: it is another one now, wherever it was set.
    """

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.side_by_side = self._read()
        bridge.events_arrived.connect(self._on_events_arrived)

    def choose(self, side_by_side: bool) -> None:
        """Look at all changes this way from now on."""
        if side_by_side != self.side_by_side:
            self._become(side_by_side)
            words = _BESIDE if side_by_side else _ONE_TEXT
            self._bridge.send(ChangeSettings(values={_KEY: words}), "set how changes are shown")

    def _read(self) -> bool:
        values = {row.key: row.value for row in self._bridge.query(GetSettings())}
        return bool(values[_KEY] == _BESIDE)

    def _become(self, side_by_side: bool) -> None:
        if side_by_side != self.side_by_side:
            self.side_by_side = side_by_side
            self.changed.emit()

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        if any(event.type == "setting.changed" for event in events):
            self._become(self._read())
