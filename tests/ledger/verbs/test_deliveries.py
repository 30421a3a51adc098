"""What triggers owe, in the file: each row moves along its table, once, and none is lost."""

import sqlite3
from typing import Any

import pytest

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import BootId, Instant
from placet.rules.deliveries import DELIVERY, DeliveryStatus, Owed, TimerPlan
from placet.rules.errors import LostRace, NotFound
from placet.rules.lifecycle import Cause
from tests.fakes.clock import HeldClock
from tests.ledger.making import AGENT, BOOT, T0

KEY = '["agent"]'
CREATE, COMPLETE = "on_task_create", "on_task_complete"
DUE, STARTED, DELIVERED = DeliveryStatus.DUE, DeliveryStatus.STARTED, DeliveryStatus.DELIVERED


def owe(ledger: Ledger, trigger: str = COMPLETE, **more: Any) -> int:
    return ledger.commit_blocking(lambda tx: tx.owe(AGENT, trigger, KEY, **more))


def move(ledger: Ledger, seq: int, frm: DeliveryStatus, to: DeliveryStatus, by: Cause, **more: Any) -> None:
    ledger.commit_blocking(lambda tx: tx.move_delivery(seq, frm, to, by, **more))


def start(ledger: Ledger, seq: int, boot: BootId = BOOT) -> None:
    move(ledger, seq, DUE, STARTED, Cause.START, boot=boot)


def owed(ledger: Ledger) -> Owed:
    (one,) = ledger.reads.deliveries.owed()
    return one


def test_what_is_owed_is_told_by_target_with_its_first_and_last_moment(
    ledger: Ledger, clock: HeldClock
) -> None:
    for at in (T0, T0 + 5, T0 + 9):
        clock.at_ms = Instant(at)
        owe(ledger, task_status="completed")
    one = owed(ledger)
    assert (one.count, one.oldest, one.newest, one.last_start) == (3, T0, T0 + 9, None)
    assert [it.due_at for it in ledger.reads.deliveries.due(one, 2)] == [T0, T0 + 5]


def test_tests_are_owed_apart_from_the_rest(ledger: Ledger) -> None:
    owe(ledger)
    seq = owe(ledger, is_test=True, data="{}")
    kinds = {it.is_test: it.count for it in ledger.reads.deliveries.owed()}
    assert kinds == {False: 1, True: 1}
    (test,) = [it for it in ledger.reads.deliveries.owed() if it.is_test]
    assert [(it.seq, it.data) for it in ledger.reads.deliveries.due(test, 9)] == [(seq, "{}")]


def test_a_delivery_is_started_and_ended_once(ledger: Ledger, clock: HeldClock) -> None:
    seq = owe(ledger)
    clock.at_ms = Instant(T0 + 1)
    start(ledger, seq)
    assert ledger.reads.deliveries.owed() == []
    assert ledger.reads.deliveries.open_counts(AGENT) == {(COMPLETE, KEY): {STARTED: 1}}
    clock.at_ms = Instant(T0 + 2)
    move(ledger, seq, STARTED, DeliveryStatus.FAILED, Cause.FINISH, code="exit", error="no")
    last = ledger.reads.deliveries.last_ended(AGENT, COMPLETE, KEY)
    assert last is not None
    assert (last.status, last.started_at, last.ended_at, last.boot) == ("failed", T0 + 1, T0 + 2, BOOT)
    assert (last.code, last.error) == ("exit", "no")
    with pytest.raises(LostRace):
        start(ledger, seq)
    with pytest.raises(LostRace):
        move(ledger, seq, STARTED, DELIVERED, Cause.FINISH)


def test_an_undeclared_step_is_a_mistake_of_ours(ledger: Ledger) -> None:
    seq = owe(ledger)
    with pytest.raises(RuntimeError):
        move(ledger, seq, STARTED, DUE, Cause.START)
    assert owed(ledger).count == 1


def test_the_last_start_of_a_target_is_kept_in_mind(ledger: Ledger, clock: HeldClock) -> None:
    clock.at_ms = Instant(T0 + 7)
    move(ledger, owe(ledger), DUE, DELIVERED, Cause.FINISH)
    owe(ledger)
    assert owed(ledger).last_start == T0 + 7


