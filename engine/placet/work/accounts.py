"""The owner's accounts: declared, tried, given leave anew, taken away. Their passwords lie in the strongbox.

A password is kept under its generation, before the row that names it is written, and the one before goes last: whatever
fails in between leaves an account that works, with the old leave or with the new.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from placet.ledger.ledger import Ledger
from placet.rules.accounts import Account, declared
from placet.rules.basics import Clock, Instant
from placet.rules.errors import NotFound, PlacetError, SecretsUnreadable
from placet.rules.events import AccountTested
from placet.work.strongbox import GENERATION, Strongbox

_SECTION: Final = "accounts"
_PASSWORD: Final = "password"  # noqa: S105 - the name of a member


class Prober(Protocol):
    """Who tries an account, by looking only (`placet.tools.trying`)."""

    async def __call__(self, account: Account, password: str) -> dict[str, Any]:
        """What was found there, fit to be shown.

        Raises:
            PlacetError: it can't be used; the code says why.
        """
        ...


class Accounts:
    """Reads and changes accounts. Changing and trying are the owner's alone; callers have checked that."""

    def __init__(
        self,
        *,
        box: Strongbox,
        ledger: Ledger,
        clock: Clock,
        new_id: Callable[[str], str],
        probe: Prober,
    ) -> None:
        self._box = box
        self._ledger = ledger
        self._clock = clock
        self._new_id = new_id
        self._probe = probe
        self._one_by_one = asyncio.Lock()

    def all(self) -> list[Account]:
        """All accounts by name; from any thread."""
        return self._ledger.reads.accounts.all()

    def find(self, name: str) -> Account | None:
        """The account of this name as it stands; from any thread.

        Raises:
            CorruptRow: its row can't be understood.
        """
        return self._ledger.reads.accounts.find(name)

    def now_ms(self) -> Instant:
        """The time by which leave runs out; from any thread."""
        return self._clock.now_ms()

    def open(self, account: Account) -> str:
        """The password that this very leave was given with. Blocking, and for long where a keyring asks its user.

        Raises:
            SecretsUnreadable: it can't be read, or was replaced meanwhile.
        """
        entry = self._box.entries(_SECTION).get(account.generation)
        password = None if entry is None else self._box.secret_of(entry, "account").get(_PASSWORD)
        if not isinstance(password, str):
            raise SecretsUnreadable("The password of this account isn't there any more; give it anew.")
        return password

    async def put(self, name: str, definition: Mapping[str, Any]) -> Account:
        """Declare an account, new or in the place of the one of its name; on the disk when this returns.

        Nobody is asked over the network: `test` does that.

        Raises:
            BadInput: it doesn't fit. SecretsUnreadable: the file of secrets isn't as it was written.
        """
        async with self._one_by_one:
            return await self._put(name, definition)

    async def consent(self, name: str, changes: Mapping[str, Any]) -> Account:
        """Give leave anew: with the same account's password as it is, or with the one that is given.

        `changes` are the members of a declaration that may change with it: `password`, `rights`, `expires_at`.

        Raises:
            NotFound: there is none of this name. BadInput: a change doesn't fit.
            SecretsUnreadable: the password that is kept can't be read.
        """
        async with self._one_by_one:
            account = self._existing(name)
            kept: dict[str, Any] = {"kind": account.kind, **account.place, "rights": list(account.rights)}
            if changes.get(_PASSWORD) is None:
                kept[_PASSWORD] = await asyncio.to_thread(self.open, account)
            given = {key: value for key, value in changes.items() if value is not None}
            return await self._put(name, {**kept, **given})

    async def _put(self, name: str, definition: Mapping[str, Any]) -> Account:
        before = self.find(name)
        made = declared(
            name, definition, generation=self._new_id("gen_"), now=self._clock.now_ms(), before=before
        )
        account = made.account
        if made.password is not None:
            entry = {"name": name, GENERATION: account.generation}
            secret = {_PASSWORD: made.password}
            await asyncio.to_thread(self._box.keep, _SECTION, account.generation, entry, secret)
        await self._ledger.commit(lambda tx: tx.put_account(account))
        if before is not None and before.generation != account.generation:
            await asyncio.to_thread(self._box.drop, _SECTION, before.generation)
        return account

    async def remove(self, name: str) -> Account:
        """Take an account away; whatever names it is refused from now on.

        Raises:
            NotFound: there is none of this name. SecretsUnreadable: the file of secrets isn't as it was written.
        """
        async with self._one_by_one:
            account = await self._ledger.commit(lambda tx: tx.remove_account(name))
            await asyncio.to_thread(self._box.drop, _SECTION, account.generation)
            return account

    async def test(self, name: str) -> dict[str, Any]:
        """Log in and look, as the tools would; nothing is changed there.

        Answers `{"ok": true, …}` with what was found, or `{"ok": false, "code", "error"}` with why not.

        Raises:
            NotFound: there is none of this name.
        """
        account = self._existing(name)
        try:
            found = await self._probe(account, await asyncio.to_thread(self.open, account))
        except PlacetError as error:
            await self._tell_test(name, error.code)
            return {"ok": False, "code": error.code, "error": error.message}
        await self._tell_test(name, None)
        return {"ok": True, **found}

    async def _tell_test(self, name: str, code: str | None) -> None:
        await self._ledger.commit(lambda tx: tx.record(AccountTested(name=name, code=code)))

    def _existing(self, name: str) -> Account:
        account = self.find(name)
        if account is None:
            raise NotFound("There is no such account.")
        return account
