"""Drafts below a workflow, in a real mailbox: saved once, under one account and one leave, and never in doubt twice."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from placet.tools.mail import mailbox as mailboxes
from tests.fakes.clock import HeldClock
from tests.fakes.model_server import Reply, call
from tests.flows.goals import Goals, goals
from tests.providers.dovecot import NEW_PASSWORD, Mailbox

FREE_DRAFT = {"name": "mail_draft", "restricted": False}
SEARCH = {"name": "mail_search"}
SAID = Reply("I saved it.")
DRAFT = {"account": "mail", "to": "bob@example.org", "subject": "Lunch", "body": "Tuesday is fine."}


def drafts(**changes: Any) -> Reply:
    return Reply(calls=(call("mail_draft", {**DRAFT, **changes}),))


def put(mail: Goals, account: dict[str, Any]) -> dict[str, Any]:
    answer = mail.wire.owner.put("/accounts/mail", json=account)
    assert answer.status_code == 200, answer.text
    row: dict[str, Any] = answer.json()
    return row


@contextmanager
def with_mail(base: Path, mailbox: Mailbox, *tools: dict[str, Any], **more: Any) -> Iterator[Goals]:
    with goals(base, declared=tools or (FREE_DRAFT, SEARCH), **more) as it:
        put(it, mailbox.account())
        yield it


@pytest.fixture
def mail(tmp_path: Path, mailbox: Mailbox) -> Iterator[Goals]:
    with with_mail(tmp_path, mailbox) as it:
        yield it


def again(mail: Goals, row: dict[str, Any], *replies: Reply) -> str:
    """Have a workflow run once more; the answer is what its model was told in the end."""
    mail.model.replies += replies
    assert mail.act(row["id"], "retry").status_code in {200, 202}
    mail.ended(row["id"], attempt=mail.row(row["id"])["attempt"])
    return mail.model.told()[-1]


def one(mail: Goals, row: dict[str, Any]) -> dict[str, Any]:
    """The only write on record."""
    (operation,) = [it for it in mail.operations(row["id"]) if it["effect"] == "write"]
    return operation


@pytest.mark.spec("w13", "w14", "w21", "w22", "w25")
def test_a_draft_is_saved_once_however_often_and_in_whatever_order_it_is_asked_for(
    mail: Goals, mailbox: Mailbox
) -> None:
    turned = Reply(calls=(call("mail_draft", dict(reversed(DRAFT.items()))),))
    row = mail.run(drafts(), turned, drafts(body="Wednesday."), drafts(subject="Dinner"), SAID)
    told = mail.model.told()
    assert '"saved":true' in told[0]
    assert "already-confirmed" in told[1]
    assert "contents-changed" in told[2]
    assert '"saved":true' in told[3]
    lunch, dinner = mailbox.mails()
    assert (lunch["Subject"], dinner["Subject"]) == ("Lunch", "Dinner")
    operations = mail.operations(row["id"])
    assert [(it["state"], it["account"]) for it in operations] == [("confirmed", mailbox.identity)] * 2
    assert "already-confirmed" in again(mail, row, drafts(), SAID)
    assert len(mailbox.mails()) == 2


@pytest.mark.long
@pytest.mark.spec("w44", "w45")
def test_another_account_under_the_same_name_is_refused_before_anything_is_asked_of_it(
    mail: Goals, mailbox: Mailbox
) -> None:
    row = mail.run(drafts(), SAID)
    other = mailbox.server.mailbox()
    put(mail, other.account())
    assert "account-changed" in again(mail, row, drafts(), SAID)
    assert "account-changed" in again(mail, row, drafts(subject="Dinner"), SAID)
    assert (len(mailbox.mails()), other.mails()) == (1, [])


@pytest.mark.long
@pytest.mark.spec("w46")
def test_when_leave_has_run_out_not_even_evidence_is_given(tmp_path: Path, mailbox: Mailbox) -> None:
    clock = HeldClock()
    with with_mail(tmp_path, mailbox, clock=clock) as mail:
        put(mail, mailbox.account(expires_at=clock.at_ms + 60_000))
        row = mail.run(drafts(), SAID)
        clock.at_ms += 60_000
        assert "grant-expired" in again(mail, row, drafts(), SAID)
        mail.wire.owner.post("/accounts/mail/consent", json={})
        assert "recovered" in again(mail, row, drafts(), SAID)
    assert len(mailbox.mails()) == 1


@pytest.mark.spec("w47", "w48", "w51")
def test_leave_given_anew_finds_what_was_saved_and_looks_afresh(
    mail: Goals, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: Any) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as broken:
        broken.setattr(mailboxes, "read_back", breaks)
        broken.setattr(mailboxes, "find_draft", breaks)
        row = mail.run(drafts(), drafts(subject="Dinner"), SAID)
    assert "outcome_unknown" in mail.model.told()[0]
    assert "effect-uncertain" in mail.model.told()[1]
    before = one(mail, row)
    assert before["state"] == "uncertain"
    put(mail, mailbox.account(password=NEW_PASSWORD))
    assert "recovered" in again(mail, row, drafts(), SAID)
    after = one(mail, row)
    assert (after["id"], after["state"]) == (before["id"], "confirmed")
    put(mail, mailbox.account())
    assert "recovered" in again(mail, row, drafts(), SAID)
    looked = again(mail, row, Reply(calls=(call("mail_search", {"account": "mail"}),)), SAID)
    assert '"found":0' in looked
    assert len(mailbox.mails()) == 1


@pytest.mark.long
@pytest.mark.spec("w50", "w34", "w35")
def test_what_could_not_be_tried_is_had_under_its_old_name_once_the_password_is_right(
    mail: Goals, mailbox: Mailbox
) -> None:
    put(mail, mailbox.account(password="wrong"))
    row = mail.run(drafts(), SAID)
    assert "login_refused" in mail.model.told()[0]
    before = one(mail, row)
    assert (before["state"], mailbox.mails()) == ("not_run", [])
    put(mail, mailbox.account())
    assert '"saved":true' in again(mail, row, drafts(), SAID)
    after = one(mail, row)
    assert (after["id"], after["state"], after["consent"] != before["consent"]) == (
        before["id"],
        "confirmed",
        True,
    )
    assert len(mailbox.mails()) == 1


@pytest.mark.spec("w52")
def test_leave_that_changes_while_the_card_is_open_lets_nothing_happen(
    tmp_path: Path, mailbox: Mailbox
) -> None:
    with with_mail(tmp_path, mailbox, {"name": "mail_draft"}) as mail:
        mail.model.replies += [drafts(), SAID]
        row = mail.create().json()
        (task,) = mail.house.waiting()
        assert "It is not sent." in task.sentence
        put(mail, mailbox.account(password=NEW_PASSWORD))
        mail.house.approve(task.id)
        mail.ended(row["id"])
        assert "consent-changed" in mail.model.told()[0]
        assert [it for it in mail.operations(row["id"]) if it["state"] != "not_run"] == []
    assert mailbox.mails() == []
