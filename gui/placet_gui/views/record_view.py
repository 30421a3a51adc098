"""What a pane of details is made of beside its texts: the one thing to know first, and a list of facts."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from placet_gui.names import at_the_start, name_widget, plain_label
from placet_gui.theme.style import Theme, restyle
from placet_gui.views.column_area import ColumnArea
from placet_gui.views.page import IconLabel

_NAME_PX: Final = 152
"""How wide the names of facts are at most; longer ones are broken, so that the values have room."""


class Callout(QFrame):
    """The one thing to know first: what went wrong, or why somebody said no; or, in another tone, how it stands."""

    def __init__(
        self, theme: Theme, name: str = "", *, icon: str = "circle-alert", tone: str = "danger"
    ) -> None:
        super().__init__()
        self._tone = tone
        self._beside: QPushButton | None = None
        self._mark = IconLabel(theme, icon, tone)
        self.setProperty("tone", self._tone)
        if name:
            name_widget(self, name, "")
        self._text = plain_label()
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)

    def show_text(self, text: str) -> None:
        """Say this; with nothing to say it isn't there. The mark stands by the first line, or beside a button's middle."""
        alone = self._beside is None or self._beside.isHidden()
        self._row.setAlignment(
            self._mark, Qt.AlignmentFlag.AlignTop if alone else Qt.AlignmentFlag.AlignVCenter
        )
        self._text.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))

    def add_button(self, button: QPushButton) -> None:
        """Put a button beside the words: what can be done about it. Whether it is shown is settled before the words."""
        self._beside = button
        self._row.addWidget(button)

    def look_like(self, icon: str, tone: str) -> None:
        """Stand in another tone, behind another icon."""
        self._mark.show_icon(icon, tone)
        if tone != self._tone:
            self._tone = tone
            self.setProperty("tone", tone)
            for part in (self, self._text):
                restyle(part)


class RecordView(ColumnArea):
    """Names and values, one a line, to be read and copied; above them, if so, what may be done about them."""

    def __init__(self, name: str, above: QWidget | None = None) -> None:
        super().__init__()
        name_widget(self, name, self.tr("Record"))
        self._known: tuple[tuple[str, str], ...] = ()
        self._is_due = False
        self._facts = QWidget()
        self._inside = QWidget()
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        if above is not None:
            self._column.addWidget(above)
        self._column.addWidget(self._facts)
        self._column.addStretch(1)
        self.hold(self._inside, self._column)

    def show_facts(self, facts: tuple[tuple[str, str], ...]) -> None:
        """Show these instead of the ones before; the place that was scrolled to stays.

        What nobody can see isn't made yet: a long record takes as long as all else on a page.
        """
        if facts != self._known:
            self._known, self._is_due = facts, True
        if self.isVisible():
            self._fill()

    def facts_height(self) -> int:
        """How high all facts are together in the width that there is."""
        in_width_px = self._column.totalHeightForWidth(max(1, self.viewport().width()))
        return max(in_width_px, self._column.totalMinimumSize().height())

    def _fill(self) -> None:
        if not self._is_due:
            return
        self._is_due = False
        place = self.verticalScrollBar().value()
        before, self._facts = self._facts, facts_form(self._known, room_px=12)
        self._column.replaceWidget(before, self._facts)
        before.hide()
        before.deleteLater()
        self._facts.show()  # else a layout in sight shows it only when the next event comes
        self._inside.adjustSize()
        self.verticalScrollBar().setValue(place)

    def showEvent(self, event: QShowEvent) -> None:
        self._fill()
        super().showEvent(event)


def facts_form(facts: tuple[tuple[str, str], ...], role: str = "", room_px: int = 0) -> QWidget:
    """Names and values below each other, to be read and copied; `role` is how the values are written."""
    made = QWidget()
    form = QFormLayout(made)
    form.setContentsMargins(0, room_px, 0, room_px)
    form.setHorizontalSpacing(24)
    form.setVerticalSpacing(6 if room_px else 2)
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    for name, value in facts:
        shown = plain_label(value, role)
        shown.setWordWrap(True)
        shown.setMinimumWidth(1)
        shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label = plain_label(name, role or "muted")
        label.setWordWrap(True)
        label.setMaximumWidth(_NAME_PX)
        label.ensurePolished()
        # A form gives names that may break as little as their longest word, and then not the height that this takes.
        width = min(_NAME_PX, label.fontMetrics().horizontalAdvance(name) + 2)
        label.setMinimumWidth(width)
        label.setMinimumHeight(label.heightForWidth(width))
        for part in (label, shown):
            part.setAlignment(Qt.AlignmentFlag.AlignTop | at_the_start())
        form.addRow(label, shown)
    return made
