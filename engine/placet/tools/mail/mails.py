"""Mails as plain values: read from bytes that anybody may have written, and composed from a call's arguments."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP, default
from email.utils import formatdate
from html.parser import HTMLParser
from typing import Any, Final

from placet.rules.channels import is_mail_address
from placet.rules.errors import ToolFailed

MOST_RECIPIENTS: Final = 50
MOST_SUBJECT_CHARS: Final = 500
MOST_BODY_CHARS: Final = 100_000
MOST_LINE_CHARS: Final = 1_000
"""How much of one header is shown."""
_ID_CHARS: Final = 40
_DOMAIN: Final = "placet.invalid"  # RFC 2606: nobody's
_MESSAGE_ID: Final = re.compile(r"<[!-;=?-~]{1,900}>")
_LONGEST_REFERENCES: Final = 20


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
    except (MessageError, LookupError, ValueError, TypeError, AttributeError):
        return None


def parse(raw: bytes) -> EmailMessage:
    """The mail of these bytes; whatever they are, they make one."""
    mail = BytesParser(policy=default).parsebytes(raw)
    if not isinstance(mail, EmailMessage):
        raise TypeError("the policy makes EmailMessages")
    return mail


def line(mail: EmailMessage, header: str) -> str:
    """A header as one line of text that can be kept, empty where it isn't there or can't be read."""
    try:
        found = mail.get(header)
    except (MessageError, LookupError, ValueError, TypeError, AttributeError, IndexError):
        # WORKAROUND https://github.com/python/cpython/issues/81189 and its like: odd headers break it
        return ""
    return keepable(" ".join(str(found or "").split()))[:MOST_LINE_CHARS]


def addresses(mail: EmailMessage, header: str) -> list[str]:
    """The plain addresses of a header, without names."""
    try:
        fields = mail.get_all(header, [])
        found = [address.addr_spec for field in fields for address in field.addresses]
    except (MessageError, LookupError, ValueError, TypeError, AttributeError):
        return []
    return [keepable(address) for address in found]


def text_of(mail: EmailMessage) -> str:
    """What a mail says, as plain text: its own plain part, else its HTML without the markup."""
    part = mail.get_body(("plain", "html"))
    if part is None:
        return ""
    try:
        content = str(part.get_content())
    except (LookupError, ValueError, AttributeError):  # an unknown charset, or broken encoding
        raw = part.get_payload(decode=True)
        content = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else ""
    return keepable(_newlines(_stripped(content) if part.get_content_subtype() == "html" else content))


def attachments(mail: EmailMessage) -> list[dict[str, Any]]:
    """What else is in a mail, by name and kind; nothing of it is read."""
    found = []
    for part in mail.iter_attachments():
        name = keepable(str(part.get_filename() or ""))[:MOST_LINE_CHARS]
        found.append({"name": name, "type": keepable(part.get_content_type())[:100]})
    return found


def references(mail: EmailMessage) -> tuple[str, ...]:
    """The Message-IDs of the mails before this one, oldest first."""
    return tuple(_MESSAGE_ID.findall(line(mail, "References")))


def keepable(text: str) -> str:
    """A text that can be written as UTF-8, whatever bytes it came from."""
    return text.encode("utf-8", "replace").decode()


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").rstrip("\n")


def _stripped(html: str) -> str:
    reader = _Text()
    reader.feed(html)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.said).splitlines())
    return "\n".join(line for line in lines if line)


class _Text(HTMLParser):
    """What a page says to a reader."""

    _BREAKS: Final = frozenset({"br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "blockquote", "pre"})
    _SILENT: Final = frozenset({"script", "style", "head", "title", "template"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        if tag in self._SILENT:
            self._silent += 1
        if tag in self._BREAKS:
            self.said.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._SILENT:
            self._silent = max(0, self._silent - 1)
        if tag in self._BREAKS:
            self.said.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.said.append(data)


def gist(mail: EmailMessage) -> Mapping[str, Any]:
    """What a listing tells of a mail."""
    return {
        "from": line(mail, "From"),
        "to": line(mail, "To"),
        "subject": line(mail, "Subject"),
        "date": line(mail, "Date"),
        "message_id": line(mail, "Message-ID"),
    }
