"""A process that can't be bounded runs no code; where the system sets no bounds, its memory is watched."""

import asyncio

import pytest

from placet.sandbox import machine
from placet.sandbox.children import SandboxLimits
from placet.sandbox.process import Allowance, DenoProcess
from placet.sandbox.program import find_deno
from placet.sandbox.runs import Why
from tests.sandbox.running import House, js, value, why

pytestmark = pytest.mark.anyio

BOMB = "export function main() { const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1)); }"


def unbounded(pid: int, data_bytes: int) -> None:
    """As on a system that can't bound another process."""


async def test_a_process_that_can_not_be_bounded_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []

    def refuse(pid: int, _: int) -> None:
        started.append(pid)
        raise PermissionError(1, "not permitted")

    monkeypatch.setattr(machine, "confine", refuse)
    deno = find_deno()
    assert deno is not None
    with pytest.raises(PermissionError):
        await DenoProcess.start(deno, Allowance(heap_mb=64, data_mb=600))
    assert [machine.resident_bytes(pid) for pid in started] == [0]


async def test_no_code_runs_in_what_can_not_be_bounded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await house.sandbox.why_not()

    def refuse(*_: int) -> None:
        raise PermissionError(1, "not permitted")

    monkeypatch.setattr(machine, "confine", refuse)
    assert why(await house.run(js("export const main = () => 1;"))) is Why.DIED


async def test_a_process_that_ended_before_it_was_bounded_is_told_as_ended(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.sandbox.why_not()

    def too_late(*_: int) -> None:
        raise ProcessLookupError(3, "no such process")

    monkeypatch.setattr(machine, "confine", too_late)
    assert value(await house.run(js("export const main = () => 'it was there after all';")))


async def test_without_bounds_the_memory_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "confine", unbounded)
    house = House(SandboxLimits(data_mb=64))
    async with asyncio.timeout(60):
        ended = await house.run(js(BOMB))
        await house.sandbox.close()
    assert why(ended) is Why.MEMORY
