"""The program's own mark, as a picture of any size."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from placet_gui.theme.resources import read_text

__all__ = ["SIDES_PX", "drawn", "program_icon"]

SIDES_PX: Final = (16, 22, 32, 64)
"""As large as trays, task bars and window titles want it."""


def program_icon() -> QIcon:
    """The icon of the program's windows."""
    made = QIcon()
    for side_px in SIDES_PX:
        made.addPixmap(drawn(side_px))
    return made


def drawn(side_px: int) -> QPixmap:
    """The mark on nothing."""
    picture = QPixmap(side_px, side_px)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(read_text("placet.svg").encode())).render(painter)
    painter.end()
    return picture
