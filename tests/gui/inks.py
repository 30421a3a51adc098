"""Which colours a part of a widget is painted in."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget


def inks(widget: QWidget, part: QRect) -> set[int]:
    """Every colour of the part's pixels, as `QColor.rgb` tells them."""
    image = widget.grab(part).toImage()
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
