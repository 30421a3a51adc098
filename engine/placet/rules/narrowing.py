"""What a listing of tasks is narrowed to, beside its agent, its statuses and its words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Narrowing:
    """Tasks of one of these tools, of one of these risks, that were made from `since` on and before `until` (in ms).

    `outside`: only those that another program runs, and that are decided here alone.
    What is empty or None lets everything through; an empty narrowing is false.
    """

    tools: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None
    outside: bool = False

    def __bool__(self) -> bool:
        return self != Narrowing()


EVERYTHING = Narrowing()
