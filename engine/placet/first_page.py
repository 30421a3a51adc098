"""The requests that a window shows before the engine is there.

Not part of `placet.api`: importing that imports the engine, and this is for the time until then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from placet.ledger import first_page
from placet.rules.untrusted import left_out, showable

__all__ = ["MOST_ROWS", "FirstPage", "FirstRow", "read", "showable"]

MOST_ROWS: Final = 40
"""More than a screen holds."""
_SHOWN: Final = (
    "id", "agent", "tool", "status", "risk", "requires_authorization", "sentence", "created_at",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class FirstRow:
    """A request, as far as a list shows it; the fields mean what they mean in `placet.api.views.TaskRow`.

    `preview` is empty where there is a sentence.
    """

    id: str
    agent: str
    tool: str
    status: str
    risk: str
    requires_authorization: bool
    sentence: str
    preview: str
    created_at: int


@dataclass(frozen=True, kw_only=True, slots=True)
class FirstPage:
    """The requests that have waited longest, and how many wait."""

    rows: tuple[FirstRow, ...]
    waiting: int


def read(ledger: Path) -> FirstPage:
    """Read the first page from a ledger's file. Nothing can be decided by it, and what can't be read is left out."""
    found, waiting = first_page.read(ledger, MOST_ROWS)
    return FirstPage(rows=tuple(map(_row, found)), waiting=waiting)


def _row(values: Sequence[Any]) -> FirstRow:
    *shown, args_chars, head, tail = values
    named: dict[str, Any] = dict(zip(_SHOWN, shown, strict=True))
    named["requires_authorization"] = bool(named["requires_authorization"])
    preview = "" if args_chars is None else _preview(head, tail, args_chars - len(head) - len(tail))
    return FirstRow(**named, preview=preview)


def _preview(head: str, tail: str, missing: int) -> str:
    ends = (head, tail) if missing else (head + tail,)
    return left_out(missing).join(showable(end, single_line=True).text for end in ends)
