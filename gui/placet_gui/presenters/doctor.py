"""Asks the doctor whenever somebody looks at what it says, and looks effects up again when the owner says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from placet.api import Event, PlacetError
from placet.api.doctor import Examination, Examine, FindingRow
from placet.api.workflows import CheckOperation
from placet_gui.bridge import Bridge

_CALM_MS: Final = 500
"""Looking at the whole house takes longer than reading a page."""
_FACTS: Final = ("workflow.", "operation.", "agent.", "setting.")


class DoctorPresenter(QObject):
    """Between the doctor's page and the engine. Nothing is looked at while nobody looks at the page.

    Signals:
        examined(Examination): what was found.
        looking_changed(bool): whether the doctor looks just now.
    """

    examined = Signal(object)
    looking_changed = Signal(bool)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._busy = self._again = self._shown = False
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self.look)
        bridge.events_arrived.connect(self._on_events_arrived)

    @Slot()
    def look(self) -> None:
        """Look at the whole house."""
        if self._busy:
            self._again = True
            return
        self._busy = True
        self.looking_changed.emit(True)
        self._bridge.start(self._look(), "examine the house")

    def set_shown(self, shown: bool) -> None:
        """Whether anybody can see the page."""
        self._shown = shown
        if shown:
            self.look()

    def check(self, finding: FindingRow) -> None:
        """Look an effect up again, which changes nothing outside, and then look at the house once more."""
        if finding.workflow_id is not None and finding.operation_id is not None:
            command = CheckOperation(workflow_id=finding.workflow_id, operation_id=finding.operation_id)
            self._bridge.send(command, f"check {finding.operation_id}", self._on_checked)

    async def _look(self) -> None:
        try:
            found: Examination = await self._bridge.submit(Examine())
        except PlacetError:
            self._rest()
            raise
        self._rest()
        self.examined.emit(found)

    def _rest(self) -> None:
        self._busy = False
        self.looking_changed.emit(False)
        if self._again:
            self._again = False
            self._calm.start()

    def _on_checked(self, _operation: Any) -> None:
        self.look()

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        changed = any(event.type.startswith(_FACTS) for event in events)
        if self._shown and changed and not self._calm.isActive():
            self._calm.start()
