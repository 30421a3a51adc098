"""A backup is read once, into a copy that nobody else can change; what isn't a plain file is refused at once."""

import hashlib
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic.operations import Operations

from placet.ledger import backup, chain_check, migrations, restore, schema
from placet.rules.errors import BadBackup
from placet.rules.restores import LedgerRestored
from tests.fakes.clock import HeldClock
from tests.ledger.living import live
from tests.ledger.making import AGENT, Listener, open_ledger

ENDLESS = "WITH RECURSIVE x(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM x) SELECT count(*) FROM x"
_WRITTEN_TO = ("tasks", "task_counts", "generation_counts", "chain", "events")
_SEAL_BYTES = len(f"\nplacet.backup.v1 {'0' * 64} {'0' * 20}\n")


def quiet(_: str, __: int, ___: int) -> None:
    """Nobody looks."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A backup of a ledger with a bit of everything."""
    made = tmp_path / "old.placet"
    with open_ledger(tmp_path / "old.sqlite", Listener(), HeldClock()) as ledger:
        live(ledger)
        ledger.back_up(made, quiet)
    return made


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A ledger in which nothing happened yet, and that nobody holds."""
    path = tmp_path / "here" / "ledger.sqlite"
    path.parent.mkdir()
    open_ledger(path, Listener(), HeldClock()).close()
    return path


def put_back(here: Path, file: Path, tell: Callable[[str, int, int], None] = quiet) -> LedgerRestored:
    return restore.restore(here, file, HeldClock().now_ms(), tell)


def forge(file: Path, *statements: str) -> None:
    """Change a backup by hand, and seal it anew."""
    database = file.with_suffix(".forged")
    database.write_bytes(file.read_bytes()[:-_SEAL_BYTES])
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for statement in ("PRAGMA journal_mode = DELETE", "PRAGMA foreign_keys = OFF", *statements):
            connection.execute(statement)
    content = database.read_bytes()
    seal = f"\nplacet.backup.v1 {hashlib.sha256(content).hexdigest()} {len(content):020d}\n"
    file.write_bytes(content + seal.encode())


def brought(here: Path) -> set[str]:
    with open_ledger(here, Listener()) as ledger:
        return {task.id for task in ledger.reads.tasks(limit=10)}


def left_beside(here: Path) -> list[str]:
    return sorted(it.name for it in here.parent.iterdir() if "draft" in it.name)


def test_a_file_that_is_put_in_its_place_meanwhile_brings_nothing_of_its_own(
    here: Path, file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.placet"
    other.write_bytes(file.read_bytes())
    forge(other, f"CREATE VIEW adf_more AS {ENDLESS}", "UPDATE agents SET name = 'eve'")

    def swap(doing: str, _: int, __: int) -> None:
        if doing == "checking" and other.exists():
            other.replace(file)

    put_back(here, file, swap)
    assert not other.exists()
    with open_ledger(here, Listener()) as ledger:
        assert ledger.reads.agent(AGENT).name == "ada"
    assert left_beside(here) == []


def test_a_file_that_is_written_over_meanwhile_brings_what_was_looked_over(here: Path, file: Path) -> None:
    def write_over(doing: str, _: int, __: int) -> None:
        if doing == "checking":
            with file.open("r+b") as under:
                under.write(bytes(os.fstat(under.fileno()).st_size))

    put_back(here, file, write_over)
    assert brought(here) == {"task_1", "task_2"}
    assert chain_check.flaw_of(here) is None


def test_a_journal_that_lies_beside_it_is_no_part_of_it(here: Path, file: Path) -> None:
    for suffix in ("-journal", "-wal"):
        file.with_name(file.name + suffix).write_bytes(b"\xd9\xd5\x05\xf9 \xa1c\xd7" + bytes(4096))
    put_back(here, file)
    assert brought(here) == {"task_1", "task_2"}


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_plain_file_is_refused_at_once(
    here: Path, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    odd = tmp_path / "odd"
    make(odd)
    with pytest.raises(OSError, match=r"no plain file|Is a directory"):
        put_back(here, odd)
    assert left_beside(here) == []


def test_what_would_run_by_itself_is_not_in_the_copy_that_is_brought_up_to_date(
    here: Path, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def writes(op: Operations) -> None:
        for statement in ("UPDATE tasks SET cancel_requested = 0", "UPDATE chain SET at_ms = at_ms"):
            op.execute(statement)

    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS[:-1], writes))
    places = [(table, does) for table in _WRITTEN_TO for does in ("INSERT", "UPDATE")]
    traps = [
        f"CREATE TRIGGER trap_{table}_{does} AFTER {does} ON {table} BEGIN {ENDLESS}; END"
        for table, does in places
    ]
    forge(file, *traps, f"CREATE VIEW adf_trap AS {ENDLESS}", f"PRAGMA user_version = {schema.VERSION - 1}")
    copy = tmp_path / "copy.sqlite"
    backup.take(file, copy, quiet)
    with closing(sqlite3.connect(copy)) as connection:
        found = connection.execute(
            "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')"
        ).fetchall()
    assert found == []
    put_back(here, file)
    assert brought(here) == {"task_1", "task_2"}


def test_a_link_that_claims_more_facts_than_there_can_be_is_a_broken_chain(here: Path, file: Path) -> None:
    fence = "DROP TRIGGER chain_fixed"
    forge(
        file, fence, f"UPDATE chain SET last_event = {2**62} WHERE number = (SELECT max(number) FROM chain)"
    )
    with pytest.raises(BadBackup, match="chain of"):
        put_back(here, file)
    assert brought(here) == set()


def test_a_clock_that_jumps_a_year_at_each_step_breaks_no_chain_and_no_restore(
    tmp_path: Path, here: Path
) -> None:
    clock, file = HeldClock(), tmp_path / "jumping.placet"
    there = clock.at_ms

    def jump(_: object) -> None:
        clock.at_ms = there + 31_536_000_000 if clock.at_ms == there else there

    with open_ledger(tmp_path / "jumping.sqlite", jump, clock) as ledger:
        live(ledger)
        ledger.back_up(file, quiet)
    told = restore.restore(
        here, file, 1, quiet
    )  # at the beginning of time, as a machine without a battery has it
    assert (told.taken["tasks"], told.marked) == (2, {"workflows": 1, "operations": 1})
    assert chain_check.flaw_of(tmp_path / "jumping.sqlite") is None
    assert chain_check.flaw_of(here) is None
