"""A real ledger in a folder of its own, for each test."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from placet.ledger.ledger import Ledger
from tests.fakes.clock import HeldClock
from tests.ledger.making import Listener, an_agent, open_ledger


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def told() -> Listener:
    return Listener()


@pytest.fixture
def ledger(path: Path, clock: HeldClock, told: Listener) -> Iterator[Ledger]:
    """An open ledger with one agent in it; what was told of that agent is forgotten."""
    with open_ledger(path, told, clock) as opened:
        opened.commit_blocking(lambda tx: tx.declare_agent(an_agent()))
        told.commits.clear()
        yield opened


@pytest.fixture
def outside(ledger: Ledger, path: Path) -> Iterator[sqlite3.Connection]:
    """The same file as any other program opens it, without our pragmas."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=0)
    yield connection
    connection.close()
