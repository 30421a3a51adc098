"""The owner's accounts from outside of the engine: their commands, queries and views. No password ever comes out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from placet.api.commands import Command
from placet.api.queries import Query
from placet.rules.accounts import Account
from placet.rules.authority import Authority
from placet.rules.operations import Operation
from placet.rules.records import Task
from placet.work.account_uses import AccountUses
from placet.work.accounts import Accounts


@dataclass(frozen=True, kw_only=True)
class AccountRow:
    """One account. `place` is where it is, by the words of its declaration; `expired`: its leave has run out by now.

    `consent` is the digest of the leave to use it: it changes when that is given anew.
    """

    name: str
    kind: str
    identity: str
    consent: str
    rights: tuple[str, ...]
    place: Mapping[str, Any]
    changed_at: int
    expires_at: int | None
    expired: bool


@dataclass(frozen=True, kw_only=True)
class PutAccount(Command):
    """Declare an account, new or anew. By: the owner. Answer: `AccountRow`.

    `definition` holds the password, which is written and never read again (interfaces 2); without one, the password
    that is kept stays.
    """

    name: str
    definition: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class ConsentToAccount(Command):
    """Give leave to use an account anew. By: the owner. Answer: `AccountRow`.

    `changes` may hold `password`, `rights` and `expires_at`; what isn't there stays, but for an end of the leave.
    """

    name: str
    changes: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class RemoveAccount(Command):
    """Take an account away. By: the owner. Answer: `AccountRow`, as it was."""

    name: str


@dataclass(frozen=True, kw_only=True)
class TryAccount(Command):
    """Log in to an account and look, changing nothing. By: the owner. Answer: a mapping with `ok`."""

    name: str


@dataclass(frozen=True, kw_only=True)
class ListAccounts(Query):
    """All accounts by name. Answer: a tuple of `AccountRow`."""


@dataclass(frozen=True, kw_only=True)
class ListAccountUses(Query):
    """What each account was used for last. Looks through the newest calls of mail and calendars: ask off the loop.

    Answer: a tuple of `AccountUse`, one for each account.
    """


@dataclass(frozen=True, kw_only=True)
class AccountUse:
    """The last call with an account that ran, among the newest 500 of such tools, and the last effect of a workflow.

    `at` in ms. What there isn't is None or empty.
    """

    name: str
    task_id: str | None = None
    agent: str = ""
    tool: str = ""
    status: str = ""
    at: int | None = None
    workflow_id: str | None = None
    operation_id: str | None = None
    operation_tool: str = ""
    operation_state: str | None = None


class AccountRoom:
    """Carries out the commands about accounts and answers the queries."""

    def __init__(self, accounts: Accounts, uses: AccountUses) -> None:
        self._accounts = accounts
        self._uses = uses
        self.owners: dict[type[Command], Callable[[Any, Authority], Awaitable[Any]]] = {
            PutAccount: self._put,
            ConsentToAccount: self._consent,
            RemoveAccount: self._remove,
            TryAccount: self._try,
        }

    @property
    def answers(self) -> dict[type[Query], Callable[[Any], Any]]:
        """What answers each query; any thread may ask."""
        return {
            ListAccounts: lambda _: tuple(self._row(account) for account in self._accounts.all()),
            ListAccountUses: lambda _: self._list_uses(),
        }

    def _list_uses(self) -> tuple[AccountUse, ...]:
        accounts = self._accounts.all()
        calls = self._uses.last_calls(frozenset(it.name for it in accounts))
        return tuple(
            _use(it.name, calls.get(it.name), self._uses.last_effect(it.identity)) for it in accounts
        )

    async def _put(self, command: PutAccount, _: Authority) -> AccountRow:
        return self._row(await self._accounts.put(command.name, command.definition))

    async def _consent(self, command: ConsentToAccount, _: Authority) -> AccountRow:
        return self._row(await self._accounts.consent(command.name, command.changes))

    async def _remove(self, command: RemoveAccount, _: Authority) -> AccountRow:
        return self._row(await self._accounts.remove(command.name))

    async def _try(self, command: TryAccount, _: Authority) -> dict[str, Any]:
        return await self._accounts.test(command.name)

    def _row(self, account: Account) -> AccountRow:
        return AccountRow(
            name=account.name,
            kind=account.kind,
            identity=account.identity,
            consent=account.consent,
            rights=account.rights,
            place=dict(account.place),
            changed_at=account.changed_at,
            expires_at=account.expires_at,
            expired=account.has_run_out(self._accounts.now_ms()),
        )


def _use(name: str, call: Task | None, effect: Operation | None) -> AccountUse:
    made = AccountUse(name=name)
    if call is not None:
        called = {"task_id": call.id, "agent": call.agent, "tool": call.tool, "status": call.status.value}
        made = replace(made, at=call.started_at, **called)
    if effect is not None:
        made = replace(
            made,
            workflow_id=effect.workflow_id,
            operation_id=effect.id,
            operation_tool=effect.tool,
            operation_state=effect.state.value,
        )
    return made
