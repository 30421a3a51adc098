"""The hands of the window's tests. They wait for the thing itself, and as long as a loaded machine may need for it."""

from collections.abc import Callable
from typing import Any, Final

from pytestqt.qtbot import QtBot

PATIENCE_MS: Final = 60_000
"""Only a test that fails waits so long; the library's own 5 s is less than a busy machine may take."""


class PatientBot(QtBot):
    """The library's hands with more patience. A test that names a time-out of its own gets that one."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:  # noqa: N802 - the library's name
        """Wait until something holds."""
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE_MS, **more: Any) -> Any:  # noqa: N802 - the library's name
        """Wait for a signal, as a context."""
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitExposed(self, widget: Any, *, timeout: int = PATIENCE_MS) -> Any:  # noqa: N802 - the library's name
        """Wait for a window to be drawn, as a context."""
        return super().waitExposed(widget, timeout=timeout)

    def waitActive(self, widget: Any, *, timeout: int = PATIENCE_MS) -> Any:  # noqa: N802 - the library's name
        """Wait for a window to have the keyboard, as a context."""
        return super().waitActive(widget, timeout=timeout)
