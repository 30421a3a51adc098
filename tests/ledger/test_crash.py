"""A real process is killed while it commits; the file is whole and holds all that was promised."""

import subprocess
import sys
from pathlib import Path

import pytest

from placet.ledger.ledger import Ledger
from tests.ledger.making import PATIENCE_S, Listener, open_ledger

ROOT = Path(__file__).parents[2]


def _killed_after(path: Path, run: int, acknowledged: int) -> list[str]:
    """Start a writer, kill it with SIGKILL once it acknowledged that many tasks; all that it acknowledged."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.ledger.child_writer", str(path), str(run)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout is not None
    lines = [child.stdout.readline().strip() for _ in range(acknowledged)]
    child.kill()
    rest, _ = child.communicate(timeout=PATIENCE_S)
    whole = rest.rpartition("\n")[0].splitlines()  # the last line may have been cut by the kill
    return lines + whole


def _is_whole(ledger: Ledger) -> None:
    """Every task came with its approval and its fact, or not at all; no number is missing."""
    tasks = ledger.reads.tasks(limit=100_000)
    facts = ledger.reads.events(0, 100_000)
    assert all(task.approval is not None for task in tasks)
    assert {fact.task_id for fact in facts if fact.type == "task.created"} == {task.id for task in tasks}
    assert [fact.seq for fact in facts] == list(range(1, len(facts) + 1))


@pytest.mark.parametrize("acknowledged", [1, 40])
def test_every_task_that_was_acknowledged_survives_a_kill(
    path: Path, told: Listener, acknowledged: int
) -> None:
    promised: list[str] = []
    for run in range(2):
        promised += _killed_after(path, run, acknowledged)
    with open_ledger(path, told) as ledger:
        there = {task.id for task in ledger.reads.tasks(limit=100_000)}
        assert len(promised) >= 2 * acknowledged
        assert set(promised) <= there
        _is_whole(ledger)
