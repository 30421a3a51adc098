"""The journal goes into the file while the ledger is open, and starts over, so it never grows without end."""

import itertools
import sqlite3
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


def test_a_reader_that_does_not_let_go_holds_the_writer_up_once_for_each_length_and_is_told_of(
    path: Path,
    ledger: Ledger,
    outside: sqlite3.Connection,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """B080."""
    monkeypatch.setattr(checkpoints, "PRESSING_BYTES", 200_000)
    monkeypatch.setattr(checkpoints, "STARVED_BYTES", 400_000)
    tried: list[str] = []
    mover = checkpoints.Checkpoints(path)
    move = mover._move

    def moving(mode: str) -> int:
        tried.append(mode)
        return move(mode)

    monkeypatch.setattr(mover, "_move", moving)
    outside.execute("BEGIN")
    outside.execute("SELECT count(*) FROM tasks").fetchone()
    for number in range(12):
        _write(ledger, f"task_{number}", 50_000)
        mover._move_most()
    lengths = _size_bytes(path.with_name(path.name + "-wal")) // checkpoints.PRESSING_BYTES
    assert 1 < tried.count("RESTART") <= lengths < 12, "one for each length, not one for each commit"
    assert caplog.text.count("reads an old state of the ledger") >= 1
    mover.close()


def test_a_journal_that_a_reader_held_open_is_short_again_once_it_let_go(
    path: Path, ledger: Ledger, outside: sqlite3.Connection
) -> None:
    """B081: while it runs, not only after the next start."""
    journal = path.with_name(path.name + "-wal")
    outside.execute("BEGIN")
    outside.execute("SELECT count(*) FROM tasks").fetchone()
    _write(ledger, "task_big", 2 * checkpoints.DUE_BYTES)
    assert _size_bytes(journal) > 2 * checkpoints.DUE_BYTES
    outside.execute("ROLLBACK")
    deadline = time.monotonic() + PATIENCE_S
    for number in itertools.count():
        if _size_bytes(journal) <= checkpoints.DUE_BYTES:
            break
        assert time.monotonic() < deadline, "the journal kept its length"
        _write(ledger, f"task_{number}", 10)
