"""A model server's wire: a real loopback HTTP server that answers with exactly the bytes that a test gives it."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

SSE = "text/event-stream"
PATIENCE_S = 60.0


@dataclass(kw_only=True)
class Exchange:
    """One request as it came, and the connection to answer on."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    writer: asyncio.StreamWriter
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def head(self, *, status: str = "200 OK", kind: str = SSE, more: str = "") -> None:
        """Open an answer whose end is the end of the connection, unless `more` says otherwise."""
        text = f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\nconnection: close\r\n{more}\r\n"
        self.writer.write(text.encode())

    def event(self, *chunks: Any) -> None:
        """Send each as the data of an event: text as it is, anything else as JSON."""
        for chunk in chunks:
            data = chunk if isinstance(chunk, str) else json.dumps(chunk)
            self.writer.write(f"data: {data}\n\n".encode())

    def whole(self, value: Any, *, status: str = "200 OK") -> None:
        """Answer with one JSON body."""
        self.head(status=status, kind="application/json")
        self.writer.write(json.dumps(value).encode())


@dataclass(kw_only=True)
class WireServer:
    """Where it listens, and all that it was asked."""

    url: str
    seen: list[Exchange]


Answer = Callable[[Exchange], Awaitable[None]]


@asynccontextmanager
async def serving(answer: Answer) -> AsyncIterator[WireServer]:
    """Serve `answer` on a free port of 127.0.0.1 for as long as the block lasts."""
    seen: list[Exchange] = []
    handlers: list[asyncio.Task[None]] = []

    async def handle(connection: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=connection)
        try:
            exchange = await _read(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):  # who called was gone before it had asked
            await _close(writer)
            return
        seen.append(exchange)
        watching = asyncio.create_task(_watch(reader, exchange))
        try:
            await answer(exchange)
            await writer.drain()
        except ConnectionError:
            exchange.gone.set()
        finally:
            await _close(writer)
            await watching

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        address, stopping = listener.getsockname(), asyncio.Event()
        accepting = asyncio.create_task(_accept(listener, stopping, handlers, handle))
        try:
            yield WireServer(url=f"http://127.0.0.1:{address[1]}", seen=seen)
        finally:
            stopping.set()
            await _call_once(address)
            await accepting
            await asyncio.gather(*handlers)


async def _accept(
    listener: socket.socket,
    stopping: asyncio.Event,
    handlers: list[asyncio.Task[None]],
    handle: Callable[[socket.socket], Coroutine[Any, Any, None]],
) -> None:
    """Take callers until one comes after the stop. So none is half taken, who would be found unclosed much later."""
    while not stopping.is_set():
        connection, _ = await asyncio.get_running_loop().sock_accept(listener)
        connection.setblocking(False)
        handlers.append(asyncio.create_task(handle(connection)))


async def _call_once(address: tuple[str, int]) -> None:
    """Wake who accepts, with a call that asks for nothing."""
    with socket.socket() as caller:
        caller.setblocking(False)
        await asyncio.get_running_loop().sock_connect(caller, address)


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    try:
        await writer.wait_closed()
    except ConnectionError:
        pass


async def _watch(reader: asyncio.StreamReader, exchange: Exchange) -> None:
    try:
        await reader.read(1)
    except ConnectionError:
        pass
    exchange.gone.set()


async def _read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Exchange:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
    method, path, _ = first.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Exchange(method=method, path=path, headers=headers, body=body, writer=writer)


def delta(finish: str | None = None, **fields: Any) -> dict[str, Any]:
    """A chunk that adds `fields` to the reply."""
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": finish}]}


def call_part(index: int | None = 0, **fields: Any) -> dict[str, Any]:
    """A chunk with one piece of one tool call; `name` and `arguments` go into its function."""
    function = {key: fields.pop(key) for key in ("name", "arguments") if key in fields}
    place = {} if index is None else {"index": index}
    return delta(tool_calls=[{**place, **fields, "function": function}])
