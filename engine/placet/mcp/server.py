"""One MCP server as its client sees it: started, spoken to in the era that it knows, and never let to ask for more.

What a server says decides nothing here. A reply that can't be read fails the request that it belongs to; one that nobody
can place ends the conversation, since from there on every answer might be another one's.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Final

from placet.mcp import eras, wire
from placet.mcp.child import Child, NotStarted, TooLong
from placet.mcp.eras import Era
from placet.mcp.wire import Message, WireError

START_S: Final = 30.0
_PROBE_S: Final = 5.0
_MOST_PAGES: Final = 100
_DENIED: Final = "Placet hands no such request on to the client."

Answerer = Callable[[str, Mapping[str, Any]], Awaitable[Mapping[str, Any]]]
Hearer = Callable[[str, Mapping[str, Any]], None]


class ServerGone(Exception):
    """The server doesn't run, or its answer can't be told from another's. `sent`: what was asked may have been done."""

    def __init__(self, message: str, *, sent: bool) -> None:
        super().__init__(message)
        self.message = message
        self.sent = sent


class _Astray(Exception):
    """An answer that belongs to no question."""


async def _deny(method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
    raise WireError(wire.METHOD_NOT_FOUND, _DENIED)


class Server:
    """A server by its command line. `answer` answers what it asks its client, `hear` is told what it tells.

    Lives on one loop. `start` once, `close` once; in between anybody may ask.
    """

    def __init__(
        self,
        *,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        folder: str | None = None,
        answer: Answerer = _deny,
        hear: Hearer | None = None,
    ) -> None:
        self.name = name
        self.command = tuple(command)
        self.era = Era.HANDSHAKE
        self.info: Mapping[str, Any] = {}
        self.capabilities: Mapping[str, Any] = {}
        self.instructions: str | None = None
        self.environment = environment
        self.folder = folder
        self._answer = answer
        self._hear = hear
        self._child: Child | None = None
        self._envelope: dict[str, Any] = {}
        self._waiting: dict[wire.Id, asyncio.Future[Message]] = {}
        self._given_up: set[wire.Id] = set()
        self._jobs: set[asyncio.Task[None]] = set()
        self._prefix = secrets.token_hex(4)
        self._count = 0
        self._gone: str | None = None

    @property
    def identity(self) -> str:
        """The digest of the command line: which program the owner looked at."""
        return hashlib.sha256(json.dumps(self.command).encode()).hexdigest()

    @property
    def why_gone(self) -> str | None:
        """Why nobody can speak to it any more; None while it runs."""
        return self._gone

    @property
    def pid(self) -> int | None:
        """Its process, once it was started."""
        return self._child.pid if self._child else None

    async def start(self, capabilities: Mapping[str, Any], *, first: Era, limit_s: float = START_S) -> None:
        """Start the program and agree on an era, `first` being tried first.

        Raises:
            ServerGone: it can't be started, ended, didn't answer in time, or was started before.
        """
        if self._child is not None or self._gone is not None:
            raise ServerGone(self._gone or f"The server {self.name} was started before.", sent=False)
        try:
            self._child = await Child.start(self.command, self.environment, self.folder)
        except NotStarted as why:
            self._gone = str(why)
            raise ServerGone(str(why), sent=False) from None
        self._do(self._read(self._child), "reads a server")
        try:
            async with asyncio.timeout(limit_s):
                await self._agree(capabilities, first)
        except TimeoutError:
            self._end(f"The server {self.name} didn't answer within {limit_s:.0f} seconds of its start.")
            raise ServerGone(self._gone or "", sent=False) from None
        except WireError as refused:
            self._end(f"The server {self.name} refused to begin: {refused.message}")
            raise ServerGone(self._gone or "", sent=False) from None

    async def _agree(self, capabilities: Mapping[str, Any], first: Era) -> None:
        """Try the first era, then the other. A server that is slow to start is asked in both, and answers in one."""
        ways = {Era.HANDSHAKE: self._shake_hands, Era.MODERN: self._discover}
        second = Era.MODERN if first is Era.HANDSHAKE else Era.HANDSHAKE
        loop = asyncio.get_running_loop()
        tries = {loop.create_task(ways[first](capabilities), name=f"{first.value} with {self.name}")}
        try:
            await asyncio.wait(tries, timeout=_PROBE_S)
            if any(it.done() and it.exception() is None for it in tries):
                return
            tries.add(loop.create_task(ways[second](capabilities), name=f"{second.value} with {self.name}"))
            await _first_success(tries)
        finally:
            for it in tries:
                it.cancel()
            await asyncio.gather(*tries, return_exceptions=True)

    async def _shake_hands(self, capabilities: Mapping[str, Any]) -> None:
        asked = {
            "protocolVersion": eras.HANDSHAKE_VERSIONS[-1],
            "capabilities": dict(capabilities),
            "clientInfo": dict(eras.PLACET),
        }
        result = await self._ask("initialize", asked)
        if result.get("protocolVersion") not in eras.HANDSHAKE_VERSIONS:
            raise WireError(wire.UNSUPPORTED_VERSION, "It speaks no version that Placet knows.")
        self.era = Era.HANDSHAKE
        self._learn(result, result.get("serverInfo"))
        await self.notify("notifications/initialized", {})

    async def _discover(self, capabilities: Mapping[str, Any]) -> None:
        envelope = eras.envelope(eras.PLACET, capabilities)
        result = await self._ask("server/discover", {eras.META: envelope})
        spoken = result.get("supportedVersions")
        if not isinstance(spoken, list) or eras.MODERN_VERSIONS[-1] not in spoken:
            raise WireError(wire.UNSUPPORTED_VERSION, "It speaks no version that Placet knows.")
        meta = result.get(eras.META)
        self.era, self._envelope = Era.MODERN, envelope
        self._learn(result, meta.get(eras.SERVER_KEY) if isinstance(meta, Mapping) else None)

    def _learn(self, result: Mapping[str, Any], info: Any) -> None:
        capabilities, instructions = result.get("capabilities"), result.get("instructions")
        self.info = info if isinstance(info, Mapping) else {}
        self.capabilities = capabilities if isinstance(capabilities, Mapping) else {}
        self.instructions = instructions if isinstance(instructions, str) else None

    def enveloped(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Parameters as this server's era wants them: with an envelope of ours, or without any, and nothing unseen."""
        kept = eras.carried(params)
        if self.era is Era.MODERN:
            kept |= self._envelope
        rest = {key: value for key, value in params.items() if key != eras.META}
        return {**rest, eras.META: kept} if kept else rest

    async def tools(self) -> list[dict[str, Any]]:
        """All tools that it offers, as it describes them: untrusted, every word.

        Raises:
            ServerGone, WireError: it doesn't say.
        """
        found: list[dict[str, Any]] = []
        cursor: Any = None
        for _ in range(_MOST_PAGES):
            result = await self.request("tools/list", {} if cursor is None else {"cursor": cursor})
            page, cursor = result.get("tools"), result.get("nextCursor")
            if not isinstance(page, list):
                raise WireError(wire.INTERNAL_ERROR, f"The server {self.name} lists no tools.")
            found += [tool for tool in page if isinstance(tool, dict) and isinstance(tool.get("name"), str)]
            if not isinstance(cursor, str):
                return found
        raise WireError(wire.INTERNAL_ERROR, f"The server {self.name} lists its tools without an end.")

    async def request(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask something and wait for the result.

        Raises:
            WireError: the server's own refusal, or its reply can't be read. ServerGone: there is none.
        """
        return await self._ask(method, self.enveloped(params))

    async def call(self, tool: str, arguments: str, more: Mapping[str, Any]) -> Mapping[str, Any]:
        """Call a tool with arguments that are sent in exactly these words (JSON text on one line).

        Raises:
            WireError, ServerGone: as `request`.
        """
        params = wire.text_of(self.enveloped({**more, "name": tool}))
        id_ = self._next_id()
        text = (
            f'{{"jsonrpc":"2.0","id":{json.dumps(id_)},"method":"tools/call",'
            f'"params":{params[:-1]},"arguments":{arguments}}}}}'
        )
        return await self._await(id_, text)

    async def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Tell something. A server that is gone hears nothing, and that is no error."""
        with contextlib.suppress(ServerGone):
            await self._send(wire.notification(method, params))

    async def _ask(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        id_ = self._next_id()
        return await self._await(id_, wire.request(id_, method, params))

    def _next_id(self) -> str:
        self._count += 1
        return f"placet-{self._prefix}-{self._count}"

    async def _await(self, id_: str, text: str) -> Mapping[str, Any]:
        done: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[id_] = done
        try:
            await self._send(text)
            message = await done
        except asyncio.CancelledError:
            self._given_up.add(id_)  # it may be answered all the same, and then nobody is astonished
            await self.notify("notifications/cancelled", {"requestId": id_})
            raise
        finally:
            self._waiting.pop(id_, None)
        if message.result is not None:
            return message.result
        raise _refused(message.error or {})

    async def _send(self, text: str) -> None:
        if self._gone is not None or self._child is None:
            raise ServerGone(self._gone or f"The server {self.name} was not started.", sent=False)
        try:
            await self._child.send(text)
        except OSError:
            raise ServerGone(f"The server {self.name} has ended.", sent=False) from None

    async def _read(self, child: Child) -> None:
        why = f"The server {self.name} has ended."
        try:
            while (line := await child.next()) is not None:
                self._take(line)
        except _Astray:
            why = f"The server {self.name} answered something that nobody asked."
        except (TooLong, WireError) as flaw:
            why = f"The server {self.name} answered what can't be read: {flaw}"
        except OSError as problem:
            why = f"The server {self.name} can't be heard any more: {problem.strerror}."
        self._end(why)

    def _take(self, line: bytes) -> None:
        try:
            message = wire.read_answered(line)
        except WireError as flaw:
            done = None if flaw.id is None else self._waiting.get(flaw.id)
            if done is None:
                raise
            if not done.done():
                done.set_exception(
                    ServerGone(f"The server {self.name} answered what can't be read: {flaw}", sent=True)
                )
            return
        if message.method is not None:
            self._take_word(message, message.method)
        else:
            self._take_answer(message)

    def _take_answer(self, message: Message) -> None:
        """An answer under an id that isn't asked under means that somebody waits for one that won't come."""
        if message.id in self._given_up:
            self._given_up.discard(message.id)
            return
        done = self._waiting.get(message.id or "")
        if done is None:
            raise _Astray
        if not done.done():
            done.set_result(message)

    def _take_word(self, message: Message, method: str) -> None:
        if message.id is not None:
            self._do(self._reply(message.id, method, message.params), f"answers {self.name}")
        elif self._hear is not None:
            self._hear(method, message.params)

    async def _reply(self, id_: wire.Id, method: str, params: Mapping[str, Any]) -> None:
        try:
            told = wire.response(id_, {} if method == "ping" else await self._answer(method, params))
        except WireError as refused:
            told = wire.refusal(refused.under(id_))
        with contextlib.suppress(ServerGone):
            await self._send(told)

    def _end(self, why: str) -> None:
        self._gone = self._gone or why
        for done in self._waiting.values():
            if not done.done():
                done.set_exception(ServerGone(self._gone, sent=True))

    def _do(self, job: Any, name: str) -> None:
        task = asyncio.get_running_loop().create_task(job, name=name)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def close(self) -> None:
        """End the program, and everything that waits for it."""
        self._end(f"The server {self.name} was ended.")
        if self._child is not None:
            await self._child.close()
        for job in tuple(self._jobs):
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)


async def _first_success(tries: Collection[asyncio.Task[None]]) -> None:
    """Wait until one of these goes well; when none does, raise what the last one raised."""
    left = set(tries)
    while left:
        done, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
        failures = [it.exception() for it in done]
        if None in failures:
            return
        if not left and failures[-1] is not None:
            raise failures[-1]


def _refused(error: Mapping[str, Any]) -> WireError:
    code, message = error.get("code"), error.get("message")
    known = isinstance(code, int) and not isinstance(code, bool)
    said = message if isinstance(message, str) else "The server refused without a word."
    return WireError(code if known else wire.INTERNAL_ERROR, said, data=error.get("data"))  # type: ignore[arg-type]
