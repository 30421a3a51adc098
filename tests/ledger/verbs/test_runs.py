"""The log of runs of agents' code."""

from typing import Any

import pytest

from placet.ledger.ledger import Ledger
from placet.rules.basics import BootId, Instant
from placet.rules.errors import LostRace, NotFound
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import RunStatus
from placet.rules.records import Run
from tests.fakes.clock import HeldClock
from tests.ledger.making import AGENT, OTHER_AGENT, T0, an_agent


def a_run(number: int = 1, **more: Any) -> Run:
    values = {
        "id": f"exec_{number}",
        "seq": 0,
        "agent_id": AGENT,
        "source": "lib/a.ts:main",
        "sha256": "x",
        "authorized": True,
        "started_by": "trigger",
        "boot": BootId("boot_1"),
        "status": RunStatus.RUNNING,
        "started_at": T0,
        **more,
    }
    return Run(**values)


def start(ledger: Ledger, *runs: Run) -> None:
    ledger.commit_blocking(lambda tx: [tx.start_run(run) for run in runs])


def end(ledger: Ledger, run_id: str, to: RunStatus, by: Cause, **said: str) -> Run:
    return ledger.commit_blocking(lambda tx: tx.end_run(run_id, to, by, **said))


def test_a_run_is_written_before_it_ends_and_told_twice(ledger: Ledger, clock: HeldClock) -> None:
    start(ledger, a_run(asker="lib/b.ts:main"))
    assert [it.id for it in ledger.reads.running_runs()] == ["exec_1"]
    clock.at_ms = Instant(T0 + 7)
    ended = end(
        ledger, "exec_1", RunStatus.FAILED, Cause.FINISH, code="FN_ERROR", message="No.", console="hm"
    )
    assert ended == ledger.reads.run("exec_1")
    assert (ended.status, ended.ended_at, ended.code, ended.asker) == (
        "failed",
        T0 + 7,
        "FN_ERROR",
        "lib/b.ts:main",
    )
    assert (ended.message, ended.console, ended.authorized) == ("No.", "hm", True)
    assert ledger.reads.running_runs() == []
    told = [(it.type, it.payload) for it in ledger.reads.events(0, 100) if it.type.startswith("lambda.")]
    about = {"run_id": "exec_1", "source": "lib/a.ts:main"}
    assert told == [
        ("lambda.started", {**about, "authorized": True, "started_by": "trigger"}),
        ("lambda.ended", {**about, "status": "failed", "code": "FN_ERROR"}),
    ]


def test_a_run_ends_once_and_never_before_it_began(ledger: Ledger, clock: HeldClock) -> None:
    start(ledger, a_run())
    clock.at_ms = Instant(T0 - 5)
    assert end(ledger, "exec_1", RunStatus.STOPPED, Cause.CANCEL).ended_at == T0
    for run_id in ("exec_1", "exec_2"):
        with pytest.raises(LostRace):
            end(ledger, run_id, RunStatus.DONE, Cause.FINISH)
    with pytest.raises(NotFound):
        ledger.reads.run("exec_2")


def test_runs_are_listed_newest_first_for_one_agent_or_all_page_by_page(ledger: Ledger) -> None:
    ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob")))
    start(ledger, *(a_run(number, agent_id=(AGENT, OTHER_AGENT)[number % 2]) for number in range(6)))

    def ids(**filters: Any) -> list[str]:
        return [it.id for it in ledger.reads.runs(**filters)]

    assert ids(limit=2) == ["exec_5", "exec_4"]
    assert ids(limit=9, before="exec_2") == ["exec_1", "exec_0"]
    assert ids(limit=9, agent_id=AGENT) == ["exec_4", "exec_2", "exec_0"]
    assert ids(limit=1, agent_id=AGENT, before="exec_4") == ["exec_2"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE runs SET authorized = 0",
        "UPDATE runs SET status = 'done'",
        "DELETE FROM runs",
        "UPDATE runs SET source = 'lib/other.ts:main'",
    ],
)
def test_the_file_itself_refuses_to_bend_the_log(ledger: Ledger, statement: str) -> None:
    start(ledger, a_run())

    def bend(tx: object) -> None:
        tx._cursor.execute(statement)  # type: ignore[attr-defined]

    with pytest.raises(RuntimeError, match="refused a step"):
        ledger.commit_blocking(bend)
    assert ledger.reads.run("exec_1").status is RunStatus.RUNNING
