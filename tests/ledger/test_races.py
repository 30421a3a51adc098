"""Many hands on one task: exactly one wins, and exactly one fact says so."""

import threading
import time
from collections import Counter
from collections.abc import Callable

import pytest

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import TaskId
from placet.rules.errors import LostRace
from placet.rules.events import ApprovalResolved
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, TaskStatus
from tests.ledger.making import PATIENCE_S, Listener, held_task

ROUNDS = 200


def _approve(tx: Tx, task_id: TaskId) -> TaskStatus:
    tx.close_approval(task_id, ApprovalState.APPROVED, Cause.DECIDE, decided_by="owner")
    tx.record(ApprovalResolved(task_id=task_id, request_id=task_id, approved=True))
    return tx.move(task_id, TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE).status


def _deny(tx: Tx, task_id: TaskId) -> TaskStatus:
    tx.record(ApprovalResolved(task_id=task_id, request_id=task_id, approved=False))
    moved = tx.move(task_id, TaskStatus.PENDING_APPROVAL, TaskStatus.DENIED, Cause.DENY, error="No.")
    tx.close_approval(task_id, ApprovalState.DENIED, Cause.DECIDE, decided_by="owner", reason="No.")
    return moved.status


def _cancel(tx: Tx, task_id: TaskId) -> TaskStatus:
    tx.record(ApprovalResolved(task_id=task_id, request_id=task_id, approved=False, withdrawn=True))
    tx.close_approval(task_id, ApprovalState.WITHDRAWN, Cause.WITHDRAW)
    return tx.move(task_id, TaskStatus.PENDING_APPROVAL, TaskStatus.CANCELLED, Cause.CANCEL).status


RACERS: tuple[Callable[[Tx, TaskId], TaskStatus], ...] = (_approve, _deny, _cancel)


@pytest.mark.parametrize("known", [True, False], ids=["from memory", "from the file"])
def test_of_approve_deny_and_cancel_one_wins_each_time_and_is_told_once(
    ledger: Ledger, told: Listener, known: bool
) -> None:
    ids = [TaskId(f"task_{number}") for number in range(ROUNDS)]
    for task_id in ids:
        ledger.commit_blocking(lambda tx, it=task_id: held_task(tx, it))
    if not known:
        ledger.commit_blocking(lambda tx: tx._known.forget())
    told.commits.clear()
    start = threading.Barrier(len(RACERS))
    won: dict[TaskId, list[TaskStatus]] = {task_id: [] for task_id in ids}
    lost: Counter[str] = Counter()
    spans: dict[TaskId, list[tuple[float, float]]] = {task_id: [] for task_id in ids}

    def race(walk: Callable[[Tx, TaskId], TaskStatus]) -> None:
        for task_id in ids:
            start.wait(PATIENCE_S)
            began = time.monotonic()
            try:
                won[task_id].append(ledger.commit_blocking(lambda tx, it=task_id: walk(tx, it)))
            except LostRace as error:
                lost[error.details["status"]] += 1
            spans[task_id].append((began, time.monotonic()))

    racers = [threading.Thread(target=race, args=(walk,)) for walk in RACERS]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(PATIENCE_S * 3)

    assert [len(winners) for winners in won.values()] == [1] * ROUNDS
    assert lost.total() == 2 * ROUNDS
    for task_id, winners in won.items():
        task = ledger.reads.task(task_id)
        assert [task.status] == winners
        assert task.approval is not None
        assert task.approval.state is not ApprovalState.OPEN
    facts = Counter((event.type, event.task_id) for event in told.events)
    assert facts == Counter({(kind, it): 1 for it in ids for kind in ("task.moved", "hil.resolved")})
    overlapped = sum(
        max(began for began, _ in span) < min(ended for _, ended in span) for span in spans.values()
    )
    assert overlapped > 0, "the racers never raced"
