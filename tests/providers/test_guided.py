"""Guided workflows on a real mailbox and a real calendar: each step bounded, and done only with every proof."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.fakes.model_server import Reply, call
from tests.flows.goals import Goals, goals
from tests.flows.house import FREE_WRITE
from tests.providers.dovecot import Mailbox
from tests.providers.radicale import UserCalendar

TOOLS = (
    FREE_WRITE,
    {"name": "mail_search"},
    {"name": "mail_read"},
    {"name": "mail_draft", "restricted": False},
    {"name": "calendar_list"},
)
ANSWER = Reply(calls=(call("mail_draft", {"body": "Tuesday is fine."}),))
SUMMARY = Reply(calls=(call("fs_write", {"content": "Lunch at noon, and Bob asks about Tuesday."}),))
SAID = Reply("Done.")


def guided(desk: Goals, name: str, **body: Any) -> httpx.Response:
    return desk.wire.owner.post(f"/workflows/guided/{name}", json={"agent": "clerk", **body})


def run(desk: Goals, name: str, *replies: Reply, **body: Any) -> dict[str, Any]:
    desk.model.replies += replies
    made = guided(desk, name, **body)
    assert made.status_code == 201, made.text
    return desk.ended(made.json()["id"])


@pytest.fixture
def desk(tmp_path: Path, mailbox: Mailbox, calendar: UserCalendar) -> Iterator[Goals]:
    with goals(tmp_path, declared=TOOLS) as it:
        for name, account in (("mail", mailbox.account()), ("work", calendar.account())):
            assert it.wire.owner.put(f"/accounts/{name}", json=account).status_code == 200
        yield it


def tools_of(desk: Goals, row: dict[str, Any]) -> list[tuple[str, str]]:
    return [(it["tool"], it["state"]) for it in desk.operations(row["id"])]


def test_a_mail_is_answered_by_one_draft_to_its_sender(desk: Goals, mailbox: Mailbox) -> None:
    mailbox.deliver("Old news", message_id="<old@example.org>")
    message_id = mailbox.deliver("Lunch?", sender="Bob <bob@example.org>")
    row = run(desk, "answer_mail", ANSWER, SAID)
    assert (row["status"], row["verification"]) == ("done", "verified")
    (draft,) = mailbox.mails()
    assert (draft["To"], draft["Subject"], draft["In-Reply-To"]) == (
        "bob@example.org",
        "Re: Lunch?",
        message_id,
    )
    assert draft.get_content().strip() == "Tuesday is fine."
    assert tools_of(desk, row) == [(it, "confirmed") for it in ("mail_search", "mail_read", "mail_draft")]
    offered = [[it["function"]["name"] for it in asked.get("tools", [])] for asked in desk.model.requests]
    assert offered == [["mail_draft"], []]


@pytest.mark.long
def test_today_is_one_file_out_of_mail_and_calendar(
    desk: Goals, mailbox: Mailbox, calendar: UserCalendar
) -> None:
    mailbox.deliver("Lunch?")
    row = run(desk, "today", SUMMARY, SAID, path="today.md")
    assert (row["status"], row["verification"]) == ("done", "verified")
    assert (desk.house.folder() / "today.md").read_text() == "Lunch at noon, and Bob asks about Tuesday."
    tools = ["mail_search", "mail_read", "calendar_list", "fs_write"]
    assert tools_of(desk, row) == [(it, "confirmed") for it in tools]


def test_today_reads_no_mail_where_the_mailbox_proves_that_none_came(desk: Goals) -> None:
    row = run(desk, "today", SUMMARY, SAID)
    assert (row["status"], row["verification"]) == ("done", "verified")
    tools = ["mail_search", "calendar_list", "fs_write"]
    assert tools_of(desk, row) == [(it, "confirmed") for it in tools]
    (first,) = [it for it in row["receipts"] if it["tool"] == "mail_search"]
    assert first["empty"] is True


@pytest.mark.long
def test_a_mailbox_without_mail_leaves_nothing_to_answer(desk: Goals, mailbox: Mailbox) -> None:
    row = run(desk, "answer_mail", SAID)
    assert (row["status"], row["verdict"]) == ("unverified", "incomplete")
    assert tools_of(desk, row) == [("mail_search", "confirmed")]
    assert mailbox.mails() == []
