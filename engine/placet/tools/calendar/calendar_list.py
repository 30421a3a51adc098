"""The tool `calendar_list`: look what there is in the owner's calendar."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from placet.rules.accounts import CALDAV, READ, Account
from placet.rules.contracts import Grant, Lookup
from placet.rules.digest import Purpose, digest
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from placet.rules.receipts import Receipt
from placet.tools.accounts.leave import ACCOUNT_SCHEMA, AccountBook, Leave, password_of
from placet.tools.accounts.leave import shown as shown_account
from placet.tools.accounts.limits import Limits
from placet.tools.calendar import dav, events
from placet.tools.calendar.times import TIME_SCHEMA, read_range, shown

PROVIDER = "caldav"
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"account": ACCOUNT_SCHEMA, "from": TIME_SCHEMA, "to": TIME_SCHEMA},
    "required": ["account", "from", "to"],
    "additionalProperties": False,
}


class CalendarList:
    """Lists entries by their beginning; repetitions are told one by one."""

    name = "calendar_list"
    effect = Effect.READ
    summary = "List what is in a calendar of the owner's between two days or times."
    restricted_by_default = False
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(self, book: AccountBook, limits: Callable[[], Limits] = Limits) -> None:
        self._leave = Leave(book=book, kind=CALDAV, right=READ)
        self._limits = limits

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """Which days would be looked at. Asks no server.

        Raises:
            ToolFailed: the account may not be used; `bad_time`.
        """
        account = self._leave.account(args)
        start, end = read_range(args["from"], args["to"])
        return Preview(
            sentence=f"Looks from {shown(start)} to {shown(end)} in the calendar of {shown_account(account)}."
        )

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Look. The receipt says `empty` only when the server itself found nothing at all.

        Raises:
            ToolFailed: the account may not be used, or what the server said.
        """
        account = self._leave.account(args, run.target)
        start, end = read_range(args["from"], args["to"])
        pieces = await self._look(account, start, end)
        found = await asyncio.to_thread(_told, pieces)
        value = {"found": len(found), "events": found[: self._limits().results]}
        seen = digest(Purpose.RESULT, self.name, value)
        # What came and can't be read is no emptiness either.
        receipt = Receipt(provider=PROVIDER, id=seen, label="calendar", empty=not pieces)
        return ToolResult(value=value, receipt=receipt)

    async def _look(self, account: Account, start: datetime, end: datetime) -> list[bytes]:
        password = await asyncio.to_thread(password_of, self._leave.book, account)
        async with dav.connected(account, password, self._limits()) as server:
            calendar = await server.calendar()
            return await server.between(calendar, _form(start), _form(end))

    async def scope(self, args: Mapping[str, Any], place: Place) -> Grant:
        """The account, with the leave that it has now."""
        return self._leave.grant(args)

    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        """The same question to the same account."""
        return {"account": args["account"].casefold(), "from": args["from"].strip(), "to": args["to"].strip()}

    async def reconcile(self, args: Mapping[str, Any], lookup: Lookup) -> Receipt | None:
        """A look is had again instead."""
        return None


def _told(pieces: list[bytes]) -> list[dict[str, Any]]:
    """What is in them, by its beginning. A megabyte of it takes a second."""
    return sorted((it for piece in pieces for it in events.told(piece)), key=lambda it: str(it["start"]))


def _form(moment: datetime) -> str:
    return moment.strftime("%Y%m%dT%H%M%SZ")
