"""Asks how decisions were made for as long as somebody looks at the statistics, off the GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from placet.api import Event
from placet.api.statistics import BenchFile, GetBench, GetStatistics, StatisticsRow
from placet_gui.bridge import Bridge

_CALM_MS: Final = 1_000
"""Figures that change more often than once a second can't be read."""
_FACTS: Final = frozenset({"hil.resolved", "grant.used"})
"""What is told of decisions. One by some code about a call that was never asked for is seen at the next look."""


class StatisticsPresenter(QObject):
    """Between the statistics page and the engine. Nothing is counted while nobody looks.

    Signals:
        counted(StatisticsRow): how decisions were made in the chosen period.
        counting_changed(bool): whether it is being counted just now.
        bench_read(object): what `placet bench` measured last, a `BenchFile` or None.
    """

    counted = Signal(object)
    counting_changed = Signal(bool)
    bench_read = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._period = GetStatistics().period
        self._busy = self._again = self._shown = False
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self._count)
        bridge.events_arrived.connect(self._on_events_arrived)

    @property
    def period(self) -> str:
        """The chosen period."""
        return self._period

    def choose(self, period: str) -> None:
        """Look at another period."""
        self._period = period
        self._count()

    def set_shown(self, shown: bool) -> None:
        """Whether anybody can see the page."""
        self._shown = shown
        if shown:
            self._count()
            self._bridge.start(self._read_bench(), "read what was measured")

    @Slot()
    def _count(self) -> None:
        if self._busy:
            self._again = True
            return
        self._busy = True
        self.counting_changed.emit(True)
        self._bridge.start(self._ask(), "count decisions")

    async def _ask(self) -> None:
        period = self._period
        try:
            row: StatisticsRow = await self._bridge.ask(GetStatistics(period=period))
        finally:
            self._busy = False
            self.counting_changed.emit(False)
        if period == self._period:
            self.counted.emit(row)
        if self._again:
            self._again = False
            self._count()

    async def _read_bench(self) -> None:
        found: BenchFile | None = await self._bridge.ask(GetBench())
        self.bench_read.emit(found)

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        if self._shown and not self._calm.isActive() and any(event.type in _FACTS for event in events):
            self._calm.start()
