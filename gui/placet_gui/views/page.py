"""Parts that every page is made of: its head, its empty word, a painted icon in a label."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from placet_gui.names import plain_label
from placet_gui.theme.icons import pixmap
from placet_gui.theme.style import Theme


def page_head(title: str, *widgets: QWidget) -> QFrame:
    """The strip at the head of a page: its title at the left, widgets at the right."""
    strip = QFrame()
    strip.setProperty("area", "header")
    row = QHBoxLayout(strip)
    row.setContentsMargins(24, 16, 24, 16)
    row.setSpacing(8)
    row.addWidget(plain_label(title, "title"))
    row.addStretch(1)
    for widget in widgets:
        row.addWidget(widget)
    return strip


def padded(view: QWidget) -> QWidget:
    """A tab's page with room above it."""
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 8, 0, 0)
    column.addWidget(view)
    return page


class IconLabel(QLabel):
    """A label that shows one icon in a token's colour, in every look."""

    def __init__(self, theme: Theme, icon: str, token: str, size_px: int = 16) -> None:
        super().__init__()
        self._theme = theme
        self._icon = icon
        self._token = token
        self._size_px = size_px
        theme.changed.connect(self._draw)
        self._draw()

    def show_icon(self, icon: str, token: str) -> None:
        """Show another icon or another colour."""
        self._icon, self._token = icon, token
        self._draw()

    def _draw(self) -> None:
        colour = self._theme.tokens.colour(self._token)
        self.setPixmap(pixmap(self._icon, colour, self._size_px, self.devicePixelRatioF()))


class EmptyWord(QWidget):
    """What a page says when it has nothing to show: an icon, a heading and a sentence, centred."""

    def __init__(self, theme: Theme, icon: str, heading: str, sentence: str) -> None:
        super().__init__()
        self._icon = IconLabel(theme, icon, "text_muted", 32)
        self._heading = plain_label(heading, "heading")
        self._sentence = plain_label(sentence, "muted")
        self._sentence.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(8)
        column.addStretch(1)
        for label in (self._icon, self._heading, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            # Over the whole width: only so does the layout give a wrapped text the height that it needs.
            column.addWidget(label)
        column.addStretch(2)

    def show_icon(self, icon: str) -> None:
        """Stand under another icon."""
        self._icon.show_icon(icon, "text_muted")

    def say(self, heading: str, sentence: str) -> None:
        """Say something else."""
        self._heading.setText(heading)
        self._sentence.setText(sentence)
        self.setAccessibleName(heading)
