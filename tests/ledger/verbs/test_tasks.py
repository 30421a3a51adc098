"""The verbs on tasks and approvals: what they write, what they tell, and what they refuse."""

from typing import Any

import pytest

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import BootId, Instant, TaskId, TurnId
from placet.rules.errors import LostRace
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, TaskStatus, TurnStatus
from tests.fakes.clock import HeldClock
from tests.ledger.making import (
    AGENT,
    BOOT,
    DIGEST,
    T0,
    TURN,
    Listener,
    a_conversation,
    a_task,
    a_turn,
    an_approval,
    held_task,
)

TASK = TaskId("task_1")


def _walk(ledger: Ledger, *steps: tuple[TaskStatus, TaskStatus, Cause]) -> None:
    for frm, to, by in steps:
        ledger.commit_blocking(lambda tx, step=(frm, to, by): tx.move(TASK, *step))


def test_a_task_gets_its_number_and_is_told_of(ledger: Ledger, told: Listener) -> None:
    first = ledger.commit_blocking(lambda tx: tx.create_task(a_task("task_1")))
    second = ledger.commit_blocking(lambda tx: tx.create_task(a_task("task_2")))
    assert (first.seq, second.seq) == (1, 2)
    assert first.approval is None
    assert first.started_at is None
    (event, _) = told.events
    assert (event.type, event.agent_id, event.agent, event.task_id, event.at_ms) == (
        "task.created", AGENT, "Ada", "task_1", T0,
    )  # fmt: skip
    assert event.payload == {"tool": "fs_write", "status": "pending_approval", "digest": DIGEST}


def test_an_async_task_is_born_running_and_started(ledger: Ledger) -> None:
    born = ledger.commit_blocking(lambda tx: tx.create_task(a_task(status=TaskStatus.RUNNING)))
    assert born.started_at == T0
    assert ledger.reads.task(TASK) == born
    given = a_task("task_2", status=TaskStatus.RUNNING, started_at=Instant(T0 + 5))
    assert ledger.commit_blocking(lambda tx: tx.create_task(given)).started_at == T0 + 5


def test_a_task_cannot_be_born_ended(ledger: Ledger) -> None:
    with pytest.raises(RuntimeError, match="can't start as denied"):
        ledger.commit_blocking(lambda tx: tx.create_task(a_task(status=TaskStatus.DENIED)))


def test_a_whole_life_is_written_and_told_step_by_step(
    ledger: Ledger, told: Listener, clock: HeldClock
) -> None:
    ledger.commit_blocking(held_task)
    clock.at_ms = Instant(T0 + 1000)
    ledger.commit_blocking(
        lambda tx: tx.move(
            TASK,
            TaskStatus.PENDING_APPROVAL,
            TaskStatus.RUNNING,
            Cause.APPROVE,
            approved_args='{"path":"b.txt"}',
            approved_digest="e" * 64,
            target='{"absent":true}',
        )
    )
    clock.at_ms = Instant(T0 + 3000)
    ended = ledger.commit_blocking(
        lambda tx: tx.move(
            TASK, TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH, result='{"ok":true}', diff="+b"
        )
    )
    assert ended == ledger.reads.task(TASK)
    assert (ended.started_at, ended.completed_at) == (T0 + 1000, T0 + 3000)
    assert (ended.bound_args, ended.bound_digest) == ('{"path":"b.txt"}', "e" * 64)
    assert (ended.args, ended.digest) == ('{"path":"a.txt"}', DIGEST)
    moves = [payload for kind, payload in told.facts if kind == "task.moved"]
    assert moves == [
        {"tool": "fs_write", "frm": "pending_approval", "to": "running", "by": "approve"},
        {"tool": "fs_write", "frm": "running", "to": "completed", "by": "finish"},
    ]


def test_a_clock_that_was_set_back_never_makes_a_task_end_before_it_began(
    ledger: Ledger, clock: HeldClock
) -> None:
    ledger.commit_blocking(lambda tx: tx.create_task(a_task(created_at=Instant(T0 + 500))))
    clock.at_ms = Instant(T0 - 3_600_000)
    running = ledger.commit_blocking(
        lambda tx: tx.move(TASK, TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE)
    )
    assert running.started_at == T0 + 500
    ended = ledger.commit_blocking(
        lambda tx: tx.move(TASK, TaskStatus.RUNNING, TaskStatus.FAILED, Cause.FINISH, error="No.")
    )
    assert ended.completed_at == T0 + 500
    assert ledger.reads.task(TASK) == ended


