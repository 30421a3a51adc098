"""A gateway on standard input and output, for the program that started it."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from placet.mcp import wire
from placet.mcp.console import Console
from placet.mcp.eras import Era
from placet.mcp.front import Front
from placet.mcp.gatekeeper import Gatekeeper
from placet.mcp.lines import Lines, TooLong
from placet.mcp.server import Server
from placet.mcp.wire import Message, WireError

_ASKED_OF_CLIENTS: Final = {"roots/list": "roots", "elicitation/create": "elicitation"}
"""What a server may ask of the client, and the capability that the client must have said. Sampling never."""

MakeServers = Callable[[Callable[..., Any], Callable[..., Any]], Sequence[Server]]


class Gateway:
    """One client on the pipes of this process. Lives on one loop."""

    def __init__(self, make_servers: MakeServers, console: Console, to: asyncio.StreamWriter) -> None:
        self._to = to
        self._waiting: dict[wire.Id, asyncio.Future[Message]] = {}
        self._jobs: set[asyncio.Task[None]] = set()
        servers = make_servers(self._ask_client, self._heard)
        self._behind = Gatekeeper(servers, console, tell_client=self._tell_client)
        self._front = Front(self._behind)

    async def run(self, lines: Lines) -> None:
        """Serve until the client closes its end."""
        try:
            while True:
                try:
                    line = await lines.next()
                except TooLong as too_long:
                    said = f"A message has at most {wire.MAX_BYTES:,} bytes."
                    await self._send(
                        wire.refusal(WireError(wire.INVALID_PARAMS, said, id=wire.loose_id(too_long.rest)))
                    )
                    continue
                if line is None:
                    return
                await self._take(line)
        finally:
            await self._close()

    async def _take(self, line: bytes) -> None:
        try:
            message = wire.read_asked(line)
        except WireError as flaw:
            await self._send(wire.refusal(flaw))
            return
        if message.method is None:
            done = self._waiting.get(message.id or "")
            if done is not None and not done.done():
                done.set_result(message)
            return
        if message.id is None:
            # In its place: a word that takes a request back comes after that request, never before it.
            await self._front.answer(message, self._send)
            return
        job = asyncio.get_running_loop().create_task(self._answer(message), name=f"answers {message.method}")
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)

    async def _answer(self, message: Message) -> None:
        try:
            text = await self._front.answer(message, self._send)
        except Exception as broke:
            said = f"The gateway broke ({type(broke).__name__}); nothing more was run."
            text = wire.refusal(WireError(wire.INTERNAL_ERROR, said, id=message.id))
            await self._send(text)
            raise
        if text is not None:
            await self._send(text)

    async def _send(self, text: str) -> None:
        self._to.write(text.encode() + b"\n")
        try:
            await self._to.drain()
        except ConnectionError:
            return  # the client has closed its end; its other pipe says so as well

    async def _ask_client(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask the client what a server asks, where both know how."""
        peer = self._front.peer
        needed = _ASKED_OF_CLIENTS.get(method)
        if needed is None or peer.era is not Era.HANDSHAKE or needed not in peer.capabilities:
            raise WireError(wire.METHOD_NOT_FOUND, "Placet hands no such request on to the client.")
        id_ = f"placet-{secrets.token_hex(6)}"
        done: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[id_] = done
        try:
            await self._send(wire.request(id_, method, params))
            answer = await done
        finally:
            del self._waiting[id_]
        if answer.result is not None:
            return answer.result
        error = answer.error or {}
        raise WireError(wire.INTERNAL_ERROR, str(error.get("message", "The client refused.")))

    async def _tell_client(self, method: str, params: Mapping[str, Any]) -> None:
        await self._send(wire.notification(method, params))

    def _heard(self, method: str, params: Mapping[str, Any]) -> None:
        self._behind.heard(method, params)

    async def _close(self) -> None:
        await self._behind.close()
        for job in tuple(self._jobs):
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        self._to.close()


async def serve(make_servers: MakeServers, console: Console) -> None:
    """Serve the client on this process's standard input and output until it closes them."""
    loop = asyncio.get_running_loop()
    stream = asyncio.StreamReader(limit=2**20)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stream), sys.stdin.buffer)
    pipe, protocol = await loop.connect_write_pipe(
        lambda: asyncio.streams.FlowControlMixin(loop=loop), sys.stdout.buffer
    )
    writer = asyncio.StreamWriter(pipe, protocol, None, loop)
    await Gateway(make_servers, console, writer).run(Lines(stream, wire.MAX_BYTES))
