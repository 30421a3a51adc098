"""A house served on loopback, with a client for the owner and one for the agent."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.tools import HeldTool
from tests.flows.house import House
from tests.flows.wire import Wire, wire

TOOLS = (
    {"name": "held"},
    {"name": "fs_read"},
    {"name": "fs_write", "restricted": False},
)


@pytest.fixture
def held() -> HeldTool:
    return HeldTool()


@pytest.fixture
def house(tmp_path: Path, held: HeldTool) -> Iterator[House]:
    with House(tmp_path, tools=(held,)) as house:
        house.declare(tools=TOOLS)
        yield house


@pytest.fixture
def net(house: House) -> Iterator[Wire]:
    with wire(house) as net:
        yield net


@pytest.fixture(scope="module")
def still_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for the tests of a file that are refused, or only read: they leave it as it was."""
    with House(tmp_path_factory.mktemp("still"), tools=(HeldTool(),)) as house:
        house.declare(tools=TOOLS)
        house.declare("other")
        yield house


@pytest.fixture(scope="module")
def still(still_house: House) -> Iterator[Wire]:
    with wire(still_house) as net:
        yield net
