"""What a line that the owner types means. Nothing but the end of the digest is ever taken for a yes."""

from __future__ import annotations

from dataclasses import dataclass

from placet.rules.authority import Action
from placet.rules.digest import last_six

__all__ = ["Verdict", "understand"]


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the owner said."""

    action: Action
    reason: str | None = None


def understand(typed: str, digest: str) -> Verdict | None:
    """The digest's last six characters approve, `n` (and a reason) denies, all else is no answer."""
    word, _, rest = typed.partition(" ")
    if typed.lower() == last_six(digest):
        return Verdict(action=Action.APPROVE)
    if word.lower() in {"n", "no"}:
        return Verdict(action=Action.DENY, reason=rest.strip() or None)
    return None
