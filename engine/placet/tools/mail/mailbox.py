"""What the tools do in a mailbox, in steps that each leave it as it was, but for the two that save a draft.

A mail is named by its folder's UIDVALIDITY and its UID in it (RFC 9051 2.3.1.1): the pair never means another mail.
Blocking; each function takes the library's client, logged in (`line`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from placet.late import imapclient
from placet.rules.accounts import Account
from placet.rules.errors import ToolFailed
from placet.rules.receipts import Receipt
from placet.tools.accounts.leave import unattempted
from placet.tools.mail import mails
from placet.tools.mail.line import REFUSED

INBOX: Final = "INBOX"
PROVIDER: Final = "imap"
_DRAFTS: Final = "Drafts"
_DRAFTS_FLAG: Final = b"\\Drafts"
_HEADS: Final = b"BODY.PEEK[HEADER.FIELDS (FROM TO SUBJECT DATE MESSAGE-ID)]"
_HEAD_BYTES: Final = 16_384
_SIZE: Final = b"RFC822.SIZE"
_APPENDED: Final = re.compile(rb"APPENDUID ([0-9]{1,10}) ([0-9]{1,10})")
_MAIL_ID: Final = re.compile(r"([0-9]{1,10})-([0-9]{1,10})")
_MOST_WORDS: Final = 20
_WORD: Final = re.compile(r'(?:([a-z]+):)?(?:"([^"]*)"|(\S+))')
_FIELDS: Final = {"from": "FROM", "to": "TO", "subject": "SUBJECT"}
_DAYS: Final = {"since": "SINCE", "before": "BEFORE"}


@dataclass(frozen=True, kw_only=True)
class MailId:
    """One mail of the inbox."""

    validity: int
    uid: int

    @property
    def text(self) -> str:
        """As tools give and take it."""
        return f"{self.validity}-{self.uid}"


def read_id(text: str) -> MailId | None:
    """A mail's id as a tool gave it out; None: it is none."""
    found = _MAIL_ID.fullmatch(text.strip())
    return None if found is None else MailId(validity=int(found[1]), uid=int(found[2]))


def criteria(query: str) -> list[Any]:
    """A query as the server understands it: words that must all be in a mail, and a few marks of ours.

    Raises:
        ToolFailed: `bad_query`.
    """
    found: list[Any] = []
    words = list(_WORD.finditer(query))
    if len(words) > _MOST_WORDS or not query.isprintable():
        raise unattempted(f"A query has at most {_MOST_WORDS} words, on one line.", "bad_query")
    for word in words:
        found += _criterion(word[1], word[2] if word[2] is not None else word[3])
    return found or ["ALL"]


def _criterion(mark: str | None, text: str) -> list[Any]:
    if mark is None and text == "unseen":
        return ["UNSEEN"]
    if mark is None and mails.is_message_id(text):
        return ["HEADER", "MESSAGE-ID", text]
    if mark in _FIELDS:
        return [_FIELDS[mark], text]
    if mark in _DAYS:
        return [_DAYS[mark], _day(text)]
    return ["TEXT", text if mark is None else f"{mark}:{text}"]


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise unattempted("A day is written like 2026-12-01.", "bad_query") from None


def search(client: Any, query: str, most: int) -> tuple[int, list[dict[str, Any]]]:
    """How many mails of the inbox fit, and what the newest of them are."""
    validity = select(client, INBOX)
    one = read_id(query)
    if one is not None:
        uids = client.search(["UID", str(one.uid)]) if one.validity == validity else []
    else:
        uids = client.search(criteria(query), charset=None if query.isascii() else "UTF-8")
    newest = sorted(uids, reverse=True)[:most]
    found = client.fetch(newest, [_HEADS + b"<0.%d>" % _HEAD_BYTES, _SIZE]) if newest else {}
    rows = [_row(MailId(validity=validity, uid=uid), found[uid]) for uid in newest if uid in found]
    return len(uids), rows


def _row(mail_id: MailId, fetched: Mapping[bytes, Any]) -> dict[str, Any]:
    head = next((value for key, value in fetched.items() if key.startswith(b"BODY[")), b"")
    gist = mails.gist(mails.parse_head(head if isinstance(head, bytes) else b""))
    return {"id": mail_id.text, **gist, "size": fetched.get(_SIZE, 0)}


def fetch(client: Any, mail_id: MailId, most_bytes: int) -> tuple[bytes, bool]:
    """A mail of the inbox as it was sent, and whether that was cut short.

    Raises:
        ToolFailed: `message_gone`.
    """
    if select(client, INBOX) != mail_id.validity:
        raise unattempted("The mailbox was made anew since, so this id means nothing in it.", "message_gone")
    return _raw(client, mail_id.uid, most_bytes)


