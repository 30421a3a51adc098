"""Where the text of a field with arrows begins: as far from its edge as in other fields."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox


def inset_text(field: QAbstractSpinBox, px: int) -> None:
    """Keep so much room before the text, on whichever side it begins. A style sheet's padding doesn't reach there."""
    mirrored = field.layoutDirection() == Qt.LayoutDirection.RightToLeft
    field.lineEdit().setTextMargins(0 if mirrored else px, 0, px if mirrored else 0, 0)
