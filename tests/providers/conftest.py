"""Real servers, one of each kind for all tests of a process, and a mailbox and a calendar for each test."""

from collections.abc import Iterator

import pytest

from tests.providers.dovecot import Dovecot, Mailbox
from tests.providers.radicale import Radicale, UserCalendar


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    with Dovecot() as server:
        yield server


@pytest.fixture
def mailbox(dovecot: Dovecot) -> Mailbox:
    return dovecot.mailbox()


@pytest.fixture(scope="session")
def radicale(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Radicale]:
    with Radicale(tmp_path_factory.mktemp("radicale")) as server:
        yield server


@pytest.fixture
def calendar(radicale: Radicale) -> UserCalendar:
    return radicale.calendar()
