"""The rooms of generations on a real ledger, and a backend that does exactly what a test lets it do."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from placet.ledger.ledger import Ledger
from placet.rules.basics import BootId, TaskId, ulid
from placet.rules.errors import NotFound
from placet.rules.generations import Generation
from placet.rules.ports import Backend, Began, Finish, ModelInfo, ModelRequest, Piece, TextDelta
from placet.work import generation_restarts
from placet.work.bus import Bus
from placet.work.generations import Generations
from placet.work.generator import Asked
from tests.fakes.clock import HeldClock

PATIENCE_S = 60.0
"""How long a test waits for what must happen; a limit against hanging, never a measurement."""
MODEL = "m"
ENDED = frozenset({"succeeded", "failed", "cancelled"})


@dataclass
class Exchange:
    """One reply that a backend was asked for: the test sends its pieces, an error, or nothing."""

    request: ModelRequest
    sent: asyncio.Queue[Piece | Exception] = field(default_factory=asyncio.Queue)
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    def send(self, *pieces: Piece | Exception) -> None:
        for piece in pieces:
            self.sent.put_nowait(piece)

    def say(self, *words: str) -> None:
        self.send(*(TextDelta(text=word) for word in words))

    def end(self, *words: str, reason: str = "stop") -> None:
        self.say(*words)
        self.send(Finish(reason=reason))


class GatedBackend:
    """Waits at each of its gates until the test opens it. `load_error` is what loading comes to."""

    id = "gated"

    def __init__(self) -> None:
        self.exchanges: list[Exchange] = []
        self.asked = asyncio.Event()
        self.may_load = asyncio.Event()
        self.may_load.set()
        self.may_rest = asyncio.Event()
        self.may_rest.set()
        self.may_leave = asyncio.Event()
        self.may_leave.set()
        self.load_error: Exception | None = None
        self.loads = 0

    async def models(self) -> list[str]:
        return [MODEL]

    async def look(self) -> list[ModelInfo]:
        return [ModelInfo(name=MODEL)]

    async def load(self, model: str) -> None:
        self.loads += 1
        await self.may_load.wait()
        if self.load_error is not None:
            raise self.load_error

    async def generate(self, request: ModelRequest) -> AsyncGenerator[Piece, None]:
        exchange = Exchange(request=request)
        self.exchanges.append(exchange)
        self.asked.set()
        try:
            while True:
                piece = await exchange.sent.get()
                if isinstance(piece, Exception):
                    raise piece
                yield piece
                if isinstance(piece, Finish):
                    return
        finally:
            exchange.gone.set()
            # A backend that ignores that nobody listens any more: not even a cancel gets it out of here.
            while not self.may_leave.is_set():
                with contextlib.suppress(asyncio.CancelledError):
                    await self.may_leave.wait()

    async def settled(self) -> None:
        await self.may_rest.wait()

    async def close(self) -> None:
        return None


class Works:
    """The rooms, and short ways to ask them things. Lives on the test's loop."""

    def __init__(
        self,
        ledger: Ledger,
        clock: HeldClock,
        bus: Bus,
        backend: GatedBackend,
        limits: dict[str, int],
        boot: int,
    ) -> None:
        self.ledger = ledger
        self.backend = backend
        self.limits = limits
        self.clock = clock
        self.boot = BootId(f"boot_{boot}")
        entropy = itertools.count(boot << 40)
        self.rooms = Generations(
            ledger=ledger,
            catalogue=self,
            clock=self.clock,
            boot=self.boot,
            new_id=lambda it: ulid(it, self.clock.at_ms, next(entropy).to_bytes(10, "big")),
            limit=limits.__getitem__,
        )
        self.generator = self.rooms.generator
        self._changed = asyncio.Event()
        bus.subscribe(lambda _: self._changed.set())

    def ids(self) -> list[str]:
        return [self.backend.id]

    def get(self, backend_id: str) -> Backend:
        if backend_id != self.backend.id:
            raise NotFound("There is no such backend.")
        return self.backend

    async def create(self, text: str = "Hi.", principal: str = "p", **more: Any) -> Generation:
        request = {"model": MODEL, "input": text}
        made = await self.generator.create(Asked(request=request, principal=principal, route="r", **more))
        return made.row

    def row(self, task_id: str) -> Generation:
        return self.ledger.reads.generations.one(task_id)

    def status(self, task_id: str) -> str:
        return self.row(task_id).status.value

    def events(self, task_id: str) -> list[dict[str, Any]]:
        return [
            json.loads(event.data) for event in self.ledger.reads.generations.events(self.row(task_id).seq)
        ]

    def kinds(self, task_id: str) -> list[str]:
        return [event["type"].removeprefix("response.") for event in self.events(task_id)]

    def text(self, task_id: str) -> str:
        return "".join(event.get("delta", "") for event in self.events(task_id))

    def response(self, task_id: str) -> dict[str, Any]:
        response: dict[str, Any] = json.loads(self.row(task_id).response)
        return response

    def error(self, task_id: str) -> str | None:
        error = self.row(task_id).error
        return None if error is None else json.loads(error)["code"]

    async def until(self, claim: Callable[[], Any]) -> Any:
        """Ask again after each commit until the claim holds; the answer is what it said."""
        async with asyncio.timeout(PATIENCE_S):
            while not (answer := claim()):
                self._changed.clear()
                await self._changed.wait()
        return answer

    async def comes_to(self, task_id: str, *statuses: str) -> Generation:
        await self.until(lambda: self.status(task_id) in statuses)
        return self.row(task_id)

    async def ends(self, task_id: str) -> Generation:
        return await self.comes_to(task_id, *ENDED)

    async def said(self, task_id: str, text: str) -> None:
        """Wait until so much of a reply is on the disk."""
        with self.rooms.wakes.watch(task_id) as watch:
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    watch.clear()
                    if self.text(task_id) == text:
                        return
                    await watch.wait()

    async def exchange(self, index: int = -1, count: int = 1) -> Exchange:
        """The newest exchange, once there are so many."""
        async with asyncio.timeout(PATIENCE_S):
            while len(self.backend.exchanges) < count:
                self.backend.asked.clear()
                await self.backend.asked.wait()
        return self.backend.exchanges[index]

    async def under_way(self, *words: str, **more: Any) -> tuple[TaskId, Exchange]:
        """A generation that runs, of which these words are on the disk."""
        count = len(self.backend.exchanges) + 1
        row = await self.create(**more)
        exchange = await self.exchange(count=count)
        exchange.send(Began())
        exchange.say(*words)
        await self.comes_to(row.id, "running")
        await self.said(row.id, "".join(words))
        return row.id, exchange

    async def cancel(self, task_id: TaskId, principal: str | None = None) -> Generation:
        return await self.generator.cancel(task_id, principal)


LIMITS = {
    "lmsp.max_running_tasks": 1,
    "lmsp.max_queued_tasks": 100,
    "lmsp.max_attempts": 5,
    "lmsp.cancel_grace_s": 20,
    "lmsp.event_retention_s": 3600,
    "lmsp.task_retention_s": 7200,
    "lmsp.idempotency_retention_s": 3600,
}


@contextlib.asynccontextmanager
async def works(
    base: Path, *, boot: int = 1, backend: GatedBackend | None = None, **limits: int
) -> AsyncIterator[Works]:
    """Open the rooms on the ledger in this folder, sweep first what an earlier boot left, and close them in the end."""
    bus = Bus(asyncio.get_running_loop())
    given = {**LIMITS, **{f"lmsp.{name}": value for name, value in limits.items()}}
    clock = HeldClock()
    with Ledger.open(base / "ledger.sqlite", clock=clock, on_commit=bus.publish) as ledger:
        made = Works(ledger, clock, bus, backend or GatedBackend(), given, boot)
        generation_restarts.sweep(ledger, made.boot, max_attempts=given["lmsp.max_attempts"])
        made.rooms.start(bus)
        try:
            yield made
        finally:
            made.backend.may_leave.set()
            await made.rooms.close()
