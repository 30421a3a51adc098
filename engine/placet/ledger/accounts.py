"""Accounts as rows: their statements, and how a row becomes a record (`rules.accounts`). No password is in here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import delete, select

from placet.ledger.account_tables import accounts as _accounts
from placet.ledger.statements import Prepared, given, insert_into
from placet.rules.accounts import Account
from placet.rules.errors import CorruptRow

_NAMES: Final = (
    "name", "kind", "identity", "place", "rights", "generation", "changed_at", "expires_at", "ran_out_at",
)  # fmt: skip
_WHOLE: Final = select(*(_accounts.c[name] for name in _NAMES))

INSERT: Final = insert_into(_accounts)
DELETE: Final = Prepared(delete(_accounts).where(_accounts.c.name == given("name")))
ALL: Final = Prepared(_WHOLE.order_by(_accounts.c.name))
ONE: Final = Prepared(_WHOLE.where(_accounts.c.name == given("name")))


def values(account: Account) -> dict[str, Any]:
    """An account as the columns of its row."""
    row = {name: getattr(account, name) for name in _NAMES}
    return {**row, "place": json.dumps(account.place), "rights": json.dumps(account.rights)}


def read(row: Sequence[Any]) -> Account:
    """An account from a row of `ALL` or `ONE`.

    Raises:
        CorruptRow: the row can't be understood, so nothing acts by it.
    """
    found = dict(zip(_NAMES, row, strict=True))
    try:
        place, rights = json.loads(found["place"]), json.loads(found["rights"])
        if not isinstance(place, dict) or not isinstance(rights, list):
            raise TypeError("its place or its rights are of another kind")
        return Account(**{**found, "place": place, "rights": tuple(rights)})
    except (ValueError, TypeError) as flaw:
        raise CorruptRow(
            f"A row of accounts can't be read: {flaw}", table="accounts", row=str(found["name"])
        ) from flaw


class AccountReads:
    """The read-only queries about accounts. Any thread may ask; each answer is of its own moment."""

    def __init__(
        self,
        run: Callable[[Prepared, Mapping[str, Any]], list[Any]],
        readable: Callable[[Sequence[Any], Callable[[Any], Any]], list[Any]],
    ) -> None:
        self._run = run
        self._readable = readable

    def all(self) -> list[Account]:
        """All accounts by name."""
        return self._readable(self._run(ALL, {}), read)

    def find(self, name: str) -> Account | None:
        """The account of this name; None when there is none.

        Raises:
            CorruptRow: there is, and it can't be understood.
        """
        found = self._run(ONE, {"p_name": name})
        return read(found[0]) if found else None
