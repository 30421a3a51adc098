"""The journal goes into the file while the ledger is open, and starts over, so it never grows without end."""

import itertools
import time
from pathlib import Path

import pytest

from placet.ledger import checkpoints
from placet.ledger.ledger import Ledger
from tests.ledger.making import PATIENCE_S, a_task


def _write(ledger: Ledger, task_id: str, size_bytes: int) -> None:
    ledger.commit_blocking(lambda tx: tx.create_task(a_task(task_id, args=f'"{"x" * size_bytes}"')))


def _size_bytes(path: Path) -> int:
    return path.stat().st_size


@pytest.mark.parametrize("written_bytes", [checkpoints.DUE_BYTES, checkpoints.PRESSING_BYTES])
def test_a_long_journal_is_moved_into_the_file_and_starts_over(
    ledger: Ledger, path: Path, written_bytes: int
) -> None:
    journal = path.with_name(path.name + "-wal")
    _write(ledger, "task_big", written_bytes)
    # Each small commit gives the journal its chance to start over; that it may take several is no matter.
    deadline = time.monotonic() + PATIENCE_S
    for number in itertools.count():
        if _size_bytes(path) > written_bytes and _size_bytes(journal) <= checkpoints.DUE_BYTES:
            break
        assert time.monotonic() < deadline, "the journal was never moved"
        _write(ledger, f"task_{number}", 10)
    ledger.close()
    assert not journal.exists()


def test_a_journal_that_cannot_be_moved_is_logged_and_tried_again(
    path: Path, ledger: Ledger, caplog: pytest.LogCaptureFixture
) -> None:
    mover = checkpoints.Checkpoints(path)
    mover._connection.close()
    mover._move("PASSIVE")
    assert "Moving the ledger's journal failed" in caplog.text
    mover.close()
    _write(ledger, "task_1", 10)


def test_a_journal_that_is_not_there_is_not_due(tmp_path: Path, path: Path, ledger: Ledger) -> None:
    mover = checkpoints.Checkpoints(path)
    mover._journal = tmp_path / "nowhere"
    mover.look()
    assert not mover._due.is_set()
    mover.close()
