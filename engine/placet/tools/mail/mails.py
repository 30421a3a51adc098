"""Mails as plain values: read from bytes that anybody may have written, and composed from a call's arguments."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage, MIMEPart
from email.parser import BytesHeaderParser, BytesParser
from email.policy import SMTP, EmailPolicy
from email.utils import formatdate
from typing import Any, Final

from placet.rules.channels import is_mail_address
from placet.rules.errors import ToolFailed
from placet.tools.accounts.leave import unattempted
from placet.tools.mail.pages import words_of

MOST_RECIPIENTS: Final = 50
MOST_SUBJECT_CHARS: Final = 500
MOST_BODY_CHARS: Final = 100_000
MOST_LINE_CHARS: Final = 1_000
"""How much of one header is shown."""
_ID_CHARS: Final = 40
_DOMAIN: Final = "placet.invalid"  # RFC 2606: nobody's
_MESSAGE_ID: Final = re.compile(r"<[!-;=?-~]{1,900}>")
_LONGEST_REFERENCES: Final = 20
_LONGEST_HEADER: Final = 16_000
"""So much have 50 recipients, each as long as an address can be."""
_LONGEST_PART_HEADER: Final = 1_000
_BOUNDARY: Final = re.compile(rb"(?i)boundary\s*\*?[0-9]*\*?\s*=")
_MOST_BOUNDARIES: Final = 100
_MOST_FIELDS: Final = 20
_NO_CHARSETS: Final = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape"})
"""Python's own encodings of text that no mail is in; the first two take the square of the length."""
UNREADABLE: Final = (
    MessageError, LookupError, ValueError, TypeError, AttributeError, AssertionError, ArithmeticError, RecursionError,
)  # fmt: skip
"""What the library raises for what was written to break it, instead of an answer.

WORKAROUND https://github.com/python/cpython/issues/81189 and its like: odd headers break it.
"""


@dataclass(frozen=True, kw_only=True)
class Draft:
    """What a draft is to say: recipients, one line of subject, text; and which mail it answers, by Message-IDs."""

    to: tuple[str, ...]
    subject: str
    body: str
    answers: str | None = None
    references: tuple[str, ...] = ()


def message_id_of(operation: str) -> str:
    """The Message-ID of an effect, by which it is found again (DECISIONS W4)."""
    planted = hashlib.sha256(b"placet.mail.v1\0" + operation.encode()).hexdigest()[:_ID_CHARS]
    return f"<{planted}@{_DOMAIN}>"


def recipients(to: Any) -> tuple[str, ...]:
    """Plain mail addresses from a text with commas between them, or a list.

    Raises:
        ToolFailed: `bad_recipient`.
    """
    parts = to.split(",") if isinstance(to, str) else list(to)
    found = tuple(part.strip() for part in parts if part.strip())
    if not 1 <= len(found) <= MOST_RECIPIENTS or not all(map(is_mail_address, found)):
        text = f"A draft goes to 1 to {MOST_RECIPIENTS} plain mail addresses, such as ada@example.org."
        raise ToolFailed(text, code="bad_recipient")
    return found


def is_message_id(text: str) -> bool:
    """Whether a text is one Message-ID and nothing else."""
    return _MESSAGE_ID.fullmatch(text) is not None


def compose(draft: Draft, *, sender: str | None, message_id: str) -> bytes:
    """The draft as it is saved, byte for byte but for its date."""
    mail = EmailMessage(policy=SMTP)
    if sender is not None and is_mail_address(sender):
        mail["From"] = Address(addr_spec=sender)
    mail["To"] = tuple(Address(addr_spec=address) for address in draft.to)
    mail["Subject"] = draft.subject
    mail["Date"] = formatdate(usegmt=True)
    mail["Message-ID"] = message_id
    if draft.answers is not None:
        mail["In-Reply-To"] = draft.answers
        mail["References"] = " ".join((*draft.references[-_LONGEST_REFERENCES:], draft.answers))
    mail.set_content(draft.body, cte="quoted-printable")
    return mail.as_bytes()


def says(raw: bytes) -> dict[str, Any] | None:
    """What of a draft counts when it is compared: its threading, recipients, subject and text; None: it is no mail."""
    try:
        mail = parse(raw)
        body = mail.get_body(("plain",))
        return {
            "message_id": line(mail, "Message-ID"),
            "from": addresses(mail, "From"),
            "to": sorted(address.casefold() for address in addresses(mail, "To")),
            "cc": addresses(mail, "Cc") + addresses(mail, "Bcc"),
            "subject": line(mail, "Subject"),
            "answers": line(mail, "In-Reply-To"),
            "text": None if body is None else _newlines(str(body.get_content())),
            "parts": sum(1 for _ in mail.walk()),
        }
    except (ToolFailed, *UNREADABLE):
        return None


