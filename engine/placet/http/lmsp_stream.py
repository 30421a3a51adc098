"""The events of one response as a stream: what was missed first, then what comes, then the end (LMSP 7.4).

Every page is read from the ledger after the number that was sent last, and the watch only says "look again". So there
is neither a gap nor a repeat between the two, nothing is kept for a slow reader, and a reader that left comes back.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from placet.api.engine import Engine
from placet.api.generations import GenerationEventRow, GenerationEvents, ListGenerationEvents
from placet.http.listening import ABORT
from placet.http.waiting import Waits
from placet.rules.errors import TaskNotFound, TooManyStreams
from placet.settings import Settings
from placet.work.wakes import Watch

__all__ = ["EventStream", "Place", "Streams"]

_FIRST_PAGE: Final = 32
_LONGEST_PAGE: Final = 500
_PAGE_BYTES: Final = 256 * 1024
"""About so much is read at once, whether an event is a word or a page: what is read is kept until its reader takes it."""
_RETRY: Final = b"retry: 2000\n"
_KEEP_ALIVE: Final = b": keep-alive\n"
"""With ONE line end: a blank line after an `id` would be an empty event to the openai SDK (generations 0)."""
_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


@dataclass(frozen=True, kw_only=True)
class Place:
    """Which response is read, and from where: after this number."""

    task_id: str
    after: int


class Streams:
    """The streams that are open, by task. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings, waits: Waits) -> None:
        self.engine = engine
        self.waits = waits
        self.settings = settings
        self._open: Counter[str] = Counter()

    @contextmanager
    def one_more(self, task_id: str) -> Iterator[None]:
        """Count a stream while it is open.

        Raises:
            TooManyStreams: as many as may be are open.
        """
        if self._open[task_id] >= self.settings.integer("lmsp.max_streams_per_task"):
            raise TooManyStreams("As many streams of this task are open as may be.")
        self._open[task_id] += 1
        try:
            yield
        finally:
            self._open[task_id] -= 1
            self._open += Counter()  # lets go of what is counted as none


class EventStream(Response):
    """The body of one stream. It ends after the final event, when the client leaves or stops reading, or at a stop."""

    def __init__(self, streams: Streams, place: Place) -> None:
        super().__init__()
        self.raw_headers = list(_HEADERS)
        self._streams = streams
        self._engine = streams.engine
        self._place = place
        self._sent = place.after
        self._begun = False
        self._limit = _FIRST_PAGE
        self._keep_alive_s = streams.settings.integer("lmsp.keep_alive_s")
        self._stall_s = streams.settings.integer("lmsp.send_stall_s")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the stream; a HEAD gets its headers."""
        if scope["method"] == "HEAD":
            await self._begin(send)
            await _end(send)
            return
        with self._streams.one_more(self._place.task_id):
            await self._serve(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._begin(send)
        try:
            await self._streams.waits.race(self._follow(send), Request(scope, receive))
            await self._in_time(_end(send))
        except TimeoutError:
            # The reader stalled. It is dropped, and comes back with its last id when it can.
            scope["extensions"][ABORT]["abort"]()
            await receive()

    async def _follow(self, send: Send) -> None:
        with self._engine.watch_generation(self._place.task_id) as watch:
            while True:
                watch.clear()
                page = self._page()
                if page is None or page.expired:
                    return  # a reader so slow that it is old: it is told so when it comes back
                if page.events:
                    body = self._spelled(page.events)
                    self._fit_limit(len(body))
                    await self._write(send, body)
                    self._sent = page.events[-1].seq
                if page.ended and self._sent >= page.last_seq:
                    return
                # Sending to a client that has left returns at once, so a long replay must give way by itself.
                await (asyncio.sleep(0) if page.events else self._wait(watch, send))

    def _fit_limit(self, size_bytes: int) -> None:
        fitting = self._limit * _PAGE_BYTES // size_bytes
        self._limit = max(1, min(fitting, 2 * self._limit, _LONGEST_PAGE))

    def _page(self) -> GenerationEvents | None:
        asked = ListGenerationEvents(task_id=self._place.task_id, after=self._sent, limit=self._limit)
        try:
            page: GenerationEvents = self._engine.query(asked)
        except TaskNotFound:
            return None
        return page

    async def _wait(self, watch: Watch, send: Send) -> None:
        try:
            async with asyncio.timeout(self._keep_alive_s):
                await watch.wait()
        except TimeoutError:
            await self._write(send, _KEEP_ALIVE)

    def _spelled(self, events: Sequence[GenerationEventRow]) -> bytes:
        first = b"" if self._begun else _RETRY
        self._begun = True
        return first + "".join(map(_frame, events)).encode("ascii")

    async def _begin(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})

    async def _write(self, send: Send, body: bytes) -> None:
        await self._in_time(send({"type": "http.response.body", "body": body, "more_body": True}))

    async def _in_time(self, sending: Awaitable[None]) -> None:
        async with asyncio.timeout(self._stall_s):
            await sending


def _frame(event: GenerationEventRow) -> str:
    return f"event: {event.type}\nid: {event.seq}\ndata: {event.data}\n\n"


async def _end(send: Send) -> None:
    await send({"type": "http.response.body", "body": b"", "more_body": False})
