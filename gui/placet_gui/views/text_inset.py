"""Where the text of a field with arrows begins: as far from its edge as in other fields."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox

_INSET_PX: Final = 9


def inset_text(field: QAbstractSpinBox) -> None:
    """Keep room before the text, on whichever side it begins. A style sheet's padding doesn't reach there."""
    mirrored = field.layoutDirection() == Qt.LayoutDirection.RightToLeft
    field.lineEdit().setTextMargins(0 if mirrored else _INSET_PX, 0, _INSET_PX if mirrored else 0, 0)
