"""How Qt hands a place in a model to it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

AnyIndex = QModelIndex | QPersistentModelIndex
"""Either of the two kinds; a model answers both alike."""
NOWHERE: Final = QModelIndex()
"""No place: what rows without a parent have for one."""
