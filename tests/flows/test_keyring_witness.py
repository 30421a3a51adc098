"""What the keyring remembers of a ledger: an older copy is caught also when the file that remembers went back with it."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import placet.app
from placet.api.commands import CreateToken
from placet.api.doctor import Examine
from placet.folder import state_folder
from placet.keyrings import SystemKeyring
from placet.ledger.witness import Witness
from placet.rules.errors import LedgerDamaged
from placet.rules.records import Scope
from tests.fakes.keyring_store import MemoryStore
from tests.flows.goals import goals
from tests.flows.house import House


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    """A keyring in memory in the place of the system's."""
    kept = MemoryStore()
    monkeypatch.setattr(SystemKeyring, "find", classmethod(lambda cls: cls(kept)))
    return kept


@pytest.fixture
def house(tmp_path: Path, store: MemoryStore) -> Iterator[House]:
    """A house whose keyring remembers its ledger."""
    with House(tmp_path, settings="secrets.keyring = true\n") as made:
        until(lambda: witnesses(store))
        yield made


def until(holds: Callable[[], Any]) -> None:
    """Wait for what a thread of the engine's does, which tells nobody."""
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end, "it never came to be"
        threading.Event().wait(0.02)


def witnesses(store: MemoryStore) -> dict[str, str]:
    return {name: text for (_, name), text in store.kept.items() if name.startswith("witness:")}


def is_closed(house: House) -> bool:
    """Whether the ledger takes nothing in any more."""
    try:
        house.submit(CreateToken(scope=Scope.CLIENT, label="one more"))
    except LedgerDamaged:
        return True
    return False


def put_back(house: House, older: Path) -> None:
    """Put an older copy in the place of the ledger, and take away the file that remembers."""
    shutil.copy(older, house.data / "ledger.sqlite")
    Witness(state_folder(), house.data).forget()


def live_once_more(house: House, base: Path) -> Path:
    """One more lifetime; the answer is a copy of the ledger from before it."""
    house.engine.close()
    older = base / "older.sqlite"
    shutil.copy(house.data / "ledger.sqlite", older)
    house.open()
    return older


def test_an_older_copy_that_is_put_back_with_its_file_is_closed_by_the_keyring(
    house: House, store: MemoryStore, tmp_path: Path
) -> None:
    older, first = live_once_more(house, tmp_path), witnesses(store)
    until(lambda: witnesses(store) != first)
    remembered = witnesses(store)
    house.engine.close()
    put_back(house, older)
    house.open()
    until(lambda: is_closed(house))
    assert witnesses(store) == remembered
    (found,) = [it for it in house.submit(Examine()).findings if it.code == "ledger_damaged"]
    assert "older copy" in found.what


def test_the_right_ledger_is_believed_and_remembered_anew(house: House, store: MemoryStore) -> None:
    first = witnesses(store)
    house.restart()
    until(lambda: witnesses(store) != first)
    second = witnesses(store)
    house.restart()
    until(lambda: witnesses(store) != second)
    assert len(witnesses(store)) == 1
    assert not is_closed(house)


def test_with_each_proof_the_keyring_remembers_more(tmp_path: Path, store: MemoryStore) -> None:
    with goals(tmp_path, settings="secrets.keyring = true\n") as g:
        until(lambda: witnesses(store))
        before = witnesses(store)
        g.run_report()
        until(lambda: witnesses(store) != before)


def test_what_nobody_can_understand_closes_the_ledger(house: House, store: MemoryStore) -> None:
    ((service, name),) = [it for it in store.kept if it[1].startswith("witness:")]
    house.engine.close()
    store.kept[service, name] = "{}"
    house.open()
    until(lambda: is_closed(house))
    assert store.kept[service, name] == "{}"


def test_a_keyring_that_is_locked_keeps_nobody_from_working(
    house: House, store: MemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    house.engine.close()
    store.locked = True
    house.open()
    until(lambda: "It remembers nothing of the ledger." in caplog.text)
    assert not is_closed(house)


def test_a_ledger_that_is_begun_anew_in_the_same_place_is_another(
    house: House, store: MemoryStore, tmp_path: Path
) -> None:
    house.engine.close()
    (tmp_path / "data").rename(tmp_path / "away")
    placet.app.init(house.data)
    (house.data / "settings.toml").write_text((tmp_path / "away" / "settings.toml").read_text())
    house.open()
    until(lambda: len(witnesses(store)) == 2)
    assert not is_closed(house)
