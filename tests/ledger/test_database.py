"""The file under the ledger: its lock, its mode, its damage and its schema."""

import logging
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Column, Text

from placet.ledger import database, migrations, rows, schema, triggers
from placet.ledger.database import FolderLock
from placet.rules.basics import TaskId
from placet.rules.errors import DataFolderInUse, LedgerDamaged, LedgerWriteFailed
from placet.rules.lifecycles import TaskStatus
from tests.ledger.making import AGENT, PATIENCE_S, Listener, a_task, an_agent, held_task, open_ledger

ROOT = Path(__file__).parents[2]

HOLD = """
import sys, pathlib
from placet.ledger.database import FolderLock
lock = FolderLock(pathlib.Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def other_process(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A real process that holds the folder until its input is closed or it is killed."""
    child = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    yield child
    child.kill()
    child.communicate(timeout=PATIENCE_S)


def test_a_second_process_is_told_who_holds_the_folder(
    tmp_path: Path, other_process: subprocess.Popen[str]
) -> None:
    with pytest.raises(DataFolderInUse, match=f"process {other_process.pid}") as refused:
        FolderLock(tmp_path)
    assert refused.value.details["pid"] == other_process.pid


def test_a_process_that_was_killed_holds_the_folder_no_longer(
    tmp_path: Path, other_process: subprocess.Popen[str]
) -> None:
    other_process.kill()
    other_process.wait(PATIENCE_S)
    with FolderLock(tmp_path):
        assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"


def test_a_lock_let_go_can_be_taken_again_and_let_go_twice(tmp_path: Path) -> None:
    first = FolderLock(tmp_path)
    with pytest.raises(DataFolderInUse):
        FolderLock(tmp_path)
    first.close()
    first.close()
    FolderLock(tmp_path).close()


def test_a_number_of_a_program_that_runs_holds_nothing_by_itself(tmp_path: Path) -> None:
    """B096: after a crash the number in the file may be anybody's by now."""
    (tmp_path / "lock").write_text(f"{os.getppid()}\n")
    with FolderLock(tmp_path):
        assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"
        with pytest.raises(DataFolderInUse):
            FolderLock(tmp_path)


def test_a_lock_file_without_a_number_is_refused_without_one(tmp_path: Path) -> None:
    with FolderLock(tmp_path):
        (tmp_path / "lock").write_text("somebody\n")
        with pytest.raises(DataFolderInUse) as refused:
            FolderLock(tmp_path)
    assert refused.value.details["pid"] is None


def test_only_the_owner_may_read_the_ledger_and_its_journal(path: Path, told: Listener) -> None:
    old = os.umask(0)
    try:
        with open_ledger(path, told) as ledger:
            ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent()))
            modes = {entry.name: stat.S_IMODE(entry.stat().st_mode) for entry in path.parent.iterdir()}
    finally:
        os.umask(old)
    assert modes == {"ledger.sqlite": 0o600, "ledger.sqlite-wal": 0o600, "ledger.sqlite-shm": 0o600}


def test_a_mode_that_was_opened_up_is_closed_again(path: Path, told: Listener) -> None:
    open_ledger(path, told).close()
    path.chmod(0o644)
    open_ledger(path, told).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_every_write_is_flushed_before_anybody_is_told(path: Path, told: Listener) -> None:
    with open_ledger(path, told) as ledger:
        pragmas = ("journal_mode", "synchronous", "foreign_keys")
        found = [
            ledger.commit_blocking(lambda tx, it=name: tx._cursor.execute(f"PRAGMA {it}").fetchone()[0])
            for name in pragmas
        ]
    assert found == ["wal", 2, 1]


def test_readers_cannot_write(path: Path, told: Listener) -> None:
    with open_ledger(path, told) as ledger, ledger.reads.connections.cursor() as cursor:
        for statement in ("DELETE FROM agents", "CREATE TABLE mine (a)", "PRAGMA user_version = 9"):
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                cursor.execute(statement)


def _contents(path: Path) -> dict[str, bytes]:
    return {
        entry.name: entry.read_bytes()
        for entry in path.parent.iterdir()
        if not entry.name.endswith(("-wal", "-shm"))
    }


