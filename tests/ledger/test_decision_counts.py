"""The kept counts of decisions: always what the approvals say, whoever wrote them, and quick however many there are."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

import pytest

from placet.ledger import decision_counts, triggers
from placet.ledger.ledger import Ledger
from placet.rules.basics import TaskId
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState
from placet.rules.shown import Shown, shown_text
from placet.rules.statistics import HOUR_MS, UNTIMED, Counted, Look
from tests.fakes.clock import HeldClock
from tests.ledger.making import AGENT, T0, Listener, an_agent, held_task, open_ledger

HOUR = T0 // HOUR_MS


def decide(
    ledger: Ledger, task_id: str, verdict: ApprovalState = ApprovalState.APPROVED, **more: str | None
) -> None:
    """Ask and decide, as the rooms above do; the task itself goes on waiting, which is none of the counts' matter."""
    given: dict[str, str | None] = {"decided_by": "owner", "via": "window", **more}
    ledger.commit_blocking(lambda tx: held_task(tx, task_id))
    ledger.commit_blocking(lambda tx: tx.close_approval(TaskId(task_id), verdict, Cause.DECIDE, **given))


def kept(ledger: Ledger, since: int = 0) -> dict[tuple[str, str, int, str], int]:
    return {
        (it.via, it.verdict, it.band_ms, it.look): it.decisions for it in ledger.reads.statistics.alike(since)
    }


def rows(file: sqlite3.Connection) -> list[tuple[object, ...]]:
    return file.execute("SELECT * FROM decision_counts ORDER BY 1, 2, 3, 4, 5, 6, 7").fetchall()


@pytest.mark.parametrize(
    ("shown", "band", "look"),
    [
        (None, UNTIMED, Look.UNKNOWN),
        (Shown(gesture="click"), UNTIMED, Look.UNKNOWN),
        (Shown(gesture="click", for_ms=0), 0, Look.NOTHING),
        (Shown(gesture="click", for_ms=999, opened=("/a",)), 0, Look.ALL),
        (Shown(gesture="click", for_ms=1_000, opened=("/a",), folded=("/b",)), 1_000, Look.SOME),
        (Shown(gesture="deny", for_ms=4_999, folded=("/b",)), 2_000, Look.NONE),
        (Shown(gesture="hold", for_ms=10**12), 300_000, Look.NOTHING),
    ],
)
def test_a_decision_is_counted_by_how_long_and_how_much_was_looked_at(
    ledger: Ledger, shown: Shown | None, band: int, look: Look
) -> None:
    decide(ledger, "task_1", shown=shown_text(shown))
    assert ledger.reads.statistics.alike(0) == [
        Counted(
            agent_id=AGENT,
            tool="fs_write",
            via="window",
            verdict="approved",
            band_ms=band,
            look=look,
            decisions=1,
        )
    ]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", '{"for_ms": "long"}', '{"for_ms": null}', '{"for_ms": 1.5}', '{"opened": 3}']
)
def test_what_is_no_look_of_ours_is_unknown_and_stops_no_decision(ledger: Ledger, text: str) -> None:
    decide(ledger, "task_1", shown=text)
    assert kept(ledger) == {("window", "approved", UNTIMED, Look.UNKNOWN): 1}


def test_only_decisions_are_counted(ledger: Ledger) -> None:
    ledger.commit_blocking(lambda tx: held_task(tx, "task_open"))
    for task_id, state, by in (
        ("task_1", ApprovalState.TIMED_OUT, Cause.EXPIRE),
        ("task_2", ApprovalState.ORPHANED, Cause.RESTART),
        ("task_3", ApprovalState.WITHDRAWN, Cause.WITHDRAW),
    ):
        ledger.commit_blocking(lambda tx, it=task_id: held_task(tx, it))
        ledger.commit_blocking(
            lambda tx, it=task_id, to=state, why=by: tx.close_approval(TaskId(it), to, why)
        )
    assert kept(ledger) == {}
    decide(ledger, "task_4", ApprovalState.DENIED, via="terminal")
    assert kept(ledger) == {("terminal", "denied", UNTIMED, Look.UNKNOWN): 1}


