"""Shows in a form which of its fields something was refused for."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from placet_gui.theme.style import restyle


def point_at(editors: Mapping[str, QWidget], field: str) -> None:
    """Mark the editor of this field, and put the keyboard there; none of the others, and none for another name."""
    for name, editor in editors.items():
        role = "invalid" if name == field else ""
        if (editor.property("role") or "") != role:
            editor.setProperty("role", role)
            restyle(editor)
    if field in editors:
        editors[field].setFocus(Qt.FocusReason.OtherFocusReason)
