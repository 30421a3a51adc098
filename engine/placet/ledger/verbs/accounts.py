"""The verbs on the owner's accounts."""

from __future__ import annotations

from placet.ledger import accounts
from placet.ledger.verbs.base import VerbBase
from placet.rules.accounts import Account
from placet.rules.errors import NotFound
from placet.rules.events import AccountChanged


class AccountVerbs(VerbBase):
    """Writes accounts and takes them away. Callers have checked that it is the owner's word."""

    def account(self, name: str) -> Account | None:
        """The account of this name as it stands within this step."""
        row = self._one(accounts.ONE, p_name=name)
        return None if row is None else accounts.read(row)

    def put_account(self, account: Account) -> Account:
        """Write an account, new or in the place of the one of its name, and tell of it."""
        self._run(accounts.DELETE, {"p_name": account.name})
        self._run(accounts.INSERT, accounts.values(account))
        ran_out_at, consent = account.ran_out_at, account.consent
        self.record(
            AccountChanged(name=account.name, kind=account.kind, consent=consent, ran_out_at=ran_out_at)
        )
        return account

    def remove_account(self, name: str) -> Account:
        """Take an account away, and tell of it.

        Raises:
            NotFound: there is none of this name.
        """
        account = self.account(name)
        if account is None:
            raise NotFound("There is no such account.")
        self._run(accounts.DELETE, {"p_name": name})
        self.record(AccountChanged(name=name, kind=account.kind, removed=True))
        return account
