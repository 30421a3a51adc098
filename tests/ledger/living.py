"""A ledger in which something of everything happened, and another program that changes its file by hand."""

from dataclasses import replace
from pathlib import Path

from placet.ledger import database, triggers
from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, OperationState, TaskStatus
from placet.rules.operations import Settled
from placet.rules.receipts import Receipt
from placet.rules.workflows import Looked
from tests.ledger.making import TALK, a_conversation, an_agent, held_task
from tests.ledger.verbs.test_workflows import a_workflow, an_operation

TASK = "task_1"


def live(ledger: Ledger) -> None:
    """One approved call from its request to its end, one that waits, and one proven effect of a workflow."""
    for step in (_declare, _ask, _approve, _finish, _effect, _settle, _look):
        ledger.commit_blocking(step)


def _declare(tx: Tx) -> None:
    tx.declare_agent(an_agent(name="ada", declaration='{"folder": "~/ada"}'))
    tx.open_conversation(a_conversation())


def _ask(tx: Tx) -> None:
    held_task(tx, TASK)
    held_task(tx, "task_2")


def _approve(tx: Tx) -> None:
    tx.close_approval(TASK, ApprovalState.APPROVED, Cause.DECIDE, decided_by="owner", via="window")
    tx.move(TASK, TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE)


def _finish(tx: Tx) -> None:
    tx.move(TASK, TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH, result='{"ok":true}')


def _effect(tx: Tx) -> None:
    tx.create_workflow(replace(a_workflow(), conversation_id=TALK))
    tx.begin_operation(an_operation())


def _settle(tx: Tx) -> None:
    receipt = Receipt(provider="imap", id="<1@here>", label="a draft")
    proven = Settled(state=OperationState.CONFIRMED, returned=True, receipt=receipt)
    tx.settle_operation(an_operation().id, proven)


def _look(tx: Tx) -> None:
    tx.note_look(Looked(operation_id=an_operation().id, happened=True, reason="I saw it.", at_ms=tx.now))


def by_hand(path: Path, *statements: str) -> None:
    """What a program does that takes the fences down, writes, and puts them up again."""
    engine = database.writing_engine(path)
    try:
        with engine.begin() as connection:
            names = [name for (name,) in connection.exec_driver_sql(_TRIGGERS)]
            for name in names:
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
            connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
            for statement in statements:
                assert connection.exec_driver_sql(statement).rowcount > 0, statement
            triggers.put_up(connection.connection.cursor())
    finally:
        engine.dispose()


_TRIGGERS = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
