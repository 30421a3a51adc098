"""The listening server: a Starlette app under uvicorn, on the engine's loop and on loopback only."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from placet.api.engine import Engine
from placet.http.access import Door, is_loopback, own_names
from placet.http.agents import AgentRoutes
from placet.http.bodies import check_parameters
from placet.http.events import ABORT, EventRoutes
from placet.http.keeping import KeepingRoutes
from placet.http.problems import HANDLERS, json_answer, on_anything
from placet.http.tasks import TaskRoutes
from placet.http.waiting import Waits
from placet.rules.errors import BadSetting, PlacetError

__all__ = ["ListenError", "Server"]


_DRAIN_S: Final = 1
"""How long answers may take to go out at a stop. Waits and streams have ended by then, so few are left."""


class ListenError(PlacetError):
    """The address can't be listened on: it isn't this machine's, or somebody else has the port."""

    code = "cannot_listen"


class Server:
    """The HTTP interface of one engine. Make, start and stop it on the engine's loop."""

    def __init__(self, engine: Engine, *, host: str, port: int) -> None:
        self._engine = engine
        self._settings = engine.settings
        self._host = host
        self._port = port
        self._waits = Waits()
        self._uvicorn: _QuietServer | None = None
        self._serving: asyncio.Task[None] | None = None

    async def start(self) -> str:
        """Listen, and say where: `http://HOST:PORT`.

        Raises:
            BadSetting: the host isn't a loopback address.
            ListenError: the address is taken or isn't there.
        """
        listening = _listen(self._host, self._port)
        shown_host, bound_port = _spelled_host(listening), listening.getsockname()[1]
        names = own_names(listening.getsockname()[0], bound_port)
        self._uvicorn = _QuietServer(self._config(Door(self._app(), self._engine, names)))
        self._serving = asyncio.create_task(self._uvicorn.serve([listening]), name="http")
        await self._uvicorn.is_listening.wait()
        return f"http://{shown_host}:{bound_port}"

    async def stop(self) -> None:
        """Take no new requests, end every wait and stream, and close once answers are out or time is over."""
        self._waits.stop()
        if self._uvicorn is not None and self._serving is not None:
            self._uvicorn.leave()
            await self._serving

    def _app(self) -> ASGIApp:
        parts = (
            TaskRoutes(self._engine, self._settings, self._waits),
            AgentRoutes(self._engine, self._settings),
            KeepingRoutes(self._engine, self._settings),
            EventRoutes(self._engine, self._settings, self._waits),
        )
        routes = [
            Route("/health", _health, methods=["GET"]),
            *(route for part in parts for route in part.routes()),
        ]
        app = Starlette(routes=routes, exception_handlers={**HANDLERS, Exception: on_anything})
        # One address has one spelling: a redirect would be an answer that looks like success.
        app.router.redirect_slashes = False
        return app

    def _config(self, app: ASGIApp) -> uvicorn.Config:
        return uvicorn.Config(
            app,
            http=_Protocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            # Nothing stands in front of this server, so nobody may say that he comes from elsewhere.
            proxy_headers=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=_DRAIN_S,
        )


class _Protocol(HttpToolsProtocol):
    """Lets an application drop a connection whose other end has stopped reading.

    Closing such a connection would wait for what is still unsent, and keep it, for as long as the reader stalls.
    """

    def on_message_begin(self) -> None:
        """Give the request's scope the means; `extensions` is ASGI's place for such."""
        super().on_message_begin()
        self.scope["extensions"] = {ABORT: {"abort": self.transport.abort}}


class _QuietServer(uvicorn.Server):
    """Uvicorn without its signal handlers, which are the program's, and without its ten wake-ups a second."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_listening = asyncio.Event()
        self._leaving = asyncio.Event()

    def leave(self) -> None:
        """End serving."""
        self.should_exit = True
        self._leaving.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take none."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        self.is_listening.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop in uvicorn's order, then drop whoever still hasn't read what was sent."""
        await super().shutdown(sockets)
        for connection in tuple(self.server_state.connections):
            connection.transport.abort()
        # An aborted connection is let go in the loop's next round.
        await asyncio.sleep(0)

    async def main_loop(self) -> None:
        """Sleep until the end; the stock loop wakes ten times a second for a header that isn't sent here."""
        await self.on_tick(0)
        await self._leaving.wait()


async def _health(request: Request) -> Response:
    check_parameters(request)
    return json_answer({"status": "ok"})


def _listen(host: str, port: int) -> socket.socket:
    if not is_loopback(host):
        raise BadSetting("Placet listens on loopback addresses only.", "http.host")
    address = "127.0.0.1" if host == "localhost" else host
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # The protocol must be named: asyncio sets TCP_NODELAY only on sockets that say TCP, and without it a
    # request takes 44 ms (PERFORMANCE 5).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        listening.setblocking(False)
    except (OSError, OverflowError) as problem:
        listening.close()
        reason = getattr(problem, "strerror", None) or "the port isn't one"
        raise ListenError(f"{address} port {port} can't be listened on: {reason}.") from None
    return listening


def _spelled_host(listening: socket.socket) -> str:
    host: str = listening.getsockname()[0]
    return f"[{host}]" if ":" in host else host
