"""What the guided workflows come to."""

from __future__ import annotations

from typing import Any

import pytest

from placet.rules.errors import BadInput
from placet.rules.guided import FIELDS, GUIDES, accounts_of, guide
from placet.rules.scope import ToolScope
from placet.rules.verification import Expectation


def test_a_report_is_one_file_that_its_scope_lets_be_written_once() -> None:
    made = guide("report", {"path": " a/report.md ", "text": "the weather", "account": None})
    assert made.text == "Write a short report about the weather."
    assert made.title == "A report in a/report.md"
    (step,) = made.steps
    assert (step.tool, step.free, step.fixed) == ("fs_write", ("content",), {"path": "a/report.md"})
    assert made.expectations == (Expectation(tool="fs_write"),)
    assert made.scope == ToolScope(names=("fs_write",), limits={"fs_write": 1})


def test_a_report_needs_nothing_to_be_given() -> None:
    assert guide("report", {}).steps[0].fixed == {"path": "report.md"}


FILLED = {
    "day": "2026-12-01",
    "identities": {"mail": "imap:ada@example.org", "work": "caldav:ada@example.org"},
}
GIVEN = {
    "report": {},
    "answer_mail": {**FILLED, "account": "mail"},
    "today": {**FILLED, "account": "mail", "calendar": "work"},
}


def test_every_step_of_every_guide_is_within_its_scope_and_what_is_fixed_is_not_free() -> None:
    assert sorted(GUIDES) == sorted(GIVEN)
    for name, given in GIVEN.items():
        made = guide(name, given)
        assert {step.tool for step in made.steps} == set(made.scope.names)
        assert {demand.tool for demand in made.expectations} == set(made.scope.names)
        assert set(made.scope.limits) == set(made.scope.names)
        assert not any(set(step.free) & set(step.fixed) for step in made.steps)
        assert made.steps[-1].free


def test_an_answer_is_a_search_a_read_and_one_draft_of_one_account() -> None:
    made = guide("answer_mail", {**GIVEN["answer_mail"], "message": "<m1@example.org>"})
    search, read, draft = made.steps
    assert (search.tool, search.free, search.fixed) == (
        "mail_search",
        (),
        {"account": "mail", "query": "<m1@example.org>"},
    )
    assert (read.tool, read.free, draft.tool, draft.free) == ("mail_read", (), "mail_draft", ("body",))
    assert read.derive is not None
    assert read.derive({"mail_search": {"messages": [{"id": "7-1"}]}}) == {"id": "7-1"}
    assert made.scope.limits["mail_draft"] == 1
    assert set(made.scope.accounts.values()) == {"imap:ada@example.org"}
    assert guide("answer_mail", GIVEN["answer_mail"]).steps[0].fixed["query"] == ""


def test_today_is_a_search_a_read_a_look_at_the_calendar_and_one_file() -> None:
    made = guide("today", GIVEN["today"])
    search, read, dates, write = made.steps
    assert search.fixed == {"account": "mail", "query": "since:2026-12-01"}
    assert (read.tool, read.unless_empty) == ("mail_read", "mail_search")
    assert dates.fixed == {"account": "work", "from": "2026-12-01", "to": "2026-12-01"}
    assert (write.fixed, write.free) == ({"path": "today-2026-12-01.md"}, ("content",))
    assert Expectation(tool="mail_read", unless_empty="mail_search") in made.expectations
    assert made.scope.accounts["calendar_list"] == "caldav:ada@example.org"
    # A request key answers on the next day too, so nothing that it is bound to names the day.
    assert "2026" not in made.text


@pytest.mark.parametrize(
    ("name", "given", "pointer"),
    [
        ("dance", {}, None),
        ("report", {"path": ""}, "/path"),
        ("report", {"path": "   "}, "/path"),
        ("report", {"path": "x" * 1001}, "/path"),
        ("report", {"path": 7}, "/path"),
        ("report", {"text": "x" * 4001}, "/text"),
        ("report", {"account": "a@example.org"}, "/account"),
        ("answer_mail", {"path": "a.md"}, "/path"),
        ("answer_mail", {"message": ""}, "/message"),
        ("today", {"message": "x"}, "/message"),
        ("today", {"path": " "}, "/path"),
    ],
)
def test_what_does_not_fit_a_guide_is_refused(name: str, given: dict[str, Any], pointer: str | None) -> None:
    with pytest.raises(BadInput) as refused:
        guide(name, given)
    assert refused.value.pointer == pointer


def test_what_may_be_given_is_what_is_taken() -> None:
    assert sorted(FIELDS) == sorted(GUIDES)
    for name, fields in FIELDS.items():
        texts = {it.name: "x" * it.most_chars for it in fields if it.account is None}
        accounts = {it.name: "mail" for it in fields if it.account is not None}
        assert guide(name, {**GIVEN[name], **texts, **accounts}).steps
        for field, longest in texts.items():
            with pytest.raises(BadInput):
                guide(name, {**GIVEN[name], **texts, field: longest + "x"})
        assert accounts_of(name) == {it.name: it.account for it in fields if it.account}


def test_what_is_filled_in_is_no_part_of_a_workflow_without_accounts() -> None:
    with pytest.raises(BadInput):
        guide("report", {"day": "2026-12-01"})
