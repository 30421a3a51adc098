"""A house for each test, and a model server for those that need one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.clock import HeldClock
from tests.fakes.model_server import ModelServer
from tests.fakes.tools import FailingTool, HeldTool
from tests.flows.house import House


@pytest.fixture
def held() -> HeldTool:
    return HeldTool()


@pytest.fixture
def house(tmp_path: Path, held: HeldTool) -> Iterator[House]:
    with House(tmp_path, tools=(held, FailingTool())) as house:
        yield house


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def talking(tmp_path: Path, held: HeldTool, model: ModelServer) -> Iterator[House]:
    """A house whose agents have a model that says what the test scripted."""
    with House(tmp_path, tools=(held, FailingTool()), model=model) as house:
        yield house
