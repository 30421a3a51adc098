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


Walk = Callable[[Tx, TaskId], TaskStatus]
RACERS: tuple[Walk, ...] = (_approve, _deny, _cancel)


class _Course:
    """One racer's way through all tasks, step by step with the others."""

    def __init__(self, ledger: Ledger, start: threading.Barrier, walk: Walk) -> None:
        self.ledger, self.start, self.walk = ledger, start, walk
        self.won: dict[TaskId, TaskStatus] = {}
        self.lost: dict[TaskId, str] = {}
        self.spans: list[tuple[float, float]] = []

    def run(self, ids: list[TaskId]) -> None:
        for task_id in ids:
            self.start.wait(PATIENCE_S)
            began = time.monotonic()
            try:
                self.won[task_id] = self.ledger.commit_blocking(lambda tx, it=task_id: self.walk(tx, it))
            except LostRace as error:
                self.lost[task_id] = error.details["status"]
            self.spans.append((began, time.monotonic()))


def _race(ledger: Ledger, ids: list[TaskId]) -> list[_Course]:
    start = threading.Barrier(len(RACERS))
    courses = [_Course(ledger, start, walk) for walk in RACERS]
    racers = [threading.Thread(target=course.run, args=(ids,)) for course in courses]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(PATIENCE_S * 3)
    return courses


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
    courses = _race(ledger, ids)

    for task_id in ids:
        winners = [course.won[task_id] for course in courses if task_id in course.won]
        assert len(winners) == 1
        # Approval and task are two rows: a loser met the one or the other, and learned how it was decided.
        assert len([course.lost[task_id] for course in courses if task_id in course.lost]) == 2
        task = ledger.reads.task(task_id)
        assert [task.status] == winners
        assert task.approval is not None
        assert task.approval.state is not ApprovalState.OPEN
    facts = Counter((event.type, event.task_id) for event in told.events)
    assert facts == Counter({(kind, it): 1 for it in ids for kind in ("task.moved", "hil.resolved")})
    rounds = zip(*(course.spans for course in courses), strict=True)
    overlapped = sum(max(began for began, _ in spans) < min(ended for _, ended in spans) for spans in rounds)
    assert overlapped > 0, "the racers never raced"
