"""The tools that work with accounts of the owner's."""

from __future__ import annotations

from collections.abc import Callable

from placet.rules.ports import Tool
from placet.tools.accounts.leave import AccountBook
from placet.tools.accounts.limits import Limits
from placet.tools.calendar.calendar_create import CalendarCreate
from placet.tools.calendar.calendar_list import CalendarList
from placet.tools.mail.mail_draft import MailDraft
from placet.tools.mail.mail_read import MailRead
from placet.tools.mail.mail_search import MailSearch


def of_accounts(book: AccountBook, limits: Callable[[], Limits]) -> tuple[Tool, ...]:
    """All of them; `limits` says the owner's limits for one call, as they are then."""
    return (
        MailSearch(book, limits),
        MailRead(book, limits),
        MailDraft(book, limits),
        CalendarList(book, limits),
        CalendarCreate(book, limits),
    )
