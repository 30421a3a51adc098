"""The tool `mail_draft` on a real mailbox: what it saves, what proves it, and what keeps it from saving."""

import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from placet.rules.errors import ToolStopped
from placet.tools.accounts.limits import Limits
from placet.tools.mail import mailbox as mailboxes
from placet.tools.mail.mails import message_id_of
from tests.fakes.mail_server import certificate
from tests.providers.bench import OPERATION, PLACE, Bench
from tests.providers.dovecot import Dovecot, Mailbox

DRAFT = {"account": "mail", "to": "bob@example.org", "subject": "Lunch", "body": "Tuesday is fine."}


@pytest.fixture
def bench(mailbox: Mailbox) -> Bench:
    bench = Bench()
    bench.put("mail", mailbox.account())
    return bench


def test_a_draft_has_the_message_id_of_its_operation_and_is_proven_by_its_place(
    bench: Bench, mailbox: Mailbox
) -> None:
    result = bench.run("mail_draft", DRAFT)
    (saved,) = mailbox.mails()
    assert saved["Message-ID"] == message_id_of(OPERATION)
    assert saved["From"] is None, "its user is no mail address"
    assert result.value == {"saved": True, "folder": "Drafts", "message_id": saved["Message-ID"]}
    assert result.receipt is not None
    assert result.receipt == bench.reconcile("mail_draft", DRAFT)
    provider, label, place = result.receipt.provider, result.receipt.label, result.receipt.id
    assert (provider, label, place.split(":")[1].isdigit()) == ("imap", "draft", True)
    assert not any(text in repr(result.receipt) for text in ("bob", "Lunch", "Tuesday"))


def test_the_same_operation_never_saves_a_second_draft(bench: Bench, mailbox: Mailbox) -> None:
    first = bench.run("mail_draft", DRAFT)
    again = bench.run("mail_draft", DRAFT)
    assert again.receipt == first.receipt
    other = bench.run("mail_draft", {**DRAFT, "body": "Wednesday."})
    assert (other.value["saved"], other.receipt) == (False, None)
    assert len(mailbox.mails()) == 1
    bench.run("mail_draft", DRAFT, operation="op_2")
    assert len(mailbox.mails()) == 2


def test_nothing_proves_a_draft_that_is_gone_changed_or_there_twice(bench: Bench, mailbox: Mailbox) -> None:
    assert bench.reconcile("mail_draft", DRAFT) is None
    bench.run("mail_draft", DRAFT)
    for change in ({"body": "Other."}, {"subject": "Lunch?"}, {"to": "eve@example.org"}):
        assert bench.reconcile("mail_draft", {**DRAFT, **change}) is None
    (saved,) = mailbox.mails()
    mailbox.put(saved.as_bytes(), "Drafts")
    assert bench.reconcile("mail_draft", DRAFT) is None
    mailbox.empty()
    assert bench.reconcile("mail_draft", DRAFT) is None


TEXTS = [
    "",
    "Gr\u00fc\u00dfe, \u4f60\u597d, \U0001f642 and e\u0301",
    "a\nb\n\n  indented \ttabbed\ntrailing blanks  \n",
    ".\nFrom the start\n..two dots\n" + "x" * 5_000,
    "\u202eright to left\u200b; =3D is no code; =?utf-8?q?nor?= is this",
]


@pytest.mark.parametrize("text", TEXTS)
def test_any_text_is_found_again_as_it_was_sent(bench: Bench, mailbox: Mailbox, text: str) -> None:
    draft = {**DRAFT, "body": text, "subject": ("Grüße " + text)[:80] if text.isprintable() else "Lunch"}
    result = bench.run("mail_draft", draft)
    assert result.receipt is not None
    assert bench.reconcile("mail_draft", draft) == result.receipt
    (saved,) = mailbox.mails()
    assert saved.get_content().replace("\r\n", "\n").rstrip("\n") == text.rstrip("\n")
    assert bench.reconcile("mail_draft", {**draft, "body": text + "."}) is None


