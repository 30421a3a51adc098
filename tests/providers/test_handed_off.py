"""A draft that a model prepares in a conversation goes to one workflow, asks, and is in the mailbox once (Q35)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.model_server import Reply, call
from tests.flows.goals import Goals
from tests.providers.dovecot import Mailbox
from tests.providers.test_mail_draft import DRAFT, put, with_mail

QUEUED = Reply("It is queued, and you will be asked.")


@pytest.fixture
def mail(tmp_path: Path, mailbox: Mailbox) -> Iterator[Goals]:
    # The agent is free to save drafts; what is prepared in a conversation asks all the same.
    with with_mail(tmp_path, mailbox) as it:
        yield it


def prepare(mail: Goals, *calls: dict[str, Any]) -> list[str]:
    """A turn of the owner's in which a model prepares these drafts; what the model was told of each."""
    ended = len(mail.house.events("turn.ended"))
    mail.model.replies += [
        Reply(calls=tuple(call("mail_draft", it, f"call_{number}") for number, it in enumerate(calls))),
        QUEUED,
    ]
    mail.house.say("Tell Bob that Tuesday is fine.")
    mail.house.wait_for_event("turn.ended", ended + 1)
    return mail.model.told()[-len(calls) :]


def listed(mail: Goals) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = mail.wire.owner.get("/workflows").json()["workflows"]
    return rows


@pytest.mark.spec("w53", "w99", "w102", "w103")
def test_a_prepared_draft_is_saved_once_when_the_owner_says_so(mail: Goals, mailbox: Mailbox) -> None:
    turned = dict(reversed(DRAFT.items()))
    told = prepare(mail, DRAFT, turned)
    (row,) = listed(mail)
    assert all(row["id"] in it and "Nothing is done yet" in it for it in told)
    assert mailbox.mails() == []
    (task,) = mail.house.waiting()
    mail.model.replies.append(Reply("Saved."))
    mail.house.approve(task.id)
    done = mail.ended(row["id"])
    assert (done["status"], done["verification"]) == ("done", "verified")
    assert (done["tool_scope"]["account"], done["tool_scope"]["limits"]) == (
        mailbox.identity,
        {"mail_draft": 1},
    )
    (saved,) = mailbox.mails()
    assert saved["Subject"] == "Lunch"
    assert len(mail.house.tasks(statuses=("pending_approval",))) == 0


@pytest.mark.long
@pytest.mark.spec("w100")
def test_the_next_message_may_want_another_one(mail: Goals) -> None:
    prepare(mail, DRAFT)
    (first,) = listed(mail)
    (task,) = mail.house.waiting()
    mail.house.deny(task.id)
    mail.ended(first["id"])
    prepare(mail, DRAFT)
    assert [it["id"] == first["id"] for it in listed(mail)] == [False, True]


@pytest.mark.long
@pytest.mark.spec("w101")
def test_one_that_is_too_long_is_refused_before_anything_is_saved(mail: Goals, mailbox: Mailbox) -> None:
    (told,) = prepare(mail, {**DRAFT, "body": "x" * 20_001})
    assert "Nothing was saved" in told
    assert (listed(mail), mailbox.mails()) == ([], [])


@pytest.mark.long
def test_an_account_that_changes_before_the_answer_saves_nothing_anywhere(
    mail: Goals, mailbox: Mailbox
) -> None:
    prepare(mail, DRAFT)
    (row,) = listed(mail)
    (task,) = mail.house.waiting()
    other = mailbox.server.mailbox()
    put(mail, other.account())
    mail.model.replies.append(Reply("It didn't work."))
    mail.house.approve(task.id)
    assert mail.ended(row["id"])["verification"] != "verified"
    assert (mailbox.mails(), other.mails()) == ([], [])