class _Bounded(EmailPolicy):
    """Headers that are longer than any that means well are cut before they are understood.

    The problem: the library takes the square of a header's length for some, so that one mail would keep the engine from
    its work for hours. What it costs: of such a header only the beginning counts.
    """

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        most = _LONGEST_PART_HEADER if name.lower().startswith("content-") else _LONGEST_HEADER
        return name, value[:most]


def parse(raw: bytes) -> EmailMessage:
    """The mail of these bytes; whatever they are, they make one, but for parts in parts without an end.

    Raises:
        ToolFailed: `message_unreadable`; nothing was attempted.
    """
    try:
        if len(_BOUNDARY.findall(raw)) <= _MOST_BOUNDARIES:
            mail = BytesParser(policy=_POLICY).parsebytes(raw)
            if isinstance(mail, EmailMessage):
                return mail
    except UNREADABLE:
        pass
    raise unattempted("This mail is put together in a way that can't be read.", "message_unreadable")


def parse_head(raw: bytes) -> EmailMessage:
    """The mail of which these are the headers; one that says nothing where they can't be read."""
    try:
        mail = BytesHeaderParser(policy=_POLICY).parsebytes(raw)
    except UNREADABLE:
        return EmailMessage(policy=_POLICY)
    return mail if isinstance(mail, EmailMessage) else EmailMessage(policy=_POLICY)


def line(mail: EmailMessage, header: str) -> str:
    """A header as one line of text that can be kept, empty where it isn't there or can't be read."""
    try:
        found = mail.get(header)
    except UNREADABLE:
        return ""
    return keepable(" ".join(str(found or "").split()))[:MOST_LINE_CHARS]


def addresses(mail: EmailMessage, header: str) -> list[str]:
    """The plain addresses of a header, without names."""
    try:
        if sum(name.lower() == header.lower() for name, _ in mail.raw_items()) > _MOST_FIELDS:
            return []
        fields = mail.get_all(header, [])
        found = [address.addr_spec for field in fields for address in field.addresses]
    except UNREADABLE:
        return []
    return [keepable(address) for address in found]


def text_of(mail: EmailMessage) -> str:
    """What a mail says, as plain text: its own plain part, else its HTML without the markup."""
    try:
        part = mail.get_body(("plain", "html"))
        return "" if part is None else keepable(_newlines(_content(part)))
    except UNREADABLE:
        return ""


def _content(part: MIMEPart) -> str:
    try:
        charset = str(part.get_content_charset("ascii"))
        if codecs.lookup(charset).name.replace("-", "_") in _NO_CHARSETS:
            raise LookupError(charset)
        content = str(part.get_content())
    except UNREADABLE:  # an unknown charset, or broken encoding
        raw = part.get_payload(decode=True)
        content = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else ""
    return words_of(content) if part.get_content_subtype() == "html" else content


def attachments(mail: EmailMessage) -> list[dict[str, Any]]:
    """What else is in a mail, by name and kind; nothing of it is read."""
    try:
        return [_attachment(part) for part in mail.iter_attachments()]
    except UNREADABLE:
        return []


def _attachment(part: EmailMessage) -> dict[str, Any]:
    name = keepable(str(part.get_filename() or ""))[:MOST_LINE_CHARS]
    return {"name": name, "type": keepable(part.get_content_type())[:100]}


def references(mail: EmailMessage) -> tuple[str, ...]:
    """The Message-IDs of the mails before this one, oldest first."""
    return tuple(_MESSAGE_ID.findall(line(mail, "References")))


_POLICY: Final = _Bounded()


def keepable(text: str) -> str:
    """A text that can be written as UTF-8, whatever bytes it came from."""
    return text.encode("utf-8", "replace").decode()


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").rstrip("\n")


def gist(mail: EmailMessage) -> Mapping[str, Any]:
    """What a listing tells of a mail."""
    return {
        "from": line(mail, "From"),
        "to": line(mail, "To"),
        "subject": line(mail, "Subject"),
        "date": line(mail, "Date"),
        "message_id": line(mail, "Message-ID"),
    }
