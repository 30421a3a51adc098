"""What the tests of the links start from: an engine that a program's environment leads to."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.house import House
from tests.mcp.peers import Place, place


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """The engine, its address and an agent's token where `placet.client` looks for them."""
    with House(tmp_path) as house:
        found = place(house, tmp_path)
        monkeypatch.setenv("PLACET_URL", found.url)
        monkeypatch.setenv("PLACET_TOKEN", found.token)
        yield found
