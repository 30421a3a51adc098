"""Drafts below a workflow, in a real mailbox: saved once, proven by the mailbox itself, found again by their id."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.model_server import Reply, call
from tests.flows.goals import Goals, goals
from tests.providers.dovecot import Mailbox

FREE_DRAFT = {"name": "mail_draft", "restricted": False}
SAID = Reply("I saved it.")
DRAFT = {"account": "mail", "to": "bob@example.org", "subject": "Lunch", "body": "Tuesday is fine."}


def drafts(**changes: Any) -> Reply:
    return Reply(calls=(call("mail_draft", {**DRAFT, **changes}),))


@contextmanager
def with_mail(base: Path, mailbox: Mailbox, **more: Any) -> Iterator[Goals]:
    with goals(base, declared=(FREE_DRAFT,), **more) as it:
        answer = it.wire.owner.put("/accounts/mail", json=mailbox.account())
        assert answer.status_code == 200, answer.text
        yield it


@pytest.fixture
def mail(tmp_path: Path, mailbox: Mailbox) -> Iterator[Goals]:
    with with_mail(tmp_path, mailbox) as it:
        yield it


def test_a_draft_is_saved_once_and_proven_by_what_the_mailbox_holds(mail: Goals, mailbox: Mailbox) -> None:
    row = mail.run(drafts(), SAID)
    (saved,) = mailbox.mails()
    assert (saved["To"], saved["Subject"], saved.get_content()) == (
        "bob@example.org",
        "Lunch",
        "Tuesday is fine.\r\n",
    )
    (operation,) = mail.operations(row["id"])
    assert (operation["state"], operation["account"]) == ("confirmed", mailbox.identity)
    assert operation["receipt"]["provider"] == "imap"
    assert operation["receipt"]["label"] == "draft"
    assert operation["id"] not in saved["Message-ID"]
