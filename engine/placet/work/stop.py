"""A flag that asks a tool to stop."""

from __future__ import annotations

import threading


class StopFlag:
    """Set once, from any thread; a tool looks at it between its steps."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        """Ask the tool to stop. Asking again is fine."""
        self._event.set()

    def is_set(self) -> bool:
        """True once somebody asked."""
        return self._event.is_set()
