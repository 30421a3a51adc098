"""The verbs on the owner's accounts, and rows of them that can't be read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from placet.ledger.ledger import Ledger
from placet.rules.accounts import Account
from placet.rules.basics import Instant
from placet.rules.errors import CorruptRow, NotFound
from tests.ledger.making import T0, Listener

ACCOUNT = Account(
    name="mail",
    kind="imap",
    identity="imap:ada@mail.example.org",
    place={"host": "mail.example.org", "port": 993, "security": "tls", "user": "ada"},
    rights=("read", "write"),
    generation="gen_1",
    changed_at=T0,
    expires_at=Instant(T0 + 9),
)


def put(ledger: Ledger, **changes: Any) -> Account:
    account = replace(ACCOUNT, **changes)
    return ledger.commit_blocking(lambda tx: tx.put_account(account))


def test_an_account_is_read_back_as_it_was_put_and_the_next_takes_its_place(
    ledger: Ledger, told: Listener
) -> None:
    assert ledger.reads.accounts.find("mail") is None
    put(ledger)
    assert ledger.reads.accounts.find("mail") == ACCOUNT
    later = put(ledger, generation="gen_2", expires_at=None)
    put(ledger, name="home")
    assert ledger.reads.accounts.all() == [replace(ACCOUNT, name="home"), later]


def test_one_that_is_taken_away_is_gone_and_told_of(ledger: Ledger, told: Listener) -> None:
    put(ledger)
    assert ledger.commit_blocking(lambda tx: tx.remove_account("mail")) == ACCOUNT
    assert ledger.reads.accounts.all() == []
    with pytest.raises(NotFound):
        ledger.commit_blocking(lambda tx: tx.remove_account("mail"))


@pytest.mark.parametrize(
    ("column", "text"), [("place", "no json"), ("place", "[]"), ("rights", "{}"), ("rights", "[")]
)
def test_a_row_that_cannot_be_read_is_no_account(ledger: Ledger, path: Path, column: str, text: str) -> None:
    put(ledger)
    put(ledger, name="home")
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"UPDATE accounts SET {column} = ? WHERE name = 'mail'", (text,))
    assert [it.name for it in ledger.reads.accounts.all()] == ["home"]
    with pytest.raises(CorruptRow):
        ledger.reads.accounts.find("mail")
