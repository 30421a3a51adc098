"""What guided steps make of mails, which anybody may have written."""

from __future__ import annotations

from typing import Any

import pytest

from placet.rules.guided_mails import answer, newest

MAIL = {
    "reply_to": ["bob@example.org"],
    "subject": "Lunch?",
    "message_id": "<m1@example.org>",
}


def test_the_first_mail_that_was_found_is_the_one_that_is_read() -> None:
    messages = [{"id": "7-12"}, {"id": "7-3"}]
    assert newest({"mail_search": {"messages": messages}}) == {"id": "7-12"}


@pytest.mark.parametrize(
    "found",
    [
        {},
        {"mail_search": None},
        {"mail_search": {"messages": []}},
        {"mail_search": {"messages": "7-12"}},
        {"mail_search": {"messages": ["7-12"]}},
        {"mail_search": {"messages": [{"id": 7}]}},
        {"mail_search": {"messages": [{"id": "7-12 or else"}]}},
    ],
)
def test_where_no_mail_is_found_none_is_read(found: dict[str, Any]) -> None:
    assert newest(found) is None


def test_an_answer_goes_to_the_address_that_the_mail_names_for_it() -> None:
    assert answer({"mail_read": MAIL}) == {
        "to": "bob@example.org",
        "subject": "Re: Lunch?",
        "in_reply_to": "<m1@example.org>",
    }


@pytest.mark.parametrize(
    "reply_to",
    [None, [], "bob@example.org", [7], ["bob@example.org, eve@example.org"], ["=?x?=@example.org"]],
)
def test_without_one_plain_address_there_is_no_answer(reply_to: Any) -> None:
    assert answer({"mail_read": {**MAIL, "reply_to": reply_to}}) is None


@pytest.mark.parametrize(
    ("subject", "answered"),
    [
        ("Re: RE: Aw: Lunch?", "Re: Lunch?"),
        ("Lunch\u202egnp.exe", "Re: Lunchgnp.exe"),
        ("two\nlines\u200b", "Re: twolines"),
        ("", "Re:"),
        (None, "Re:"),
        ("x" * 500, "Re: " + "x" * 200),
    ],
)
def test_a_subject_is_answered_once_in_plain_and_short(subject: Any, answered: str) -> None:
    found = answer({"mail_read": {**MAIL, "subject": subject}})
    assert found is not None
    assert found["subject"] == answered


@pytest.mark.parametrize("message_id", [None, "m1@example.org", "<a b@example.org>", "<a>\r\nBcc: <b>"])
def test_an_odd_message_id_is_not_answered_by_name(message_id: Any) -> None:
    found = answer({"mail_read": {**MAIL, "message_id": message_id}})
    assert found is not None
    assert "in_reply_to" not in found
