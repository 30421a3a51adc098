"""`Ledger.commit`: whole steps, shared flushes, told before answered, and what happens when the disk refuses."""

import asyncio
import contextlib
import logging
import resource
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import TaskId
from placet.rules.errors import EngineStopping, LedgerWriteFailed, LostRace, NotFound
from placet.rules.events import SettingChanged
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TaskStatus
from placet.rules.records import Event
from tests.ledger.making import (
    PATIENCE_S,
    Listener,
    a_task,
    an_agent,
    held_task,
    open_ledger,
    writer_held,
)


def _create(task_id: str) -> object:
    return lambda tx: tx.create_task(a_task(task_id))


def _ids(ledger: Ledger) -> set[str]:
    return {task.id for task in ledger.reads.tasks(limit=1000)}


def test_a_step_that_raises_is_undone_and_its_batch_mates_stand(ledger: Ledger, told: Listener) -> None:
    def bad(tx: Tx) -> None:
        tx.create_task(a_task("task_bad"))
        tx.record(SettingChanged(key="x"))
        raise NotFound("No such luck.")

    async def all_at_once() -> list[object]:
        with writer_held(ledger):
            steps = [
                asyncio.ensure_future(ledger.commit(step))
                for step in (_create("task_a"), bad, _create("task_b"))
            ]
            await asyncio.sleep(0)
        return await asyncio.gather(*steps, return_exceptions=True)

    before = ledger.stats
    first, second, third = asyncio.run(all_at_once())
    assert (first.id, third.id) == ("task_a", "task_b")
    assert isinstance(second, NotFound)
    assert (ledger.stats.commits - before.commits, ledger.stats.steps - before.steps) == (2, 4)
    assert _ids(ledger) == {"task_a", "task_b"}
    assert [(event.type, event.task_id) for event in told.events] == [
        ("task.created", "task_a"),
        ("task.created", "task_b"),
    ]
    assert [event.seq for event in told.events] == [2, 3], "no gap where the undone step was"
    with pytest.raises(NotFound):
        ledger.commit_blocking(lambda tx: tx.task(TaskId("task_bad")))


def test_a_step_undone_leaves_the_task_as_it_was_known_before(ledger: Ledger) -> None:
    ledger.commit_blocking(held_task)

    def bad(tx: Tx) -> None:
        tx.move(TaskId("task_1"), TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE)
        raise NotFound("No such luck.")

    with pytest.raises(NotFound):
        ledger.commit_blocking(bad)
    assert ledger.commit_blocking(lambda tx: tx.task(TaskId("task_1"))).status is TaskStatus.PENDING_APPROVAL


def test_many_callers_share_one_flush(ledger: Ledger) -> None:
    async def all_at_once() -> None:
        with writer_held(ledger):
            steps = [asyncio.ensure_future(ledger.commit(_create(f"task_{number}"))) for number in range(100)]
            await asyncio.sleep(0)
        await asyncio.gather(*steps)

    before = ledger.stats.commits
    asyncio.run(all_at_once())
    assert ledger.stats.commits - before == 2, "one for the step that held the writer, one for a hundred"
    assert len(_ids(ledger)) == 100


def test_cancelling_a_waiter_neither_loses_nor_undoes_its_commit(ledger: Ledger) -> None:
    async def cancelled_meanwhile() -> object:
        with writer_held(ledger):
            given_up = asyncio.ensure_future(ledger.commit(_create("task_given_up")))
            patient = asyncio.ensure_future(ledger.commit(_create("task_patient")))
            await asyncio.sleep(0)
            given_up.cancel()
            with pytest.raises(asyncio.CancelledError):
                await given_up
        return await patient

    assert asyncio.run(cancelled_meanwhile()).id == "task_patient"
    assert _ids(ledger) == {"task_given_up", "task_patient"}


def test_a_loop_that_closes_while_its_commit_is_under_way_harms_nobody(ledger: Ledger) -> None:
    async def leave() -> None:
        step = asyncio.ensure_future(ledger.commit(_create("task_left")))
        await asyncio.sleep(0)
        step.cancel()

    with writer_held(ledger):
        asyncio.run(leave())
    assert ledger.commit_blocking(_create("task_after")).id == "task_after"
    assert _ids(ledger) == {"task_left", "task_after"}


def test_callers_of_several_loops_and_threads_share_a_batch(ledger: Ledger) -> None:
    answers = []

    def from_a_loop(task_id: str) -> None:
        answers.append(asyncio.run(ledger.commit(_create(task_id))).id)

    threads = [threading.Thread(target=from_a_loop, args=(f"task_{number}",)) for number in range(4)]
    threads.append(
        threading.Thread(target=lambda: answers.append(ledger.commit_blocking(_create("task_t")).id))
    )
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert set(answers) == _ids(ledger) == {"task_0", "task_1", "task_2", "task_3", "task_t"}


