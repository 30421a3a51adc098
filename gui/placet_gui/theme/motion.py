"""Whether anything may move that needn't: menus and tips of Qt's, and the caret. Nothing of ours moves by itself."""

from __future__ import annotations

import enum
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication


class Motion(enum.StrEnum):
    """What the owner may choose; `system` follows the desktop where it says what it prefers."""

    SYSTEM = "system"
    FULL = "full"
    REDUCED = "reduced"


_EFFECTS: Final = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)
_BLINK_MS: Final = 1_000


def put_on(app: QApplication, *, still: bool) -> None:
    """Let menus, lists and tips slide and fade, and the caret blink, or let all of them stand still."""
    for effect in _EFFECTS:
        app.setEffectEnabled(effect, not still)
    app.setCursorFlashTime(0 if still else _BLINK_MS)
