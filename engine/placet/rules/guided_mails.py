"""What the steps of guided workflows make of mails that were found: the next step's arguments, and nothing looser.

The mails are anybody's. Of what they say only an address, a subject and ids are taken, each held against its own form;
what doesn't fit ends the run rather than going anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from placet.rules.channels import is_mail_address
from placet.rules.untrusted import findings

MOST_SUBJECT_CHARS: Final = 200
_MAIL_ID: Final = re.compile(r"[0-9]{1,10}-[0-9]{1,10}")
_MESSAGE_ID: Final = re.compile(r"<[!-;=?-~]{1,900}>")
_ANSWERED: Final = re.compile(r"(?:re|aw|fwd?)\s*:\s*", re.IGNORECASE)


def newest(found: Mapping[str, Any]) -> dict[str, Any] | None:
    """Which mail is read: the first that the search tells of, which is the newest."""
    messages = _members(found.get("mail_search")).get("messages")
    first = _members(messages[0]) if isinstance(messages, list) and messages else {}
    mail_id = first.get("id")
    return {"id": mail_id} if isinstance(mail_id, str) and _MAIL_ID.fullmatch(mail_id) else None


def answer(found: Mapping[str, Any]) -> dict[str, Any] | None:
    """To whom, about what and to which mail a draft answers: to the one plain address that the mail names for that."""
    mail = _members(found.get("mail_read"))
    senders = mail.get("reply_to")
    to = senders[0] if isinstance(senders, list) and senders else None
    if not isinstance(to, str) or not is_mail_address(to):
        return None
    fixed = {"to": to, "subject": _subject(mail.get("subject"))}
    message_id = mail.get("message_id")
    if isinstance(message_id, str) and _MESSAGE_ID.fullmatch(message_id):
        fixed["in_reply_to"] = message_id
    return fixed


def _subject(said: Any) -> str:
    """The mail's own subject behind `Re:`, cut short, without what hides or reorders."""
    text = said if isinstance(said, str) else ""
    plain = "".join(character for character in text if character.isprintable() and not findings(character))
    while (marked := _ANSWERED.match(plain)) is not None:
        plain = plain[marked.end() :]
    return f"Re: {plain.strip()[:MOST_SUBJECT_CHARS]}".strip()


def _members(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