def test_events_are_told_in_order_and_before_any_caller_goes_on(path: Path) -> None:
    told: list[int] = []
    seen_by_callers: list[tuple[int, int]] = []

    def listen(events: tuple[Event, ...]) -> None:
        told.extend(event.seq for event in events)

    with open_ledger(path, listen) as ledger:
        ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent()))

        async def caller(name: str) -> None:
            for number in range(20):
                await ledger.commit(_create(f"task_{name}_{number}"))
                seen_by_callers.append((len(told), ledger.reads.last_event_seq()))

        async def everybody() -> None:
            await asyncio.gather(*(caller(name) for name in "abcdef"))

        asyncio.run(everybody())
        assert told == list(range(1, 122))
        assert [event.seq for event in ledger.reads.events(0, 1000)] == told
    assert all(heard >= 1 + place for place, (heard, _) in enumerate(seen_by_callers, start=1))


def test_a_listener_that_fails_is_logged_and_the_commit_stands(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(events: tuple[Event, ...]) -> None:
        raise ValueError("a subscriber of ours is broken")

    with open_ledger(path, broken) as ledger:
        ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent()))
        assert ledger.commit_blocking(_create("task_1")).seq == 1
    assert "a subscriber of ours is broken" in caplog.text


def test_a_commit_without_facts_tells_nobody(ledger: Ledger, told: Listener) -> None:
    assert ledger.commit_blocking(lambda tx: tx.now) > 0
    assert told.commits == []


def test_an_error_of_a_step_reaches_its_caller_as_it_is_each_time(ledger: Ledger) -> None:
    def stop(tx: Tx) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ledger.commit_blocking(stop)
    with pytest.raises(ZeroDivisionError):
        ledger.commit_blocking(lambda tx: 1 / 0)
    assert ledger.commit_blocking(_create("task_1")).id == "task_1"


def test_what_the_file_refuses_is_a_mistake_of_ours_not_the_owners(ledger: Ledger) -> None:
    with pytest.raises(RuntimeError, match="FOREIGN KEY"):
        ledger.commit_blocking(lambda tx: tx.create_task(a_task(agent_id="agent_unknown")))
    with pytest.raises(RuntimeError, match="no such start"):
        ledger.commit_blocking(lambda tx: (tx.create_task(a_task()), tx.create_task(a_task())))
    assert _ids(ledger) == set()


def test_closing_finishes_what_was_handed_in_and_refuses_the_rest(path: Path, told: Listener) -> None:
    ledger = open_ledger(path, told)
    ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent()))

    async def hand_in_and_close() -> object:
        with writer_held(ledger):
            last = asyncio.ensure_future(ledger.commit(_create("task_last")))
            await asyncio.sleep(0)
            closing = threading.Thread(target=ledger.close)
            closing.start()
        done = await last
        await asyncio.to_thread(closing.join, PATIENCE_S)
        with pytest.raises(EngineStopping):
            await ledger.commit(_create("task_late"))
        return done

    assert asyncio.run(hand_in_and_close()).id == "task_last"
    with pytest.raises(EngineStopping):
        ledger.commit_blocking(_create("task_late"))
    ledger.close()
    with open_ledger(path, told) as again:
        assert _ids(again) == {"task_last"}


def test_a_step_that_finds_the_disk_full_fails_alone_and_is_whole_later(ledger: Ledger) -> None:
    def lower_the_limit(tx: Tx) -> None:
        pages = tx._cursor.execute("PRAGMA page_count").fetchone()[0]
        tx._cursor.execute(f"PRAGMA max_page_count = {pages + 4}")

    ledger.commit_blocking(lower_the_limit)
    with pytest.raises(LedgerWriteFailed, match="full"):
        ledger.commit_blocking(lambda tx: tx.create_task(a_task("task_big", args="x" * 100_000)))
    assert ledger.reads.last_event_seq() == 1
    ledger.commit_blocking(lambda tx: tx._cursor.execute("PRAGMA max_page_count = 1000000"))
    assert ledger.commit_blocking(_create("task_small")).seq == 1
    assert _ids(ledger) == {"task_small"}


