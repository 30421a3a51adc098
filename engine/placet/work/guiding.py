"""What a guided workflow is started with, filled in where the owner left it open, and held to what it means now.

An account is named; which account that is, and which day it is, are looked up once, when the workflow is made. From then
on they stand: a name that means another account later doesn't change whose mail a workflow may read.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from placet.rules.accounts import Account
from placet.rules.basics import Clock, Instant
from placet.rules.errors import BadInput
from placet.rules.guided import Field, accounts_of
from placet.work.accounts import Accounts


class Guiding:
    """Fills in. From any thread."""

    def __init__(self, accounts: Accounts, clock: Clock) -> None:
        self._accounts = accounts
        self._clock = clock

    def fill(self, guided: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """What the workflow keeps of what it was given.

        Raises:
            BadInput: an account isn't there, is of another kind, or isn't named where there are several.
        """
        needs = accounts_of(guided)
        filled = {key: value for key, value in given.items() if value is not None}
        if not needs:
            return filled
        identities = {}
        for member, kind in needs.items():
            filled[member], identities[filled[member]] = self._account(given.get(member), member, kind)
        now = datetime.fromtimestamp(self._clock.now_ms() / 1000, UTC).astimezone()
        return {**filled, "identities": identities, "day": now.date().isoformat()}

    def candidates(self, field: Field) -> list[tuple[Account, bool]]:
        """The accounts that a field may name, by name, and whether each is granted what it takes, now."""
        now = self._clock.now_ms()
        return [
            (account, _may(account, field, now))
            for account in self._accounts.all()
            if account.kind == field.account
        ]

    def _account(self, name: Any, member: str, kind: str) -> tuple[str, str]:
        fitting = [account for account in self._accounts.all() if account.kind == kind]
        named = [account for account in fitting if name is None or account.name == name]
        if len(named) != 1:
            which = "one of the accounts" if fitting else "an account, and there is none"
            raise BadInput(f"“{member}” names {which} of the kind {kind}.", pointer=f"/{member}")
        return named[0].name, named[0].identity


def _may(account: Account, field: Field, now: Instant) -> bool:
    return not account.has_run_out(now) and set(field.rights).issubset(account.rights)