def test_what_another_boot_started_is_left_behind_and_what_is_due_is_not(ledger: Ledger) -> None:
    first, second, _ = owe(ledger), owe(ledger), owe(ledger)
    start(ledger, first, BootId("boot_0"))
    start(ledger, second)
    assert ledger.reads.deliveries.left_behind(BOOT) == [first]


def test_one_delivery_can_be_looked_up_in_a_step(ledger: Ledger) -> None:
    seq = owe(ledger, CREATE)
    assert ledger.commit_blocking(lambda tx: tx.delivery(seq)).trigger == CREATE
    with pytest.raises(NotFound):
        ledger.commit_blocking(lambda tx: tx.delivery(seq + 1))


def test_whether_something_waits_is_asked_by_target(ledger: Ledger) -> None:
    def waits(tx: Tx) -> list[bool]:
        return [tx.is_waiting(AGENT, COMPLETE, KEY), tx.is_waiting(AGENT, CREATE, KEY)]

    seq = owe(ledger)
    assert ledger.commit_blocking(waits) == [True, False]
    start(ledger, seq)
    assert ledger.commit_blocking(waits) == [False, False]


def test_a_timers_plan_is_kept_replaced_and_forgotten(ledger: Ledger) -> None:
    plan = TimerPlan(agent_id=AGENT, name="nightly", schedule="at 02:00", planned_at=T0)
    later = TimerPlan(**{**plan.__dict__, "planned_at": Instant(T0 + 1), "missed": 2})
    ledger.commit_blocking(lambda tx: tx.put_timer(plan))
    ledger.commit_blocking(lambda tx: tx.put_timer(later))
    assert ledger.reads.deliveries.timers() == [later]
    assert ledger.commit_blocking(lambda tx: tx.timer(AGENT, "nightly")) == later
    ledger.commit_blocking(lambda tx: tx.forget_timer(AGENT, "nightly"))
    assert ledger.commit_blocking(lambda tx: tx.timer(AGENT, "nightly")) is None


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM deliveries",
        "UPDATE deliveries SET task_id = 'task_2'",
        "UPDATE deliveries SET data = '1'",
        "UPDATE deliveries SET status = 'due', ended_at = NULL WHERE status = 'delivered'",
        "UPDATE deliveries SET status = 'unknown', ended_at = 1 WHERE status = 'due'",
        "UPDATE deliveries SET ended_at = 1 WHERE status = 'due'",
        "INSERT INTO deliveries SELECT 9, 'agent_a', 'x', 'x', NULL, NULL, NULL, 0, 'started', 1, 1, NULL, NULL, NULL, NULL",
    ],
)
def test_the_file_itself_refuses_what_the_table_does_not_have(
    ledger: Ledger, outside: sqlite3.Connection, statement: str
) -> None:
    owe(ledger)
    move(ledger, owe(ledger), DUE, DELIVERED, Cause.FINISH)
    with pytest.raises(sqlite3.IntegrityError):
        outside.execute(statement)


@pytest.mark.parametrize("frm", sorted(DELIVERY.statuses))
@pytest.mark.parametrize("to", sorted(DELIVERY.statuses))
def test_the_file_lets_exactly_the_declared_steps_pass(
    ledger: Ledger, outside: sqlite3.Connection, frm: str, to: str
) -> None:
    seq = owe(ledger)
    steps = {"due": [], "started": ["started"], "unknown": ["started", "unknown"]}.get(frm, [frm])
    for status in steps:
        outside.execute(
            "UPDATE deliveries SET status = ?, ended_at = ? WHERE seq = ?",
            (status, 1 if status in DELIVERY.ended else None, seq),
        )
    allowed = (frm, to) in DELIVERY.pairs() or (frm == to and frm in DELIVERY.open)
    ended = 1 if to in DELIVERY.ended else None
    try:
        outside.execute("UPDATE deliveries SET status = ?, ended_at = ? WHERE seq = ?", (to, ended, seq))
        passed = True
    except sqlite3.IntegrityError:
        passed = False
    assert passed is allowed