def find(client: Any, name: str) -> MailId:
    """The mail of the inbox that an id, or a Message-ID, names.

    Raises:
        ToolFailed: `message_gone`: there is none, or more than one.
    """
    named = read_id(name)
    if named is not None:
        return named
    if not mails.is_message_id(name.strip()):
        raise unattempted("A mail is named by the id that mail_search gives.", "message_gone")
    validity = select(client, INBOX)
    uids = client.search(["HEADER", "MESSAGE-ID", name.strip()])
    if len(uids) != 1:
        raise unattempted("There is no such mail, or more than one.", "message_gone")
    return MailId(validity=validity, uid=uids[0])


def select(client: Any, folder: str) -> int:
    """Look into a folder, so that nothing in it can be changed; its UIDVALIDITY."""
    return int(client.select_folder(folder, readonly=True)[b"UIDVALIDITY"])


def drafts_folder(client: Any, account: Account) -> str:
    """Where drafts belong: as the owner says, else where the server says, else `Drafts` among the user's own folders."""
    named = account.place.get("drafts")
    if named is not None:
        return str(named)
    marked = client.marked_folders(_DRAFTS_FLAG)
    return str(marked[0]) if marked else _prefix(client) + _DRAFTS


def _prefix(client: Any) -> str:
    """What the names of the user's own folders begin with (RFC 2342)."""
    own = client.namespace().personal if client.has_capability("NAMESPACE") else None
    return str(own[0][0]) if own else ""


def _is_folder(client: Any, name: str) -> bool:
    """Whether there is a folder of just this name: asked for by it, a server takes `*` and `%` for any letters."""
    return any(str(found) == name for _, _, found in client.list_folders("", name))


def find_draft(client: Any, folder: str, wanted: bytes, most_bytes: int) -> Receipt | None:
    """The receipt of a draft that says what `wanted` says, and has its Message-ID; None: there isn't just that one."""
    expected = mails.says(wanted)
    if expected is None or not _is_folder(client, folder):
        return None
    validity = select(client, folder)
    uids = client.search(["HEADER", "MESSAGE-ID", expected["message_id"]])
    if len(uids) != 1:
        return None
    return _proof(client, validity, uids[0], expected, most_bytes)


def is_there(client: Any, folder: str, message_id: str) -> bool:
    """Whether any mail of a folder has this Message-ID."""
    if not _is_folder(client, folder):
        return False
    select(client, folder)
    return bool(client.search(["HEADER", "MESSAGE-ID", message_id]))


def make_folder(client: Any, folder: str) -> None:
    """Have a folder there."""
    if not _is_folder(client, folder):
        client.create_folder(folder)


def save_draft(client: Any, folder: str, raw: bytes) -> MailId | None:
    """Save a draft; where the server put it, if it says so (UIDPLUS, RFC 4315).

    Raises:
        ToolFailed: the server said no, and then has nothing of it (RFC 9051 6.3.12).
    """
    try:
        answer = client.append(folder, raw, flags=(b"\\Draft", b"\\Seen"))
    except imapclient.exceptions.IMAPClientAbortError:
        raise  # the line broke: whether it was saved is unknown
    except imapclient.exceptions.IMAPClientError as no:
        # Of the server's words only the code of RFC 5530 is understood; they may repeat what is in the mailbox.
        why = (
            "The mailbox is full"
            if "[OVERQUOTA]" in str(no).upper()
            else "The mail server doesn't take the draft"
        )
        raise unattempted(f"{why}. Nothing was saved.", REFUSED) from None
    placed = _APPENDED.search(answer if isinstance(answer, bytes) else str(answer).encode())
    return None if placed is None else MailId(validity=int(placed[1]), uid=int(placed[2]))


def read_back(
    client: Any, folder: str, placed: MailId | None, wanted: bytes, most_bytes: int
) -> Receipt | None:
    """The receipt of a draft that was saved just now, read from the server; None: it isn't seen as it was sent."""
    expected = mails.says(wanted)
    if placed is None or expected is None:
        return find_draft(client, folder, wanted, most_bytes)
    try:
        if select(client, folder) != placed.validity:
            return None
        return _proof(client, placed.validity, placed.uid, expected, most_bytes)
    except (ToolFailed, imapclient.exceptions.IMAPClientError):
        return None


def _proof(
    client: Any, validity: int, uid: int, expected: Mapping[str, Any], most_bytes: int
) -> Receipt | None:
    raw, cut = _raw(client, uid, most_bytes)
    if cut or mails.says(raw) != expected:
        return None
    return Receipt(provider=PROVIDER, id=f"{validity}:{uid}", label="draft")


def _raw(client: Any, uid: int, most_bytes: int) -> tuple[bytes, bool]:
    # A server may tell of other mails at any time (RFC 9051 7.5.2), so only this one's part counts.
    parts = client.fetch([uid], [b"BODY.PEEK[]<0.%d>" % most_bytes, _SIZE]).get(uid, {})
    raw = next((value for key, value in parts.items() if key.startswith(b"BODY[")), None)
    if not isinstance(raw, bytes):
        raise unattempted("There is no such mail any more.", "message_gone")
    return raw, int(parts.get(_SIZE, len(raw))) > len(raw)
