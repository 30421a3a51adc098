"""Changes as one text, or as old beside new where there is room for both; the owner's choice is remembered."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout

from placet.api import SheetLine, read_diff
from placet_gui.names import Name, name_widget
from placet_gui.presenters.diff_choice import DiffChoice
from placet_gui.theme.style import Theme
from placet_gui.views.argument_exact import ExactView, Kind, told
from placet_gui.views.side_by_side import SideBySide

WIDE_PX: Final = 680
"""From this width on two columns can be read."""
_MOST_ROWS: Final = 2_000
"""Longer differences stay one text, which is shown page by page."""


class ChangesView(QFrame):
    """Both ways to look at the same lines.

    Signals:
        read_through: all of it has been in view, in either way.
    """

    read_through = Signal()

    def __init__(self, theme: Theme, name: str, accessible_name: str, choice: DiffChoice) -> None:
        super().__init__()
        self._choice = choice
        self._lines: tuple[SheetLine, ...] = ()
        self._due = False
        self.unified = ExactView(theme, name, accessible_name, Kind.DIFF)
        self._beside: SideBySide | None = None
        self._theme = theme
        self._switch = QPushButton(self.tr("Side by side"))
        self._stack = QStackedWidget()
        self._lay_out()
        self.unified.read_through.connect(self.read_through)
        self._switch.clicked.connect(self._on_switch_clicked)
        choice.changed.connect(self._show_chosen)
        self._show_chosen()

    def show_text(self, shown_diff: str) -> None:
        """Show a difference, as the engine makes one showable."""
        self.unified.show_text(shown_diff)
        self._take(tuple(read_diff(shown_diff.removesuffix("\n").split("\n"))))

    def show_sheet(self, lines: tuple[SheetLine, ...]) -> None:
        """Show these lines."""
        self.unified.show_sheet(lines)
        self._take(lines)

    def text(self) -> str:
        """What the one text says, page by page."""
        return self.unified.text()

    def focus(self) -> None:
        """Give the text the keyboard."""
        if self._beside is not None and self._stack.currentWidget() is self._beside:
            self._beside.focus()
        else:
            self.unified.focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_chosen()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_chosen()

    def _lay_out(self) -> None:
        tip = self.tr(
            "Shows the old lines beside the new ones where the window is wide enough; decides nothing"
        )
        name_widget(self._switch, Name.DIFF_SWITCH, self.tr("Show changes side by side"), tip)
        self._switch.setToolTip(tip)
        self._switch.setCheckable(True)
        self._switch.setProperty("role", "chip")
        self._stack.addWidget(self.unified)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._switch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self._stack, 1)

    def _take(self, lines: tuple[SheetLine, ...]) -> None:
        self._lines, self._due = tuple(map(told, lines)), True
        self._show_chosen()

    @Slot()
    def _show_chosen(self) -> None:
        fits = self.width() >= WIDE_PX and 0 < len(self._lines) <= _MOST_ROWS
        self._switch.setVisible(fits)
        self._switch.setChecked(self._choice.side_by_side)
        if not (fits and self._choice.side_by_side):
            self._stack.setCurrentWidget(self.unified)
            return
        if self._beside is None:
            self._beside = SideBySide(self._theme)
            self._beside.end_seen.connect(self.read_through)
            self._stack.addWidget(self._beside)
        if self._due and self.isVisible():
            self._due = False
            self._beside.show_lines(self._lines)
        self._stack.setCurrentWidget(self._beside)

    @Slot(bool)
    def _on_switch_clicked(self, beside: bool) -> None:
        had_keyboard = self._switch.hasFocus()
        self._choice.choose(beside)
        if had_keyboard:
            self._switch.setFocus(Qt.FocusReason.OtherFocusReason)
