"""The tool `mail_draft`: save a draft in the owner's mailbox. It is never sent.

The draft's Message-ID is made of the operation's id, so that one that was saved before is found again and not saved
twice (DECISIONS W4). What proves it is the draft itself, read back from the server and compared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from placet.rules.accounts import IMAP, WRITE, Account
from placet.rules.contracts import Grant, Lookup
from placet.rules.errors import ToolStopped
from placet.rules.ports import Effect, Place, Preview, StopSignal, ToolResult, ToolRun
from placet.rules.receipts import Receipt
from placet.tools.accounts.leave import (
    ACCOUNT_SCHEMA,
    AccountBook,
    Leave,
    password_of,
    pinned,
    shown,
    unattempted,
)
from placet.tools.accounts.limits import Limits
from placet.tools.mail import mailbox, mails
from placet.tools.mail.line import Line
from placet.tools.quoting import counted, quoted

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "account": ACCOUNT_SCHEMA,
        "to": {
            "type": "string",
            "minLength": 3,
            "maxLength": 10_000,
            "description": "The address it is for, such as ada@example.org; several with commas between them.",
        },
        "subject": {"type": "string", "maxLength": mails.MOST_SUBJECT_CHARS, "description": "One line."},
        "body": {
            "type": "string",
            "maxLength": mails.MOST_BODY_CHARS,
            "description": "The text of the mail.",
        },
        "in_reply_to": {
            "type": "string",
            "minLength": 3,
            "maxLength": 1_000,
            "description": "The mail that it answers: its id as mail_search gives it, or its Message-ID.",
        },
    },
    "required": ["account", "to", "subject", "body"],
    "additionalProperties": False,
}


class MailDraft:
    """Saves one draft. What was shown is pinned: the account, and the leave to use it."""

    name = "mail_draft"
    effect = Effect.WRITE
    summary = "Save a draft in a mailbox of the owner's. It is not sent."
    restricted_by_default = True
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(self, book: AccountBook, limits: Callable[[], Limits] = Limits) -> None:
        self._leave = Leave(book=book, kind=IMAP, right=WRITE)
        self._limits = limits

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """What would be saved where. Asks no server.

        Raises:
            ToolFailed: the account may not be used; `bad_recipient`, `bad_mail`.
        """
        account = self._leave.account(args)
        to = mails.recipients(args["to"])
        _check(args)
        for_whom = quoted(to[0], 200) if len(to) == 1 else f"{quoted(to[0], 200)} and {len(to) - 1} more"
        size = counted(len(args["body"]), "character")
        sentence = f"Saves a draft of {size} for {for_whom} in the account {shown(account)}. It is not sent."
        return Preview(sentence=sentence, target=pinned(account))

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Save it, in a thread.

        Raises:
            ToolFailed: the account may not be used, or what the server said.
            ToolStopped: the stop came before anything was saved.
        """
        account = self._leave.account(args, run.target)
        operation = run.operation_id or run.task_id or run.place.agent
        return await asyncio.to_thread(self._save, args, account, operation, run.stop)

    async def scope(self, args: Mapping[str, Any], place: Place) -> Grant:
        """The account, with the leave that it has now."""
        return self._leave.grant(args)

    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        """One draft for these people about this subject is one effect: another text for it doesn't make another."""
        return {
            "account": args["account"].casefold(),
            "answers": args.get("in_reply_to"),
            "subject": args["subject"].strip().casefold(),
            "to": sorted(address.casefold() for address in mails.recipients(args["to"])),
        }

    async def reconcile(self, args: Mapping[str, Any], lookup: Lookup) -> Receipt | None:
        """Whether the draft is there: just one of its Message-ID, that says just what this call says."""
        account = self._leave.account(args)
        return await asyncio.to_thread(self._find, args, account, lookup.operation_id)

    def _find(self, args: Mapping[str, Any], account: Account, operation: str) -> Receipt | None:
        line = Line(account, password_of(self._leave.book, account), self._limits())
        with line.open() as client:
            wanted = _composed(client, args, account, operation, line.limits)
            folder = mailbox.drafts_folder(client, account)
            return mailbox.find_draft(client, folder, wanted, line.limits.mail_bytes)

    def _save(
        self, args: Mapping[str, Any], account: Account, operation: str, stop: StopSignal
    ) -> ToolResult:
        _check(args)
        line = Line(account, password_of(self._leave.book, account), self._limits())
        most = line.limits.mail_bytes
        with line.open() as client:
            wanted = _composed(client, args, account, operation, line.limits)
            folder = mailbox.drafts_folder(client, account)
            message_id = mails.message_id_of(operation)
            if mailbox.is_there(client, folder, message_id):
                # Whatever says that it isn't, it is: a second one is never saved.
                receipt = mailbox.find_draft(client, folder, wanted, most)
                return _answer(folder, message_id, receipt)
            if stop.is_set():
                raise ToolStopped("Stopped before anything was saved.")
            mailbox.make_folder(client, folder)
            line.committed = True
            placed = mailbox.save_draft(client, folder, wanted)
            receipt = mailbox.read_back(client, folder, placed, wanted, most)
        return _answer(folder, message_id, receipt)


def _answer(folder: str, message_id: str, receipt: Receipt | None) -> ToolResult:
    value = {"saved": receipt is not None, "folder": mails.keepable(folder), "message_id": message_id}
    return ToolResult(value=value, receipt=receipt)


def _check(args: Mapping[str, Any]) -> None:
    if not args["subject"].isprintable():
        raise unattempted("A subject is one line of text.", "bad_mail")


def _composed(
    client: Any, args: Mapping[str, Any], account: Account, operation: str, limits: Limits
) -> bytes:
    """The draft as bytes; the mail that it answers is looked up for how the two are threaded."""
    answers: str | None = None
    before: tuple[str, ...] = ()
    if args.get("in_reply_to") is not None:
        answers, before = _threading(client, args["in_reply_to"], limits)
    draft = mails.Draft(
        to=mails.recipients(args["to"]),
        subject=args["subject"],
        body=args["body"],
        answers=answers,
        references=before,
    )
    return mails.compose(draft, sender=account.user, message_id=mails.message_id_of(operation))


def _threading(client: Any, name: str, limits: Limits) -> tuple[str, tuple[str, ...]]:
    if mails.is_message_id(name.strip()):
        return name.strip(), ()
    raw, _ = mailbox.fetch(client, mailbox.find(client, name), limits.mail_bytes)
    answered = mails.parse(raw)
    message_id = mails.line(answered, "Message-ID")
    if not mails.is_message_id(message_id):
        raise unattempted("The mail that it answers has no Message-ID.", "message_gone")
    return message_id, mails.references(answered)
