"""The tools that look into a real mailbox: what they find, what they tell of it, and that they change nothing."""

import pytest

from placet.tools.accounts.limits import Limits
from placet.tools.mail import mailbox as steps
from tests.providers.bench import PLACE, Bench
from tests.providers.dovecot import Mailbox


@pytest.fixture
def bench(mailbox: Mailbox) -> Bench:
    bench = Bench()
    bench.put("mail", mailbox.account())
    return bench


def subjects(bench: Bench, query: str | None = None) -> list[str]:
    args = {"account": "mail"} if query is None else {"account": "mail", "query": query}
    return [it["subject"] for it in bench.run("mail_search", args).value["messages"]]


def test_the_newest_mails_come_first_and_only_so_many(bench: Bench, mailbox: Mailbox) -> None:
    for number in range(4):
        mailbox.deliver(f"Mail {number}")
    bench.limits = Limits(results=2)
    result = bench.run("mail_search", {"account": "mail"})
    assert [it["subject"] for it in result.value["messages"]] == ["Mail 3", "Mail 2"]
    assert result.value["found"] == 4
    assert result.receipt is not None
    assert (result.receipt.provider, result.receipt.empty) == ("imap", False)


def test_mails_are_found_by_what_they_say_and_by_marks(bench: Bench, mailbox: Mailbox) -> None:
    lunch = mailbox.deliver("Lunch?", "Shall we have soup?", sender="bob@example.org")
    mailbox.deliver("Grüße", "Es gibt Klöße.", sender="carol@example.org")
    assert subjects(bench, "soup") == ["Lunch?"]
    assert subjects(bench, "Klöße") == ["Grüße"]
    assert subjects(bench, "from:carol@example.org") == ["Grüße"]
    assert subjects(bench, "subject:lunch soup") == ["Lunch?"]
    assert subjects(bench, 'subject:lunch "no such words"') == []
    assert subjects(bench, lunch) == ["Lunch?"]
    assert subjects(bench, "since:2020-01-01") == ["Grüße", "Lunch?"]
    assert subjects(bench, "before:2020-01-01") == []
    assert subjects(bench, "unseen") == ["Grüße", "Lunch?"]
    assert subjects(bench, "what:ever") == []
    (found,) = bench.run("mail_search", {"account": "mail", "query": lunch}).value["messages"]
    assert subjects(bench, found["id"]) == ["Lunch?"]
    assert subjects(bench, "1-" + found["id"].split("-")[1]) == []


def test_only_a_mailbox_that_has_nothing_is_proven_empty(bench: Bench, mailbox: Mailbox) -> None:
    nothing = bench.run("mail_search", {"account": "mail", "query": "soup"})
    assert (nothing.value, nothing.receipt is not None and nothing.receipt.empty) == (
        {"found": 0, "messages": []},
        True,
    )
    mailbox.deliver("Soup")
    something = bench.run("mail_search", {"account": "mail", "query": "soup"})
    assert something.receipt is not None
    assert something.receipt.empty is False


@pytest.mark.parametrize("query", ["since:yesterday", "a\r\nb", "x " * 21])
def test_a_query_that_means_nothing_is_refused_before_anybody_is_asked(bench: Bench, query: str) -> None:
    failure = bench.failure("mail_search", {"account": "mail", "query": query})
    assert (failure.code, failure.not_executed) == ("bad_query", True)


def test_a_mail_is_read_as_text_and_stays_unread(bench: Bench, mailbox: Mailbox) -> None:
    message_id = mailbox.deliver(
        "Lunch?", "Grüße \U0001f642", sender="Bob <bob@example.org>", Reply_To="b2@example.org"
    )
    (found,) = bench.run("mail_search", {"account": "mail"}).value["messages"]
    for name in (found["id"], message_id):
        result = bench.run("mail_read", {"account": "mail", "id": name})
        assert result.value["text"] == "Grüße \U0001f642"
        assert {key: result.value[key] for key in ("id", "message_id", "from", "reply_to", "cut")} == {
            "id": found["id"],
            "message_id": message_id,
            "from": "Bob <bob@example.org>",
            "reply_to": ["b2@example.org"],
            "cut": False,
        }
        assert result.receipt is not None
    assert subjects(bench, "unseen") == ["Lunch?"]


HTML = b"""From: bob@example.org\r
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= =?x-nothing?q?odd?=\r
Message-ID: <html@example.org>\r
MIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary=b\r
\r
--b\r
Content-Type: text/html; charset=utf-8\r
Content-Transfer-Encoding: 8bit\r
\r
<html><head><title>No</title><style>p { color: red }</style></head><body><p>Gr\xc3\xbc\xc3\x9fe</p>
<script>alert(1)</script><div>from <b>Bob</b> &amp; Co</div></body></html>\r
--b\r
Content-Type: application/pdf\r
Content-Disposition: attachment; filename="bill.pdf"\r
\r
%PDF\r
--b--\r
"""


