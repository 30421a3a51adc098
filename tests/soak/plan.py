"""What a soak is: for how long, how much is asked, and how often the console is killed; and the marks of its requests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

CLERK: Final = "clerk"
"""Asks for what is free: reads, small writes, messages that nobody has to allow."""
ASKER: Final = "asker"
"""Asks for messages that wait for the owner."""
CHANNEL: Final = "hook"
_MARK: Final = re.compile(r"\b((?:free|ask)-[0-9]+)\b")


@dataclass(frozen=True, kw_only=True)
class Plan:
    """An hour with a kill every five minutes is `Plan(minutes=60, kill_every_s=300)`."""

    minutes: float = 60
    kill_every_s: float = 300
    rate: int = 200

    @property
    def seconds(self) -> float:
        """How long it lasts, starts included."""
        return 60 * self.minutes


def declarations(folder: str) -> Iterator[dict[str, Any]]:
    """The two agents."""
    untold = {"triggers": {"on_task_complete": {"enabled": False}}}  # no model is to be woken by what ends
    free = [{"name": name, "restricted": False} for name in ("fs_read", "fs_write", "msg_send")]
    held = [{"name": "msg_send", "restricted": True}]
    yield {"name": CLERK, "folder": f"{folder}/{CLERK}", "tools": free, **untold}
    yield {"name": ASKER, "folder": f"{folder}/{ASKER}", "tools": held, **untold}


def message(mark: str) -> dict[str, Any]:
    """The arguments of a message with a mark of its own: what arrives tells which call had its effect."""
    return {"recipient": f"{CHANNEL}:{mark}", "content": f"This is {mark}."}


def mark_in(text: str) -> str | None:
    """The mark of the message that a text is about."""
    found = _MARK.search(text)
    return None if found is None else found[1]
