"""A served house with a fake MCP server for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.house import House
from tests.mcp.peers import Place, place


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Place]:
    with House(tmp_path) as house:
        yield place(house, tmp_path)
