"""The tool `mail_read`: read one mail of the owner's inbox."""

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
from placet.tools.mail import mailbox, mails
from placet.tools.mail.line import Line
from placet.tools.quoting import quoted

_MOST_ATTACHMENTS = 100
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "account": ACCOUNT_SCHEMA,
        "id": {
            "type": "string",
            "minLength": 3,
            "maxLength": 1_000,
            "description": "The mail's id as mail_search gives it, or its Message-ID.",
        },
    },
    "required": ["account", "id"],
    "additionalProperties": False,
}


class MailRead:
    """Reads what a mail says, as plain text, and doesn't mark it as read. Attachments are only named."""

    name = "mail_read"
    effect = Effect.READ
    summary = "Read one mail in a mailbox of the owner's."
    restricted_by_default = False
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(self, book: AccountBook, limits: Callable[[], Limits] = Limits) -> None:
        self._leave = Leave(book=book, kind=IMAP, right=READ)
        self._limits = limits

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """Which mail would be read. Asks no server.

        Raises:
            ToolFailed: the account may not be used.
        """
        account = self._leave.account(args)
        return Preview(sentence=f"Reads the mail {quoted(args['id'], 200)} in {shown(account)}.")

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Read it, in a thread.

        Raises:
            ToolFailed: the account may not be used; `message_gone`; or what the server said.
        """
        account = self._leave.account(args, run.target)
        value = await asyncio.to_thread(self._read, account, args["id"])
        seen = digest(Purpose.RESULT, self.name, value)
        return ToolResult(value=value, receipt=Receipt(provider=mailbox.PROVIDER, id=seen, label="mail"))

    def _read(self, account: Account, name: str) -> dict[str, Any]:
        line = Line(account, password_of(self._leave.book, account), self._limits())
        with line.open() as client:
            mail_id = mailbox.find(client, name)
            raw, cut = mailbox.fetch(client, mail_id, line.limits.mail_bytes)
        mail = mails.parse(raw)
        attached = mails.attachments(mail)
        return {
            "id": mail_id.text,
            **mails.gist(mail),
            "cc": mails.line(mail, "Cc"),
            "reply_to": (mails.addresses(mail, "Reply-To") or mails.addresses(mail, "From"))[:1],
            "text": mails.text_of(mail),
            "cut": cut,
            "attachments": attached[:_MOST_ATTACHMENTS],
        }

    async def scope(self, args: Mapping[str, Any], place: Place) -> Grant:
        """The account, with the leave that it has now."""
        return self._leave.grant(args)

    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        """The same mail of the same account."""
        return {"account": args["account"].casefold(), "id": args["id"].strip()}

    async def reconcile(self, args: Mapping[str, Any], lookup: Lookup) -> Receipt | None:
        """A look is had again instead."""
        return None
