"""Makes the room of the owner's accounts, and says what its tools may take."""

from __future__ import annotations

import functools
from collections.abc import Callable

from placet.app.identity import new_id
from placet.ledger.ledger import Ledger
from placet.rules.basics import Clock
from placet.settings import Settings
from placet.tools.accounts.limits import Limits
from placet.tools.accounts.trying import probe
from placet.work.accounts import Accounts
from placet.work.strongbox import Strongbox


def open_accounts(settings: Settings, ledger: Ledger, clock: Clock, box: Strongbox) -> Accounts:
    """The accounts, tried within the owner's limits as they are then."""
    trying = functools.partial(probe, account_limits(settings))
    return Accounts(box=box, ledger=ledger, clock=clock, new_id=new_id, probe=trying)


def account_limits(settings: Settings) -> Callable[[], Limits]:
    """What says the owner's limits for one call, as they are when it is asked."""

    def limits() -> Limits:
        return Limits(
            time_s=settings.integer("accounts.time_s"),
            mail_bytes=settings.integer("accounts.mail_bytes"),
            results=settings.integer("accounts.results"),
        )

    return limits
