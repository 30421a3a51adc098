"""How a request was shown to whoever answered it, as the place that showed it says: kept with the answer (DECISIONS B3).

It is part of the receipt and authorizes nothing: what is bound is the digest, and whether a yes counts is asked elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final

MOST_PARTS: Final = 200
"""How many parts are told by name; a card of more is told by these and by how many there were."""
MOST_PART_CHARS: Final = 200


@dataclass(frozen=True, kw_only=True)
class Shown:
    """One look at one request.

    `for_ms`: how long it had been in view, undisturbed, when it was answered. `gesture`: by what it was answered, a word of
    the place. `opened` are the parts that were folded away and that the owner opened, `folded` those that stayed so.
    `edited`: other arguments than those that were asked for were in view.
    """

    gesture: str
    for_ms: int | None = None
    opened: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    edited: bool = False


def parts(named: Iterable[str]) -> tuple[str, ...]:
    """Names of parts as they are kept: in order, bounded, and each cut short."""
    return tuple(sorted(part[:MOST_PART_CHARS] for part in named)[:MOST_PARTS])


def shown_text(shown: Shown | None) -> str | None:
    """As it is stored: JSON text; None for what nobody reported. The ledger's counts read this very spelling."""
    if shown is None:
        return None
    return json.dumps(asdict(shown), ensure_ascii=True, separators=(",", ":"))


def read_shown(text: str | None) -> dict[str, Any] | None:
    """What is stored, for the wire and for eyes; None: not reported."""
    return None if text is None else json.loads(text)
