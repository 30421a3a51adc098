"""The few operations that are read for a verdict come to what all of them come to, however they lie."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from placet.ledger import bearing
from placet.ledger import workflow_statements as statements
from placet.ledger.ledger import Ledger
from placet.ledger.statements import Prepared
from placet.rules.lifecycles import OperationState
from placet.rules.operations import Operation, Settled
from placet.rules.ports import Effect
from placet.rules.receipts import Receipt
from placet.rules.verification import Evidence, Expectation, Verdict, assess
from placet.rules.workflows import Workflow
from tests.ledger.making import a_conversation
from tests.ledger.verbs.test_workflows import ID, a_workflow, an_operation

TOOLS = ("fs_write", "search", "shell")
ENDS = (
    Settled(state=OperationState.CONFIRMED, returned=True),
    Settled(state=OperationState.UNCERTAIN, returned=True),
    Settled(state=OperationState.UNCERTAIN, returned=False),
    Settled(state=OperationState.NOT_RUN, returned=False),
    None,
)
DEMANDS = (
    Expectation(tool="fs_write"),
    Expectation(tool="fs_write", minimum=2),
    Expectation(tool="fs_write", input_digest="d1"),
    Expectation(tool="fs_write", unless_empty="search"),
    Expectation(tool="shell"),
)
HAPPENED = st.fixed_dictionaries(
    {
        "tool": st.sampled_from(TOOLS),
        "key": st.sampled_from("klm"),
        "input_digest": st.sampled_from(("d1", "d2")),
        "goal_revision": st.integers(0, 1),
        "expects_receipt": st.booleans(),
        "effect": st.sampled_from(tuple(Effect)),
    }
)
PAST = st.lists(st.tuples(HAPPENED, st.sampled_from(ENDS), st.booleans()), max_size=12)


@pytest.fixture
def book(ledger: Ledger) -> Ledger:
    ledger.commit_blocking(lambda tx: tx.open_conversation(a_conversation()))
    return ledger


def had(book: Ledger, workflow: Workflow, number: int, end: Settled | None, empty: bool, **more: Any) -> None:
    """Let one operation begin, and end like this."""
    it = f"{workflow.id}_{number}"
    record = an_operation(id=it, workflow_id=workflow.id, **more)
    book.commit_blocking(lambda tx: tx.begin_operation(record))
    if end is None:
        return
    shown = Receipt(provider="host", id="r", label="it", empty=empty)
    if end.state is OperationState.CONFIRMED:
        end = Settled(state=end.state, returned=True, receipt=shown)
    book.commit_blocking(lambda tx: tx.settle_operation(it, end))


def everything(book: Ledger, workflow: Workflow) -> list[Operation]:
    return book.reads.workflows.page_of_operations(workflow.id, 1_000)


def test_the_verdict_is_that_of_all_operations(book: Ledger) -> None:
    number = iter(range(10_000))

    @settings(max_examples=60, deadline=None)
    @given(past=PAST, demands=st.lists(st.sampled_from(DEMANDS), max_size=3), revision=st.integers(0, 1))
    def same(past: list[Any], demands: list[Expectation], revision: int) -> None:
        made = a_workflow(id=f"task_{next(number)}", expectations=tuple(demands), goal_revision=revision)
        workflow = book.commit_blocking(lambda tx: tx.create_workflow(made))
        for place, (what, end, empty) in enumerate(past):
            had(book, workflow, place, end, empty, **what)
        whole = assess(demands, revision, Evidence(everything(book, workflow)))
        told = assess(demands, revision, book.reads.workflows.evidence(workflow))
        inside = book.commit_blocking(lambda tx: assess(demands, revision, tx.evidence(workflow)))
        assert told == inside
        assert (told.verdict, told.reasons, told.missing) == (whole.verdict, whole.reasons, whole.missing)
        assert sorted(told.unsure) == sorted(whole.unsure)

    same()


def test_what_may_have_happened_outweighs_any_number_of_things_that_nobody_can_check(
    book: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bearing, "MOST_UNSHOWN", 3)
    workflow = book.commit_blocking(lambda tx: tx.create_workflow(a_workflow(expectations=())))
    opaque = {"effect": Effect.UNKNOWN, "expects_receipt": False, "tool": "shell"}
    for number in range(5):
        had(book, workflow, number, ENDS[1], False, key=f"k{number}", **opaque)
    found = assess((), 0, book.reads.workflows.evidence(workflow))
    assert (found.verdict, len(found.unsure)) == (Verdict.UNSUPPORTED, 3)
    had(book, workflow, 5, ENDS[2], False, key="k5", **opaque)
    found = assess((), 0, book.reads.workflows.evidence(workflow))
    assert (found.verdict, found.unsure) == (Verdict.UNCERTAIN, (f"{ID}_5",))


@pytest.mark.parametrize(
    "statement",
    [
        statements.COUNT_OPERATIONS,
        statements.UNSHOWN,
        statements.operation_page(state=True, newest_first=True),
        statements.operation_page(state=True, newest_first=False),
    ],
)
def test_pages_and_counts_of_one_state_find_their_rows_by_an_index(
    outside: sqlite3.Connection, statement: Prepared
) -> None:
    nothing = [None] * statement.sql.count("?")
    plan = outside.execute(f"EXPLAIN QUERY PLAN {statement.sql}", nothing).fetchall()
    assert any("operations_state" in row[3] for row in plan), plan
