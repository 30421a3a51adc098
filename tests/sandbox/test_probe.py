"""The probe tries to get out, and code is run only where it can't."""

from pathlib import Path

import pytest

from placet.sandbox import probe, program
from placet.sandbox.process import Allowance
from tests.sandbox import liar
from tests.sandbox.proving import really_why_not

pytestmark = pytest.mark.anyio

ALLOWED = Allowance(heap_mb=64, data_mb=600)
DENO = program.find_deno() or Path("there is none")


async def test_the_deno_that_we_ship_holds() -> None:
    assert await really_why_not(DENO, ALLOWED) is None


async def test_the_list_of_modules_is_of_the_deno_that_we_ship(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "KNOWN_DENO", "1.0.0")
    assert await really_why_not(DENO, ALLOWED) is None
    monkeypatch.setattr(program, "MODULES", tuple(set(program.MODULES) - {"wasi", "tty"}))
    assert await really_why_not(DENO, ALLOWED) == (
        "The sandbox doesn't hold: code can reach node:tty, node:wasi."
    )


async def test_a_wall_with_a_hole_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MODULES", tuple(set(program.MODULES) - {"fs"}))
    assert await really_why_not(DENO, ALLOWED) == ("The sandbox doesn't hold: code can reach node:fs.")


async def test_a_deno_that_says_nothing_is_waited_for_only_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "PROBE_MS", 200)
    assert await really_why_not(liar.program(tmp_path, "wait"), ALLOWED) == (
        "Deno, which runs agents' code, doesn't work here: The code was ended: its time was used up."
    )


async def test_a_deno_that_ends_when_it_is_asked_for_its_modules_does_not_hold(tmp_path: Path) -> None:
    plan = [
        "ready",
        "hear load",
        "say loaded $id 0",
        "hear run",
        "say end $id 0 []",
        "hear modules",
        "exit 0",
    ]
    assert await really_why_not(liar.program(tmp_path, *plan), ALLOWED) == (
        "Deno, which runs agents' code, ended while it was tried."
    )
