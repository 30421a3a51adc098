"""The tool `calendar_create`: put an entry into the owner's calendar.

Its UID is made of the operation's id and so is its address, where it is put only if there is nothing (If-None-Match), so
the server itself keeps a second one out (DECISIONS W4). What proves it is the entry, read back and compared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from placet.rules.accounts import CALDAV, WRITE, Account
from placet.rules.contracts import Grant, Lookup
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from placet.rules.receipts import Receipt
from placet.tools.accounts.leave import ACCOUNT_SCHEMA, AccountBook, Leave, password_of, pinned, unattempted
from placet.tools.accounts.leave import shown as shown_account
from placet.tools.accounts.limits import Limits
from placet.tools.calendar import dav, events
from placet.tools.calendar.calendar_list import PROVIDER
from placet.tools.calendar.times import TIME_SCHEMA, read_span, shown_span
from placet.tools.quoting import quoted

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "account": ACCOUNT_SCHEMA,
        "title": {
            "type": "string",
            "minLength": 1,
            "maxLength": events.MOST_TITLE_CHARS,
            "description": "One line.",
        },
        "start": TIME_SCHEMA,
        "end": {**TIME_SCHEMA, "description": "As start; a day that is named here is the last one."},
        "description": {"type": "string", "maxLength": events.MOST_DESCRIPTION_CHARS},
    },
    "required": ["account", "title", "start", "end"],
    "additionalProperties": False,
}


class CalendarCreate:
    """Puts one entry. What was shown is pinned: the account, and the leave to use it. Nobody is invited."""

    name = "calendar_create"
    effect = Effect.WRITE
    summary = "Put an entry into a calendar of the owner's."
    restricted_by_default = True
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(self, book: AccountBook, limits: Callable[[], Limits] = Limits) -> None:
        self._leave = Leave(book=book, kind=CALDAV, right=WRITE)
        self._limits = limits

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """What would be put when. Asks no server.

        Raises:
            ToolFailed: the account may not be used; `bad_time`, `bad_entry`.
        """
        account, when = self._leave.account(args), shown_span(args["start"], args["end"])
        _check(args)
        title = quoted(args["title"], 200)
        return Preview(
            sentence=f"Puts {title} into the calendar of {shown_account(account)}, {when}.",
            target=pinned(account),
        )

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Put it.

        Raises:
            ToolFailed: the account may not be used, or what the server said.
            ToolStopped: the stop came before anything was put.
        """
        account = self._leave.account(args, run.target)
        uid = events.uid_of(run.operation_id or run.task_id or run.place.agent)
        wanted = _composed(args, uid)
        password = await asyncio.to_thread(password_of, self._leave.book, account)
        async with dav.connected(account, password, self._limits()) as server:
            url = _place(await server.calendar(), uid)
            if run.stop.is_set():
                raise ToolStopped("Stopped before anything was put into the calendar.")
            await server.put_new(url, wanted)
            receipt = await _proof(server, url, wanted)
        return ToolResult(value={"saved": receipt is not None, "uid": uid}, receipt=receipt)

    async def scope(self, args: Mapping[str, Any], place: Place) -> Grant:
        """The account, with the leave that it has now."""
        return self._leave.grant(args)

    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        """One entry of this name at this time is one effect: another end or text for it doesn't make another."""
        return {
            "account": args["account"].casefold(),
            "title": args["title"].strip().casefold(),
            "start": read_span(args["start"], args["end"]).start.isoformat(),
        }

    async def reconcile(self, args: Mapping[str, Any], lookup: Lookup) -> Receipt | None:
        """Whether the entry is at the place that only this effect has, and says just what this call says."""
        account: Account = self._leave.account(args)
        uid = events.uid_of(lookup.operation_id)
        password = await asyncio.to_thread(password_of, self._leave.book, account)
        async with dav.connected(account, password, self._limits()) as server:
            return await _proof(server, _place(await server.calendar(), uid), _composed(args, uid))


async def _proof(server: dav.Dav, url: str, wanted: bytes) -> Receipt | None:
    try:
        raw = await server.get(url)
    except ToolFailed:
        return None
    expected = events.says(wanted)
    if raw is None or expected is None or events.says(raw) != expected:
        return None
    link = url if url.startswith("https://") else None
    return Receipt(provider=PROVIDER, id=expected["uid"], label="entry", url=link)


def _place(calendar: str, uid: str) -> str:
    return f"{calendar.rstrip('/')}/{uid}.ics"


def _check(args: Mapping[str, Any]) -> None:
    if not args["title"].isprintable() or not args["title"].strip():
        raise unattempted("A title is one line of text.", "bad_entry")


def _composed(args: Mapping[str, Any], uid: str) -> bytes:
    _check(args)
    span = read_span(args["start"], args["end"])
    return events.compose(uid=uid, title=args["title"], span=span, description=args.get("description"))
