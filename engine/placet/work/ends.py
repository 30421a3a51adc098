"""Writes down that a grant or a token has run out, so that it stays so: a clock that is set back revives neither."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import Clock, Instant
from placet.rules.events import GrantMade, TokenCreated
from placet.rules.records import Event
from placet.work.due import DueWatch

__all__ = ["Ends"]

_log = logging.getLogger(__name__)
_PAUSE_S: Final = 0.1  # a burst of new tokens needs no look for each
_NEWS: Final = frozenset({GrantMade.type, TokenCreated.type})


class Ends:
    """Sleeps until the next grant or token runs out and notes it. One job on the engine's loop.

    Both end by the clock itself, whoever asks; the note is for the clock that is set back after that. What runs out and
    is given back by the clock while nothing runs here isn't noticed.
    """

    def __init__(self, *, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._watch = DueWatch(
            self._note_ended,
            clock=clock,
            log=_log,
            fault="a grant or a token that has run out could not be noted",
            pause_s=_PAUSE_S,
        )

    def hear(self, events: tuple[Event, ...]) -> None:
        """Look again when a grant or a token was made."""
        if any(event.type in _NEWS for event in events):
            self._watch.wake()

    async def run(self) -> None:
        """Note what has run out until cancelled."""
        await self._watch.run()

    async def _note_ended(self, now: Instant) -> Instant | None:
        """Note each that has run out; when the next one does."""
        later = []
        for ends_at, note in await asyncio.to_thread(self._ending):
            if ends_at <= now:
                await self._ledger.commit(note)
            else:
                later.append(ends_at)
        return min(later, default=None)

    def _ending(self) -> list[tuple[Instant, Callable[[Tx], None]]]:
        """What has an hour at which it ends and wasn't seen to end, and how that is noted."""
        grants = [it for it in self._ledger.reads.grants.all() if it.revoked_at is None]
        tokens = [it for it in self._ledger.reads.tokens() if it.revoked_at is None]
        return [
            *((it.expires_at, _noting(Tx.note_run_out_grant, it.id)) for it in grants if it.expires_at),
            *((it.expires_at, _noting(Tx.note_run_out_token, it.id)) for it in tokens if it.expires_at),
        ]


def _noting(verb: Callable[[Tx, str], None], key: str) -> Callable[[Tx], None]:
    return lambda tx: verb(tx, key)
