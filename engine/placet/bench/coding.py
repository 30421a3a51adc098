"""How quickly agents' code runs: a warm call of a lambda, and the first one, for which a child is started.

The floor is the same Deno without us: a process that gives back each line that it gets, and how long it takes until
the first one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from placet.bench.measures import Measured, at_most, left_out, median
from placet.sandbox import program
from placet.sandbox.children import Sandbox
from placet.sandbox.runs import Invocation, MethodCall, Returned, Script

__all__ = ["Plan", "measure"]

_WARM: Final = "warm lambda call, p50"
_CALLING: Final = "warm lambda call that calls once, p50"
_FIRST: Final = "first lambda call, p50"
_SOURCE: Final = """
export async function main(n: number): Promise<number> { return n; }
export async function calling(n: number): Promise<number> { return await adf.echo(n); }
"""
_ECHO: Final = """
const bytes = new Uint8Array(65536);
for (let count; (count = await Deno.stdin.read(bytes)) !== null; ) Deno.stdout.writeSync(bytes.subarray(0, count));
"""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How many warm calls are made of each kind, and how many first ones."""

    warm: int
    first: int


def measure(folder: Path, plan: Plan) -> list[Measured]:
    """Run code, in children that end with the measurement; `folder` holds the floor's program."""
    return asyncio.run(_measure(folder, plan))


async def _measure(folder: Path, plan: Plan) -> list[Measured]:
    deno = program.find_deno()
    sandbox = Sandbox(deno)
    try:
        reason = await sandbox.why_not()
        if deno is None or reason is not None:
            why = str(reason)
            return [left_out(_WARM, "<= 3", why), left_out(_FIRST, "<= 150", why)]
        return await _compare(sandbox, _Floor(folder, deno), plan)
    finally:
        await sandbox.close()


async def _compare(sandbox: Sandbox, floor: _Floor, plan: Plan) -> list[Measured]:
    """First calls and their floor by turns, then warm ones and theirs."""
    starts, firsts = [], []
    for number in range(plan.first):
        starts.append(await floor.first_ms())
        firsts.append(await _timed(sandbox, _script(number), "main"))
    async with floor.running() as echo:
        bare = [await echo() for _ in range(plan.warm)]
    warm, calling = [
        [await _timed(sandbox, _script(0), function) for _ in range(plan.warm)]
        for function in ("main", "calling")
    ]
    note = "floor: the same Deno, a line and its echo"
    return [
        Measured(name=_WARM, unit="ms", floor=median(bare), ours=median(warm), budget=at_most(3), note=note),
        Measured(name=_CALLING, unit="ms", floor=median(bare), ours=median(calling), note=note),
        Measured(
            name=_FIRST, unit="ms", floor=median(starts), ours=median(firsts), budget=at_most(150),
            note=f"{len(firsts)} children; floor: the same Deno until its first echo",
        ),
    ]  # fmt: skip


def _script(number: int) -> Script:
    source = f"// {number}{_SOURCE}".encode()
    return Script(agent="bench", path=f"lib/{number}.ts", source=source, authorized=False)


async def _timed(sandbox: Sandbox, script: Script, function: str) -> float:
    """How long one run takes, in ms."""
    started = time.perf_counter()
    ended = await sandbox.run(script, Invocation(function=function, args=(1,)), _echo)
    taken = 1000 * (time.perf_counter() - started)
    if ended.outcome != Returned(value=1):
        raise RuntimeError(f"the code ended as {ended.outcome}")
    return taken


async def _echo(call: MethodCall) -> Any:
    return call.args


class _Floor:
    """Deno by itself."""

    def __init__(self, folder: Path, deno: Path) -> None:
        self._words = [str(deno), "run", "--no-prompt", "--no-config", "--no-lock", str(folder / "echo.mjs")]
        (folder / "echo.mjs").write_text(_ECHO, encoding="utf-8")

    async def first_ms(self) -> float:
        """From nothing to the first echo."""
        started = time.perf_counter()
        async with self.running() as echo:
            await echo()
            return 1000 * (time.perf_counter() - started)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Any]:
        """A process that echoes; what is given sends one line and tells how long its echo took, in ms."""
        process = await asyncio.create_subprocess_exec(
            *self._words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=program.ENVIRONMENT,
        )

        async def echo() -> float:
            started = time.perf_counter()
            if process.stdin is None or process.stdout is None:
                raise RuntimeError("it was started without pipes")
            process.stdin.write(b"echo\n")
            await process.stdout.readline()
            return 1000 * (time.perf_counter() - started)

        try:
            yield echo
        finally:
            if process.stdin is not None:
                process.stdin.close()
            await process.wait()
