"""A sandbox with a real Deno, and short ways to run code in it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from placet.sandbox.children import SandboxLimits
from tests.sandbox.proving import proved_once
from tests.sandbox.running import House

__all__ = ["house", "proved_once"]

PATIENCE_S = 60


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A sandbox with room for four children, whose calls are noted and answered."""
    async with asyncio.timeout(PATIENCE_S):
        house = House(SandboxLimits(children=4, wait_ms=20_000))
        try:
            yield house
        finally:
            await house.sandbox.close()
