"""The pause before a picture of the gallery is taken."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEventLoop, QTimer

SETTLE_MS: Final = 350


def settle(wait_ms: int = SETTLE_MS) -> None:
    """Let the window do what it has to do. For eyes, not for asserts."""
    loop = QEventLoop()
    QTimer.singleShot(wait_ms, loop.quit)
    loop.exec()