def test_of_a_page_its_words_are_read_and_attachments_are_only_named(bench: Bench, mailbox: Mailbox) -> None:
    mailbox.put(HTML)
    value = bench.run("mail_read", {"account": "mail", "id": "<html@example.org>"}).value
    assert value["text"].split("\n") == ["Grüße", "from Bob & Co"]
    assert value["attachments"] == [{"name": "bill.pdf", "type": "application/pdf"}]
    assert value["subject"].startswith("Grüße")


@pytest.mark.long
@pytest.mark.parametrize(
    "raw",
    [
        b"\r\n\r\n",
        b"no header at all\r\n",
        b"Message-ID: <odd@example.org>\r\nContent-Type: text/plain; charset=nonsense\r\n\r\n\xff\xfe",
        b"From: \xff\xfe <\xff>\r\nTo: ,,;;\r\nDate: yesterday\r\n\r\nHello",
        b"Content-Type: multipart/mixed\r\n\r\nnothing",
        b"From: " + b"a" * 20_000 + b"\r\n\r\nx",
    ],
)
def test_a_mail_of_any_bytes_is_listed_and_read(bench: Bench, mailbox: Mailbox, raw: bytes) -> None:
    mailbox.put(raw)
    (found,) = bench.run("mail_search", {"account": "mail"}).value["messages"]
    value = bench.run("mail_read", {"account": "mail", "id": found["id"]}).value
    assert isinstance(value["text"], str)
    assert str(value).encode()


def test_a_long_mail_is_cut_and_says_so(bench: Bench, mailbox: Mailbox) -> None:
    mailbox.deliver("Long", "word " * 10_000)
    bench.limits = Limits(mail_bytes=10_000)
    (found,) = bench.run("mail_search", {"account": "mail"}).value["messages"]
    value = bench.run("mail_read", {"account": "mail", "id": found["id"]}).value
    assert (value["cut"], len(value["text"]) < 10_001) == (True, True)


@pytest.mark.long
def test_a_mail_that_is_gone_and_a_name_that_is_none_are_told(bench: Bench, mailbox: Mailbox) -> None:
    mailbox.deliver("Lunch?")
    (found,) = bench.run("mail_search", {"account": "mail"}).value["messages"]
    validity, uid = found["id"].split("-")
    for name in (f"{validity}-{int(uid) + 7}", f"{int(validity) + 1}-{uid}", "<x@example.org>", "Lunch?"):
        failure = bench.failure("mail_read", {"account": "mail", "id": name})
        assert (failure.code, failure.not_executed) == ("message_gone", True)


def test_a_server_that_says_more_than_it_may_is_cut_off(bench: Bench, mailbox: Mailbox) -> None:
    mailbox.deliver("Long", "word " * 100_000)
    (found,) = bench.run("mail_search", {"account": "mail"}).value["messages"]
    bench.limits = Limits(answer_bytes=100_000)
    failure = bench.failure("mail_read", {"account": "mail", "id": found["id"]})
    assert failure.code == "account_unreachable"
    assert "more than it may" in failure.message


def test_what_would_be_done_is_said_without_asking_anybody(bench: Bench, mailbox: Mailbox) -> None:
    bench.put("mail", mailbox.account(port=1))
    looks = bench.tool("mail_search").preview({"account": "mail", "query": "soup"}, PLACE).sentence
    reads = bench.tool("mail_read").preview({"account": "mail", "id": "1-2"}, PLACE).sentence
    assert looks.startswith('Looks for "soup" in the inbox of "mail"')
    assert reads.startswith('Reads the mail "1-2" in "mail"')


class Talkative:
    """A server that tells of another mail beside the one that it was asked for, as one may at any time."""

    def select_folder(self, folder: str, *, readonly: bool) -> dict[bytes, int]:
        assert (folder, readonly) == ("INBOX", True)
        return {b"UIDVALIDITY": 7}

    def fetch(self, uids: list[int], parts: object) -> dict[int, dict[bytes, object]]:
        (uid,) = uids
        return {uid - 1: {b"FLAGS": ()}, uid: {b"BODY[]<0>": b"Hello", b"RFC822.SIZE": 5}}


def test_what_a_server_tells_of_other_mails_is_passed_over() -> None:
    assert steps.fetch(Talkative(), steps.MailId(validity=7, uid=5), 100) == (b"Hello", False)
