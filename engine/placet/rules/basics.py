"""Identifiers, moments and the protocol of a clock."""

from __future__ import annotations

import string
from typing import NewType, Protocol

TaskId = NewType("TaskId", str)
AgentId = NewType("AgentId", str)
ConversationId = NewType("ConversationId", str)
TurnId = NewType("TurnId", str)
BootId = NewType("BootId", str)
Instant = NewType("Instant", int)
"""A moment: milliseconds since 1970 UTC, as the guide writes them."""

_NANOID_ALPHABET = string.ascii_uppercase + string.ascii_lowercase + string.digits + "_-"
NANOID_BYTES = 12
"""How many random bytes an identifier needs: one for each of its twelve characters."""


class Clock(Protocol):
    """Tells the time. Handed in, so that tests can hold it still or set it back."""

    def now_ms(self) -> Instant:
        """The wall clock, in ms since 1970 UTC. It may jump in either direction."""
        ...

    def monotonic_ms(self) -> int:
        """A clock that never goes back, in ms from an arbitrary start. For durations only."""
        ...


def nanoid(prefix: str, entropy: bytes) -> str:
    """Spell an identifier: the prefix and one of 64 letters for each byte (guide: `task_` + nanoid).

    Raises:
        ValueError: `entropy` isn't exactly `NANOID_BYTES` long.
    """
    if len(entropy) != NANOID_BYTES:
        raise ValueError(f"an identifier takes {NANOID_BYTES} random bytes, got {len(entropy)}")
    return prefix + "".join(_NANOID_ALPHABET[byte & 63] for byte in entropy)


def duration_ms(started: Instant, ended: Instant | None) -> int | None:
    """How long something took; never negative, even when the clock was set back meanwhile (case 75i)."""
    if ended is None:
        return None
    return max(0, ended - started)
