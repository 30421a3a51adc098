"""Whether evidence meets a goal (seed 003, spec/workflows 6.3)."""

from __future__ import annotations

from typing import Any

import pytest

from placet.rules.basics import Instant, TaskId
from placet.rules.lifecycles import OperationState
from placet.rules.operations import Operation
from placet.rules.ports import Effect
from placet.rules.receipts import Receipt
from placet.rules.verification import Assessment, Evidence, Expectation, Reason, Verdict, assess

IN_FLIGHT, CONFIRMED, UNCERTAIN, NOT_RUN = OperationState
REPORT = Expectation(tool="fs_write")
READ_UNLESS_EMPTY = Expectation(tool="mail_read", unless_empty="mail_search")


def done(tool: str = "fs_write", **but: Any) -> Operation:
    reads = tool.endswith(("read", "search"))
    empty = but.pop("empty", False)
    first: dict[str, Any] = {
        "id": f"op_{tool}{but.get('key', 'k')}{but.get('ordinal', 1)}",
        "workflow_id": TaskId("task_1"),
        "ordinal": 1,
        "key": "k",
        "tool": tool,
        "effect": Effect.READ if reads else Effect.WRITE,
        "input_digest": "d1",
        "account": "a",
        "consent": "c",
        "goal_revision": 0,
        "attempt": 1,
        "state": CONFIRMED,
        "started_at": Instant(1),
        "expects_receipt": True,
        "receipt": Receipt(provider="p", id="1", label="l", empty=empty),
    }
    return Operation(**{**first, **but})


def verdict(demands: list[Expectation], *operations: Operation, revision: int = 0) -> Verdict:
    return assess(demands, revision, Evidence(operations)).verdict


def test_every_demand_met_and_nothing_open_is_verified() -> None:
    assessment = assess([REPORT], 0, Evidence([done()]))
    assert assessment == Assessment(verdict=Verdict.VERIFIED)
    assert assessment.is_verified


def test_nothing_demanded_is_unchecked_whatever_happened() -> None:
    assessment = assess([], 0, Evidence([done()]))
    assert assessment.verdict is Verdict.UNCHECKED
    assert assessment.reasons == (Reason.NO_CRITERIA,)
    assert not assessment.is_verified


def test_no_receipt_is_incomplete_and_names_the_demand() -> None:
    assessment = assess([REPORT], 0, Evidence())
    assert assessment.verdict is Verdict.INCOMPLETE
    assert assessment.missing == (REPORT,)


def test_two_demanded_and_one_there_is_incomplete() -> None:
    two = [Expectation(tool="fs_write", minimum=2)]
    assert verdict(two, done(), done(ordinal=2)) is Verdict.INCOMPLETE  # the same effect twice is one
    assert verdict(two, done(), done(key="k2", ordinal=2)) is Verdict.VERIFIED


def test_an_uncertain_effect_of_any_revision_outweighs_all_evidence() -> None:
    doubt = done("mail_draft", state=UNCERTAIN, goal_revision=0, receipt=None)
    assessment = assess([REPORT], 1, Evidence([doubt, done(goal_revision=1)]))
    assert assessment.verdict is Verdict.UNCERTAIN
    assert assessment.unsure == (doubt.id,)


def test_a_declined_optional_write_blocks_nothing() -> None:
    assert verdict([REPORT], done(), done("mail_draft", state=NOT_RUN)) is Verdict.VERIFIED


def test_a_failed_optional_look_blocks_nothing() -> None:
    assert verdict([REPORT], done(), done("fs_read", state=NOT_RUN)) is Verdict.VERIFIED
    assert verdict([REPORT], done(), done("fs_read", state=UNCERTAIN)) is Verdict.VERIFIED


def test_evidence_of_an_older_goal_proves_nothing_for_a_new_one() -> None:
    assert verdict([REPORT], done(), revision=1) is Verdict.INCOMPLETE
    assert verdict([REPORT], done(goal_revision=1), revision=1) is Verdict.VERIFIED


def test_a_tool_that_nobody_can_check_leaves_a_fully_evidenced_goal_unsupported() -> None:
    shell = done(
        "shell", effect=Effect.UNKNOWN, state=UNCERTAIN, returned=True, expects_receipt=False, receipt=None
    )
    assessment = assess([REPORT], 0, Evidence([done(), shell]))
    assert assessment.verdict is Verdict.UNSUPPORTED
    assert assessment.unsure == (shell.id,)


def test_a_demand_for_exact_arguments_is_met_by_those_alone() -> None:
    exact = [Expectation(tool="fs_write", input_digest="d2")]
    assert verdict(exact, done()) is Verdict.INCOMPLETE
    assert verdict(exact, done(), done(key="k2", input_digest="d2")) is Verdict.VERIFIED


def test_a_demanded_look_that_later_failed_is_no_evidence_any_more() -> None:
    look = [Expectation(tool="fs_read", input_digest="d1")]
    assert verdict(look, done("fs_read"), done("fs_read", ordinal=2, state=NOT_RUN)) is Verdict.INCOMPLETE
    assert verdict(look, done("fs_read", ordinal=2), done("fs_read", state=NOT_RUN)) is Verdict.VERIFIED


@pytest.mark.parametrize(
    ("looks", "waived"),
    [
        ([], False),
        ([done("mail_search", empty=True)], True),
        ([done("mail_search")], False),
        ([done("mail_search"), done("mail_search", key="k2", ordinal=2, empty=True)], False),
        ([done("mail_search"), done("mail_search", ordinal=2, empty=True)], False),
        ([done("mail_search", empty=True), done("mail_search", key="k2", state=IN_FLIGHT)], False),
        ([done("mail_search", empty=True, goal_revision=1)], False),
        ([done("mail_search", receipt=None)], False),
    ],
)
def test_a_demand_falls_away_only_when_every_look_was_proven_empty(
    looks: list[Operation], waived: bool
) -> None:
    expected = Verdict.VERIFIED if waived else Verdict.INCOMPLETE
    assert verdict([READ_UNLESS_EMPTY], *looks) is expected


def test_an_operation_that_moved_replaces_what_was_known_of_it() -> None:
    evidence = Evidence([done(state=IN_FLIGHT, receipt=None)])
    assert assess([REPORT], 0, evidence).verdict is Verdict.UNCERTAIN
    evidence.add(done())
    assert assess([REPORT], 0, evidence).verdict is Verdict.VERIFIED
    evidence.add(done(state=UNCERTAIN))
    assert evidence.proven("fs_write", 0) == 0
    assert evidence.proven("fs_write", 0, "d1") == 0
