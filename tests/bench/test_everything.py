"""The bench runs and names every budget. How quick anything is, is no matter of a test: the ratio says it, in a run."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from placet.bench import coding, everything, generating, peers, reading, seeding, serving, writing
from placet.bench.measures import Measured
from placet.rules.errors import BadInput

TINY = everything.Extent(
    writing=writing.Plan(rounds=1, waves=1, alone=2),
    serving=serving.Plan(seconds=0.3, decisions=2, idle_s=0.1),
    coding=coding.Plan(warm=3, first=1),
    generating=generating.Plan(seconds=0.1, events=50),
    peers=peers.Plan(rounds=1, tasks=16, waves=1),
    reading_rounds=1,
    rows=40,
    operations=50,
    shown=50,
)
BUDGETED = (
    "durable creation, 256 callers",
    "whole life with facts, 256 callers",
    "one caller, p50 of a commit",
    "flushes for each transition, 256 callers",
    "gate that needs no person, over HTTP at 200 req/s, p50",
    "gate that needs no person, over HTTP at 200 req/s, p99",
    "decision to agent unblocked, p99",
    "HTTP at saturation, 32 connections, p99",
    "idle CPU of placet serve",
    "idle wake-ups of placet serve",
    "warm lambda call, p50",
    "first lambda call, p50",
    "request to card on screen, p99",
    "GUI stalls over 50 ms",
    "start, first useful paint",
    "shim with an answer by rule, p50",
    "generation stream, p99",
    "20 streams at 100 tokens/s, p99",
    "20 streams at 100 tokens/s, share of a core",
    "a long response read again",
    "a workflow's verdict",
    "other engines beside it",
    "the page of a long workflow",
)


@pytest.fixture(scope="module")
def rows() -> list[Measured]:
    return everything.measure(TINY)


@pytest.mark.parametrize("name", BUDGETED)
def test_every_budget_has_its_row(rows: list[Measured], name: str) -> None:
    (row,) = [row for row in rows if row.name == name]
    assert row.budget is not None
    assert (row.met is None) == row.note.startswith("not measured here")


def test_what_is_measured_is_a_positive_number_beside_its_floor(rows: list[Measured]) -> None:
    measured = [row for row in rows if row.ours is not None and "idle" not in row.name]
    assert all(row.ours and row.ours > 0 for row in measured)
    assert {row.name for row in measured if row.floor is None} == {
        "flushes for each transition, 256 callers",
        "decision to agent unblocked, p99",
    }


def test_a_short_ledger_is_read_but_not_judged(rows: list[Measured]) -> None:
    short = [row for row in rows if row.name.endswith(", 40 rows")]
    assert len(short) == 6
    assert {row.met for row in short} == {None}


def test_a_filled_folder_holds_the_tasks_in_all_their_endings(tmp_path: Path) -> None:
    data = tmp_path / "long"
    seeding.fill(data, 12_000)
    with seeding.opened(data) as ledger:
        counts = ledger.reads.counts()
        assert sum(counts.values()) == 12_000
        assert all(counts[status] for status in ("completed", "failed", "denied", "cancelled"))
        assert len(ledger.reads.open_approvals()) == counts["pending_approval"] == 3
        assert len(ledger.reads.tasks(q=seeding.RARE, limit=100)) == 2
        assert len({task.agent for task in ledger.reads.tasks(limit=50)}) == 4
        assert ledger.reads.corrupt() == []


def test_a_place_where_something_is_already_is_not_filled(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").touch()
    with pytest.raises(BadInput):
        seeding.fill(tmp_path, 10)
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]


def test_a_ledger_that_stays_is_measured_where_it_is(tmp_path: Path) -> None:
    data = tmp_path / "long"
    seeding.fill(data, 300)
    before = (data / "ledger.sqlite").stat().st_ino
    found = reading.measure(data, rounds=1)
    assert {row.name.rpartition(", ")[2] for row in found} == {"300 rows"}
    assert (data / "ledger.sqlite").stat().st_ino == before


def test_seed_without_a_place_is_wrong_use() -> None:
    done = command("bench", "--quick", "--seed", "10")
    assert done.returncode == 2
    assert "[wrong_use]" in done.stderr
    assert done.stdout == ""


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_quick_bench_prints_one_json_document_and_ends_well() -> None:
    done = command("bench", "--quick", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert set(BUDGETED) <= {row["name"] for row in document["rows"]}


def test_without_deno_the_code_rows_say_that_they_were_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coding.program, "find_deno", lambda: None)
    rows = coding.measure(tmp_path, coding.Plan(warm=1, first=1))
    assert [row.met for row in rows] == [None, None]
    assert all("isn't installed" in row.note for row in rows)


def command(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "placet", *words], capture_output=True, text=True, check=False
    )
