"""Reads the settings and changes them for the owner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import Event, PlacetError
from placet.api.commands import ChangeSettings
from placet.api.queries import GetSettings
from placet.api.views import SettingRow
from placet_gui.bridge import Bridge
from placet_gui.presenters.step_up import SETTING as PROOF_KEY
from placet_gui.presenters.step_up import StepUp
from placet_gui.said import said

THEME_KEY = "appearance.theme"
LANGUAGE_KEY = "appearance.language"
MOTION_KEY = "appearance.motion"


class SettingsPresenter(QObject):
    """Between the settings page and the engine.

    Signals:
        settings_read(tuple[SettingRow, ...]): all settings as they are now.
        theme_changed(str): the owner chose another look.
        motion_changed(str): the owner chose whether things may move.
        refused(str, str): a key whose change was refused, and why.
    """

    settings_read = Signal(object)
    theme_changed = Signal(str)
    motion_changed = Signal(str)
    refused = Signal(str, str)

    def __init__(self, bridge: Bridge, step_up: StepUp, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._step_up = step_up
        self._looks: dict[str, Any] = {}
        bridge.events_arrived.connect(self._on_events_arrived)

    @Slot()
    def refresh(self) -> None:
        """Read all settings."""
        self._bridge.start(self._read(), "read the settings")

    def change(self, key: str, value: Any) -> None:
        """Set one setting. The page follows the fact that it changed, or `refused`.

        To do without the owner's proof from now on takes a last one: else whoever sits at his desk would begin so.
        """

        def send() -> None:
            self._bridge.send(ChangeSettings(values={key: value}), f"set {key}", None, failed)

        def failed(error: PlacetError) -> None:
            refused(said(error.message))

        def refused(sentence: str) -> None:
            self.refused.emit(key, sentence)
            self.refresh()

        if key == PROOF_KEY and value is not True:
            self._step_up.prove(send, refused)
        else:
            send()

    async def _read(self) -> None:
        rows: tuple[SettingRow, ...] = await self._bridge.ask(GetSettings())
        self.settings_read.emit(rows)
        looks = {row.key: row.value for row in rows if row.key in {THEME_KEY, MOTION_KEY}}
        before, self._looks = self._looks, looks
        for key, changed in ((THEME_KEY, self.theme_changed), (MOTION_KEY, self.motion_changed)):
            if before and before[key] != looks[key]:
                changed.emit(looks[key])

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        if any(event.type == "setting.changed" for event in events):
            self.refresh()
