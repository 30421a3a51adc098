"""One besieged house for each attack: the real engine, the real Deno."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attack.siege import Siege
from tests.flows.house import House
from tests.sandbox.proving import proved_once

__all__ = ["proved_once", "siege", "siege_free"]


@pytest.fixture
def siege_free(tmp_path: Path) -> Iterator[House]:
    """A house as it is, for those who declare their own agent."""
    with House(tmp_path) as house:
        yield house


@pytest.fixture
def siege(tmp_path: Path) -> Iterator[Siege]:
    with House(tmp_path) as house:
        yield Siege(house)
