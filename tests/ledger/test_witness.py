"""What remembers a ledger from outside of its folder."""

import json
import shutil
from pathlib import Path

import pytest

from placet.ledger.ledger import Ledger
from placet.ledger.witness import Witness, head, head_of, text_of
from placet.rules.basics import BootId
from placet.rules.chain import HEAD_HEX
from placet.rules.errors import LedgerDamaged
from placet.rules.events import BootStarted
from tests.fakes.clock import HeldClock


def grow(path: Path, boot: str) -> None:
    """One more lifetime of the ledger at this path, with one event."""
    with Ledger.open(path, clock=HeldClock(), on_commit=lambda _: None) as ledger:
        ledger.commit_blocking(lambda tx: tx.start_boot(BootId(boot)))
        ledger.commit_blocking(lambda tx: tx.record(BootStarted(boot=BootId(boot), clean_before=True)))


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "ledger.sqlite"
    grow(path, "boot_one")
    return path


@pytest.fixture
def witness(tmp_path: Path, ledger: Path) -> Witness:
    made = Witness(tmp_path / "state", ledger.parent)
    made.write(ledger)
    return made


def test_the_head_names_the_first_boot_the_last_the_newest_event_and_the_newest_link(ledger: Path) -> None:
    first = head(ledger)
    assert first is not None
    assert (first.ledger, first.boot, first.event_seq) == ("boot_one", "boot_one", 1)
    grow(ledger, "boot_two")
    second = head(ledger)
    assert second is not None
    assert (second.ledger, second.boot, second.event_seq) == ("boot_one", "boot_two", 2)
    assert second.link > first.link > 0
    assert len(second.chain) == len(first.chain) == HEAD_HEX
    assert head_of(text_of(second)) == second


def test_a_ledger_that_went_on_is_the_right_one(ledger: Path, witness: Witness) -> None:
    before = witness.path.read_bytes()
    grow(ledger, "boot_two")
    witness.check(ledger)
    assert witness.path.read_bytes() == before


def test_a_ledger_that_is_gone_is_missed(ledger: Path, witness: Witness) -> None:
    ledger.unlink()
    with pytest.raises(LedgerDamaged, match="is gone"):
        witness.check(ledger)


def test_an_older_copy_is_told_from_the_ledger(ledger: Path, witness: Witness, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    shutil.copy(ledger, copy)
    grow(ledger, "boot_two")
    witness.write(ledger)
    shutil.copy(copy, ledger)
    with pytest.raises(LedgerDamaged, match="last 1 events are missing"):
        witness.check(ledger)


def test_an_older_copy_that_was_written_on_is_told_from_the_ledger(
    ledger: Path, witness: Witness, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    shutil.copy(ledger, copy)
    grow(ledger, "boot_two")
    witness.write(ledger)
    for boot in ("boot_three", "boot_four"):
        grow(copy, boot)
    shutil.copy(copy, ledger)
    with pytest.raises(LedgerDamaged, match=r"put in the place of the ledger .* and written on"):
        witness.check(ledger)


def test_a_witness_that_knows_of_no_chain_is_believed_as_far_as_it_goes(
    ledger: Path, witness: Witness
) -> None:
    known = json.loads(witness.path.read_text())
    witness.path.write_text(json.dumps({it: known[it] for it in ("ledger", "boot", "event_seq")}))
    witness.check(ledger)


def test_another_ledger_in_the_same_place_is_told_from_it(
    ledger: Path, witness: Witness, tmp_path: Path
) -> None:
    other = tmp_path / "other.sqlite"
    grow(other, "boot_other")
    grow(other, "boot_later")
    shutil.copy(other, ledger)
    with pytest.raises(LedgerDamaged, match="Another ledger"):
        witness.check(ledger)


@pytest.mark.parametrize("text", ["", "{", "[]", json.dumps({"ledger": "x"})])
def test_a_witness_that_can_not_be_understood_is_no_leave(ledger: Path, witness: Witness, text: str) -> None:
    witness.path.write_text(text)
    with pytest.raises(LedgerDamaged, match="can't be understood"):
        witness.check(ledger)


def test_who_begins_anew_forgets(ledger: Path, witness: Witness) -> None:
    witness.forget()
    witness.forget()
    ledger.unlink()
    witness.check(ledger)
    assert not witness.path.exists()


def test_two_folders_have_two_witnesses_that_only_the_owner_reads(tmp_path: Path, witness: Witness) -> None:
    other = Witness(tmp_path / "state", tmp_path / "elsewhere")
    assert other.path != witness.path
    assert witness.path.stat().st_mode & 0o077 == 0


def test_a_ledger_that_never_started_leaves_no_witness(tmp_path: Path) -> None:
    path = tmp_path / "fresh.sqlite"
    with Ledger.open(path, clock=HeldClock(), on_commit=lambda _: None):
        pass
    made = Witness(tmp_path / "state", tmp_path)
    made.write(path)
    assert (head(path), made.path.exists()) == (None, False)
