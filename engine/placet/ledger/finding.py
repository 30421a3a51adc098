"""Searching with the index: what it may hold is compared with the rows, and what it can't hold is looked through."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.ledger import queries
from placet.ledger.search import Search
from placet.ledger.statements import Prepared

ABOVE_ALL: Final = 2**63 - 1
"""More than any `seq`."""

_PROBE: Final = 512
_MOST_PROBES: Final = 32
"""So often the index is asked for more; a filter that lets so little through is quicker without it."""
_STRIDE: Final = 20_000
_MOST_STRIDES: Final = 5
"""So many rows are compared to find all that fit; a text that more of them may hold is counted as quickly without."""

Run = Callable[[Prepared, Mapping[str, Any]], list[Any]]


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is looked for: `given` are the values of the parameters, and the rest says which there are."""

    q: str
    agent: bool
    statuses: int
    kind: bool
    shape: queries.Shape
    given: Mapping[str, Any]

    def among(self, run: Run, below: int, limit: int, seqs: Sequence[int]) -> dict[int, str]:
        """Those of these tasks that fit with their statuses, newest first."""
        return self._matching(run, below, limit, lately=False, seqs=json.dumps(list(seqs)))

    def lately(self, run: Run, below: int, limit: int, position: int) -> dict[int, str]:
        """The tasks that fit and are open, or ended after the fact that the index has come to."""
        return self._matching(run, below, limit, lately=True, position=position)

    def _matching(self, run: Run, below: int, limit: int, *, lately: bool, **more: Any) -> dict[int, str]:
        statement = queries.matching(
            lately=lately, agent=self.agent, statuses=self.statuses, kind=self.kind, shape=self.shape
        )
        return dict(run(statement, {**self.given, **more, "below": below, "limit": limit}))


def newest(run: Run, search: Search, wanted: Wanted, below: int, limit: int) -> list[int] | None:
    """The `seq` of the newest tasks that fit; None: the index is no help, and the rows must be looked through."""
    progress = search.within_reach(run(queries.LAST_EVENT, {})[0][0])
    if progress is None:
        return None
    # What ends from here on is in the index or among these; asked the other way round it could be in neither.
    found = set(wanted.lately(run, below, limit, progress.position))
    place, from_index = below, 0
    for _ in range(_MOST_PROBES):
        maybe = search.newest(wanted.q, place, _PROBE)
        if maybe is None:
            return None
        fitting = wanted.among(run, below, limit, maybe)
        found.update(fitting)
        from_index += len(fitting)
        if len(maybe) < _PROBE or from_index >= limit:
            return sorted(found, reverse=True)[:limit]
        place = maybe[-1]
    return None


def everything(run: Run, search: Search, wanted: Wanted) -> dict[int, str] | None:
    """The `seq` and the status of all tasks that fit; None as in `newest`."""
    progress = search.within_reach(run(queries.LAST_EVENT, {})[0][0])
    if progress is None:
        return None
    found = wanted.lately(run, ABOVE_ALL, ABOVE_ALL, progress.position)
    below = ABOVE_ALL
    for _ in range(_MOST_STRIDES):
        maybe = search.newest(wanted.q, below, _STRIDE)
        if maybe is None:
            return None
        found |= wanted.among(run, below, _STRIDE, maybe)
        if len(maybe) < _STRIDE:
            return found
        below = maybe[-1]
    return None
