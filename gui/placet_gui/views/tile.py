"""A figure in words: what it is, the number, and what has to be known with it."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout

from placet_gui.names import name_widget, plain_label


class Tile(QFrame):
    """One number with its caption. It knows no engine."""

    def __init__(self, name: str, caption: str) -> None:
        super().__init__()
        self._caption = caption
        self.setProperty("area", "card")
        name_widget(self, name, caption)
        self._number = plain_label("–", "title")
        self._more = plain_label("", "small")
        for label in (self._number, self._more):
            label.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(4)
        column.addWidget(plain_label(caption, "caption"))
        column.addWidget(self._number)
        column.addWidget(self._more)
        column.addStretch(1)

    def show_number(self, number: str, more: str) -> None:
        """Show this number."""
        self._number.setText(number)
        self._more.setText(more)
        self.setAccessibleDescription(f"{number}. {more}")
