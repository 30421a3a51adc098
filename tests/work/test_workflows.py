"""Workflows as rows: how many of those that prove nothing are kept, and how a record gets to the disk."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from placet.ledger.database import writing_engine
from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import TaskId
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import OperationState, WorkflowStatus
from placet.rules.operations import Settled
from placet.rules.receipts import Receipt
from placet.rules.workflows import TurnEnd
from placet.work.workflows import KEPT_WITHOUT_EVIDENCE, Workflows
from tests.ledger import making
from tests.ledger.verbs.test_workflows import a_workflow, an_operation

PROVEN = Settled(
    state=OperationState.CONFIRMED, returned=True, receipt=Receipt(provider="files", id="x", label="file")
)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with making.open_ledger(tmp_path / "ledger.sqlite", lambda _: None) as ledger:
        ledger.commit_blocking(lambda tx: tx.declare_agent(making.an_agent()))
        ledger.commit_blocking(lambda tx: tx.open_conversation(making.a_conversation()))
        yield ledger


def run(tx: Tx, number: int, *, proven: bool) -> None:
    """One whole run of a workflow; its model says that it succeeded."""
    id_ = TaskId(f"task_{number:03}")
    tx.create_workflow(a_workflow(id=id_, request_key=None))
    tx.move_workflow(id_, WorkflowStatus.QUEUED, WorkflowStatus.RUNNING, Cause.START, started_at=making.T0)
    if proven:
        tx.begin_operation(replace(an_operation(), id=f"op_{number}", workflow_id=id_))
        tx.settle_operation(f"op_{number}", PROVEN)
    Workflows.finish(tx, id_, TurnEnd.SUCCESS, summary="I did it.", error=None)


@pytest.mark.spec("w83")
def test_the_newest_hundred_without_proofs_stay_and_all_with_proofs(ledger: Ledger) -> None:
    with_proofs = set(range(0, 150, 10))
    for number in range(150):
        ledger.commit_blocking(partial(run, number=number, proven=number in with_proofs))
    kept = [int(row.id[-3:]) for row in ledger.reads.workflows.listed(1000)]
    without = [number for number in kept if number not in with_proofs]
    newest = [number for number in reversed(range(150)) if number not in with_proofs][:KEPT_WITHOUT_EVIDENCE]
    assert without == newest
    assert with_proofs <= set(kept)
    assert {row.status for row in ledger.reads.workflows.listed(1000)} == {
        WorkflowStatus.DONE,
        WorkflowStatus.UNVERIFIED,
    }


def test_a_late_end_moves_nothing_that_has_ended(ledger: Ledger) -> None:
    ledger.commit_blocking(partial(run, number=1, proven=True))
    again = ledger.commit_blocking(
        lambda tx: Workflows.finish(tx, TaskId("task_001"), TurnEnd.ERROR, summary="No.", error="No.")
    )
    assert (again.status, again.summary, again.error) == (WorkflowStatus.DONE, "I did it.", None)


@pytest.mark.spec("w98")
def test_every_commit_of_a_record_is_flushed_before_it_returns(ledger: Ledger, tmp_path: Path) -> None:
    engine = writing_engine(tmp_path / "ledger.sqlite")
    with engine.connect() as connection:
        full = connection.exec_driver_sql("PRAGMA synchronous").scalar_one()
        journal = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
    engine.dispose()
    assert (full, journal) == (2, "wal")
    wal = tmp_path / "ledger.sqlite-wal"
    ledger.commit_blocking(lambda tx: tx.create_workflow(a_workflow()))
    ledger.commit_blocking(lambda tx: tx.begin_operation(an_operation(id="op_flushed")))
    assert b"op_flushed" in wal.read_bytes()
