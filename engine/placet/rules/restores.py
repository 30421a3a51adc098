"""What a restore did, as a fact of the ledger that took the backup in (DECISIONS W7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from placet.rules.events import Fact


@dataclass(frozen=True, kw_only=True)
class LedgerRestored(Fact):
    """The owner put a backup back; what it brought is marked for good (DECISIONS W7).

    `head` is where the backup's chain ends and `made_at` when its last link was made. By kind of row: how many were
    `taken`, how many were `there` already, and how many were `left` out since they would be authority. `marked` counts what
    no longer does anything by itself; `conflicts` are the first hundred things that weren't taken as they were.
    """

    type: ClassVar[str] = "ledger.restored"
    head: str
    made_at: int
    taken: dict[str, int]
    there: dict[str, int]
    left: dict[str, int]
    marked: dict[str, int]
    conflicts: list[dict[str, str]]
    segment: str | None = None
