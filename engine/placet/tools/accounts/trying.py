"""Tries an account as its tools would use it, and changes nothing there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from placet.rules.accounts import IMAP, Account
from placet.tools.accounts.limits import Limits
from placet.tools.calendar import dav
from placet.tools.mail import mailbox
from placet.tools.mail.line import Line
from placet.tools.mail.mails import keepable


async def probe(limits: Callable[[], Limits], account: Account, password: str) -> dict[str, Any]:
    """Log in and look; what was found there, fit to be shown.

    Raises:
        ToolFailed: it can't be used; the code says why.
    """
    if account.kind == IMAP:
        return await asyncio.to_thread(_try_mailbox, Line(account, password, limits()))
    async with dav.connected(account, password, limits()) as server:
        return {"calendar": keepable(dav.name_of(await server.calendar()))}


def _try_mailbox(line: Line) -> dict[str, Any]:
    with line.open() as client:
        mailbox.select(client, mailbox.INBOX)
        folder = mailbox.drafts_folder(client, line.account)
        found = "there" if client.folder_exists(folder) else "made with the first draft"
        return {"drafts": keepable(folder), "drafts_folder": found}
