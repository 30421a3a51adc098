"""A restore whose process is killed has changed nothing, or all of it; done again, it brings everything (DECISIONS W7)."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import placet.app
from placet.ledger import chain_check
from placet.rules.records import AgentState
from tests.crash.child import ROOT
from tests.crash.restore_faults import POINTS
from tests.fakes.clock import HeldClock
from tests.flows.house import RESTRICTED_WRITE, House
from tests.ledger.living import live
from tests.ledger.making import AGENT, Listener, open_ledger

DONE = "after commit"


def quiet(_: str, __: int, ___: int) -> None:
    """Nobody looks."""


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of another ledger, with a bit of everything."""
    old, file = tmp_path / "old.sqlite", tmp_path / "old.placet"
    with open_ledger(old, Listener(), HeldClock()) as ledger:
        live(ledger)
        ledger.back_up(file, quiet)
    return file


def contents(ledger: Path) -> dict[str, int]:
    """How many rows each table has."""
    with closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)) as file:
        names = [
            row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
        ]
        return {name: file.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


NORMAL = frozenset({"taking operations", "before commit", DONE})
"""The points of the normal tier: while rows come in, when nothing but the commit is missing, and after it."""
EACH = [point if point in NORMAL else pytest.param(point, marks=pytest.mark.long) for point in POINTS]


@pytest.mark.parametrize("point", EACH)
def test_killed_in_the_middle_it_has_changed_all_or_nothing(tmp_path: Path, backup: Path, point: str) -> None:
    with House(tmp_path / "here") as house:
        house.declare(tools=[RESTRICTED_WRITE])
        house.call("fs_write", {"path": "mine.txt", "content": "x"})
        house.waiting()
    ledger = house.data / "ledger.sqlite"
    before = contents(ledger)
    words = [sys.executable, "-m", "tests.crash.restore_faults", str(house.data), str(backup), point]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr
    after = contents(ledger)
    assert (after == before) is (point != DONE)
    assert chain_check.flaw_of(ledger) is None
    told, _ = placet.app.restore_offline(house.data, backup, quiet)
    assert (told.taken == {}) is (point == DONE)
    assert told.marked == {"workflows": 1, "operations": 1}
    assert chain_check.flaw_of(ledger) is None
    with open_ledger(ledger, Listener()) as opened:
        assert {task.agent for task in opened.reads.tasks(limit=10)} == {"clerk", "Ada"}
        assert opened.reads.agent(AGENT).state is AgentState.STOPPED
