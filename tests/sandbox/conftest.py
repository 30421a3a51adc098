"""A sandbox with a real Deno, and short ways to run code in it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from placet.sandbox import probe
from placet.sandbox.children import SandboxLimits
from placet.sandbox.process import Allowance
from tests.sandbox.running import House

PATIENCE_S = 60
really_why_not = probe.why_not
proved: dict[Path, str | None] = {}


@pytest.fixture(autouse=True)
def proved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The probe is a real one, but each program is proved once, not in each test anew."""

    async def why_not(deno: Path, allowed: Allowance) -> str | None:
        if deno not in proved:
            proved[deno] = await really_why_not(deno, allowed)
        return proved[deno]

    monkeypatch.setattr(probe, "why_not", why_not)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A sandbox with room for four children, whose calls are noted and answered."""
    async with asyncio.timeout(PATIENCE_S):
        house = House(SandboxLimits(children=4, wait_ms=20_000))
        try:
            yield house
        finally:
            await house.sandbox.close()
