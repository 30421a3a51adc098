"""Real servers, one of each kind for all tests of a process, and a mailbox and a calendar for each test."""

from collections.abc import Iterator

import pytest

from tests.providers.dovecot import Dovecot, Mailbox


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    with Dovecot() as server:
        yield server


@pytest.fixture
def mailbox(dovecot: Dovecot) -> Mailbox:
    return dovecot.mailbox()
