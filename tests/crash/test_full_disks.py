"""A disk that is full in the middle: what was there is there, nothing half-written stays, and it is told as what it is.

A program that may write no file longer than so many bytes meets the same refusals, wherever it is when it gets there.
"""

import subprocess
import sys
from pathlib import Path

import pytest

import placet.app
from placet.ledger import chain_check
from placet.receipt_verifier import told_of
from tests.crash.child import ROOT
from tests.crash.test_restore_kills import backup, contents, quiet
from tests.flows.house import RESTRICTED_WRITE, House

__all__ = ["backup"]

LIMITS = [64, pytest.param(8, marks=pytest.mark.long), pytest.param(200, marks=pytest.mark.long)]
"""In KiB: less than the copy of the backup, than any ledger, and than what comes in."""


@pytest.fixture
def left(tmp_path: Path) -> House:
    """A folder that nothing holds, in which a call waits."""
    with House(tmp_path / "here") as house:
        house.declare(tools=[RESTRICTED_WRITE])
        house.call("fs_write", {"path": "mine.txt", "content": "x" * 50_000})
        house.waiting()
    return house


def limited(kib: int, *words: object) -> subprocess.CompletedProcess[str]:
    """Run `placet` where no file may become longer than so many KiB."""
    command = ["/bin/bash", "-c", f'ulimit -f {kib}; exec "$@"', "bash", sys.executable, "-m", "placet"]
    said = [*command, *map(str, words)]
    return subprocess.run(said, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)


def files(folder: Path) -> set[str]:
    return {
        str(it.relative_to(folder))
        for it in folder.rglob("*")
        if not it.name.endswith((".log", "-shm", "-wal"))
    }


@pytest.mark.parametrize("kib", LIMITS)
def test_a_restore_that_finds_no_room_changes_nothing_and_succeeds_once_there_is(
    left: House, backup: Path, kib: int
) -> None:
    ledger = left.data / "ledger.sqlite"
    before, there = contents(ledger), files(left.data)
    done = limited(kib, "restore", backup, "--data", left.data)
    assert done.returncode == 1, (done.returncode, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    assert contents(ledger) == before
    assert chain_check.flaw_of(ledger) is None
    assert files(left.data) == there
    told, _ = placet.app.restore_offline(left.data, backup, quiet)
    assert told.taken["tasks"] == 2


@pytest.mark.parametrize("kib", LIMITS[:2])
def test_a_backup_and_an_export_that_find_no_room_leave_what_was_there(
    left: House, tmp_path: Path, kib: int
) -> None:
    made = {"backup": tmp_path / "a.placet", "receipts": tmp_path / "a.jsonl"}
    words = {
        "backup": ("backup", made["backup"], "--data", left.data),
        "receipts": ("receipts", "export", "--out", made["receipts"], "--data", left.data),
    }
    for what, file in made.items():
        assert limited(10_000, *words[what]).returncode == 0
        before = file.read_bytes()
        done = limited(kib if what == "backup" else 1, *words[what])
        assert done.returncode == 1, (what, done.stderr)
        assert "Traceback" not in done.stderr
        assert file.read_bytes() == before
    assert told_of(str(made["receipts"]))["whole"]
    assert [it.name for it in tmp_path.iterdir() if it.name.startswith(".")] == []
