"""Parts that every page is made of: its head, its empty word, a painted icon in a label."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from placet_gui.names import plain_label
from placet_gui.theme.icons import pixmap
from placet_gui.theme.style import Theme

_EMPTY_SHARE: Final = 0.42
"""How far down a window the icon of an empty page stands."""
_ABOVE_PX: Final = 16
_GAP_PX: Final = 8
_ALL: Final = 1_000
"""A share beside which others count for nothing."""


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
    """What a page says when it has nothing to show: an icon, a heading and a sentence, in the middle of its width.

    The icon stands at the same height of the window on every page, however much stands above: so it doesn't jump from
    one page to the next, and two beside each other are in line.
    """

    def __init__(self, theme: Theme, icon: str, heading: str, sentence: str) -> None:
        super().__init__()
        self._icon = IconLabel(theme, icon, "text_muted", 32)
        self._heading = plain_label(heading, "heading")
        self._sentence = plain_label(sentence, "muted")
        self._sentence.setWordWrap(True)
        self._room = QWidget()  # as high as it may be, and lower where all else wants the height
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(24, _ABOVE_PX, 24, 24)
        column.setSpacing(_GAP_PX)
        column.addWidget(self._room, _ALL)
        for label in (self._icon, self._heading, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            # Over the whole width: only so does the layout give a wrapped text the height that it needs.
            column.addWidget(label)
        column.addStretch(1)

    def show_icon(self, icon: str) -> None:
        """Stand under another icon."""
        self._icon.show_icon(icon, "text_muted")

    def say(self, heading: str, sentence: str) -> None:
        """Say something else."""
        self._heading.setText(heading)
        self._sentence.setText(sentence)
        self.setAccessibleName(heading)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_height()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._keep_height()

    def _keep_height(self) -> None:
        window = self.window()
        above_px = self.mapTo(window, QPoint(0, 0)).y()
        room_px = round(window.height() * _EMPTY_SHARE) - above_px - _ABOVE_PX - _GAP_PX
        self._room.setMaximumHeight(max(0, room_px))
        self._column.activate()  # now: it would be seen to jump
