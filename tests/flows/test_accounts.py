"""Where the passwords of accounts lie, and what is left of one after every change."""

import json
from pathlib import Path

import pytest

from placet.api.accounts import ConsentToAccount, ListAccounts, PutAccount, RemoveAccount, TryAccount
from placet.keyrings import SystemKeyring
from placet.rules.errors import ToolFailed
from placet.tools.accounts.leave import Leave
from tests.fakes.clock import HeldClock
from tests.fakes.keyring_store import MemoryStore
from tests.flows.house import House

PASSWORD = "s3cret pässword"
MAIL = {
    "kind": "imap",
    "host": "127.0.0.1",
    "port": 1,
    "security": "none",
    "user": "ada",
    "password": PASSWORD,
}


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    """A keyring in memory in the place of the system's."""
    store = MemoryStore()
    monkeypatch.setattr(SystemKeyring, "find", classmethod(lambda cls: cls(store)))
    return store


def kept(store: MemoryStore) -> list[dict[str, str]]:
    """What lies in the keyring of accounts."""
    return [json.loads(it) for (_, name), it in store.kept.items() if name.startswith("gen_")]


def holding(house: House) -> list[str]:
    """The files of the data folder that hold the password."""
    spelled = {PASSWORD.encode(), json.dumps(PASSWORD)[1:-1].encode()}
    files = (path for path in house.data.rglob("*") if path.is_file())
    return sorted({path.name for path in files if any(it in path.read_bytes() for it in spelled)})


def test_without_a_keyring_one_file_of_the_owners_alone_holds_the_password(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        house.submit(PutAccount(name="mail", definition=MAIL))
        assert holding(house) == ["secrets"]
        assert (house.data / "secrets").stat().st_mode & 0o777 == 0o600
        house.restart()
        (row,) = house.engine.query(ListAccounts())
        assert row.identity == "imap:ada@127.0.0.1:1"
        house.submit(ConsentToAccount(name="mail", changes={}))
        assert len(json.loads((house.data / "secrets").read_text())["accounts"]) == 1
        house.submit(RemoveAccount(name="mail"))
        assert holding(house) == []


def test_where_there_is_a_keyring_no_file_holds_the_password(tmp_path: Path, store: MemoryStore) -> None:
    with House(tmp_path, settings="secrets.keyring = true\n") as house:
        house.submit(PutAccount(name="mail", definition=MAIL))
        assert holding(house) == []
        assert kept(store) == [{"password": PASSWORD}]
        house.submit(PutAccount(name="mail", definition={**MAIL, "password": "other"}))
        assert kept(store) == [{"password": "other"}]
        house.submit(RemoveAccount(name="mail"))
        assert kept(store) == []


def test_a_keyring_that_is_locked_gives_no_password(tmp_path: Path, store: MemoryStore) -> None:
    with House(tmp_path, settings="secrets.keyring = true\n") as house:
        house.submit(PutAccount(name="mail", definition=MAIL))
        store.locked = True
        tried = house.submit(TryAccount(name="mail"))
        assert (tried["ok"], tried["code"]) == (False, "secrets_unreadable")
        assert PASSWORD not in tried["error"]


def test_a_password_that_was_lost_is_said_to_be_missing(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        house.submit(PutAccount(name="mail", definition=MAIL))
        (house.data / "secrets").unlink()
        tried = house.submit(TryAccount(name="mail"))
    assert tried == {
        "ok": False,
        "code": "secrets_unreadable",
        "error": "The password of this account isn't there any more; give it anew.",
    }


def test_leave_that_ran_out_is_not_given_back_by_a_clock_that_is_set_back(tmp_path: Path) -> None:
    clock = HeldClock()
    with House(tmp_path, clock=clock) as house:
        ends = clock.now_ms() + 60_000
        house.submit(PutAccount(name="mail", definition={**MAIL, "expires_at": ends}))
        clock.at_ms += 60_000
        house.submit(PutAccount(name="other", definition=MAIL))  # wakes whoever looks at the time
        house.wait_for_event("account.changed", name="mail", ran_out_at=clock.at_ms)
        clock.at_ms -= 3_600_000
        assert expired(house) == {"mail": True, "other": False}
        house.restart()
        assert expired(house) == {"mail": True, "other": False}
        leave = Leave(book=house.engine._handlers._rooms.accounts._accounts, kind="imap", right="write")
        with pytest.raises(ToolFailed) as refused:
            leave.account({"account": "mail"})
        assert (refused.value.code, leave.grant({"account": "mail"}).expires_at) == ("grant-expired", 0)
        house.submit(ConsentToAccount(name="mail", changes={"expires_at": ends}))
        assert expired(house) == {"mail": False, "other": False}
        assert leave.account({"account": "mail"}).expires_at == ends


def expired(house: House) -> dict[str, bool]:
    return {it.name: it.expired for it in house.engine.query(ListAccounts())}


def test_leave_that_ran_out_is_shown_to_have(tmp_path: Path) -> None:
    clock = HeldClock()
    with House(tmp_path, clock=clock) as house:
        ends = clock.now_ms() + 60_000
        house.submit(PutAccount(name="mail", definition={**MAIL, "expires_at": ends}))
        assert [it.expired for it in house.engine.query(ListAccounts())] == [False]
        clock.at_ms += 60_000
        assert [it.expired for it in house.engine.query(ListAccounts())] == [True]
