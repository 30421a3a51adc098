"""Listening on loopback with uvicorn: quiet, bounded at its stop, on the loop that starts it."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import socket
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any, Final, cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from placet.http import lmsp_problems
from placet.http.access import ANOTHER_USER, is_loopback, own_names
from placet.http.peers import Peers
from placet.http.problems import problem
from placet.rules.errors import BadSetting, PlacetError

__all__ = ["ABORT", "ListenError", "Listener"]

ABORT: Final = "placet.abort"
"""The extension of a request's scope that drops its connection at once, unsent bytes and all."""

_DRAIN_S: Final = 1
"""How long answers may take to go out at a stop. Waits and streams have ended by then, so few are left."""


_LONGEST_HEAD_BYTES: Final = 2 * 1024 * 1024
"""So much of a head that doesn't end is read: nobody has shown a token by then. Its parser has no bound of its own."""
_MUCH_BYTES: Final = 16 * 1024
"""So much is sent without waiting for the rest of an answer."""


class ListenError(PlacetError):
    """The address can't be listened on: it isn't this machine's, or somebody else has the port."""

    code = "cannot_listen"


class Listener:
    """One listening address and the application behind it. Start and stop it on one loop."""

    def __init__(self, host: str, port: int, make_app: Callable[[frozenset[str]], ASGIApp]) -> None:
        """`make_app` is told what `Host` may say once the port is known."""
        self._host = host
        self._port = port
        self._make_app = make_app
        self._uvicorn: _QuietServer | None = None
        self._serving: asyncio.Task[None] | None = None

    async def start(self) -> str:
        """Listen, and say where: `http://HOST:PORT`.

        Raises:
            BadSetting: the host isn't a loopback address.
            ListenError: the address is taken or isn't there.
        """
        listening = _listen(self._host, self._port)
        host, port = listening.getsockname()[:2]
        self._uvicorn = _QuietServer(_config(self._make_app(own_names(host, port)), Peers(host)))
        self._serving = asyncio.create_task(self._uvicorn.serve([listening]), name="http")
        await self._uvicorn.is_listening.wait()
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def stop(self) -> None:
        """Take no new requests, and close once answers are out or time is over."""
        if self._uvicorn is not None and self._serving is not None:
            self._uvicorn.leave()
            await self._serving


def _config(app: ASGIApp, peers: Peers) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", functools.partial(_Protocol, peers)),
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


class _Joined:
    """A connection's transport that sends what is written in one turn of the loop by one call to the system.

    Uvicorn writes an answer's head and body apart, and each call to the system costs as much as reading the request.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._written: list[bytes] = []
        self._waiting_bytes = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send this once the loop has come round; much of it at once, so that a slow reader is noticed."""
        if not self._written:
            asyncio.get_running_loop().call_soon(self._flush)
        self._written.append(data)
        self._waiting_bytes += len(data)
        if self._waiting_bytes >= _MUCH_BYTES:
            self._flush()

    def close(self) -> None:
        """Send what was written and hang up."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._written:
            data, self._written, self._waiting_bytes = b"".join(self._written), [], 0
            self._transport.write(data)


class _Protocol(HttpToolsProtocol):
    """Answers what isn't HTTP as every error is answered, and lets an application drop a connection whose other end has
    stopped reading.

    Closing such a connection would wait for what is still unsent, and keep it, for as long as the reader stalls.
    """

    _head_bytes: int | None = None
    """How much of a head has come that hasn't ended yet."""

    def __init__(self, peers: Peers, **named: Any) -> None:
        super().__init__(**named)
        self._peers = peers
        self._is_ours = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, with what joins an answer's pieces in front of the transport, and learn whose program it is."""
        super().connection_made(cast("asyncio.Transport", _Joined(transport)))
        theirs, here = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
        # Whoever hung up meanwhile has no name any more, and gets no answer either.
        self._is_ours = bool(theirs and here) and self._peers.is_ours(theirs[:2], here[:2])

    def on_message_begin(self) -> None:
        """Give the request's scope the means; `extensions` is ASGI's place for such."""
        super().on_message_begin()
        self._head_bytes = 0
        self.scope["extensions"] = {ABORT: {"abort": self.transport.abort}}
        if not self._is_ours:
            self.scope["extensions"][ANOTHER_USER] = {}

    def on_headers_complete(self) -> None:
        """The head has ended; what follows is the application's to bound."""
        self._head_bytes = None
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Read on, unless it is a head that doesn't end."""
        super().data_received(data)
        if self._head_bytes is not None:
            self._head_bytes += len(data)
            if self._head_bytes > _LONGEST_HEAD_BYTES:
                self._refuse(431, "headers_too_large", "The head of the request is too large.")

    def send_400_response(self, msg: str) -> None:
        """Answer what isn't HTTP in the shape that errors have there; there is no request that a route could answer."""
        below = lmsp_problems.is_below(self._path)
        sentence = "This isn't a request of HTTP that can be read."
        self._refuse(400, "invalid_request" if below else "bad_input", sentence)

    @property
    def _path(self) -> str:
        return getattr(self, "url", b"").decode("latin-1").partition("?")[0]

    def _refuse(self, status: int, code: str, sentence: str) -> None:
        """Answer by ourselves, and hang up."""
        self._head_bytes = None
        if lmsp_problems.is_below(self._path):
            answer = lmsp_problems.problem({"path": self._path}, status, code, sentence)
        else:
            answer = problem(status, code, sentence)
        headers = [*answer.raw_headers, (b"connection", b"close")]
        lines = [
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode(),
            *(b": ".join(it) for it in headers),
        ]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(answer.body)]))
        self.transport.close()


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
