"""What a generation costs a reader: the delay of each piece, many streams at once, and a long response read again.

The model server is a process of its own that writes into each piece when it was said. The floor of a stream is the same
server read directly; that of reading again is plain SQLite on the same rows.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

from placet import app
from placet.api import Engine, Via
from placet.api.generations import CreateGeneration, GetGeneration, ListGenerationEvents
from placet.bench.measures import Measured, at_most, percentile

__all__ = ["Plan", "measure"]

_STREAMS: Final = 20
_RATE: Final = 100
_MODEL: Final = "clock"
_PAGE: Final = 500
_OWNER: Final = app.owner_authority(Via.TERMINAL)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How long the streams are, in seconds, and how many events are read again."""

    seconds: float
    events: int


def measure(folder: Path, plan: Plan) -> list[Measured]:
    """Stream and read in a fresh data folder below this one."""
    pieces = max(1, int(_RATE * plan.seconds))
    with _speaking(_RATE, pieces) as port, _engine(folder / "streams", port) as engine:
        one, _ = _streamed(engine, port, 1)
        many, cores = _streamed(engine, port, _STREAMS)
    with _speaking(0, plan.events) as port, _engine(folder / "replay", port) as engine:
        again = _replayed(engine, folder / "replay" / "ledger.sqlite", plan.events)
    return [
        _row("generation stream, p99", one),
        _row(f"{_STREAMS} streams at {_RATE} tokens/s, p99", many),
        Measured(
            name=f"{_STREAMS} streams at {_RATE} tokens/s, share of a core", unit="cores", floor=cores[0],
            ours=cores[1], budget=at_most(1), note="engine and readers; floor: read directly",
        ),
        again,
    ]  # fmt: skip


def _row(name: str, delays: tuple[list[float], list[float]]) -> Measured:
    bare, ours = (percentile(each, 0.99) for each in delays)
    note = f"{len(delays[1])} pieces, from the server's word to the reader; floor: read directly"
    return Measured(name=name, unit="ms", floor=bare, ours=ours, budget=at_most(60), note=note)


@contextmanager
def _speaking(rate: int, count: int) -> Iterator[int]:
    command = [sys.executable, "-m", "placet.bench.speaking"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as server:  # noqa: S603 - ours
        if server.stdin is None or server.stdout is None:
            raise RuntimeError("a process has the pipes that it was given")
        server.stdin.write(f"{rate} {count}\n")
        server.stdin.flush()
        yield int(server.stdout.readline())


@contextmanager
def _engine(data: Path, port: int) -> Iterator[Engine]:
    data.mkdir(mode=0o700)
    row = f'[[backends]]\nid = "{_MODEL}"\nbase_url = "http://127.0.0.1:{port}/v1"\nmodels = ["{_MODEL}"]\n'
    (data / "settings.toml").write_text(f"{row}[lmsp]\nmax_running_tasks = {_STREAMS}\n", encoding="utf-8")
    engine = app.open(data)
    try:
        yield engine
    finally:
        engine.close()


def _streamed(
    engine: Engine, port: int, streams: int
) -> tuple[tuple[list[float], list[float]], tuple[float, float]]:
    """The delays in ms, directly and through the engine, and the share of a core that each took."""

    async def direct() -> list[float]:
        return await _together(_read_directly(port) for _ in range(streams))

    async def through() -> list[float]:
        return await _together(_read_through(engine) for _ in range(streams))

    bare, bare_cores = _with_cores(engine, direct())
    ours, our_cores = _with_cores(engine, through())
    return (bare, ours), (bare_cores, our_cores)


def _with_cores(engine: Engine, work: Any) -> tuple[list[float], float]:
    busy, begun = time.process_time(), time.monotonic()
    delays: list[float] = engine.run(work)
    return delays, (time.process_time() - busy) / (time.monotonic() - begun)


async def _together(reads: Any) -> list[float]:
    return [delay for delays in await asyncio.gather(*reads) for delay in delays]


def _delays(text: str) -> list[float]:
    now = time.monotonic_ns()
    return [(now - int(moment)) / 1e6 for moment in text.split()]


async def _read_directly(port: int) -> list[float]:
    delays: list[float] = []
    async with (
        httpx.AsyncClient(trust_env=False, timeout=600) as client,
        client.stream("POST", f"http://127.0.0.1:{port}/v1/chat/completions", json={}) as answer,
    ):
        async for line in answer.aiter_lines():
            if line.startswith("data: {"):
                delays += _delays(json.loads(line[6:])["choices"][0]["delta"]["content"])
    return delays


async def _read_through(engine: Engine) -> list[float]:
    task_id = await _created(engine)
    delays: list[float] = []
    after, ended = -1, False
    with engine.watch_generation(task_id) as watch:
        while not ended:
            watch.clear()
            page = engine.query(ListGenerationEvents(task_id=task_id, after=after, limit=_PAGE))
            delays += [it for event in page.events for it in _delays(json.loads(event.data).get("delta", ""))]
            after = page.events[-1].seq if page.events else after
            ended = page.ended and after == page.last_seq
            if not page.events and not ended:
                await watch.wait()
    return delays


async def _created(engine: Engine) -> str:
    request = {"model": _MODEL, "input": "What time is it?"}
    made = await engine.submit(CreateGeneration(request=request), _OWNER)
    task_id: str = made.row.id
    return task_id


def _replayed(engine: Engine, ledger: Path, events: int) -> Measured:
    async def ended() -> str:
        task_id = await _created(engine)
        with engine.watch_generation(task_id) as watch:
            while True:
                watch.clear()
                if engine.query(GetGeneration(task_id=task_id)).finished_at is not None:
                    return task_id
                await watch.wait()

    task_id = engine.run(ended())
    begun = time.monotonic()
    after = -1
    while (page := engine.query(ListGenerationEvents(task_id=task_id, after=after, limit=_PAGE))).events:
        after = page.events[-1].seq
    ours = time.monotonic() - begun
    return Measured(
        name="a long response read again", unit="s", floor=_plain(ledger), ours=ours,
        budget=at_most(1), note=f"{after + 1} events, {_PAGE} a page; floor: plain SQLite",
    )  # fmt: skip


def _plain(ledger: Path) -> float:
    connection = sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)
    try:
        begun = time.monotonic()
        connection.execute("SELECT seq, type, data FROM generation_events ORDER BY seq").fetchall()
        return time.monotonic() - begun
    finally:
        connection.close()
