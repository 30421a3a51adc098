"""How quickly the gate answers over HTTP: a real `placet serve` in a process of its own, and a client here.

The floor of a request is `GET /health` on the same server by turns: what HTTP alone costs. The client is a process of
its own too, so it takes a core of the machine's but none of the server's interpreter; its own collector is kept from
what was measured before, whose pauses would count as the server's.
"""

from __future__ import annotations

import asyncio
import gc
import json
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from placet import app
from placet.bench.idling import idling
from placet.bench.measures import Measured, at_most, median, percentile
from placet.bench.wire import Connection, at_a_rate, saturated

__all__ = ["Plan", "measure"]

_RATE: Final = 200
_FEW, _MANY = 8, 32
_CALLS: Final = "/agents/clerk/tool-calls"
_FREE: Final = {"tool": "fs_read", "args": {"path": "note.txt"}}
_HELD: Final = {"tool": "fs_write", "args": {"path": "note.txt", "content": "Hello."}}
_DECLARED: Final = [{"name": "fs_read", "restricted": False}, {"name": "fs_write", "restricted": True}]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """For how long each kind of load runs, how many decisions are made, and how long the idle server is watched."""

    seconds: float
    decisions: int
    idle_s: float


@dataclass(frozen=True, kw_only=True)
class _House:
    """A server that listens, with a token for the owner and one for the agent."""

    url: str
    pid: int
    owner: str
    agent: str

    @asynccontextmanager
    async def connections(self, count: int, token: str) -> AsyncIterator[list[Connection]]:
        opened = [await Connection.open(self.url, token) for _ in range(count)]
        try:
            yield opened
        finally:
            for connection in opened:
                await connection.close()


def measure(folder: Path, plan: Plan) -> list[Measured]:
    """Serve a fresh data folder below this one and ask it; the server ends with the measurement."""
    gc.collect()
    gc.freeze()
    try:
        with _served(folder) as (url, pid, owner):
            return asyncio.run(_measure(folder, url, pid, owner, plan))
    finally:
        gc.unfreeze()


async def _measure(folder: Path, url: str, pid: int, owner: str, plan: Plan) -> list[Measured]:
    house = await _furnish(folder, url, pid, owner)
    return [
        *await _gate(house, plan),
        await _decisions(house, plan),
        await _saturation(house, plan),
        *await asyncio.to_thread(idling, pid, plan.idle_s),
    ]


@contextmanager
def _served(folder: Path) -> Iterator[tuple[str, int, str]]:
    data = folder / "data"
    owner = app.init(data)
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "placet"]
    server = subprocess.Popen(  # noqa: S603 - this very program
        [*program, "serve", "--data", str(data), "--port", "0"], stdout=subprocess.PIPE
    )
    try:
        ready = json.loads(server.stdout.readline() if server.stdout else b"")
        yield ready["url"], server.pid, owner
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate()


async def _furnish(folder: Path, url: str, pid: int, owner: str) -> _House:
    """Declare the agent and make its token, over the wire as anybody would."""
    clerk = folder / "clerk"
    clerk.mkdir()
    (clerk / "note.txt").write_text("A line of some sixty bytes, which an agent reads all day long.\n")
    connection = await Connection.open(url, owner)
    await _done(connection.post("/agents", {"name": "clerk", "folder": str(clerk), "tools": _DECLARED}))
    made = await _done(connection.post("/tokens", {"scope": "agent", "agent": "clerk"}))
    await connection.close()
    return _House(url=url, pid=pid, owner=owner, agent=made["token"])


async def _done(answer: Any) -> dict[str, Any]:
    """The body of an answer that must be a yes; a measurement of refusals would be worth nothing."""
    status, body = await answer
    if status >= 300:
        raise RuntimeError(f"the server answered {status}: {body}")
    found: dict[str, Any] = body
    return found


async def _health(connection: Connection) -> None:
    await _done(connection.get("/health"))


async def _free_call(connection: Connection) -> None:
    await _done(connection.post(_CALLS, _FREE))


async def _held_call(connection: Connection) -> dict[str, Any]:
    return await _done(connection.post(_CALLS, {**_HELD, "wait_ms": 0}))


async def _gate(house: _House, plan: Plan) -> list[Measured]:
    bare: list[float] = []
    ours: list[float] = []
    async with house.connections(_FEW, house.agent) as opened:
        await at_a_rate(opened, _free_call, rate=_RATE, seconds=0.3)  # the first requests import what is late
        for _ in range(3):
            bare += await at_a_rate(opened, _health, rate=_RATE, seconds=plan.seconds / 3)
            ours += await at_a_rate(opened, _free_call, rate=_RATE, seconds=plan.seconds / 3)
    name = f"gate that needs no person, over HTTP at {_RATE} req/s"
    note = f"{len(ours)} calls of fs_read; floor: GET /health"
    return [
        Measured(
            name=f"{name}, p50", unit="ms", floor=median(bare), ours=median(ours), budget=at_most(3), note=note
        ),
        Measured(
            name=f"{name}, p99", unit="ms", floor=percentile(bare, 0.99), ours=percentile(ours, 0.99),
            budget=at_most(30), note=note,
        ),
    ]  # fmt: skip


async def _decisions(house: _House, plan: Plan) -> Measured:
    async with house.connections(1, house.agent) as (agent,), house.connections(1, house.owner) as (owner,):
        taken = [await _decided(agent, owner) for _ in range(plan.decisions)]
    return Measured(
        name="decision to agent unblocked, p99", unit="ms", ours=percentile(taken, 0.99), budget=at_most(50),
        note=f"{len(taken)} approvals over HTTP, until the agent has what fs_write answered; p50 {median(taken):.1f}",
    )  # fmt: skip


async def _decided(agent: Connection, owner: Connection) -> float:
    """One held call, answered; how long after the owner's request left the agent had its answer, in ms."""
    waiting = asyncio.create_task(_done(agent.post(_CALLS, _HELD)))
    task = await _open_task(owner)
    started = time.perf_counter()
    verdict = {"action": "approve", "shown_digest": task["approval"]["digest"]}
    await _done(owner.post(f"/agents/clerk/tasks/{task['id']}/resolve", verdict))
    answer = await waiting
    taken = 1000 * (time.perf_counter() - started)
    if answer["task"]["status"] != "completed":
        raise RuntimeError(f"the approved call ended as {answer['task']['status']}")
    return taken


async def _open_task(owner: Connection) -> dict[str, Any]:
    """The call that waits, once it does."""
    while True:
        found = await _done(owner.get("/agents/clerk/tasks?status=pending_approval&limit=1"))
        if found["tasks"]:
            task: dict[str, Any] = found["tasks"][0]
            return task


async def _saturation(house: _House, plan: Plan) -> Measured:
    bare: list[float] = []
    ours: list[float] = []
    async with house.connections(_MANY, house.agent) as opened:
        for _ in range(3):
            bare += await saturated(opened, _health, seconds=plan.seconds / 3)
            ours += await saturated(opened, _held_call, seconds=plan.seconds / 3)
    return Measured(
        name=f"HTTP at saturation, {_MANY} connections, p99", unit="ms", floor=percentile(bare, 0.99),
        ours=percentile(ours, 0.99), budget=at_most(10),
        note=f"held calls created, {len(ours) / plan.seconds:.0f}/s; floor: GET /health, {len(bare) / plan.seconds:.0f}/s",
    )  # fmt: skip
