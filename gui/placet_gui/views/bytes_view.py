"""The bytes of one text, page by page: for what can't be told by its letters."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout

from placet.api import halved
from placet.api.views import BytesPage
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.theme.fonts import mono
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.argument_exact import ExactView
from placet_gui.views.argument_text import ExactLabel
from placet_gui.words import number_text

_WIDEST: Final = "0" * 76
"""A line of sixteen bytes is so long."""
_AROUND_PX: Final = 48
"""What lies beside the lines: the text's edges and its scroll bar."""


class BytesView(QFrame):
    """Shows pages that somebody else reads; eight bytes a line where sixteen have no room.

    Signals:
        page_wanted(int): the owner wants to see the page that begins at this byte.
    """

    page_wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._page: BytesPage | None = None
        self._narrow = False
        letters = QFontMetrics(mono(theme.tokens.size("text_px")))
        self._wide_px = letters.horizontalAdvance(_WIDEST) + _AROUND_PX
        self._about = ExactLabel(theme, mono(theme.tokens.size("small_px")), "text_muted")
        self._text = ExactView(theme, Name.BYTES_VIEW, self.tr("The bytes of this text"))
        self._place = plain_label("", "muted")
        self._back = self._button("bytes_back", self.tr("Bytes before"))
        self._on = self._button("bytes_on", self.tr("Bytes after"))
        self._lay_out()
        self._back.clicked.connect(self._on_back_clicked)
        self._on.clicked.connect(self._on_on_clicked)
        theme.changed.connect(self._draw_icons)
        self._draw_icons()

    def show_page(self, page: BytesPage) -> None:
        """Show this page."""
        self._page = page
        self._show_lines(page)
        end = min(page.start + page.most, page.size_bytes)
        self._about.setText(self.tr("SHA-256 {0}").format(page.sha256))
        self._about.setAccessibleName(self._about.text())
        self._place.setText(
            self.tr("Bytes {0} to {1} of {2}").format(
                number_text(page.start), number_text(max(page.start, end - 1)), number_text(page.size_bytes)
            )
        )
        self._back.setEnabled(page.start > 0)
        self._on.setEnabled(end < page.size_bytes)

    def focus(self) -> None:
        """Give the text the keyboard."""
        self._text.focus()

    def _show_lines(self, page: BytesPage) -> None:
        self._narrow = self.width() < self._wide_px
        lines = [half for it in page.lines for half in halved(it)] if self._narrow else page.lines
        self._text.show_text("\n".join(lines))

    def _button(self, name: str, words: str) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "ghost")
        button.setToolTip(words)
        name_widget(button, name, words)
        return button

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self._place, 1)
        row.addWidget(self._back)
        row.addWidget(self._on)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._about)
        column.addWidget(self._text, 1)
        column.addLayout(row)

    @Slot()
    def _draw_icons(self) -> None:
        for button, mark in ((self._back, "chevron-up"), (self._on, "chevron-down")):
            button.setIcon(icon(mark, "text_muted", self._theme.tokens))

    @Slot()
    def _on_back_clicked(self) -> None:
        if self._page is not None:
            self.page_wanted.emit(max(0, self._page.start - self._page.most))

    @Slot()
    def _on_on_clicked(self) -> None:
        if self._page is not None:
            self.page_wanted.emit(self._page.start + self._page.most)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._page is not None and self._narrow != (self.width() < self._wide_px):
            self._show_lines(self._page)
