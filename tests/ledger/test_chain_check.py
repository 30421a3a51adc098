"""Whether an edit, a removal or an addition by another program is seen, and where."""

import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from placet.ledger import chain_check
from placet.ledger.tx import Tx
from placet.rules.chain import Flaw
from placet.rules.errors import LedgerDamaged, NotFound
from placet.rules.events import BootStarted
from placet.rules.lifecycles import TaskStatus
from tests.fakes.clock import HeldClock
from tests.ledger.living import TASK, by_hand, live
from tests.ledger.making import TALK, Listener, held_task, open_ledger
from tests.ledger.verbs.test_workflows import a_workflow


@pytest.fixture
def lived(path: Path, told: Listener, clock: HeldClock) -> Path:
    """The file of a closed ledger in which something happened."""
    with open_ledger(path, told, clock) as ledger:
        live(ledger)
    return path


def test_what_placet_wrote_itself_is_whole(lived: Path) -> None:
    assert chain_check.flaw_of(lived) is None


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE events SET payload = replace(payload, 'approve', 'expire')", "link 3"),
        ("UPDATE events SET at_ms = at_ms + 1 WHERE seq = 1", "link 1"),
        ("UPDATE events SET agent = 'Eve' WHERE seq = 1", "link 1"),
        ("UPDATE events SET type = 'a' || char(9) || 'b' WHERE seq = 1", "holds what no fact"),
        ("DELETE FROM events WHERE seq = 3", "facts of it are missing"),
        ("INSERT INTO events SELECT max(seq) + 1, 'x', 1, NULL, NULL, NULL, '{}' FROM events", "in no link"),
        ("UPDATE chain SET records = '' WHERE number = 2", "link 2"),
        ("UPDATE chain SET at_ms = at_ms + 1 WHERE number = 2", "link 2"),
        ("DELETE FROM chain WHERE number = 2", "link 3: a link before it is missing"),
        ("DELETE FROM chain WHERE number = 0", "no root"),
        ("UPDATE chain SET head = substr(head, 2) || substr(head, 1, 1) WHERE number = 0", "link 1"),
        ("UPDATE approvals SET reason = 'fine' WHERE task_id = 'task_1'", "approval task_1 was changed"),
        ("UPDATE approvals SET digest = 'x' WHERE task_id = 'task_2'", "approval task_2 was changed"),
        ("DELETE FROM approvals WHERE task_id = 'task_2'", "1 records of the kind approval were removed"),
        ("UPDATE tasks SET result = '{}' WHERE id = 'task_1'", "task task_1 was changed"),
        (
            "UPDATE tasks SET status = 'denied', completed_at = 5 WHERE id = 'task_2'",
            "task task_2 is in no link",
        ),
        ("UPDATE operations SET state = 'not_run'", "operation op_1 was changed"),
        ("DELETE FROM looks", "1 records of the kind look were removed"),
        ("UPDATE receipts SET label = 'another'", "receipt 1 was changed"),
        ("INSERT INTO receipts VALUES (9, 'op_1', 'p', 'i', 'l', NULL, 0, 1)", "receipt 9 is in no link"),
        ("UPDATE workflows SET expectations = '[]', restored = 1", "workflow"),
    ],
)
def test_what_another_program_did_is_seen_where_it_was_done(lived: Path, statement: str, words: str) -> None:
    by_hand(lived, statement)
    flaw = chain_check.flaw_of(lived)
    assert flaw is not None
    assert words in str(flaw)


def test_a_broken_chain_keeps_the_ledger_closed_and_changes_nothing(lived: Path, told: Listener) -> None:
    by_hand(lived, "UPDATE approvals SET via = 'http' WHERE task_id = 'task_1'")
    before = lived.read_bytes()
    with pytest.raises(LedgerDamaged, match=r"chain of the ledger .* is broken: the approval task_1"):
        open_ledger(lived, told)
    assert lived.read_bytes() == before


