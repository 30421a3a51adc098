"""The verbs on workflows, operations and receipts, and the fences around what they prove."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from placet.ledger.ledger import Ledger
from placet.rules.basics import Instant, TaskId, TurnId
from placet.rules.errors import CorruptRow, LostRace, NotFound
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import OperationState, WorkflowStatus
from placet.rules.operations import Operation, Settled
from placet.rules.ports import Effect
from placet.rules.receipts import Receipt
from placet.rules.scope import ToolScope
from placet.rules.verification import Expectation
from placet.rules.workflows import Looked, Verification, Workflow
from tests.fakes.clock import HeldClock
from tests.ledger.making import AGENT, BOOT, T0, TALK, Listener, a_conversation

ID = TaskId("task_w1")
FOUND = Receipt(provider="files", id="abc", label="a file", empty=False)
PROVEN = Settled(state=OperationState.CONFIRMED, returned=True, receipt=FOUND)
UNPROVEN = Settled(state=OperationState.UNCERTAIN, returned=False)
UNTRIED = Settled(state=OperationState.NOT_RUN, returned=False)
QUEUED, RUNNING = WorkflowStatus.QUEUED, WorkflowStatus.RUNNING


def a_workflow(**changes: Any) -> Workflow:
    workflow = Workflow(
        id=ID,
        seq=0,
        agent_id=AGENT,
        agent="Ada",
        conversation_id=TALK,
        title="Report",
        text="Write the report.",
        status=QUEUED,
        created_at=T0,
        boot=BOOT,
        expectations=(Expectation(tool="fs_write"),),
        scope=ToolScope(names=("fs_write",), limits={"fs_write": 1}),
        body_digest="b1",
    )
    return replace(workflow, **changes)


def an_operation(**changes: Any) -> Operation:
    operation = Operation(
        id="op_1",
        workflow_id=ID,
        ordinal=0,
        key="k1",
        tool="fs_write",
        effect=Effect.WRITE,
        input_digest="d1",
        account="files",
        consent="c1",
        goal_revision=0,
        attempt=1,
        state=OperationState.IN_FLIGHT,
        started_at=T0,
        expects_receipt=True,
    )
    return replace(operation, **changes)


@pytest.fixture
def book(ledger: Ledger) -> Ledger:
    """A ledger with one conversation and one queued workflow in it."""
    ledger.commit_blocking(lambda tx: tx.open_conversation(a_conversation()))
    ledger.commit_blocking(lambda tx: tx.create_workflow(a_workflow()))
    return ledger


def moved(book: Ledger, frm: WorkflowStatus, to: WorkflowStatus, by: Cause, **columns: Any) -> Workflow:
    return book.commit_blocking(lambda tx: tx.move_workflow(ID, frm, to, by, **columns))


def begun(book: Ledger, **changes: Any) -> Operation:
    return book.commit_blocking(lambda tx: tx.begin_operation(an_operation(**changes)))


def test_a_workflow_is_read_back_with_its_contract_and_its_first_goal(book: Ledger) -> None:
    kept = book.reads.workflows.one(ID)
    assert kept == a_workflow(seq=kept.seq)
    assert book.reads.workflows.listed(10) == [kept]
    assert book.reads.workflows.queued() == [kept]
    assert book.reads.workflows.of_conversation(TALK) == kept
    (first,) = book.reads.workflows.revisions(ID)
    assert (first.number, first.text, first.key) == (0, "Write the report.", None)


def test_a_run_ends_and_is_taken_up_again_by_a_person(book: Ledger, told: Listener) -> None:
    moved(book, QUEUED, RUNNING, Cause.START, started_at=T0)
    ended = moved(
        book,
        RUNNING,
        WorkflowStatus.UNVERIFIED,
        Cause.FINISH,
        verification=Verification.UNVERIFIED,
        model_completed=True,
        summary="Done.",
    )
    assert (ended.verification, ended.summary, ended.ended_at) == (Verification.UNVERIFIED, "Done.", T0)
    again = moved(book, WorkflowStatus.UNVERIFIED, QUEUED, Cause.RETRY, attempt=2)
    assert (again.attempt, again.ended_at, again.goal_revision) == (2, None, 0)
    assert told.types[-3:] == ["workflow.moved"] * 3


def test_whoever_moves_a_workflow_second_loses(book: Ledger) -> None:
    moved(book, QUEUED, RUNNING, Cause.START)
    with pytest.raises(LostRace) as lost:
        moved(book, QUEUED, WorkflowStatus.STOPPED, Cause.CANCEL)
    assert lost.value.details["status"] == "running"


def test_a_new_goal_counts_up_and_is_kept_beside_the_old_one(book: Ledger) -> None:
    moved(book, QUEUED, WorkflowStatus.STOPPED, Cause.CANCEL)
    book.commit_blocking(lambda tx: tx.archive_workflow(ID))
    # It has neither a key nor an operation, so it is gone for good.
    with pytest.raises(NotFound):
        book.reads.workflows.one(ID)


def test_continuing_brings_a_workflow_back_from_the_archive(book: Ledger) -> None:
    begun(book)
    moved(book, QUEUED, WorkflowStatus.STOPPED, Cause.CANCEL)
    assert book.commit_blocking(lambda tx: tx.archive_workflow(ID)) is True
    assert book.reads.workflows.listed(10) == []
    assert book.reads.workflows.one(ID).archived_at == T0
    went_on = book.commit_blocking(
        lambda tx: tx.continue_workflow(ID, WorkflowStatus.STOPPED, "And sign it.", "key_1", attempt=2)
    )
    assert (went_on.goal_revision, went_on.text, went_on.archived_at) == (1, "And sign it.", None)
    assert [(one.number, one.key) for one in book.reads.workflows.revisions(ID)] == [(0, None), (1, "key_1")]
    found = book.commit_blocking(lambda tx: tx.revision_by_key(ID, "key_1"))
    assert found is not None
    assert found.text == "And sign it."
    assert book.commit_blocking(lambda tx: tx.revision_by_key(ID, "key_2")) is None


def test_a_keyed_workflow_is_found_by_its_key_even_when_archived(book: Ledger) -> None:
    keyed = a_workflow(id=TaskId("task_w2"), request_key="once")
    book.commit_blocking(lambda tx: tx.create_workflow(keyed))
    book.commit_blocking(lambda tx: tx.move_workflow(keyed.id, QUEUED, WorkflowStatus.STOPPED, Cause.CANCEL))
    assert book.commit_blocking(lambda tx: tx.archive_workflow(keyed.id)) is True
    found = book.reads.workflows.by_key("once")
    assert found is not None
    assert (found.id, found.archived_at) == (keyed.id, T0)
    assert book.commit_blocking(lambda tx: tx.workflow_by_key("once")) == found
    assert book.commit_blocking(lambda tx: tx.workflow_by_key("twice")) is None


def test_only_what_proves_nothing_is_pruned(book: Ledger) -> None:
    for number in range(2, 6):
        one = a_workflow(id=TaskId(f"task_w{number}"))
        book.commit_blocking(lambda tx, one=one: tx.create_workflow(one))
        book.commit_blocking(
            lambda tx, one=one: tx.move_workflow(one.id, QUEUED, WorkflowStatus.STOPPED, Cause.CANCEL)
        )
    begun(book, workflow_id=TaskId("task_w2"))
    assert book.commit_blocking(lambda tx: tx.prune_workflows(1)) == 2
    assert [one.id for one in book.reads.workflows.listed(10)] == ["task_w5", "task_w2", ID]


def test_an_effect_is_written_before_it_happens_and_proven_by_its_receipt(
    book: Ledger, told: Listener
) -> None:
    operation = begun(book)
    assert book.reads.workflows.operation("op_1") == operation
    assert book.reads.workflows.in_flight() == ["op_1"]
    settled = book.commit_blocking(lambda tx: tx.settle_operation("op_1", PROVEN))
    assert settled == replace(
        operation, state=OperationState.CONFIRMED, returned=True, receipt=FOUND, settled_at=T0
    )
    assert book.reads.workflows.page_of_operations(ID, 10) == [settled]
    assert book.reads.workflows.in_flight() == []
    assert [event.payload["to"] for event in told.events if event.type == "operation.moved"] == [
        "in_flight",
        "confirmed",
    ]
    with pytest.raises(LostRace):
        book.commit_blocking(lambda tx: tx.settle_operation("op_1", UNPROVEN))


def test_an_uncertain_effect_is_proven_later_by_looking(book: Ledger) -> None:
    begun(book)
    book.commit_blocking(lambda tx: tx.settle_operation("op_1", UNPROVEN, error="It broke off."))
    found = book.commit_blocking(lambda tx: tx.reconcile_operation("op_1", PROVEN))
    assert (found.state, found.receipt, found.error) == (OperationState.CONFIRMED, FOUND, None)


def test_what_was_never_attempted_is_taken_up_under_its_id(book: Ledger) -> None:
    begun(book)
    book.commit_blocking(lambda tx: tx.settle_operation("op_1", UNTRIED, refused=True, error="Denied."))
    changed = an_operation(input_digest="d2", consent="c2", attempt=2, task_id=TaskId("task_9"))
    again = book.commit_blocking(lambda tx: tx.rerun_operation("op_1", changed))
    assert (again.id, again.state, again.input_digest, again.consent, again.refused) == (
        "op_1", OperationState.IN_FLIGHT, "d2", "c2", False,
    )  # fmt: skip
    assert again.settled_at is None
    with pytest.raises(LostRace):
        book.commit_blocking(lambda tx: tx.rerun_operation("op_1", changed))


def test_a_restart_makes_an_effect_uncertain(book: Ledger) -> None:
    begun(book)
    left = book.commit_blocking(lambda tx: tx.unsettle_operation("op_1", Cause.RESTART, "It ended."))
    assert (left.state, left.returned, left.restored) == (OperationState.UNCERTAIN, None, False)


def test_a_backup_takes_the_state_and_leaves_the_receipt(book: Ledger) -> None:
    begun(book)
    book.commit_blocking(lambda tx: tx.settle_operation("op_1", PROVEN))
    back = book.commit_blocking(lambda tx: tx.unsettle_operation("op_1", Cause.RESTORE, "Put back."))
    assert (back.state, back.receipt, back.restored) == (OperationState.UNCERTAIN, FOUND, True)


def test_what_the_owner_saw_is_kept_and_moves_nothing(book: Ledger, clock: HeldClock) -> None:
    begun(book)
    book.commit_blocking(lambda tx: tx.settle_operation("op_1", UNPROVEN))
    look = Looked(operation_id="op_1", happened=True, reason="I opened it.", at_ms=T0)
    book.commit_blocking(lambda tx: tx.note_look(look))
    assert book.reads.workflows.looks(["op_1"]) == [look]
    assert book.reads.workflows.operation("op_1").state is OperationState.UNCERTAIN
    with pytest.raises(NotFound):
        book.commit_blocking(lambda tx: tx.note_look(replace(look, operation_id="op_9")))


def test_a_contract_that_can_not_be_read_closes_its_workflow_and_is_never_guessed(
    book: Ledger, tmp_path: Path
) -> None:
    with sqlite3.connect(next(tmp_path.rglob("ledger.sqlite"))) as outside:
        outside.execute("DROP TRIGGER workflows_fixed")
        outside.execute("UPDATE workflows SET scope = 'null'")
    with pytest.raises(CorruptRow):
        book.reads.workflows.one(ID)
    assert book.reads.workflows.listed(10) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE workflows SET status = 'done', ended_at = 1",
        "UPDATE workflows SET expectations = '[]'",
        "UPDATE workflows SET scope = NULL",
        "UPDATE workflows SET goal_revision = -1",
        "UPDATE workflow_revisions SET text = 'x'",
        "DELETE FROM workflows",
        "INSERT OR REPLACE INTO workflows SELECT * FROM workflows",
        "UPDATE operations SET state = 'in_flight', settled_at = NULL WHERE id = 'op_1'",
        "UPDATE operations SET state = 'not_run' WHERE id = 'op_2'",
        "UPDATE operations SET state = 'confirmed' WHERE id = 'op_2'",
        "UPDATE operations SET receipt = NULL WHERE id = 'op_1'",
        "UPDATE operations SET input_digest = 'x', key = 'y'",
        "DELETE FROM operations",
        "UPDATE receipts SET label = 'x'",
        "DELETE FROM receipts",
        "INSERT OR REPLACE INTO receipts SELECT * FROM receipts",
    ],
)
def test_the_file_refuses_what_would_make_or_lose_evidence(
    book: Ledger, tmp_path: Path, statement: str
) -> None:
    begun(book)
    book.commit_blocking(lambda tx: tx.settle_operation("op_1", PROVEN))
    begun(book, id="op_2", key="k2")
    book.commit_blocking(lambda tx: tx.settle_operation("op_2", UNPROVEN))
    with sqlite3.connect(next(tmp_path.rglob("ledger.sqlite"))) as outside:
        before = list(outside.iterdump())
        with pytest.raises(sqlite3.IntegrityError):
            outside.execute(statement)
        outside.rollback()
        assert list(outside.iterdump()) == before


def test_a_clock_set_back_makes_nothing_end_before_it_began(book: Ledger, clock: HeldClock) -> None:
    clock.at_ms = Instant(T0 - 1000)
    assert moved(book, QUEUED, WorkflowStatus.STOPPED, Cause.CANCEL).ended_at == T0


def test_a_turn_leads_to_the_workflow_that_it_runs_and_to_no_other(book: Ledger) -> None:
    run = TurnId("turn_1")
    moved(book, QUEUED, RUNNING, Cause.START, turn_id=run)
    reads = book.reads.workflows
    assert reads.of_turn(TALK, run) == reads.running_of(AGENT) == reads.one(ID)
    assert book.commit_blocking(lambda tx: tx.workflow_of_turn(TALK, run)) == reads.one(ID)
    assert reads.of_turn(TALK, TurnId("turn_2")) is None
    assert book.commit_blocking(lambda tx: tx.workflow_of_turn(TALK, TurnId("turn_2"))) is None
    moved(book, RUNNING, WorkflowStatus.FAILED, Cause.FINISH)
    assert reads.running_of(AGENT) is None
    assert reads.of_turn(TALK, run) == reads.one(ID)


def test_a_call_leads_to_its_operation_until_the_end_of_that_is_written(book: Ledger) -> None:
    call = TaskId("task_c1")
    first = begun(book, task_id=call)
    assert book.commit_blocking(lambda tx: tx.operation_in_flight(call)) == first
    assert book.commit_blocking(lambda tx: tx.operation_in_flight(TaskId("task_c2"))) is None
    book.commit_blocking(lambda tx: tx.settle_operation("op_1", PROVEN))
    assert book.commit_blocking(lambda tx: tx.operation_in_flight(call)) is None


def test_what_an_agent_is_at_work_on_is_asked_of_the_file_once_until_it_changes(book: Ledger) -> None:
    reads = book.reads.workflows
    assert reads.running_of(AGENT) is None
    moved(book, QUEUED, RUNNING, Cause.START, started_at=T0)
    running = reads.running_of(AGENT)
    assert running is not None
    assert reads.running_of(AGENT) is running