@contextlib.contextmanager
def _no_file_may_grow_beyond(size_bytes: int) -> Iterator[None]:
    """As a full disk: the kernel refuses the write (RLIMIT_FSIZE), whatever the database thinks."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_commit_that_the_disk_refuses_fails_every_caller_and_the_writer_goes_on(
    ledger: Ledger, path: Path, told: Listener, caplog: pytest.LogCaptureFixture
) -> None:
    journal = path.with_name(path.name + "-wal")

    async def all_at_once() -> list[object]:
        with writer_held(ledger):
            steps = [asyncio.ensure_future(ledger.commit(_create(f"task_{number}"))) for number in range(3)]
            await asyncio.sleep(0)
            told.commits.clear()
        return await asyncio.gather(*steps, return_exceptions=True)

    ledger.commit_blocking(held_task_of("task_known"))
    before = ledger.stats
    with caplog.at_level(logging.CRITICAL, logger="placet"), _no_file_may_grow_beyond(journal.stat().st_size):
        outcomes = asyncio.run(all_at_once())
    assert [type(outcome) for outcome in outcomes] == [LedgerWriteFailed] * 3
    assert len({id(outcome) for outcome in outcomes}) == 3, "each caller has an error of its own"
    assert told.commits == []
    assert ledger.stats.commits == before.commits + 1, (
        "only the step that held the writer, which wrote nothing"
    )

    assert ledger.commit_blocking(_create("task_again")).id == "task_again"
    assert _ids(ledger) == {"task_known", "task_again"}
    assert [event.seq for event in ledger.reads.events(0, 100)] == [1, 2, 3]


def test_a_disk_that_refuses_in_the_middle_of_a_batch_undoes_the_whole_batch(
    ledger: Ledger, path: Path, told: Listener
) -> None:
    journal = path.with_name(path.name + "-wal")
    text = f'"{"x" * 20_000_000}"'  # more than SQLite keeps in memory, so it writes before the commit

    async def all_at_once() -> list[object]:
        with writer_held(ledger):
            steps = [
                asyncio.ensure_future(ledger.commit(step))
                for step in (
                    _create("task_before"),
                    lambda tx: tx.create_task(a_task("task_big", args=text)),
                    _create("task_after"),
                )
            ]
            await asyncio.sleep(0)
        return await asyncio.gather(*steps, return_exceptions=True)

    with _no_file_may_grow_beyond(journal.stat().st_size):
        outcomes = asyncio.run(all_at_once())
    assert [type(outcome) for outcome in outcomes] == [LedgerWriteFailed] * 3
    assert told.commits == []
    assert ledger.commit_blocking(_create("task_again")).seq == 1
    assert _ids(ledger) == {"task_again"}


def test_a_commit_refused_at_its_very_end_is_rolled_back(ledger: Ledger) -> None:
    def owe_an_agent(tx: Tx) -> None:
        tx._cursor.execute("PRAGMA defer_foreign_keys = ON")
        tx.create_task(a_task("task_orphan", agent_id="agent_unknown"))

    with pytest.raises(LedgerWriteFailed, match="FOREIGN KEY"):
        ledger.commit_blocking(owe_an_agent)
    assert ledger.commit_blocking(_create("task_1")).seq == 1
    assert _ids(ledger) == {"task_1"}


def held_task_of(task_id: str) -> object:
    return lambda tx: held_task(tx, task_id)


def test_a_file_locked_by_another_program_fails_the_commit_only_until_it_lets_go(
    ledger: Ledger, outside: sqlite3.Connection, caplog: pytest.LogCaptureFixture
) -> None:
    ledger.commit_blocking(lambda tx: tx._cursor.execute("PRAGMA busy_timeout = 1").fetchall())
    outside.execute("BEGIN IMMEDIATE")
    with pytest.raises(LedgerWriteFailed, match="locked"):
        ledger.commit_blocking(_create("task_1"))
    outside.execute("ROLLBACK")
    assert ledger.commit_blocking(_create("task_1")).id == "task_1"


def test_what_another_program_changed_is_seen_by_the_next_step(
    ledger: Ledger, outside: sqlite3.Connection
) -> None:
    ledger.commit_blocking(held_task)
    outside.execute("UPDATE tasks SET status = 'denied', completed_at = 1900000000000, error = 'By hand.'")
    assert ledger.commit_blocking(lambda tx: tx.task(TaskId("task_1"))).error == "By hand."
    with pytest.raises(LostRace) as lost:
        ledger.commit_blocking(
            lambda tx: tx.move(
                TaskId("task_1"), TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE
            )
        )
    assert lost.value.details["status"] == "denied"


def test_a_reader_is_neither_held_up_by_the_writer_nor_sees_half_a_step(ledger: Ledger) -> None:
    with writer_held(ledger, before=held_task):
        assert ledger.reads.open_approvals() == []
        assert ledger.reads.last_event_seq() == 1
    assert [task.id for task in ledger.reads.open_approvals()] == ["task_1"]


@pytest.mark.parametrize("replaced", [True, False], ids=["another file", "none"])
def test_a_ledger_that_was_swapped_under_us_is_written_no_more_until_the_right_one_is_back(
    ledger: Ledger, path: Path, replaced: bool
) -> None:
    """B090: a synchroniser, or somebody's copy put back."""
    ledger.commit_blocking(_create("task_1"))
    aside = path.with_name("aside")
    if replaced:
        with closing(sqlite3.connect(path)) as whole, closing(sqlite3.connect(aside)) as copy:
            whole.backup(copy)
    mine = path.with_name("mine")
    path.rename(mine)
    if replaced:
        aside.rename(path)
    for _ in range(2):
        with pytest.raises(LedgerWriteFailed, match="another file put in its place"):
            ledger.commit_blocking(_create("task_2"))
    mine.rename(path)
    assert ledger.commit_blocking(_create("task_2")).id == "task_2"
