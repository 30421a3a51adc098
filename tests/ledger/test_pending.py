"""Writes in groups: the same file as one by one, whatever the order, and whatever a step or SQLite refuses."""

import asyncio
import itertools
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import Instant, TaskId
from placet.rules.errors import LostRace, NotFound, PlacetError
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, TaskStatus
from tests.ledger.making import (
    T0,
    Listener,
    a_conversation,
    a_task,
    an_agent,
    held_task,
    open_ledger,
    writer_held,
)

Step = Callable[[Tx], Any]


def together(ledger: Ledger, steps: Sequence[Step]) -> list[Any]:
    """What each of these steps comes to when all of them share one batch."""

    async def all_at_once() -> list[Any]:
        with writer_held(ledger):
            handed_in = [asyncio.ensure_future(ledger.commit(step)) for step in steps]
            await asyncio.sleep(0)
        return await asyncio.gather(*handed_in, return_exceptions=True)

    return asyncio.run(all_at_once())


def approve(task_id: str) -> Step:
    def step(tx: Tx) -> None:
        tx.close_approval(
            TaskId(task_id), ApprovalState.APPROVED, Cause.DECIDE, decided_by="owner", via="window"
        )
        tx.move(TaskId(task_id), TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE)

    return step


def deny(task_id: str) -> Step:
    def step(tx: Tx) -> None:
        tx.close_approval(
            TaskId(task_id), ApprovalState.DENIED, Cause.DECIDE, decided_by="owner", reason="No."
        )
        tx.move(TaskId(task_id), TaskStatus.PENDING_APPROVAL, TaskStatus.DENIED, Cause.DENY, error="No.")

    return step


def finish(task_id: str) -> Step:
    return lambda tx: tx.move(
        TaskId(task_id), TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH, result='{"ok":true}'
    )


def extend(task_id: str) -> Step:
    return lambda tx: tx.extend_deadline(TaskId(task_id), Instant(T0 + 5_000))


def stop(task_id: str) -> Step:
    return lambda tx: tx.mark(TaskId(task_id), cancel_requested=True)


def write_and_fail(task_id: str) -> Step:
    def step(tx: Tx) -> None:
        tx.create_task(a_task(f"{task_id}_never"))
        tx.find_task(TaskId("nowhere"))  # SQLite is asked, so it has seen the row by now
        raise NotFound("No such luck.")

    return step


def talk(task_id: str) -> Step:
    """A write to another table, between the others."""
    return lambda tx: tx.open_conversation(a_conversation(id=f"conv_{task_id}"))


VERBS: dict[str, Callable[[str], Step]] = {
    "create": lambda task_id: lambda tx: held_task(tx, task_id),
    "start": lambda task_id: lambda tx: tx.create_task(a_task(task_id, status=TaskStatus.RUNNING, claim="c")),
    "approve": approve,
    "deny": deny,
    "finish": finish,
    "extend": extend,
    "stop": stop,
    "fail": write_and_fail,
    "talk": talk,
}


def outcome(answer: Any) -> str:
    return f"{type(answer).__name__}: {answer}" if isinstance(answer, BaseException) else "done"


def one_by_one(ledger: Ledger, steps: Sequence[Step]) -> list[str]:
    answers = []
    for step in steps:
        try:
            ledger.commit_blocking(step)
            answers.append("done")
        except (PlacetError, RuntimeError) as error:
            answers.append(outcome(error))
    return answers


def everything(path: Path) -> dict[str, list[Any]]:
    connection = sqlite3.connect(path)
    try:
        return {
            table: connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()
            for table in ("tasks", "approvals", "conversations", "events")
        }
    finally:
        connection.close()


@examples(max_examples=60)
@given(
    st.lists(st.tuples(st.sampled_from(sorted(VERBS)), st.sampled_from(["task_a", "task_b"])), max_size=12)
)
def test_a_batch_leaves_the_same_file_and_answers_as_its_steps_one_by_one(
    chosen: list[tuple[str, str]],
) -> None:
    steps = [VERBS[verb](task_id) for verb, task_id in chosen]
    with TemporaryDirectory() as folder:
        single, shared = Path(folder) / "single.sqlite", Path(folder) / "shared.sqlite"
        with open_ledger(single, Listener()) as ledger:
            ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent()))
            expected = one_by_one(ledger, steps)
        with open_ledger(shared, Listener()) as ledger:
            ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent()))
            assert list(map(outcome, together(ledger, steps))) == expected
        assert everything(shared) == everything(single)


def test_equal_writes_of_a_batch_reach_sqlite_in_one_call(ledger: Ledger) -> None:
    statements: list[str] = []
    ledger._writer._connection.set_trace_callback(statements.append)
    together(ledger, [lambda tx, n=n: held_task(tx, f"task_{n}") for n in range(20)])
    ledger._writer._connection.set_trace_callback(None)
    tables = [text.split()[2] for text in statements if text.startswith("INSERT")]
    assert [table for table, _ in itertools.groupby(tables)] == ["tasks", "approvals", "events", "chain"]
    assert not [text for text in statements if text.startswith("SAVEPOINT")]


def test_a_row_that_sqlite_refuses_fails_its_own_step_alone(ledger: Ledger) -> None:
    good, bad, late = together(
        ledger,
        [
            lambda tx: tx.create_task(a_task("task_a")),
            lambda tx: tx.create_task(a_task("task_b", agent_id="agent_unknown")),
            lambda tx: tx.create_task(a_task("task_c")),
        ],
    )
    assert (good.seq, late.seq) == (1, 2)
    assert "FOREIGN KEY" in str(bad)
    assert [task.id for task in ledger.reads.tasks(limit=9)] == ["task_c", "task_a"]


def test_a_step_that_raises_before_sqlite_saw_it_is_forgotten_without_a_second_run(ledger: Ledger) -> None:
    runs: list[str] = []

    def counted(tx: Tx) -> None:
        runs.append("good")
        tx.create_task(a_task("task_a"))

    def bad(tx: Tx) -> None:
        tx.create_task(a_task("task_b"))
        raise NotFound("No such luck.")

    together(ledger, [counted, bad])
    assert runs == ["good"]
    assert ledger.commit_blocking(lambda tx: tx.create_task(a_task("task_c"))).seq == 2


def test_a_step_that_raises_after_sqlite_saw_it_makes_its_batch_run_again(
    ledger: Ledger, told: Listener
) -> None:
    runs: list[str] = []

    def counted(tx: Tx) -> Any:
        runs.append("good")
        return tx.create_task(a_task("task_a"))

    good, bad = together(ledger, [counted, write_and_fail("task_b")])
    assert runs == ["good", "good"]
    assert (good.id, good.seq, type(bad)) == ("task_a", 1, NotFound)
    assert told.types == ["task.created"]


def test_the_guard_of_an_update_holds_even_against_what_the_writer_knows(ledger: Ledger) -> None:
    ledger.commit_blocking(lambda tx: held_task(tx, "task_1"))

    def behind_its_back(tx: Tx) -> None:
        tx._cursor.execute(
            "UPDATE tasks SET status = 'denied', completed_at = created_at WHERE id = 'task_1'"
        )

    ledger.commit_blocking(behind_its_back)
    with pytest.raises(LostRace) as lost:
        ledger.commit_blocking(
            lambda tx: tx.move(
                TaskId("task_1"), TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE
            )
        )
    assert lost.value.details["status"] == "denied"
