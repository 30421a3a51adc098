"""The call that an owner approved last of an agent and a tool: found by its index, in bounded time."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from placet.ledger import queries
from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import TaskId
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, TaskStatus
from tests.ledger.making import AGENT, OTHER_AGENT, a_task, an_agent, held_task

ABOVE_ALL = 10**9


def decided(tx: Tx, task_id: str, by: str = "owner", *, yes: bool = True, **changes: Any) -> None:
    held_task(tx, task_id, **changes)
    to, cause = (TaskStatus.RUNNING, Cause.APPROVE) if yes else (TaskStatus.DENIED, Cause.DENY)
    state = ApprovalState.APPROVED if yes else ApprovalState.DENIED
    tx.move(TaskId(task_id), TaskStatus.PENDING_APPROVAL, to, cause)
    tx.close_approval(TaskId(task_id), state, Cause.DECIDE, decided_by=by, via="window")


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    def fill(tx: Tx) -> None:
        tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob"))
        decided(tx, "first")
        decided(tx, "second")
        decided(tx, "refused", yes=False)
        decided(tx, "by_code", by="lib/approve.ts:decide")
        decided(tx, "other_tool", tool="fs_edit")
        decided(tx, "other_agent", agent_id=OTHER_AGENT, agent="Bob")
        tx.create_task(a_task("free", status=TaskStatus.RUNNING, requires_authorization=False))
        held_task(tx, "waiting")

    ledger.commit_blocking(fill)
    return ledger


def found(ledger: Ledger, below: int = ABOVE_ALL, **wish: Any) -> str | None:
    asked: dict[str, Any] = {"agent_id": AGENT, "tool": "fs_write", "decided_by": "owner", **wish}
    task = ledger.reads.last_approved(below=below, **asked)
    return None if task is None else task.id


def test_the_newest_call_that_the_owner_approved_is_found(filled: Ledger) -> None:
    assert found(filled) == "second"
    assert found(filled, tool="fs_edit") == "other_tool"
    assert found(filled, agent_id=OTHER_AGENT) == "other_agent"


def test_only_calls_before_the_one_at_hand_count(filled: Ledger) -> None:
    assert found(filled, below=filled.reads.task(TaskId("second")).seq) == "first"
    assert found(filled, below=filled.reads.task(TaskId("first")).seq) is None


def test_of_many_calls_only_the_last_are_looked_at(filled: Ledger) -> None:
    assert found(filled, looked_at=4) is None
    assert found(filled, looked_at=5) == "second"


def test_its_index_is_walked_and_nothing_is_scanned(filled: Ledger, outside: sqlite3.Connection) -> None:
    nothing = [None] * queries.LAST_APPROVED.sql.count("?")
    plan = [row[3] for row in outside.execute(f"EXPLAIN QUERY PLAN {queries.LAST_APPROVED.sql}", nothing)]
    assert any("tasks_agent_tool_seq (agent_id=? AND tool=? AND seq<?)" in line for line in plan), plan
    assert not any("SCAN tasks" in line or "SCAN approvals" in line for line in plan), plan
