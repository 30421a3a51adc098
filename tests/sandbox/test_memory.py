"""Memory: what code may take, and what is left of many runs."""

import asyncio
import json
import os
import subprocess
import sys

import pytest

from placet.sandbox import machine
from placet.sandbox.runs import Returned, Threw, Why
from tests.architecture.tree import ROOT
from tests.sandbox.hungry import PATIENT
from tests.sandbox.running import House, js, ts, value

pytestmark = pytest.mark.anyio

MEMORY_BYTES = 50 * 1024 * 1024


@pytest.mark.parametrize(
    "body",
    [
        "const all = []; for (;;) all.push(new Array(1000).fill({}));",
        "const all = []; for (;;) { try { all.push(new Uint8Array(1e6).fill(1)); } catch { } }",
        "const more = () => { Promise.resolve().then(more); Promise.resolve().then(more); }; more();",
    ],
    ids=["objects", "typed arrays", "promises"],
)
def test_code_that_takes_all_the_memory_is_ended_for_that(body: str) -> None:
    words = [sys.executable, "-m", "tests.sandbox.hungry", body]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    ended = json.loads(said.stdout)
    # A process that gets no memory may be gone before it can complain; it is ended either way.
    assert ended["why"] in {Why.MEMORY.value, Why.DIED.value}
    assert ended["peak_kb"] < 900 * 1024


async def test_a_child_that_holds_much_after_a_run_gets_no_other_one(house: House) -> None:
    script = js(
        "const kept = []; export function main() { kept.push(new Uint8Array(4e8).fill(1)); return kept.length; }"
    )
    assert [value(await house.run(script, **PATIENT)) for _ in range(2)] == [1, 1]


@pytest.mark.parametrize(
    "calls", [500, pytest.param(10_000, marks=[pytest.mark.long, pytest.mark.timeout(600)])]
)
async def test_the_engine_holds_no_more_memory_after_many_runs(calls: int) -> None:
    house = House()
    script = ts("""export async function main(n: number) {
        console.log("run", n);
        if (n % 10 === 0) throw new Error("x".repeat(1000));
        return await adf.echo({ n, text: "x".repeat(1000) });
    }""")

    async def run_all(count: int) -> None:
        for n in range(count):
            ended = await house.run(script, n)
            assert isinstance(ended.outcome, Threw if n % 10 == 0 else Returned)
            house.calls.clear()

    async with asyncio.timeout(500):
        await run_all(100)
        (child,) = house.sandbox.pids
        before = [machine.resident_bytes(pid) for pid in (os.getpid(), child)]
        await run_all(calls)
        assert house.sandbox.pids == [child]
        after = [machine.resident_bytes(pid) for pid in (os.getpid(), child)]
        await house.sandbox.close()
    grown = [now - then for now, then in zip(after, before, strict=True)]
    assert grown[0] < MEMORY_BYTES
    assert grown[1] < 2 * MEMORY_BYTES
