"""One record that can't be relied on closes the ledger."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import TaskId
from placet.rules.errors import LedgerDamaged
from placet.rules.lifecycles import OperationState
from placet.rules.operations import Settled
from placet.rules.receipts import Receipt
from tests.fakes.clock import HeldClock
from tests.ledger import making
from tests.ledger.verbs.test_workflows import a_workflow, an_operation

PROVEN = Settled(
    state=OperationState.CONFIRMED, returned=True, receipt=Receipt(provider="files", id="x", label="file")
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with ten workflows, each with one proven effect."""
    path = tmp_path / "ledger.sqlite"

    def step(tx: Tx) -> None:
        tx.declare_agent(making.an_agent())
        tx.open_conversation(making.a_conversation())
        for number in range(10):
            task_id, operation_id = TaskId(f"task_{number}"), f"op_{number}"
            tx.create_workflow(a_workflow(id=task_id, request_key=None))
            tx.begin_operation(an_operation(id=operation_id, workflow_id=task_id))
            tx.settle_operation(operation_id, PROVEN)

    with Ledger.open(path, clock=HeldClock(), on_commit=lambda _: None) as ledger:
        ledger.commit_blocking(step)
    return path


def opened(path: Path) -> None:
    Ledger.open(path, clock=HeldClock(), on_commit=lambda _: None).close()


def harm(path: Path, sql: str) -> None:
    """Change a row as a program beside us would that minds no fence, and leaves every fence as it was."""
    with closing(sqlite3.connect(path)) as file:
        fences = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in fences:
            file.execute(f"DROP TRIGGER {name}")
        file.execute("PRAGMA ignore_check_constraints = ON")
        file.execute(sql)
        for _, fence in fences:
            file.execute(fence)
        file.commit()


def test_a_whole_ledger_is_opened(path: Path) -> None:
    opened(path)


@pytest.mark.spec("w96")
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE workflows SET scope = '{broken' WHERE id = 'task_3'",
        "UPDATE workflows SET status = 'perhaps' WHERE id = 'task_3'",
        "UPDATE workflows SET expectations = '[{}]' WHERE id = 'task_3'",
        "UPDATE operations SET state = 'probably' WHERE id = 'op_3'",
        "UPDATE operations SET effect = 'nice' WHERE id = 'op_3'",
        "UPDATE operations SET receipt = NULL WHERE id = 'op_3'",
        "DELETE FROM receipts WHERE operation_id = 'op_3'",
        "DELETE FROM workflows WHERE id = 'task_3'",
    ],
)
def test_one_record_among_many_that_can_not_be_relied_on_closes_the_ledger(path: Path, sql: str) -> None:
    harm(path, sql)
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    for _ in range(2):
        with pytest.raises(LedgerDamaged, match="can't be relied on"):
            opened(path)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before
