"""Two days to look between, both of them counted in."""

from __future__ import annotations

from PySide6.QtCore import QDate, Signal, Slot
from PySide6.QtWidgets import QDateEdit, QHBoxLayout, QWidget

from placet_gui.names import Name, name_widget, plain_label
from placet_gui.views.text_inset import inset_text

_EARLIEST = QDate(1970, 1, 1)
_LATEST = QDate(2999, 12, 31)
_ISO = "yyyy-MM-dd"


class DayRange(QWidget):
    """The first day and the last one, typed or counted up and down by the arrows. The first is never after the last.

    Signals:
        changed: another day is chosen; while one is being typed, not yet.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._first, self._last = QDateEdit(), QDateEdit()
        tip = self.tr("Type a day, or change its parts by the arrow keys")
        name_widget(self._first, Name.TIME_FIRST, self.tr("First day"), tip)
        name_widget(self._last, Name.TIME_LAST, self.tr("Last day"), tip)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for edit in (self._first, self._last):
            edit.setDateRange(_EARLIEST, _LATEST)
            edit.setDisplayFormat(self.tr("yyyy-MM-dd"))
            edit.setKeyboardTracking(False)
            edit.setToolTip(tip)
            inset_text(edit)
        row.addWidget(self._first)
        row.addWidget(plain_label("–", "muted"))
        row.addWidget(self._last)
        self._first.dateChanged.connect(self._on_first_changed)
        self._last.dateChanged.connect(self._on_last_changed)

    def days(self) -> tuple[str, str]:
        """The first day and the last one, each like 2026-12-31."""
        return self._first.date().toString(_ISO), self._last.date().toString(_ISO)

    def show_days(self, first: str, last: str) -> None:
        """Show these days; nobody is told."""
        for edit, day in ((self._first, first), (self._last, last)):
            edit.blockSignals(True)
            edit.setDate(QDate.fromString(day, _ISO))
            edit.blockSignals(False)

    def begin(self) -> None:
        """Put the keyboard into the first day."""
        self._first.setFocus()

    @Slot(QDate)
    def _on_first_changed(self, first: QDate) -> None:
        self._settle(self._last, max(first, self._last.date(), key=QDate.toJulianDay))

    @Slot(QDate)
    def _on_last_changed(self, last: QDate) -> None:
        self._settle(self._first, min(last, self._first.date(), key=QDate.toJulianDay))

    def _settle(self, other: QDateEdit, day: QDate) -> None:
        """Take the other day along where the two would cross."""
        other.blockSignals(True)
        other.setDate(day)
        other.blockSignals(False)
        self.changed.emit()
