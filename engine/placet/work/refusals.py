"""What was refused because it was not the asker's to do: written down, so that the owner sees who tries what.

The problem: whoever may not decide can ask as often as it likes, and a record of each attempt would let it fill the disk.
What we do: the first of a kind is written at once; repeats within a minute are counted into the next one, and no more
than `MOST_A_MINUTE` are written in any minute. What it costs: how often something was tried is known by the minute only.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Final

from placet.ledger.ledger import Ledger
from placet.rules.basics import AgentId, Clock
from placet.rules.errors import PlacetError
from placet.rules.events import CallRefused

TOLD: Final = frozenset(
    {"REQUIRES_AUTHORIZED_CODE", "REQUIRES_AUTHORIZED_CALLER", "config_denied", "forbidden"}
)
"""The codes of refusals that are about whose it is to do; all others are mistakes, which the asker alone needs to know."""
MINUTE_MS: Final = 60_000
MOST_A_MINUTE: Final = 60
_MOST_KINDS: Final = 1_000

_log = logging.getLogger(__name__)

_Kind = tuple[AgentId | None, str, str, str]


@dataclass
class _Seen:
    """When a kind of refusal was written last, and how many came since."""

    at_ms: int
    more: int = 0


class Refusals:
    """Writes refusals into the ledger and the log. Lives on the engine's loop."""

    def __init__(self, *, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._seen: dict[_Kind, _Seen] = {}
        self._written_at_ms: list[int] = []

    async def tell(self, agent_id: AgentId | None, what: str, code: str, by: str) -> None:
        """Write down that `by` was refused `what`. Other codes than `TOLD` are left out.

        A refusal stands whether or not it could be written, so nothing is raised.
        """
        if code not in TOLD:
            return
        more = self._counted((agent_id, what, code, by))
        if more is None:
            return
        fact = CallRefused(agent_id=agent_id, what=what, code=code, by=by, more=more or None)
        _log.warning("refused (%s): %s, asked by %s of %s", code, what, by, agent_id)
        try:
            await self._ledger.commit(lambda tx: tx.record(fact))
        except PlacetError:
            _log.exception("a refusal could not be written")

    def _counted(self, kind: _Kind) -> int | None:
        """How many like it went unwritten since the last one; None when this one does too."""
        now = self._clock.monotonic_ms()
        seen = self._seen.get(kind)
        self._written_at_ms = [at for at in self._written_at_ms if now - at < MINUTE_MS]
        full = len(self._written_at_ms) >= MOST_A_MINUTE
        if full or (seen is not None and now - seen.at_ms < MINUTE_MS):
            self._keep(kind, _Seen(now - MINUTE_MS) if seen is None else seen).more += 1
            return None
        self._written_at_ms.append(now)
        self._keep(kind, _Seen(now))
        return 0 if seen is None else seen.more

    def _keep(self, kind: _Kind, seen: _Seen) -> _Seen:
        self._seen.pop(kind, None)
        if len(self._seen) >= _MOST_KINDS:
            del self._seen[next(iter(self._seen))]  # the one that was tried the longest ago
        self._seen[kind] = seen
        return seen
