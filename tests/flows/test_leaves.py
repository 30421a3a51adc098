"""What was given for a while is told to be over at its moment, and after a clock was set back since."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from placet.api import Scope
from placet.api.accounts import PutAccount
from placet.api.commands import CreateToken
from placet.api.guides import ListGuides
from placet.api.queries import ListTokens
from tests.fakes.clock import HeldClock
from tests.flows.house import House
from tests.lmsp.client import until

MINUTE_MS = 60_000
MAIL = {"kind": "imap", "host": "127.0.0.1", "port": 1, "user": "ada", "password": "s3cret"}


@pytest.fixture
def house(tmp_path: Path, clock: HeldClock) -> Iterator[House]:
    with House(tmp_path, clock=clock) as house:
        yield house


def noted(house: House, question: str) -> None:
    """Wait until the end of something is in the ledger, which tells nobody."""
    with closing(sqlite3.connect(house.data / "ledger.sqlite")) as file:
        until(lambda: file.execute(question).fetchone())


def test_a_token_is_told_to_have_expired_by_a_clock_that_is_set_back_too(
    house: House, clock: HeldClock
) -> None:
    house.submit(CreateToken(scope=Scope.CLIENT, ttl_s=60))
    assert expired(house) == [False]
    clock.at_ms += MINUTE_MS
    assert expired(house) == [True]
    house.submit(CreateToken(scope=Scope.CLIENT))  # wakes whoever looks at the time
    noted(house, "SELECT id FROM tokens WHERE revoked_at")
    clock.at_ms -= MINUTE_MS
    assert sorted(expired(house)) == [False, True]


def expired(house: House) -> list[bool]:
    return [it.expired for it in house.engine.query(ListTokens())]


def test_no_guided_workflow_offers_an_account_whose_leave_ran_out(house: House, clock: HeldClock) -> None:
    house.submit(PutAccount(name="mail", definition={**MAIL, "expires_at": clock.now_ms() + MINUTE_MS}))
    assert may_be_named(house) == {True}
    clock.at_ms += MINUTE_MS
    house.submit(PutAccount(name="other", definition=MAIL))  # wakes whoever looks at the time
    noted(house, "SELECT name FROM accounts WHERE ran_out_at")
    clock.at_ms -= MINUTE_MS
    assert may_be_named(house) == {False}


def may_be_named(house: House) -> set[bool]:
    fields = [field for guide in house.engine.query(ListGuides()) for field in guide.fields]
    return {choice.may for field in fields for choice in field.accounts if choice.name == "mail"}
