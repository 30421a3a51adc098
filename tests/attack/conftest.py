"""One besieged house for each attack: the real engine, the real Deno."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attack.siege import Siege
from tests.flows.house import House


@pytest.fixture
def siege(tmp_path: Path) -> Iterator[Siege]:
    with House(tmp_path) as house:
        yield Siege(house)
