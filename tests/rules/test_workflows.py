"""What a workflow's end may be called, and how its contract is kept."""

from __future__ import annotations

import pytest

from placet.rules import workflows
from placet.rules.errors import BadInput
from placet.rules.scope import ToolScope
from placet.rules.verification import Assessment, Expectation, Verdict
from placet.rules.workflows import TurnEnd

VERIFIED = Assessment(verdict=Verdict.VERIFIED)


@pytest.mark.parametrize(
    ("end", "verdict", "status", "verification", "completed"),
    [
        (TurnEnd.SUCCESS, Verdict.VERIFIED, "done", "verified", True),
        (TurnEnd.SUCCESS, Verdict.UNCHECKED, "unverified", "unverified", True),
        (TurnEnd.SUCCESS, Verdict.UNCERTAIN, "unverified", "unverified", True),
        (TurnEnd.SUCCESS, Verdict.INCOMPLETE, "unverified", "unverified", True),
        (TurnEnd.SUCCESS, Verdict.UNSUPPORTED, "unverified", "unverified", True),
        (TurnEnd.STOPPED, Verdict.VERIFIED, "stopped", "unverified", False),
        (TurnEnd.INTERRUPTED, Verdict.VERIFIED, "interrupted", "pending", False),
        (TurnEnd.ERROR, Verdict.VERIFIED, "failed", "pending", False),
    ],
)
def test_only_evidence_and_a_finished_model_make_a_workflow_done(
    end: TurnEnd, verdict: Verdict, status: str, verification: str, completed: bool
) -> None:
    outcome = workflows.outcome(end, Assessment(verdict=verdict))
    assert (outcome.status, outcome.verification, outcome.model_completed) == (
        status,
        verification,
        completed,
    )


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("Given", "goal", "Given"),
        (None, "  one\ntwo", "one"),
        (None, "x" * 60, "x" * 60),
        (None, "x" * 61, "x" * 59 + "…"),
        (None, "  ", ""),
    ],
)
def test_a_title_is_the_given_one_or_the_goals_first_line(
    title: str | None, text: str, expected: str
) -> None:
    assert workflows.title_of(title, text) == expected


@pytest.mark.parametrize("text", ["", "  \n", "x" * 20_001])
def test_a_goal_that_says_nothing_or_too_much_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        workflows.check_text(text)
    assert refused.value.pointer == "/text"


def test_a_goal_is_taken_without_the_blanks_around_it() -> None:
    assert workflows.check_text(" Write it.\n") == "Write it."


def test_a_title_that_is_too_long_is_refused() -> None:
    assert workflows.check_title(None) is None
    assert workflows.check_title("x" * 120) == "x" * 120
    with pytest.raises(BadInput):
        workflows.check_title("x" * 121)


@pytest.mark.parametrize("key", ["", "x" * 201, "draft:1", "system:x"])
def test_a_request_key_of_ours_or_of_no_sensible_length_is_refused(key: str) -> None:
    with pytest.raises(BadInput) as refused:
        workflows.check_client_key(key)
    assert refused.value.pointer == "/request_key"


@pytest.mark.parametrize("key", [None, "a", "DRAFT:1", "x" * 200])
def test_any_other_request_key_is_taken_as_it_is(key: str | None) -> None:
    assert workflows.check_client_key(key) == key


def test_a_body_is_the_same_whatever_the_order_of_its_keys_and_with_absent_ones_left_out() -> None:
    first = workflows.body_digest({"text": "a", "title": None, "agent": "ada"})
    assert first == workflows.body_digest({"agent": "ada", "text": "a"})
    assert first != workflows.body_digest({"agent": "ada", "text": "b"})


def test_a_contract_is_read_back_as_it_was_kept() -> None:
    demands = (
        Expectation(tool="fs_write", minimum=2),
        Expectation(tool="a", unless_empty="b", input_digest="d"),
    )
    assert workflows.read_expectations(workflows.expectations_text(demands)) == demands
    scope = ToolScope(
        names=("a", "b"), account="x", limits={"a": 1}, fixed={"b": "d"}, limits_over_workflow=True
    )
    assert workflows.read_scope(workflows.scope_text(scope)) == scope
    assert workflows.read_scope(workflows.scope_text(None)) is None


@pytest.mark.parametrize("text", ["null", "{}", '{"names": ["a"], "more": 1}', "{"])
def test_a_scope_that_can_not_be_read_is_never_taken_for_none(text: str) -> None:
    with pytest.raises((ValueError, TypeError, KeyError)):
        workflows.read_scope(text)
