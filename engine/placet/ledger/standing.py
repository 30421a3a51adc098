"""The rows that every call asks for and that hardly ever change: agents, the tokens that speak for them, grants, and
which workflow an agent is at work on.

The problem: one call asks for its agent and its token eight times, on a loop that has better things to do, and each
look at the file lets go of the interpreter's lock. What we do: keep what was found until a commit of ours writes to
one of those tables; that is heard before anybody is told of the commit. What it costs: another program that writes
to the file, an owner's SQLite shell say, is noticed a second later.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

T = TypeVar("T")

TABLES: Final = frozenset({"agents", "tokens", "grants", "workflows"})
"""The tables whose rows are kept: here for readers, and in `KnownTasks` for the writer."""
_FRESH_S: Final = 1.0
_MOST: Final = 1024
"""How many answers are kept; anybody may ask for names that aren't there, so there is an end."""
_NOTHING: Final = object()


class Standing:
    """Answers by what was asked. Any thread may ask; the writer says when they hold no longer."""

    def __init__(self) -> None:
        self._found: dict[Hashable, Any] = {}
        self._since_s = time.monotonic()

    def forget(self) -> None:
        """Keep nothing of what was found so far, nor of what somebody is looking up at this moment."""
        self._since_s = time.monotonic()
        self._found = {}

    def find(self, asked: Hashable, look: Callable[[], T]) -> T:
        """The answer that is kept, or the one that `look` finds now. What `look` raises is not kept."""
        if time.monotonic() - self._since_s > _FRESH_S:
            self.forget()
        found = self._found  # the answer goes into these: whoever forgot them meanwhile doesn't get it
        answer = found.get(asked, _NOTHING)
        if answer is _NOTHING:
            answer = look()
            if len(found) >= _MOST:
                found.clear()
            found[asked] = answer
        kept: T = answer
        return kept
