"""What the desktop is told of waiting requests: the count always, a sign only when the first one begins to wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

from placet.api.views import SettingRow
from placet_gui.presence.autostart import Autostart
from placet_gui.presence.tray import Tray, waiting_words
from placet_gui.said.system import system_reason

__all__ = ["DO_NOT_DISTURB", "Presence"]

DO_NOT_DISTURB: Final = "presence.do_not_disturb"
_TRAY: Final = "presence.tray"
_NOTIFICATIONS: Final = "presence.notifications"
_AUTOSTART: Final = "presence.autostart"


class Presence(QObject):
    """Follows the count and the settings. It never raises the window and never takes the focus by itself.

    Signals:
        failed(str): a sentence about what could not be set up.
    """

    failed = Signal(str)

    def __init__(self, window: QWidget, tray: Tray, autostart: Autostart) -> None:
        super().__init__(window)
        self._window = window
        self._tray = tray
        self._autostart = autostart
        self._starts: bool | None = None
        self._waiting = 0
        self._notifies = False  # until the settings are known, nothing pops up
        self._quiet = True

    @Slot(object)
    def follow_settings(self, rows: tuple[SettingRow, ...]) -> None:
        """Take the owner's wishes."""
        values: Mapping[str, Any] = {row.key: row.value for row in rows}
        known = self._starts is not None
        self._quiet, self._notifies = values[DO_NOT_DISTURB], values[_NOTIFICATIONS]
        self._tray.set_quiet(self._quiet)
        self._tray.show(values[_TRAY])
        self._start_with_session(values[_AUTOSTART])
        if not known and self._waiting:
            self._say()

    @Slot(int)
    def follow_count(self, count: int) -> None:
        """Take how many requests wait; says so when it is the first."""
        before, self._waiting = self._waiting, count
        self._tray.set_waiting(count)
        if before == 0 and count:
            self._say()

    def _say(self) -> None:
        if self._quiet or self._window.isActiveWindow():
            return
        # Until the owner comes: a mark in the task bar, never a window in front.
        QApplication.alert(self._window, 0)
        if self._notifies:
            self._tray.notify(waiting_words(self._waiting))

    def _start_with_session(self, wanted: bool) -> None:
        if wanted == self._starts:
            return
        first, self._starts = self._starts is None, wanted
        if first and not wanted:
            return  # as it is by default: another folder's console may have put the file there
        try:
            self._autostart.put(wanted)
        except OSError as error:
            self.failed.emit(
                self.tr("Starting with the session can't be set: {0}.").format(system_reason(error))
            )
