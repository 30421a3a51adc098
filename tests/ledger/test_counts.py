"""The kept counts of tasks: always what counting the rows says, whoever wrote them."""

import sqlite3
from pathlib import Path

from placet.ledger import triggers
from placet.ledger.ledger import Ledger
from placet.rules.basics import TaskId
from placet.rules.errors import NotFound
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TaskStatus
from tests.ledger.making import AGENT, OTHER_AGENT, Listener, a_task, an_agent, held_task, open_ledger


def counted(outside: sqlite3.Connection, where: str = "1") -> dict[str, int]:
    return dict(outside.execute(f"SELECT status, count(*) FROM tasks WHERE {where} GROUP BY status"))


def kept(ledger: Ledger, agent_id: str | None = None) -> dict[str, int]:
    counts = ledger.reads.counts(agent_id)  # type: ignore[arg-type]
    return {status: count for status, count in counts.items() if count}


def write_some(ledger: Ledger) -> None:
    ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob")))
    for number in range(6):
        owner = AGENT if number % 2 else OTHER_AGENT
        ledger.commit_blocking(lambda tx, n=number, it=owner: held_task(tx, f"task_{n}", agent_id=it))
    for number in range(3):
        ledger.commit_blocking(
            lambda tx, n=number: tx.move(
                TaskId(f"task_{n}"), TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE
            )
        )


def test_the_kept_counts_are_those_of_the_rows_for_all_and_for_each_agent(
    ledger: Ledger, outside: sqlite3.Connection
) -> None:
    write_some(ledger)
    assert kept(ledger) == counted(outside) == {"pending_approval": 3, "running": 3}
    for agent_id in (AGENT, OTHER_AGENT):
        assert kept(ledger, agent_id) == counted(outside, f"agent_id = '{agent_id}'")


def test_a_step_that_is_undone_counts_nothing(ledger: Ledger, outside: sqlite3.Connection) -> None:
    def bad(tx: object) -> None:
        held_task(tx, "task_bad")  # type: ignore[arg-type]
        tx.find_task("nowhere")  # type: ignore[attr-defined]
        raise NotFound("No such luck.")

    write_some(ledger)
    before = kept(ledger)
    try:
        ledger.commit_blocking(bad)
    except NotFound:
        pass
    assert kept(ledger) == before == counted(outside)


def test_what_another_program_moves_is_counted_too(ledger: Ledger, outside: sqlite3.Connection) -> None:
    write_some(ledger)
    outside.execute(
        "UPDATE tasks SET status = 'completed', completed_at = 1900000000000 WHERE status = 'running'"
    )
    assert kept(ledger) == counted(outside) == {"pending_approval": 3, "completed": 3}


def test_counts_that_nobody_kept_are_made_anew_at_the_next_start(path: Path, told: Listener) -> None:
    with open_ledger(path, told) as ledger:
        ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent()))
        ledger.commit_blocking(lambda tx: tx.create_task(a_task()))
    other = sqlite3.connect(path, isolation_level=None)
    for name in triggers.fences():
        other.execute(f"DROP TRIGGER {name}")
    other.execute("UPDATE tasks SET status = 'running', started_at = created_at")
    with open_ledger(path, told) as ledger:
        assert kept(ledger) == counted(other) == {"running": 1}
    other.close()
