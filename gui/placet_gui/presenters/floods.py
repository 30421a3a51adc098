"""Which agents ask for too much at once (spec/prompt-rules 4.3, rule 13). Pure: it is told the time.

An agent is taken out of the list of single requests, into one group, when as many of its requests wait as the owner
set, or as many came within a minute. A group is never approved: there is a no for all of it, and there is a stop.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from placet.api.queries import GetSettings
from placet.api.views import TaskRow
from placet_gui.bridge import Bridge

MINUTE_MS: Final = 60_000
SMALLEST_GROUP: Final = 3
"""Fewer waiting requests than this are easier to read one by one, however quickly they came."""


@dataclass(frozen=True, kw_only=True)
class FloodLimits:
    """From where on an agent counts as asking too much: so many that wait, or so many in a minute."""

    pending: int
    per_minute: int


def flood_limits(bridge: Bridge) -> FloodLimits:
    """The owner's limits as they are set now; the settings are in memory, so this may be asked on the GUI thread."""
    values = {row.key: row.value for row in bridge.query(GetSettings())}
    return FloodLimits(
        pending=values["approvals.flood_pending"], per_minute=values["approvals.flood_per_minute"]
    )


class FloodGauge:
    """Counts what each agent asks. `note` each request once, in the order in which they came."""

    def __init__(self) -> None:
        self._asked_ms: dict[str, deque[int]] = {}

    def note(self, row: TaskRow) -> None:
        """A request that wasn't known before."""
        self._asked_ms.setdefault(row.agent_id, deque()).append(row.created_at)

    def flooding(self, waiting: Iterable[str], now_ms: int, limits: FloodLimits) -> frozenset[str]:
        """Which agents ask too much; `waiting` is the agent's id of each request that waits."""
        counts = Counter(waiting)
        return frozenset(
            agent_id
            for agent_id, count in counts.items()
            if count >= limits.pending
            or (count >= SMALLEST_GROUP and self._of_last_minute(agent_id, now_ms) >= limits.per_minute)
        )

    def _of_last_minute(self, agent_id: str, now_ms: int) -> int:
        asked = self._asked_ms.get(agent_id, deque())
        while asked and asked[0] <= now_ms - MINUTE_MS:
            asked.popleft()
        return len(asked)
