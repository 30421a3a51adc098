"""A house with the agent of a harness, served, and the harness beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.house import House
from tests.flows.wire import Wire, wire
from tests.hook.harness import Harness, environment

TOOLS = (
    {"name": "Bash", "restricted": True},
    {"name": "Read", "restricted": True},
    {"name": "Free", "restricted": False},
    {"name": "Off", "enabled": False},
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        house.declare("claude-code", tools=TOOLS)
        yield house


@pytest.fixture
def net(house: House) -> Iterator[Wire]:
    with wire(house, "claude-code") as net:
        yield net


@pytest.fixture
def harness(net: Wire, tmp_path: Path) -> Harness:
    token = net.agent.headers["authorization"].removeprefix("Bearer ")
    return Harness(environment(tmp_path, PLACET_URL=str(net.agent.base_url).rstrip("/"), PLACET_TOKEN=token))