def _filled(path: Path, told: Listener) -> None:
    with open_ledger(path, told) as ledger:
        ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent()))
        for number in range(300):
            ledger.commit_blocking(lambda tx, it=number: tx.create_task(a_task(f"task_{it}")))


def _zeroed(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(bytes(8 * 4096))


def _rotten(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(path.stat().st_size - 4096)
        file.write(b"\x0d" * 4096)


def _hollowed(path: Path) -> None:
    """A column that is never empty is empty: pages and tree are whole, the row isn't."""
    demand, none = "declaration TEXT NOT NULL", "declaration TEXT"
    for statement in (
        f"UPDATE sqlite_master SET sql = replace(sql, '{demand}', '{none}') WHERE name = 'agents'",
        "UPDATE agents SET declaration = NULL",
        f"UPDATE sqlite_master SET sql = replace(sql, '{none}', '{demand}') WHERE name = 'agents'",
    ):
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            assert connection.execute(statement).rowcount == 1
        connection.close()


def _truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


def _text(path: Path) -> None:
    path.write_text("Not a database at all, but long enough to have a header.\n" * 200)


def _another_program(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (title)")
    connection.close()


def _newer(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()


@pytest.mark.parametrize(
    "damage", [_zeroed, _rotten, _hollowed, _truncated, _emptied, _text, _another_program, _newer]
)
def test_a_damaged_or_foreign_file_stays_closed_and_unchanged(
    path: Path, told: Listener, damage: object
) -> None:
    _filled(path, told)
    damage(path)
    before = _contents(path)
    with pytest.raises(LedgerDamaged):
        open_ledger(path, told)
    assert _contents(path) == before


def test_a_ledger_that_is_gone_but_for_its_journal_is_damage_not_a_fresh_start(
    path: Path, told: Listener
) -> None:
    path.with_name("ledger.sqlite-wal").write_bytes(b"frames")
    with pytest.raises(LedgerDamaged, match="is gone"):
        open_ledger(path, told)
    assert not path.exists()


def test_a_start_that_died_while_making_the_file_is_made_anew(path: Path, told: Listener) -> None:
    path.with_name("ledger.sqlite.new").write_bytes(b"half")
    with open_ledger(path, told) as ledger:
        assert ledger.reads.agents() == []
    assert sorted(entry.name for entry in path.parent.iterdir()) == ["ledger.sqlite"]


def _schema_of(path: Path) -> tuple[list[tuple[str, ...]], tuple[int, int]]:
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2").fetchall()
    # A column that was added stands in the text of its table without the line break that a fresh one has.
    master = [(kind, name, of, " ".join((sql or "").split())) for kind, name, of, sql in found]
    stamps = tuple(
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    )
    connection.close()
    return master, stamps


def _made_by_steps(path: Path, version: int) -> None:
    """A file as schema `version` left it, with the fences of the newest one when it is that."""
    sqlite3.connect(path).close()
    engine = database.writing_engine(path)
    with engine.begin() as connection:
        for step in migrations.STEPS[:version]:
            step(Operations(MigrationContext.configure(connection)))
        if version == schema.VERSION:
            triggers.put_up(connection.connection.cursor())
        connection.exec_driver_sql(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.exec_driver_sql(f"PRAGMA user_version = {version}")
    engine.dispose()


def test_a_fresh_file_equals_one_that_took_every_step(path: Path, tmp_path: Path, told: Listener) -> None:
    open_ledger(path, told).close()
    stepped = tmp_path / "stepped.sqlite"
    _made_by_steps(stepped, len(migrations.STEPS))
    assert _schema_of(stepped) == _schema_of(path)
    assert len(migrations.STEPS) == schema.VERSION


def test_a_task_of_the_first_schema_was_one_of_our_own(path: Path, told: Listener) -> None:
    _made_by_steps(path, 1)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("INSERT INTO agents VALUES (?, 'Ada', '{}', 'idle', NULL, 1, 1)", (AGENT,))
        row = rows.task_values(a_task(status=TaskStatus.RUNNING))
        del row["decision_only"]
        names = ", ".join(row)
        file.execute(f"INSERT INTO tasks ({names}) VALUES ({', '.join('?' * len(row))})", list(row.values()))
    with open_ledger(path, told) as ledger:
        assert ledger.reads.task(TaskId("task_1")).decision_only is False


def test_an_older_file_takes_the_steps_that_it_lacks_and_keeps_its_rows(
    path: Path, told: Listener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _filled(path, told)

    def next_step(op: object) -> None:
        op.add_column("agents", Column("motto", Text))

    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, next_step))
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    with caplog.at_level(logging.INFO), open_ledger(path, told) as ledger:
        assert ledger.reads.counts()["pending_approval"] == 300
    assert "motto" in str(_schema_of(path)[0])
    assert _schema_of(path)[1][1] == schema.VERSION


def test_a_step_that_fails_leaves_the_older_file_as_it_was(
    path: Path, told: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    _filled(path, told)
    before = _schema_of(path)

    def broken_step(op: object) -> None:
        op.add_column("agents", Column("motto", Text))
        raise OSError("the disk went away")

    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", (*migrations.STEPS, broken_step))
        patch.setattr(schema, "VERSION", schema.VERSION + 1)
        with pytest.raises(OSError, match="went away"):
            open_ledger(path, told)
    assert _schema_of(path) == before
    with open_ledger(path, told) as ledger:
        assert ledger.reads.counts()["pending_approval"] == 300


def test_a_step_that_the_disk_refuses_is_told_as_that_and_not_as_damage(
    path: Path, told: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B085: the start stops with words, and the file is as it was."""
    _filled(path, told)
    before = _schema_of(path)

    def refused_step(op: Operations) -> None:
        op.execute("PRAGMA max_page_count = 1")
        op.add_column("agents", Column("motto", Text))
        op.execute("UPDATE agents SET motto = hex(zeroblob(1000000))")

    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", (*migrations.STEPS, refused_step))
        patch.setattr(schema, "VERSION", schema.VERSION + 1)
        with pytest.raises(LedgerWriteFailed, match=r"can't be opened: .* full"):
            open_ledger(path, told)
    assert _schema_of(path) == before


def test_a_ledger_that_another_program_holds_is_not_called_damaged(
    path: Path, told: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    _filled(path, told)
    impatient = tuple(it for it in database._WRITER_PRAGMAS if "busy" not in it)
    monkeypatch.setattr(database, "_WRITER_PRAGMAS", ("PRAGMA busy_timeout = 1", *impatient))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerWriteFailed, match="locked"):
            open_ledger(path, told)
        other.execute("ROLLBACK")
    with open_ledger(path, told) as ledger:
        assert ledger.reads.counts()["pending_approval"] == 300


@pytest.mark.parametrize("mode", [0o500, 0o000])
def test_a_folder_that_can_not_be_written_is_not_called_damage(
    tmp_path: Path, told: Listener, mode: int
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    _filled(folder / "ledger.sqlite", told)
    before = (folder / "ledger.sqlite").read_bytes()
    folder.chmod(mode)
    try:
        with pytest.raises((LedgerWriteFailed, PermissionError)):
            open_ledger(folder / "ledger.sqlite", told)
    finally:
        folder.chmod(0o700)
    assert (folder / "ledger.sqlite").read_bytes() == before


def test_opening_a_current_ledger_loads_no_alembic(path: Path, told: Listener) -> None:
    open_ledger(path, told).close()
    look = (
        "import sys, pathlib; from placet.ledger import database; "
        f"database.prepare(pathlib.Path({str(path)!r})); assert 'alembic' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", look], check=True, timeout=PATIENCE_S * 3)


def test_a_ledger_left_open_by_a_crash_is_whole_with_its_journal(
    path: Path, tmp_path: Path, told: Listener
) -> None:
    with open_ledger(path, told) as ledger:
        ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent()))
        ledger.commit_blocking(held_task)
        copy = tmp_path / "copy"
        copy.mkdir()
        for name in ("ledger.sqlite", "ledger.sqlite-wal"):
            (copy / name).write_bytes((tmp_path / name).read_bytes())
    with open_ledger(copy / "ledger.sqlite", told) as again:
        assert [task.id for task in again.reads.open_approvals()] == ["task_1"]