def test_a_clock_set_back_never_closes_an_approval_or_turn_before_it_opened(
    ledger: Ledger, clock: HeldClock
) -> None:
    ledger.commit_blocking(held_task)
    ledger.commit_blocking(lambda tx: (tx.open_conversation(a_conversation()), tx.start_turn(a_turn())))
    clock.at_ms = Instant(T0 - 3_600_000)
    closed = ledger.commit_blocking(lambda tx: tx.close_approval(TASK, ApprovalState.APPROVED, Cause.DECIDE))
    ended = ledger.commit_blocking(lambda tx: tx.end_turn(TURN, TurnStatus.STOPPED, Cause.CANCEL))
    assert (closed.decided_at, ended.ended_at) == (T0, T0)


def test_an_undeclared_step_is_a_mistake_of_ours(ledger: Ledger) -> None:
    ledger.commit_blocking(held_task)
    with pytest.raises(RuntimeError, match="no edge"):
        _walk(ledger, (TaskStatus.PENDING_APPROVAL, TaskStatus.COMPLETED, Cause.FINISH))
    with pytest.raises(RuntimeError, match="no edge"):
        _walk(ledger, (TaskStatus.PENDING_APPROVAL, TaskStatus.DENIED, Cause.EXPIRE))


def test_a_move_sets_no_column_that_is_not_a_moves_to_set(ledger: Ledger) -> None:
    ledger.commit_blocking(held_task)
    with pytest.raises(RuntimeError, match="args"):
        ledger.commit_blocking(
            lambda tx: tx.move(
                TASK, TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE, args="{}"
            )
        )


def test_a_flag_is_raised_by_a_move_and_stays(ledger: Ledger) -> None:
    ledger.commit_blocking(
        lambda tx: tx.create_task(a_task(status=TaskStatus.PENDING, requires_authorization=False))
    )
    parked = ledger.commit_blocking(
        lambda tx: tx.move(
            TASK, TaskStatus.PENDING, TaskStatus.PENDING_APPROVAL, Cause.HOLD, requires_authorization=True
        )
    )
    assert parked.requires_authorization is True
    assert ledger.reads.task(TASK).requires_authorization is True
    with pytest.raises(RuntimeError, match="raised flag"):
        ledger.commit_blocking(
            lambda tx: tx.move(
                TASK,
                TaskStatus.PENDING_APPROVAL,
                TaskStatus.RUNNING,
                Cause.APPROVE,
                requires_authorization=False,
            )
        )


def test_a_mover_who_comes_late_learns_what_won(ledger: Ledger, told: Listener) -> None:
    ledger.commit_blocking(held_task)
    _walk(ledger, (TaskStatus.PENDING_APPROVAL, TaskStatus.DENIED, Cause.DENY))
    told.commits.clear()
    with pytest.raises(LostRace) as lost:
        _walk(ledger, (TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE))
    assert lost.value.details == {"status": "denied", "task": None}
    assert told.events == []


def test_a_request_to_stop_is_noted_and_told_once(ledger: Ledger, told: Listener) -> None:
    ledger.commit_blocking(lambda tx: tx.create_task(a_task(status=TaskStatus.RUNNING)))
    told.commits.clear()
    marked = ledger.commit_blocking(lambda tx: tx.mark(TASK, cancel_requested=True))
    again = ledger.commit_blocking(lambda tx: tx.mark(TASK, cancel_requested=True))
    assert marked == again == ledger.reads.task(TASK)
    assert marked.cancel_requested is True
    assert told.facts == [("task.changed", {"what": "cancel_requested"})]


def test_a_request_to_stop_comes_too_late_for_an_ended_task(ledger: Ledger) -> None:
    ledger.commit_blocking(lambda tx: tx.create_task(a_task(status=TaskStatus.RUNNING)))
    _walk(ledger, (TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH))
    with pytest.raises(LostRace) as lost:
        ledger.commit_blocking(lambda tx: tx.mark(TASK, cancel_requested=True))
    assert lost.value.details["status"] == "completed"
    with pytest.raises(RuntimeError, match="taken back"):
        ledger.commit_blocking(lambda tx: tx.mark(TASK, cancel_requested=False))


def test_the_newest_denied_twin_of_a_turn_is_found_and_no_other(ledger: Ledger) -> None:
    def deny(tx: Tx, task_id: str, **changes: Any) -> None:
        held_task(tx, task_id, **{"turn_id": TURN, **changes})
        tx.move(TaskId(task_id), TaskStatus.PENDING_APPROVAL, TaskStatus.DENIED, Cause.DENY)

    for task_id, changes in {
        "task_1": {},
        "task_2": {},
        "task_tool": {"tool": "shell"},
        "task_digest": {"digest": "f" * 64},
        "task_turn": {"turn_id": "turn_2"},
    }.items():
        ledger.commit_blocking(lambda tx, it=task_id, what=changes: deny(tx, it, **what))
    ledger.commit_blocking(lambda tx: held_task(tx, "task_open", turn_id=TURN))
    twin = ledger.commit_blocking(lambda tx: tx.denied_twin(TURN, "fs_write", DIGEST))
    assert twin is not None
    assert twin.id == "task_2"
    assert ledger.commit_blocking(lambda tx: tx.denied_twin(TurnId("turn_3"), "fs_write", DIGEST)) is None


