"""Mails that were written to break their reader: they are told as far as they can be, and keep nobody from anything else."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from placet.rules.errors import ToolFailed
from placet.tools.mail import mails

MANY = 200_000
LONG_S = 30.0
"""What takes the square of a mail's length takes hours for these."""


def in_parts(depth: int) -> bytes:
    """Parts in parts in parts."""
    heads = (b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n) for n in range(depth))
    return b"".join(heads) + b"Content-Type: text/plain\r\n\r\nx"


def told(raw: bytes) -> dict[str, Any]:
    """What mail_read would say of a mail."""
    mail = mails.parse(raw)
    senders = mails.addresses(mail, "Reply-To") or mails.addresses(mail, "From")
    return {
        **mails.gist(mail),
        "reply_to": senders,
        "text": mails.text_of(mail),
        "files": mails.attachments(mail),
    }


FILLED = {
    "brackets in a sender": lambda n: b"From: " + b"(" * n,
    "commas in a sender": lambda n: b"From: " + b"," * n,
    "quotes in a sender": lambda n: b"From: " + b'"a" ' * (n // 4),
    "words in other letters": lambda n: b"Subject: " + b"=?utf-8?q?a?= " * (n // 14),
    "brackets in an id": lambda n: b"Message-ID: " + b"(" * n,
    "many senders": lambda n: b"From: a@b.c\r\n" * (n // 13),
    "a line that goes on": lambda n: b"Subject: a" + b"\r\n b" * (n // 4),
    "parameters": lambda n: b"Content-Type: text/plain" + b"; a*0=b" * (n // 7),
    "brackets in an encoding": lambda n: b"Content-Transfer-Encoding: " + b"(" * n,
}  # fmt: skip


@pytest.mark.parametrize("head", FILLED.values(), ids=FILLED)
def test_a_header_without_measure_leaves_the_text_readable(head: Callable[[int], bytes]) -> None:
    started = time.thread_time()
    found = told(head(MANY) + b"\r\n\r\nHello")
    assert "Hello" in found["text"] or found["text"] == ""
    assert all(isinstance(value, str | list) for value in found.values())
    assert str(found).encode()
    assert time.thread_time() - started < LONG_S


@pytest.mark.parametrize(
    "raw",
    [in_parts(200), in_parts(5_000), b"Content-Type: message/rfc822\r\n\r\n" * 5_000 + b"\r\nx",
     b"Content-Type: text/plain; charset=" + b"(" * 10_000 + b"\r\n\r\nx"],
    ids=["200 parts", "5,000 parts", "5,000 mails", "brackets"],
)  # fmt: skip
def test_a_mail_without_an_end_to_its_parts_is_said_to_be_unreadable(raw: bytes) -> None:
    with pytest.raises(ToolFailed) as refused:
        mails.parse(raw)
    assert (refused.value.code, refused.value.not_executed) == ("message_unreadable", True)
    assert mails.says(raw) is None
    assert mails.gist(mails.parse_head(b"Subject: Hi\r\n" + raw))["subject"] in {"Hi", ""}


@pytest.mark.parametrize(
    "charset", ["punycode", "idna", "unicode_escape", "zlib", "hex", "undefined", "nonsense"]
)
def test_what_no_mail_is_in_is_read_as_plain_text(charset: str) -> None:
    started = time.thread_time()
    raw = f"Content-Type: text/plain; charset={charset}\r\n\r\n".encode() + b"a" * MANY
    assert mails.text_of(mails.parse(raw)) == "a" * MANY
    assert time.thread_time() - started < LONG_S


def test_nesting_as_people_forward_it_is_read() -> None:
    assert told(in_parts(30))["text"] == "x"
    head, plain = b'Content-Type: multipart/alternative; boundary="a"', b"Content-Type: text/plain"
    alternative = head + b"\r\n\r\n--a\r\n" + plain + b"\r\n\r\nHello\r\n--a--"
    assert told(alternative)["text"] == "Hello"


def test_a_draft_for_as_many_as_there_may_be_says_all_of_them() -> None:
    to = tuple(f"{'a' * 60}{n}@{'b' * 60}.{'c' * 60}.example.org" for n in range(mails.MOST_RECIPIENTS))
    draft = mails.Draft(to=to, subject="Hi", body="Hello")
    found = mails.says(mails.compose(draft, sender=None, message_id="<a@b>"))
    assert found is not None
    assert found["to"] == sorted(to)
