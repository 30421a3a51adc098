"""With whose leave a tool acts that works with an account: looked at before each call, and once more at the call.

Below a workflow the engine compares leave by itself (`placet.work.effects`); what is refused here is what no workflow
watches over. Both use the same codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from placet.rules.accounts import Account
from placet.rules.basics import Instant
from placet.rules.contracts import Grant
from placet.rules.effect_answers import CHANGED_MEANWHILE, CONSENT_CHANGED, REFUSED
from placet.rules.errors import PlacetError, ToolFailed
from placet.rules.operations import Refusal
from placet.tools.quoting import quoted

MOST_NAME_CHARS: Final = 64
ACCOUNT_SCHEMA: Final[Mapping[str, Any]] = {
    "type": "string",
    "minLength": 1,
    "maxLength": MOST_NAME_CHARS,
    "description": 'The name under which the owner keeps the account, such as "mail".',
}


class AccountBook(Protocol):
    """The owner's accounts, as tools may ask for them."""

    def find(self, name: str) -> Account | None:
        """The account of this name as it stands."""
        ...

    def now_ms(self) -> Instant:
        """The time by which leave runs out."""
        ...

    def open(self, account: Account) -> str:
        """The password that this leave was given with. Blocking; raises SecretsUnreadable."""
        ...


@dataclass(frozen=True, kw_only=True)
class Leave:
    """The way to accounts of one kind, for one right. Any thread may ask."""

    book: AccountBook
    kind: str
    right: str

    def grant(self, args: Mapping[str, Any]) -> Grant:
        """With which authority a call would act now. That it ran out is for whoever holds the clock to say.

        Raises:
            ToolFailed: `account_unknown` or `right_not_granted`.
        """
        return self._account(args).grant

    def account(self, args: Mapping[str, Any], target: Mapping[str, Any] | None = None) -> Account:
        """The account of a call, if it may be used now, and is the one that `target` was pinned of.

        Raises:
            ToolFailed: `account_unknown`, `right_not_granted`, `grant-expired`, `account-changed` or
                `consent-changed`; nothing was attempted.
        """
        account = self._account(args)
        if account.has_run_out(self.book.now_ms()):
            raise unattempted(REFUSED[Refusal.GRANT_EXPIRED], Refusal.GRANT_EXPIRED.value)
        if target is not None and target.get("account") != account.identity:
            raise unattempted(REFUSED[Refusal.ACCOUNT_CHANGED], Refusal.ACCOUNT_CHANGED.value)
        if target is not None and target.get("consent") != account.consent:
            raise unattempted(CHANGED_MEANWHILE, CONSENT_CHANGED)
        return account

    def _account(self, args: Mapping[str, Any]) -> Account:
        name = args["account"]
        account = self.book.find(name)
        if account is None or account.kind != self.kind:
            text = f"There is no account {quoted(name, MOST_NAME_CHARS)} of the kind {self.kind}."
            raise unattempted(text, "account_unknown")
        if self.right not in account.rights:
            text = f"The owner didn't grant this account to {self.right}."
            raise unattempted(text, "right_not_granted")
        return account


def pinned(account: Account) -> dict[str, Any]:
    """What an approval is about: whose account, and with which leave."""
    return {"account": account.identity, "consent": account.consent}


def shown(account: Account) -> str:
    """An account in a sentence of ours."""
    return f"{quoted(account.name)} ({quoted(account.identity, 200)})"


def password_of(book: AccountBook, account: Account) -> str:
    """The password of an account. Blocking.

    Raises:
        ToolFailed: it can't be had; nothing was attempted.
    """
    try:
        return book.open(account)
    except PlacetError as error:
        raise unattempted(error.message, error.code) from None


def unattempted(text: str, code: str) -> ToolFailed:
    """A failure before anything was so much as attempted."""
    failure = ToolFailed(text, code=code)
    failure.not_executed = True
    return failure
