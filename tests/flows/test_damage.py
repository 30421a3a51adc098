"""A ledger that isn't what it was closes itself: nothing is opened, changed or begun anew (DECISIONS W6)."""

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

import placet.app
from placet.rules.errors import LedgerDamaged
from tests.flows.goals import goals
from tests.flows.house import FREE_WRITE, PATIENCE_S, House
from tests.flows.pages import Bytes

Harm = Callable[[Path, Path], None]


def torn(ledger: Path, _: Path) -> None:
    ledger.write_bytes(ledger.read_bytes()[: ledger.stat().st_size // 2])


def scribbled(ledger: Path, _: Path) -> None:
    ledger.write_text("{broken")


def flipped(ledger: Path, _: Path) -> None:
    whole = bytearray(ledger.read_bytes())
    whole[4096] ^= 0xFF  # the kind of the second page
    ledger.write_bytes(bytes(whole))


def deleted(ledger: Path, _: Path) -> None:
    ledger.unlink()


def rolled_back(ledger: Path, older: Path) -> None:
    shutil.copy(older, ledger)


def digest_of(path: Path) -> str | None:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None


@pytest.fixture
def lived(tmp_path: Path) -> tuple[Path, Path]:
    """A ledger that was closed in order, and a copy from before its last lifetime."""
    with House(tmp_path) as house:
        house.declare(tools=[FREE_WRITE])
        house.engine.close()
        ledger, older = house.data / "ledger.sqlite", tmp_path / "older.sqlite"
        shutil.copy(ledger, older)
        house.open()
    return ledger, older


@pytest.mark.spec("w95", "w97")
@pytest.mark.parametrize("harm", [torn, scribbled, flipped, deleted, rolled_back])
def test_a_ledger_that_is_not_what_it_was_is_not_opened(lived: tuple[Path, Path], harm: Harm) -> None:
    ledger, older = lived
    harm(ledger, older)
    before = digest_of(ledger)
    with pytest.raises(LedgerDamaged):
        placet.app.open(ledger.parent)
    assert digest_of(ledger) == before


@pytest.fixture
def proven(tmp_path: Path) -> tuple[Path, str, str]:
    """A closed ledger in which a workflow wrote a report: where it lies, its operation, and what proves that."""
    with goals(tmp_path) as g:
        row = g.run_report()
        (operation,) = g.operations(row["id"])
        ledger = g.house.data / "ledger.sqlite"
    return ledger, operation["id"], operation["receipt"]["id"]


@pytest.mark.spec("w97")
@pytest.mark.parametrize(
    ("table", "indexed"),
    [("operations", False), ("operations", True), ("receipts", False), ("events", False)],
)
def test_one_changed_byte_of_what_proves_something_closes_the_ledger(
    proven: tuple[Path, str, str], table: str, indexed: bool
) -> None:
    ledger, operation, receipt = proven
    text = (receipt if table == "receipts" else operation).encode()
    place, *_ = Bytes(ledger).places(table, text, indexed=indexed)
    whole = bytearray(ledger.read_bytes())
    whole[place + len(text) - 1] ^= 1  # another digit, in a file that SQLite finds no fault with
    ledger.write_bytes(bytes(whole))
    before = digest_of(ledger)
    with pytest.raises(LedgerDamaged):
        placet.app.open(ledger.parent)
    assert digest_of(ledger) == before
    whole[place + len(text) - 1] ^= 1
    ledger.write_bytes(bytes(whole))
    placet.app.open(ledger.parent).close()  # it was that byte


@pytest.mark.spec("w95")
def test_a_closed_ledger_answers_503_everywhere_and_the_doctor_says_what_to_do(
    lived: tuple[Path, Path],
) -> None:
    ledger, _ = lived
    deleted(ledger, ledger)
    serving = subprocess.Popen(
        [sys.executable, "-m", "placet", "serve", "--data", str(ledger.parent)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert serving.stdout is not None
        ready = json.loads(serving.stdout.readline())
        assert ready["damaged"] is True
        for path in ("/health", "/workflows", "/doctor", "/tasks"):
            answer = httpx.get(ready["url"] + path, timeout=PATIENCE_S, trust_env=False)
            assert answer.status_code == 503
        made = httpx.post(ready["url"] + "/workflows", json={"agent": "clerk", "text": "x"}, trust_env=False)
        assert (made.status_code, made.json()["code"]) == (503, "ledger_damaged")
        serving.terminate()
        assert serving.wait(timeout=PATIENCE_S) == 0
    finally:
        if serving.poll() is None:
            serving.kill()
            serving.wait()
        serving.stdout.close()