def test_an_answer_is_threaded_behind_the_mail_that_it_answers(bench: Bench, mailbox: Mailbox) -> None:
    message_id = mailbox.deliver("Lunch?", References="<m0@example.org>")
    (found,) = bench.run("mail_search", {"account": "mail"}).value["messages"]
    for number, name in enumerate((message_id, found["id"])):
        result = bench.run("mail_draft", {**DRAFT, "in_reply_to": name}, operation=f"op_{number}")
        assert result.receipt is not None
    by_name, by_id = mailbox.mails()
    assert (by_name["In-Reply-To"], by_id["In-Reply-To"]) == (message_id, message_id)
    assert (by_name["References"], by_id["References"]) == (message_id, f"<m0@example.org> {message_id}")


@pytest.mark.long
def test_several_people_and_a_sender_with_an_address(bench: Bench, mailbox: Mailbox) -> None:
    bench.run("mail_draft", {**DRAFT, "to": "bob@example.org, Carol@Example.org"})
    (saved,) = mailbox.mails()
    assert [it.addr_spec for it in saved["To"].addresses] == ["bob@example.org", "Carol@Example.org"]


@pytest.mark.parametrize(
    "to", ["nobody", "a@example.org, b", "Bob <bob@example.org>", "a@b\r\nBcc: c@d", " , "]
)
def test_only_plain_addresses_are_written_to(bench: Bench, mailbox: Mailbox, to: str) -> None:
    assert bench.failure("mail_draft", {**DRAFT, "to": to}).code == "bad_recipient"
    assert mailbox.mails() == []


@pytest.mark.parametrize(
    ("account", "code"),
    [
        ({"password": "wrong"}, "login_refused"),
        ({"port": 1}, "account_unreachable"),
        ({"rights": ["read"]}, "right_not_granted"),
        ({"expires_at": 2_000}, "grant-expired"),
    ],
)
def test_what_keeps_it_from_trying_says_that_nothing_was_tried(
    bench: Bench, mailbox: Mailbox, account: dict[str, Any], code: str
) -> None:
    bench.put("mail", mailbox.account(**account))
    bench.now = 2_000
    failure = bench.failure("mail_draft", DRAFT)
    assert (failure.code, failure.not_executed) == (code, True)
    assert "battery" not in failure.message
    assert mailbox.mails() == []


def test_another_account_or_other_leave_than_was_shown_is_refused(bench: Bench, mailbox: Mailbox) -> None:
    shown = bench.tool("mail_draft").preview(DRAFT, PLACE)
    assert mailbox.identity in shown.sentence
    bench.put("mail", mailbox.account())
    assert bench.failure("mail_draft", DRAFT, target=shown.target).code == "consent-changed"
    bench.put("mail", mailbox.server.mailbox().account())
    failure = bench.failure("mail_draft", DRAFT, target=shown.target)
    assert (failure.code, failure.not_executed) == ("account-changed", True)
    assert bench.failure("mail_draft", {**DRAFT, "account": "other"}).code == "account_unknown"
    assert mailbox.mails() == []


def test_a_stop_that_comes_before_saves_nothing(bench: Bench, mailbox: Mailbox) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(ToolStopped):
        bench.run("mail_draft", DRAFT, stop=stop)
    assert mailbox.mails() == []


def test_a_line_that_breaks_after_it_was_saved_leaves_the_outcome_unknown(
    bench: Bench, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: Any) -> None:
        raise ConnectionResetError

    monkeypatch.setattr(mailboxes, "read_back", breaks)
    failure = bench.failure("mail_draft", DRAFT)
    assert (failure.code, failure.not_executed) == ("outcome_unknown", False)
    assert len(mailbox.mails()) == 1
    assert bench.reconcile("mail_draft", DRAFT) is not None