def test_hours_are_told_apart_and_those_of_before_are_left_out(ledger: Ledger, clock: HeldClock) -> None:
    decide(ledger, "task_1")
    decide(ledger, "task_2", via="rule")
    clock.at_ms += HOUR_MS
    decide(ledger, "task_3", via="http")
    hours = ledger.reads.statistics.hours
    assert hours(0) == [(HOUR, 1, 1), (HOUR + 1, 1, 0)]
    assert hours(HOUR + 1) == [(HOUR + 1, 1, 0)]
    assert kept(ledger, HOUR + 1) == {("http", "approved", UNTIMED, Look.UNKNOWN): 1}


def test_a_step_that_is_undone_counts_nothing(ledger: Ledger, outside: sqlite3.Connection) -> None:
    decide(ledger, "task_1")
    before = rows(outside)

    def broken(tx: object) -> None:
        held_task(tx, "task_2")  # type: ignore[arg-type]
        tx.close_approval("task_2", ApprovalState.APPROVED, Cause.DECIDE, via="window")  # type: ignore[attr-defined]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ledger.commit_blocking(broken)
    assert rows(outside) == before != []


def test_counts_made_anew_are_those_that_were_kept(ledger: Ledger, outside: sqlite3.Connection) -> None:
    for number, shown in enumerate(
        [None, Shown(gesture="hold", for_ms=700), Shown(gesture="deny", for_ms=61_000, folded=("/x",))]
    ):
        for again in range(number + 1):
            decide(ledger, f"task_{number}_{again}", shown=shown_text(shown))
    before = rows(outside)
    decision_counts.count_anew(outside.execute)
    assert rows(outside) == before
    assert len(before) == 3


def test_decisions_of_before_the_counts_are_counted_at_the_next_start(path: Path, told: Listener) -> None:
    with open_ledger(path, told) as ledger:
        ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent()))
        decide(ledger, "task_1")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("DROP TRIGGER approvals_counted")
    other.execute("DELETE FROM decision_counts")
    other.close()
    with open_ledger(path, told) as ledger:
        assert kept(ledger) == {("window", "approved", UNTIMED, Look.UNKNOWN): 1}


def test_the_trigger_is_one_of_the_fences() -> None:
    assert "approvals_counted" in triggers.fences()


@pytest.mark.long
@pytest.mark.timeout(900)
def test_among_a_million_decisions_a_month_is_answered_within_fifty_ms_and_all_within_a_fifth_of_a_second(
    ledger: Ledger, outside: sqlite3.Connection
) -> None:
    """A decision every half a minute, day and night, for a year: of seven tools, each at three speeds."""
    decide(ledger, "task_1")
    fill(outside, decisions=1_000_000)
    statistics = ledger.reads.statistics
    for since, most_ms in ((HOUR - 30 * 24, 50), (0, 200)):
        for ask in (statistics.hours, statistics.alike):
            ask(since)
            began = time.thread_time()
            found = ask(since)
            assert 1_000 * (time.thread_time() - began) <= most_ms, (ask, since)
            assert found
    assert sum(hand + rule for _, hand, rule in statistics.hours(0)) == 1_000_001


def fill(file: sqlite3.Connection, decisions: int) -> None:
    """Tasks that were decided a minute apart, and the counts made anew from them."""
    file.execute("BEGIN")
    for name in triggers.fences():
        file.execute(f"DROP TRIGGER {name}")
    looks = [json.loads(shown_text(Shown(gesture="click", for_ms=ms)) or "") for ms in (700, 4_000, 20_000)]
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ?) SELECT i FROM n"
    file.execute(f"CREATE TEMP TABLE n AS {numbers}", (decisions,))
    columns = [row[1] for row in file.execute("PRAGMA table_info(tasks)")]
    changed = {"id": "'t' || i", "seq": "NULL", "tool": "'tool_' || (i % 7)"}
    chosen = ", ".join(changed.get(name, name) for name in columns)
    file.execute(f"INSERT INTO tasks SELECT {chosen} FROM tasks, n WHERE tasks.id = 'task_1'")
    columns = [row[1] for row in file.execute("PRAGMA table_info(approvals)")]
    shown = (
        "CASE i % 3 " + " ".join(f"WHEN {at} THEN '{json.dumps(it)}'" for at, it in enumerate(looks)) + " END"
    )
    changed = {"task_id": "'t' || i", "decided_at": "decided_at - i * 30000", "shown": shown}
    chosen = ", ".join(changed.get(name, name) for name in columns)
    file.execute(
        f"INSERT INTO approvals SELECT {chosen} FROM approvals, n WHERE approvals.task_id = 'task_1'"
    )
    file.execute("COMMIT")
    triggers.count_anew(file.execute)
