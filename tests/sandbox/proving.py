"""The proof of a Deno, made once for all the houses of a test run: it is the same program each time."""

from pathlib import Path

import pytest

from placet.sandbox import probe
from placet.sandbox.process import Allowance

really_why_not = probe.why_not
_proved: dict[Path, str | None] = {}


@pytest.fixture(autouse=True)
def proved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The probe is a real one, but each program is proved once, not for each house anew."""

    async def why_not(deno: Path, allowed: Allowance) -> str | None:
        if deno not in _proved:
            _proved[deno] = await really_why_not(deno, allowed)
        return _proved[deno]

    monkeypatch.setattr(probe, "why_not", why_not)