def test_a_mailbox_that_is_full_has_nothing_of_a_draft_and_leaves_no_doubt(bench: Bench) -> None:
    with Dovecot(most_bytes=20_000) as server:
        full = server.mailbox()
        bench.put("mail", full.account())
        failure = bench.failure("mail_draft", {**DRAFT, "body": "word " * 10_000})
        assert (failure.code, failure.not_executed) == ("mail_refused", True)
        assert failure.message == "The mailbox is full. Nothing was saved."
        assert full.mails() == []
        assert bench.run("mail_draft", DRAFT).receipt is not None


@pytest.mark.long
def test_a_draft_goes_where_the_server_or_the_owner_says(mailbox: Mailbox) -> None:
    bench = Bench()
    bench.put("mail", mailbox.account(drafts="Für später"))
    assert bench.run("mail_draft", DRAFT).value["folder"] == "Für später"
    assert len(mailbox.mails('"F&APw-r sp&AOQ-ter"')) == 1
    with Dovecot(special=True) as server:
        special = server.mailbox()
        bench.put("mail", special.account())
        assert bench.run("mail_draft", DRAFT).value["folder"] == "Entwürfe"
        assert bench.reconcile("mail_draft", DRAFT) is not None


HOSTILE_NAMES = [
    b'a"b', b"back\\slash", b"{5}", b"(x", b"[x", b"NIL", b"123", b"%", b"*", b"Drafts%", b"Dr*fts", b"\\Drafts",
    b"&AAA-", b"&AAA", b"&", b"\xff\xfe", b"&ID4-", b"x" * 200, b" ", b"a  b",
]  # fmt: skip
"""Names of folders as one finds them on the disk: quotes, patterns, numbers, words of the protocol, broken encodings."""


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("special", [True, False])
def test_ten_thousand_folders_and_hostile_names_keep_no_draft_from_its_place(special: bool) -> None:
    with Dovecot(special=special, index=False) as server:
        mailbox = server.mailbox()
        with mailbox.crowded(10_000, HOSTILE_NAMES):
            bench = Bench()
            bench.put("mail", mailbox.account())
            result = bench.run("mail_draft", DRAFT)
            where = "Entwürfe" if special else "Drafts"
            assert (result.value["folder"], result.receipt is None) == (where, False)
            assert bench.run("mail_draft", DRAFT).receipt == result.receipt
            assert bench.reconcile("mail_draft", DRAFT) == result.receipt
            assert len(mailbox.mails('"Entw&APw-rfe"' if special else "Drafts")) == 1
            assert bench.run("mail_search", {"account": "mail", "query": ""}).value["found"] == 1


@pytest.mark.long
def test_a_folder_whose_name_is_a_pattern_is_just_that_one(mailbox: Mailbox) -> None:
    mailbox.deliver(folder="Drafts7")
    bench = Bench()
    bench.put("mail", mailbox.account(drafts="Drafts%"))
    assert bench.run("mail_draft", DRAFT).receipt is not None
    assert (len(mailbox.mails("Drafts7")), len(mailbox.mails("Drafts%"))) == (1, 1)


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_over_a_network_the_line_is_private_and_the_certificate_is_held_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, security: str
) -> None:
    whole, trusted = certificate(tmp_path)
    with Dovecot(certificate=whole) as server:
        account = server.mailbox().account(security=security)
        if security == "tls":
            account["port"] = server.tls_port
        bench = Bench()
        bench.put("mail", account)
        distrusted = bench.failure("mail_draft", DRAFT)
        assert (distrusted.code, distrusted.not_executed) == ("account_unreachable", True)
        assert "certificate" in distrusted.message
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        assert bench.run("mail_draft", DRAFT).receipt is not None


def test_a_server_that_says_nothing_is_given_up(bench: Bench, mailbox: Mailbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        bench.limits = Limits(time_s=0.2)
        bench.put("mail", mailbox.account(port=silent.getsockname()[1]))
        failure = bench.failure("mail_draft", DRAFT)
    assert (failure.code, failure.not_executed) == ("account_unreachable", True)
