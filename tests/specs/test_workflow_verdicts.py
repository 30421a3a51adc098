"""What evidence shows, case by case: the one assessment that everybody asks (spec/workflows 6)."""

from dataclasses import replace

import pytest

from placet.rules.basics import Instant, TaskId
from placet.rules.digest import Purpose, args_digest, digest
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import WORKFLOW, OperationState, WorkflowStatus
from placet.rules.operations import Operation
from placet.rules.ports import Effect
from placet.rules.receipts import Receipt
from placet.rules.verification import Assessment, Evidence, Expectation, Reason, Verdict, assess
from placet.rules.workflows import TurnEnd, outcome

CONFIRMED, NOT_RUN = OperationState.CONFIRMED, OperationState.NOT_RUN
UNCERTAIN, IN_FLIGHT = OperationState.UNCERTAIN, OperationState.IN_FLIGHT
DRAFT = Expectation(tool="draft")
READ_UNLESS_EMPTY = Expectation(tool="read", unless_empty="search")


def done(
    tool: str,
    key: str,
    state: OperationState = CONFIRMED,
    *,
    effect: Effect = Effect.WRITE,
    revision: int = 0,
    ordinal: int = 1,
    empty: bool = False,
) -> Operation:
    receipt = Receipt(provider="post", id=key, label=tool, empty=empty) if state is CONFIRMED else None
    return Operation(
        id=f"op_{tool}_{key}_{ordinal}",
        workflow_id=TaskId("task_w"),
        ordinal=ordinal,
        key=f"{tool} {key} {revision}",
        tool=tool,
        effect=effect,
        input_digest=digest(Purpose.ARGS, tool, key),
        account="local",
        consent="none",
        goal_revision=revision,
        attempt=1,
        state=state,
        started_at=Instant(ordinal),
        expects_receipt=True,
        receipt=receipt,
    )


def search(query: str, *, empty: bool, ordinal: int = 1, revision: int = 0) -> Operation:
    return done("search", query, effect=Effect.READ, empty=empty, ordinal=ordinal, revision=revision)


def verdict(
    *operations: Operation, wants: tuple[Expectation, ...] = (DRAFT,), revision: int = 0
) -> Assessment:
    return assess(wants, revision, Evidence(operations))


@pytest.mark.spec("w58")
def test_one_proof_where_two_are_demanded_is_not_enough() -> None:
    two = (Expectation(tool="draft", minimum=2),)
    found = verdict(done("draft", "a"), wants=two)
    assert (found.verdict, found.reasons, found.missing) == (
        Verdict.INCOMPLETE,
        (Reason.REQUIRED_EVIDENCE_MISSING,),
        two,
    )
    assert verdict(done("draft", "a"), done("draft", "a", ordinal=2), wants=two).verdict is Verdict.INCOMPLETE
    assert verdict(done("draft", "a"), done("draft", "b", ordinal=2), wants=two).is_verified


@pytest.mark.spec("w59")
def test_an_effect_that_was_denied_does_not_stand_in_the_way() -> None:
    assert verdict(done("draft", "a"), done("send", "b", NOT_RUN, ordinal=2)).is_verified


@pytest.mark.spec("w60")
@pytest.mark.parametrize("doubt", [UNCERTAIN, IN_FLIGHT])
@pytest.mark.parametrize("revision", [0, 1])
def test_an_effect_in_doubt_stands_in_the_way_of_everything(doubt: OperationState, revision: int) -> None:
    late = done("send", "b", doubt, ordinal=2)
    found = verdict(done("draft", "a", revision=revision), late, revision=revision)
    assert (found.verdict, found.unsure) == (Verdict.UNCERTAIN, (late.id,))


@pytest.mark.spec("w62")
def test_a_demand_falls_away_when_its_search_is_proven_empty() -> None:
    assert verdict(search("a", empty=True), wants=(READ_UNLESS_EMPTY,)).is_verified
    assert not verdict(search("a", empty=False), wants=(READ_UNLESS_EMPTY,)).is_verified


@pytest.mark.spec("w63", "w64")
@pytest.mark.parametrize("second", ["a", "b"])
def test_a_later_empty_search_waives_nothing(second: str) -> None:
    looks = (search("a", empty=False), search(second, empty=True, ordinal=2))
    assert verdict(*looks, wants=(READ_UNLESS_EMPTY,)).verdict is Verdict.INCOMPLETE


@pytest.mark.spec("w65")
def test_no_search_at_all_waives_nothing() -> None:
    assert verdict(wants=(READ_UNLESS_EMPTY,)).verdict is Verdict.INCOMPLETE
    older = search("a", empty=True)
    assert verdict(older, wants=(READ_UNLESS_EMPTY,), revision=1).verdict is Verdict.INCOMPLETE


@pytest.mark.spec("w67")
def test_looking_again_for_a_new_goal_is_proof_for_it() -> None:
    wants = (Expectation(tool="search"),)
    assert not verdict(search("a", empty=False), wants=wants, revision=1).is_verified
    again = search("a", empty=False, ordinal=2, revision=1)
    assert verdict(search("a", empty=False), again, wants=wants, revision=1).is_verified


@pytest.mark.spec("w68")
def test_a_demanded_look_that_last_failed_is_no_proof() -> None:
    wants = (Expectation(tool="search"),)
    first = search("a", empty=False)
    failed = replace(first, id="op_again", ordinal=2, state=NOT_RUN, receipt=None)
    assert verdict(first, failed, wants=wants).verdict is Verdict.INCOMPLETE


@pytest.mark.spec("w73")
def test_one_proven_effect_and_one_in_doubt_is_not_done() -> None:
    late = done("draft", "b", UNCERTAIN, ordinal=2)
    assert verdict(done("draft", "a"), late).reasons == (Reason.EFFECT_UNCERTAIN,)


@pytest.mark.spec("w104")
def test_digests_keep_apart_what_differs_and_no_order_does() -> None:
    def of(**args: object) -> str:
        return args_digest("draft", args)

    assert of(to="a", body="b") == of(body="b", to="a")
    assert of(to={"x": 1, "y": [2]}) == of(to={"y": [2], "x": 1})
    different = [
        of(),
        of(cc=None),
        of(n=1),
        of(n=1.0),
        of(n="1"),
        of(n=True),
        of(text="\u00e9"),
        of(text="e\u0301"),
        of(text="\U0001f600"),
        of(items=[1, 2]),
        of(items=[2, 1]),
    ]
    assert len(set(different)) == len(different)


@pytest.mark.spec("w88")
def test_only_a_verdict_leads_to_done() -> None:
    ways = {
        (end, verdict)
        for end in TurnEnd
        for verdict in Verdict
        if outcome(end, Assessment(verdict=verdict)).status is WorkflowStatus.DONE
    }
    assert ways == {(TurnEnd.SUCCESS, Verdict.VERIFIED)}
    edges = [(edge.frm, edge.by) for edge in WORKFLOW.edges if edge.to == WorkflowStatus.DONE]
    assert edges == [(WorkflowStatus.RUNNING, frozenset({Cause.FINISH}))]
    assert WorkflowStatus.DONE not in WORKFLOW.starts
