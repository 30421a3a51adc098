"""A client that costs next to nothing: one kept-alive connection, requests as bytes, answers by their length.

An ordinary client spends more on a request than the server that is measured.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any, Self
from urllib.parse import urlsplit

__all__ = ["Connection", "at_a_rate", "saturated"]

_PATIENCE_S = 30


class Connection:
    """One connection to the server, for one request at a time."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, token: str
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._head = f"Host: {host}\r\nAuthorization: Bearer {token}\r\n"

    @classmethod
    async def open(cls, url: str, token: str) -> Self:
        """Connect to `http://HOST:PORT`."""
        where = urlsplit(url)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        return cls(reader, writer, where.netloc, token)

    async def get(self, path: str) -> tuple[int, dict[str, Any]]:
        """The status and the JSON body of the answer."""
        return await self._ask(f"GET {path} HTTP/1.1\r\n{self._head}\r\n".encode("ascii"))

    async def post(self, path: str, body: Any) -> tuple[int, dict[str, Any]]:
        """The status and the JSON body of the answer."""
        sent = json.dumps(body)
        head = f"POST {path} HTTP/1.1\r\n{self._head}Content-Length: {len(sent)}\r\n\r\n"
        return await self._ask(f"{head}{sent}".encode("ascii"))

    async def _ask(self, request: bytes) -> tuple[int, dict[str, Any]]:
        async with asyncio.timeout(_PATIENCE_S):
            self._writer.write(request)
            head = await self._reader.readuntil(b"\r\n\r\n")
            _, _, after = head.lower().partition(b"content-length: ")
            body = await self._reader.readexactly(int(after.partition(b"\r\n")[0]))
        answer: dict[str, Any] = json.loads(body)
        return int(head[9:12]), answer

    async def close(self) -> None:
        """Hang up."""
        self._writer.close()
        await self._writer.wait_closed()


Request = Callable[[Connection], Awaitable[object]]


async def at_a_rate(
    connections: list[Connection], request: Request, *, rate: int, seconds: float
) -> list[float]:
    """Ask so many times a second, each time at its own moment whether or not the last answer came; latencies in ms.

    A latency counts from the moment that the request was due, so that a late answer isn't hidden by the next one's
    lateness.
    """
    free: asyncio.Queue[Connection] = asyncio.Queue()
    for connection in connections:
        free.put_nowait(connection)
    taken: list[float] = []

    async def one(due: float) -> None:
        connection = await free.get()
        try:
            await request(connection)
        finally:
            free.put_nowait(connection)
        taken.append(1000 * (time.perf_counter() - due))

    started = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for number in range(int(rate * seconds)):
            due = started + number / rate
            await asyncio.sleep(max(0, due - time.perf_counter()))
            group.create_task(one(due))
    return taken


async def saturated(connections: list[Connection], request: Request, *, seconds: float) -> list[float]:
    """Ask on every connection as soon as it has its answer; latencies in ms."""
    taken: list[float] = []
    until = time.perf_counter() + seconds

    async def one(connection: Connection) -> None:
        while (started := time.perf_counter()) < until:
            await request(connection)
            taken.append(1000 * (time.perf_counter() - started))

    async with asyncio.TaskGroup() as group:
        for connection in connections:
            group.create_task(one(connection))
    return taken