def test_of_a_long_ledger_the_newest_links_are_looked_at_first(lived: Path) -> None:
    by_hand(lived, "UPDATE events SET at_ms = at_ms + 1 WHERE seq = 1")
    assert chain_check.flaw_of(lived, most_events=3) is None
    assert chain_check.flaw_of(lived) is not None
    by_hand(lived, "UPDATE events SET at_ms = at_ms + 1 WHERE seq = (SELECT max(seq) FROM events)")
    assert chain_check.flaw_of(lived, most_events=3) is not None


def test_a_ledger_whose_chain_is_found_broken_is_written_to_no_more(
    lived: Path, told: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_hand(lived, "UPDATE events SET at_ms = at_ms + 1 WHERE seq = 1")
    monkeypatch.setattr(chain_check, "AT_OPEN_EVENTS", 3)
    with open_ledger(lived, told) as ledger:
        ledger.commit_blocking(lambda tx: tx.record(BootStarted(boot="boot_9", clean_before=True)))
        assert isinstance(ledger.chain_flaw(), Flaw)
        with pytest.raises(LedgerDamaged, match="link 1"):
            ledger.commit_blocking(lambda tx: tx.record(BootStarted(boot="boot_9", clean_before=True)))
        assert ledger.reads.task(TASK).status is TaskStatus.COMPLETED


def test_a_file_that_cannot_be_read_is_a_flaw(lived: Path) -> None:
    lived.write_bytes(b"nothing of the kind")
    flaw = chain_check.found(lived)
    assert flaw is not None
    assert "can't be read" in flaw.what


def test_a_look_rests_after_each_piece_of_work(lived: Path) -> None:
    rests: list[None] = []
    assert chain_check.found(lived, rest=lambda: rests.append(None)) is None
    with closing(sqlite3.connect(lived)) as file:
        links = file.execute("SELECT count(*) FROM chain WHERE number > 0").fetchone()[0]
    assert len(rests) >= links > 0


def test_whoever_looks_at_leisure_rests_longer_than_it_works() -> None:
    class Stop(threading.Event):
        rested_s = 0.0

        def wait(self, timeout: float | None = None) -> bool:
            nonlocal now_s
            self.rested_s += timeout or 0.0
            now_s += timeout or 0.0
            return False

    now_s, pieces, piece_s = 100.0, 20, 0.001
    stop = Stop()
    rest = chain_check.Leisure(stop, lambda: now_s)
    for _ in range(pieces):
        now_s += piece_s
        rest()
    assert stop.rested_s > 1.5 * pieces * piece_s


def test_an_undone_step_leaves_no_line_behind(lived: Path, told: Listener) -> None:
    def broken(tx: Tx) -> None:
        held_task(tx, "task_3")
        raise RuntimeError("no")

    with open_ledger(lived, told) as ledger:
        with pytest.raises(RuntimeError, match="no"):
            ledger.commit_blocking(broken)
        ledger.commit_blocking(lambda tx: held_task(tx, "task_4"))
        assert ledger.chain_flaw() is None
    with closing(sqlite3.connect(lived)) as file:
        told_of = "".join(row[0] for row in file.execute("SELECT records FROM chain"))
    assert "task_4" in told_of
    assert "task_3" not in told_of


def test_a_step_that_needs_a_savepoint_is_chained_all_the_same(lived: Path, told: Listener) -> None:
    def refused(tx: Tx) -> None:
        held_task(tx, "task_5")
        tx.task("task_5")
        tx.operation("op_none")

    with open_ledger(lived, told) as ledger:
        with pytest.raises(NotFound, match="no such operation"):
            ledger.commit_blocking(refused)
        assert ledger.chain_flaw() is None


def test_a_workflow_that_proves_nothing_is_said_to_be_gone(lived: Path, told: Listener) -> None:
    def forget(tx: Tx) -> None:
        one = replace(a_workflow(), id="task_w9", conversation_id=TALK, request_key=None)
        tx.create_workflow(one)
        tx.archive_workflow("task_w9")

    with open_ledger(lived, told) as ledger:
        ledger.commit_blocking(forget)
        assert ledger.chain_flaw() is None
