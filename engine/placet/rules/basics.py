"""Identifiers, moments and the protocol of a clock."""

from __future__ import annotations

import string
from typing import NewType, Protocol

TaskId = NewType("TaskId", str)
AgentId = NewType("AgentId", str)
ConversationId = NewType("ConversationId", str)
TurnId = NewType("TurnId", str)
BootId = NewType("BootId", str)
ResponseId = NewType("ResponseId", str)
Instant = NewType("Instant", int)
"""A moment: milliseconds since 1970 UTC, as the guide writes them."""

_NANOID_ALPHABET = string.ascii_uppercase + string.ascii_lowercase + string.digits + "_-"
NANOID_BYTES = 12
"""How many random bytes an identifier needs: one for each of its twelve characters."""
_CROCKFORD = string.digits + "ABCDEFGHJKMNPQRSTVWXYZ"
_ULID_TIME_BITS, _ULID_CHARS = 48, 26
ULID_BYTES = 10
"""How many random bytes a ULID needs."""


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


def ulid(prefix: str, at_ms: int, entropy: bytes) -> str:
    """Spell an identifier as LMSP does: the prefix and a ULID, 48 bits of time in ms before 80 random ones.

    Raises:
        ValueError: `entropy` isn't exactly `ULID_BYTES` long, or the moment doesn't fit.
    """
    if len(entropy) != ULID_BYTES or at_ms >> _ULID_TIME_BITS:
        raise ValueError(f"a ULID takes {ULID_BYTES} random bytes and 48 bits of time")
    number = (at_ms << 8 * ULID_BYTES) | int.from_bytes(entropy, "big")
    letters = (_CROCKFORD[number >> 5 * place & 31] for place in reversed(range(_ULID_CHARS)))
    return prefix + "".join(letters)


def duration_ms(started: Instant, ended: Instant | None) -> int | None:
    """How long something took; never negative, even when the clock was set back meanwhile (case 75i)."""
    if ended is None:
        return None
    return max(0, ended - started)