def test_only_open_tasks_of_other_boots_are_left_to_sweep(ledger: Ledger) -> None:
    def fill(tx: Tx) -> None:
        tx.create_task(a_task("task_held"))
        tx.create_task(a_task("task_new", boot=BootId("boot_2")))
        tx.create_task(a_task("task_running", status=TaskStatus.RUNNING))
        tx.create_task(a_task("task_deferred", status=TaskStatus.PENDING))
        tx.create_task(a_task("task_ended", status=TaskStatus.RUNNING))
        tx.move(TaskId("task_ended"), TaskStatus.RUNNING, TaskStatus.FAILED, Cause.FINISH)

    ledger.commit_blocking(fill)
    left = ["task_held", "task_running", "task_deferred"]
    assert ledger.reads.unswept(BootId("boot_2")) == left
    assert ledger.reads.unswept(BOOT) == ["task_new"]


def test_a_task_moved_in_a_new_boot_is_that_boots_to_sweep(ledger: Ledger) -> None:
    ledger.commit_blocking(held_task)
    ledger.commit_blocking(
        lambda tx: tx.move(
            TASK, TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE, boot=BootId("boot_2")
        )
    )
    assert ledger.reads.unswept(BootId("boot_2")) == []


@pytest.mark.parametrize("known", [True, False], ids=["known", "read back"])
def test_an_approval_is_closed_once_and_stands_with_its_task(ledger: Ledger, known: bool) -> None:
    ledger.commit_blocking(held_task)
    if not known:
        ledger.commit_blocking(lambda tx: tx._known.forget())
    closed = ledger.commit_blocking(
        lambda tx: tx.close_approval(
            TASK,
            ApprovalState.DENIED,
            Cause.DECIDE,
            decided_by="owner",
            via="window",
            reason="Not today.",
            shown_digest=DIGEST,
        )
    )
    assert closed == an_approval(
        state=ApprovalState.DENIED, decided_at=T0, decided_by="owner", via="window", reason="Not today.",
        shown_digest=DIGEST,
    )  # fmt: skip
    assert ledger.reads.task(TASK).approval == closed
    assert ledger.commit_blocking(lambda tx: tx.task(TASK)).approval == closed
    with pytest.raises(LostRace) as lost:
        ledger.commit_blocking(lambda tx: tx.close_approval(TASK, ApprovalState.APPROVED, Cause.DECIDE))
    assert lost.value.details == {"status": "denied", "task": None}
    with pytest.raises(LostRace):
        ledger.commit_blocking(lambda tx: tx.extend_deadline(TASK, T0))


def test_a_task_has_one_approval_at_most_and_it_is_born_open(ledger: Ledger) -> None:
    ledger.commit_blocking(held_task)
    with pytest.raises(RuntimeError, match="no such start"):
        ledger.commit_blocking(lambda tx: tx.open_approval(an_approval()))
    ledger.commit_blocking(lambda tx: tx.create_task(a_task("task_2")))
    with pytest.raises(RuntimeError, match="can't start as denied"):
        ledger.commit_blocking(lambda tx: tx.open_approval(an_approval("task_2", state=ApprovalState.DENIED)))


def test_an_approval_closes_only_for_its_declared_cause(ledger: Ledger) -> None:
    ledger.commit_blocking(held_task)
    with pytest.raises(RuntimeError, match="no edge"):
        ledger.commit_blocking(lambda tx: tx.close_approval(TASK, ApprovalState.DENIED, Cause.EXPIRE))


def test_a_deadline_is_moved_lifted_and_told(ledger: Ledger, told: Listener) -> None:
    ledger.commit_blocking(held_task)
    told.commits.clear()
    later = ledger.commit_blocking(lambda tx: tx.extend_deadline(TASK, Instant(T0 + 60_000)))
    assert later.expires_at == T0 + 60_000
    assert ledger.reads.task(TASK).approval == later
    lifted = ledger.commit_blocking(lambda tx: tx.extend_deadline(TASK, None))
    assert lifted.expires_at is None
    assert told.facts == [
        ("task.changed", {"what": "deadline", "expires_at": T0 + 60_000}),
        ("task.changed", {"what": "deadline"}),
    ]
