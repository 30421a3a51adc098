"""When tokens were used last. Each request is one use, so a token's is written at most once a minute."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import Clock, Instant
from placet.rules.records import Token

__all__ = ["TokenUses"]

_MINUTE_MS: Final = 60_000


class TokenUses:
    """Takes uses in from any thread; writes them on the engine's loop, while `run` does."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._told: dict[str, Instant] = {}
        self._due: dict[str, Instant] = {}
        self._wake: Callable[[], object] = lambda: None

    def note(self, token: Token) -> None:
        """A token was used now. Nothing is done about a use within the minute of the one before."""
        now = self._clock.now_ms()
        before = self._told.get(token.id, token.last_used_at)
        if before is None or not 0 <= now - before < _MINUTE_MS:
            self._told[token.id] = self._due[token.id] = now
            self._wake()

    async def run(self) -> None:
        """Write what was noted, for ever."""
        loop, woken = asyncio.get_running_loop(), asyncio.Event()
        self._wake = lambda: loop.call_soon_threadsafe(woken.set)
        while True:
            await self._write()
            await woken.wait()
            woken.clear()

    async def _write(self) -> None:
        due, self._due = self._due, {}
        if due:
            await self._ledger.commit(lambda tx: _use_all(tx, due))


def _use_all(tx: Tx, due: dict[str, Instant]) -> None:
    for token_id, at in due.items():
        tx.use_token(token_id, at)
