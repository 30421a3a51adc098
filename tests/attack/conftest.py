"""One besieged house for each attack: the real engine, the real Deno."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from placet.sandbox import probe
from placet.sandbox.process import Allowance
from tests.attack.siege import Siege
from tests.flows.house import House

really_why_not = probe.why_not
proved: dict[Path, str | None] = {}


@pytest.fixture(autouse=True)
def proved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The probe is a real one, but each program is proved once, not for each house anew."""

    async def why_not(deno: Path, allowed: Allowance) -> str | None:
        if deno not in proved:
            proved[deno] = await really_why_not(deno, allowed)
        return proved[deno]

    monkeypatch.setattr(probe, "why_not", why_not)


@pytest.fixture
def siege_free(tmp_path: Path) -> Iterator[House]:
    """A house as it is, for those who declare their own agent."""
    with House(tmp_path) as house:
        yield house


@pytest.fixture
def siege(tmp_path: Path) -> Iterator[Siege]:
    with House(tmp_path) as house:
        yield Siege(house)
