"""A draft that a model prepares in a conversation, on a real mailbox: one workflow, one draft, with the owner's yes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.model_server import Reply, call
from tests.flows.goals import Goals, goals
from tests.providers.dovecot import Mailbox

DRAFT = {"account": "mail", "to": "bob@example.org", "subject": "Lunch", "body": "Tuesday is fine."}
FREE_DRAFT = {"name": "mail_draft", "restricted": False}


@pytest.fixture
def desk(tmp_path: Path, mailbox: Mailbox) -> Iterator[Goals]:
    with goals(tmp_path, declared=(FREE_DRAFT,)) as it:
        assert it.wire.owner.put("/accounts/mail", json=mailbox.account()).status_code == 200
        yield it


def test_a_draft_of_a_conversation_is_saved_once_by_a_workflow_that_asks(
    desk: Goals, mailbox: Mailbox
) -> None:
    twice = (call("mail_draft", DRAFT), call("mail_draft", dict(reversed(DRAFT.items()))))
    desk.model.replies += [Reply(calls=twice), Reply("It is queued."), Reply("Saved.")]
    desk.house.say("Answer Bob.")
    (task,) = desk.house.waiting()
    first, again = (json.loads(it) for it in desk.model.told(1))
    assert (first["status"], first["workflow_id"]) == ("queued", again["workflow_id"])
    assert mailbox.mails() == []
    desk.house.approve(task.id)
    row = desk.ended(first["workflow_id"])
    assert (row["status"], row["verdict"], row["tool_scope"]["account"] is not None) == (
        "done",
        "verified",
        True,
    )
    (draft,) = mailbox.mails()
    assert (draft["To"], draft.get_content().strip()) == ("bob@example.org", "Tuesday is fine.")
    assert [it["state"] for it in desk.operations(row["id"])] == ["confirmed"]
