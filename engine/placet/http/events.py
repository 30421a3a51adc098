"""Committed facts as a stream of server-sent events: replay from the ledger, then follow it (interfaces 2).

The bus only says "look again", so a slow reader can't lose a fact: it is read from the ledger when there is
room.
"""

from __future__ import annotations

import asyncio
import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from placet.api.engine import Engine
from placet.api.queries import LastEvent, ListEvents
from placet.http import rows
from placet.http.access import owner
from placet.http.bodies import check_parameters
from placet.http.listening import ABORT
from placet.http.waiting import Waits
from placet.rules.errors import BadInput
from placet.rules.records import Event
from placet.settings import Settings

__all__ = ["EventRoutes"]

_PAGE: Final = 200
_SEQUENCE = re.compile(r"[0-9]{1,18}")
_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]


class EventRoutes:
    """The route of events, the owner's. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings, waits: Waits) -> None:
        self._engine = engine
        self._settings = settings
        self._waits = waits

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [Route("/events", self.follow, methods=["GET"])]

    async def follow(self, request: Request) -> Response:
        """Open a stream after `Last-Event-ID`, or of new facts only."""
        check_parameters(request)
        owner(request)
        last: int = self._engine.query(LastEvent())
        return _Stream(
            engine=self._engine,
            waits=self._waits,
            after=_asked_after(request, last),
            keep_alive_s=self._settings.integer("http.keep_alive_s"),
            stall_s=self._settings.integer("http.send_stall_s"),
        )


def _asked_after(request: Request, last: int) -> int:
    asked = request.headers.get("last-event-id")
    if asked is None:
        return last
    if not _SEQUENCE.fullmatch(asked):
        raise BadInput("Last-Event-ID must be the whole number of an event.")
    # A number that no event has yet comes from another ledger: following it would skip what happens next.
    if int(asked) > last:
        raise BadInput(f"Last-Event-ID is ahead of this ledger, whose last event is {last}.", last=last)
    return int(asked)


class _Stream(Response):
    """The body of one stream. It ends when the client leaves or stops reading, or when the engine stops."""

    def __init__(self, *, engine: Engine, waits: Waits, after: int, keep_alive_s: int, stall_s: int) -> None:
        super().__init__()
        self._engine = engine
        self._waits = waits
        self._sent = after
        self._keep_alive_s = keep_alive_s
        self._stall_s = stall_s
        self._news = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the stream."""
        # Listen before the first look, so that nothing falls between the two.
        unsubscribe = self._engine.subscribe(self._on_facts)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            await self._write(send, b": following\n\n")
            await self._waits.race(self._follow(send), Request(scope, receive))
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            # The reader stalled. It is dropped, and comes back with its last id when it can.
            scope["extensions"][ABORT]["abort"]()
            await receive()
        finally:
            unsubscribe()

    def _on_facts(self, _: tuple[Event, ...]) -> None:
        self._news.set()

    async def _follow(self, send: Send) -> None:
        while True:
            self._news.clear()
            page: tuple[Event, ...] = self._engine.query(ListEvents(after=self._sent, limit=_PAGE))
            if page:
                await self._write(send, b"".join(map(_spelled, page)))
                self._sent = page[-1].seq
            elif not await self._heard_news():
                await self._write(send, b": still here\n\n")

    async def _heard_news(self) -> bool:
        try:
            async with asyncio.timeout(self._keep_alive_s):
                return await self._news.wait()
        except TimeoutError:
            return False

    async def _write(self, send: Send, body: bytes) -> None:
        async with asyncio.timeout(self._stall_s):
            await send({"type": "http.response.body", "body": body, "more_body": True})


def _spelled(fact: Event) -> bytes:
    data = rows.encode(rows.event(fact)).decode("ascii")
    return f"id: {fact.seq}\nevent: {fact.type}\ndata: {data}\n\n".encode("ascii")
