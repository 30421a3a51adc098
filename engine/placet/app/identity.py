"""What every room is handed that is the machine's: the time, its keyring, and identifiers that nobody else has."""

from __future__ import annotations

import secrets
import threading
import time
from typing import Final

from placet.keyrings import SystemKeyring
from placet.rules.basics import (
    NANOID_BYTES,
    Instant,
    nanoid,
)
from placet.settings import Settings


class SystemClock:
    """The machine's clocks."""

    def now_ms(self) -> Instant:
        """The wall clock in ms."""
        return Instant(time.time_ns() // 1_000_000)

    def monotonic_ms(self) -> int:
        """A clock that never goes back, in ms."""
        return time.monotonic_ns() // 1_000_000


def keyring_of(settings: Settings) -> SystemKeyring | None:
    """The system's keyring, unless the owner wants none. Blocking."""
    return SystemKeyring.find() if settings.boolean("secrets.keyring") else None


class _Randomness:
    """The system's random bytes, drawn a page at a time: each draw lets go of the interpreter's lock, and under load
    it takes longer to get that back than to do all the rest of making an identifier.
    """

    def __init__(self) -> None:
        self._drawn = b""
        self._guard = threading.Lock()

    def take(self, count: int) -> bytes:
        """So many bytes that nobody else gets. From any thread."""
        with self._guard:
            if len(self._drawn) < count:
                self._drawn = secrets.token_bytes(4096)
            taken, self._drawn = self._drawn[:count], self._drawn[count:]
            return taken


_RANDOMNESS: Final = _Randomness()


def new_id(prefix: str) -> str:
    """A fresh identifier with this prefix."""
    return nanoid(prefix, _RANDOMNESS.take(NANOID_BYTES))
