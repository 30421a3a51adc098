"""The tool `mail_search`: look which mails there are in the owner's inbox."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from placet.rules.accounts import IMAP, READ, Account
from placet.rules.contracts import Grant, Lookup
from placet.rules.digest import Purpose, digest
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from placet.rules.receipts import Receipt
from placet.tools.accounts.leave import ACCOUNT_SCHEMA, AccountBook, Leave, password_of, shown
from placet.tools.accounts.limits import Limits
from placet.tools.mail import mailbox
from placet.tools.mail.line import Line
from placet.tools.quoting import quoted

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "account": ACCOUNT_SCHEMA,
        "query": {
            "type": "string",
            "maxLength": 1_000,
            "description": "Words that a mail holds; also from:, to:, subject:, since:2026-12-01, before:2026-12-31, "
            "unseen, or one mail's id or Message-ID. Without it: the newest mails.",
        },
    },
    "required": ["account"],
    "additionalProperties": False,
}


class MailSearch:
    """Reads heads of mails, newest first, and marks none as read."""

    name = "mail_search"
    effect = Effect.READ
    summary = "List the mails in the inbox of a mailbox of the owner's, newest first."
    restricted_by_default = False
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(self, book: AccountBook, limits: Callable[[], Limits] = Limits) -> None:
        self._leave = Leave(book=book, kind=IMAP, right=READ)
        self._limits = limits

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """Where would be looked. Asks no server.

        Raises:
            ToolFailed: the account may not be used; `bad_query`.
        """
        account, query = self._leave.account(args), args.get("query", "")
        mailbox.criteria(query)
        for_what = f" for {quoted(query, 200)}" if query else ""
        return Preview(sentence=f"Looks{for_what} in the inbox of {shown(account)}.")

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Look, in a thread. The receipt says `empty` only when the server itself found nothing at all.

        Raises:
            ToolFailed: the account may not be used, or what the server said.
        """
        account = self._leave.account(args, run.target)
        found, mails = await asyncio.to_thread(self._look, account, args.get("query", ""))
        value = {"found": found, "messages": mails}
        seen = digest(Purpose.RESULT, self.name, value)
        return ToolResult(
            value=value,
            receipt=Receipt(provider=mailbox.PROVIDER, id=seen, label="mail search", empty=found == 0),
        )

    def _look(self, account: Account, query: str) -> tuple[int, list[dict[str, Any]]]:
        line = Line(account, password_of(self._leave.book, account), self._limits())
        with line.open() as client:
            return mailbox.search(client, query, line.limits.results)

    async def scope(self, args: Mapping[str, Any], place: Place) -> Grant:
        """The account, with the leave that it has now."""
        return self._leave.grant(args)

    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        """The same question to the same account."""
        return {"account": args["account"].casefold(), "query": " ".join(args.get("query", "").split())}

    async def reconcile(self, args: Mapping[str, Any], lookup: Lookup) -> Receipt | None:
        """A look is had again instead."""
        return None
