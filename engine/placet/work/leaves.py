"""Writes down that an account's leave has run out, so that it stays so: a clock that is set back doesn't give it back."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.accounts import Account
from placet.rules.basics import Clock, Instant
from placet.rules.events import AccountChanged
from placet.rules.records import Event
from placet.work.due import DueWatch

__all__ = ["Leaves"]

_log = logging.getLogger(__name__)


class Leaves:
    """Sleeps until the next leave runs out and notes it. One job on the engine's loop.

    What the leave allows ends by the clock itself, whoever asks; the note is for the clock that is set back after that.
    """

    def __init__(self, *, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._watch = DueWatch(
            self._note_ended, clock=clock, log=_log, fault="leave that has run out could not be noted"
        )

    def hear(self, events: tuple[Event, ...]) -> None:
        """Look again when an account was changed."""
        if any(event.type == AccountChanged.type for event in events):
            self._watch.wake()

    async def run(self) -> None:
        """Note what has run out until cancelled."""
        await self._watch.run()

    async def _note_ended(self, now: Instant) -> Instant | None:
        """Note each leave that has run out; when the next one does."""
        later = []
        for account in await asyncio.to_thread(self._ledger.reads.accounts.all):
            if account.expires_at is None or account.ran_out_at is not None:
                continue
            if account.has_run_out(now):
                await self._ledger.commit(partial(_note, name=account.name))
            else:
                later.append(account.expires_at)
        return min(later, default=None)


def _note(tx: Tx, name: str) -> Account | None:
    """Within one commit: leave that was given anew meanwhile goes on."""
    account = tx.account(name)
    if account is None or account.ran_out_at is not None or not account.has_run_out(tx.now):
        return None
    return tx.put_account(replace(account, ran_out_at=tx.now))
