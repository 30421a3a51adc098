"""The model that comes with Placet: SmolLM2-135M on llama.cpp, in a child process, for a console that works alone.

It is small. It can fill in the arguments of a tool that it must call; it can't choose well among many, and what it
says is no more than polite (DECISIONS P7).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from placet.backends.grammar import reply_schema
from placet.backends.process import ModelProcess
from placet.backends.transport import Limits
from placet.backends.weights import MODEL, find_weights
from placet.backends.wording import plain_messages, read_reply
from placet.rules.errors import BackendFailed
from placet.rules.ports import ModelReply, ModelRequest

BACKEND_ID = "embedded"

IDLE_S = 1.0
"""How long the child may go on after a cancel before it is killed (DECISIONS G6)."""

_MAX_TOKENS = 768
"""For one reply, where the request doesn't say: more than the longest call that the grammar lets it write."""

_TURN_END = "turn_end"


class EmbeddedBackend:
    """The embedded model. Lives on the engine's loop; answers one request after the other.

    The child is started at the first request and kept; one that died is replaced at the next request.
    """

    id = BACKEND_ID

    def __init__(self, models_folder: Path | None = None, limits: Limits | None = None) -> None:
        self._models_folder = models_folder
        self._limits = limits or Limits()
        self._one_at_a_time = asyncio.Lock()
        self._process: ModelProcess | None = None
        self._starting: asyncio.Task[ModelProcess] | None = None
        self._settling: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def port(self) -> int | None:
        """Where its child listens; None while there is none."""
        return None if self._process is None else self._process.port

    async def models(self) -> list[str]:
        """Its one model.

        Raises:
            BackendFailed: the weights aren't installed.
        """
        self._weights()
        return [MODEL]

    async def reply(self, request: ModelRequest, on_text: Callable[[str], None]) -> ModelReply:
        """One reply, from a queue of one. Cancelling closes the connection; see `IDLE_S` for what follows.

        With tools, the reply is bound to a grammar: exactly one call, or one sentence, which `on_text` gets whole.

        Raises:
            BackendFailed: no weights, another model's name, or the child couldn't answer.
            ReplyCutShort: the reply hit its length limit.
        """
        if request.model != MODEL:
            raise BackendFailed(f"The embedded backend has one model, {MODEL}.")
        tools = _choosable(request.tools)
        async with self._one_at_a_time:
            process = await self._ready()
            try:
                reply = await process.endpoint.chat(_body(request, tools), _deaf if tools else on_text)
            except (asyncio.CancelledError, BackendFailed):
                self._settling = asyncio.create_task(_settle(process), name="embedded model: settle")
                raise
        reply = replace(reply, pid=process.pid)
        return _read(reply, on_text) if tools else reply

    async def close(self) -> None:
        """End the child, and wait until it is gone. A reply under way fails, and so does any later one."""
        self._closed = True
        if self._process is not None:
            await self._process.end()
        async with self._one_at_a_time:
            if self._settling is not None:
                await asyncio.wait([self._settling])
            # A child that nobody waited for any more when it was ready.
            if self._starting is not None:
                await asyncio.wait([self._starting])
                if self._starting.exception() is None:
                    await self._starting.result().end()
                self._starting = None

    async def _ready(self) -> ModelProcess:
        """A running child. Starting goes on when the wait for it is cancelled: the next request will need it."""
        if self._settling is not None:
            await asyncio.wait([self._settling])
            self._settling = None
        if self._closed:
            raise BackendFailed("The embedded model has been shut down.")
        if self._process is not None and self._process.is_running:
            return self._process
        if self._starting is None:
            start = ModelProcess.start(self._weights(), self._limits)
            self._starting = asyncio.create_task(start, name="embedded model: start")
        await asyncio.wait([self._starting])
        started, self._starting = self._starting, None
        self._process = started.result()
        return self._process

    def _weights(self) -> Path:
        weights = find_weights(self._models_folder)
        if weights is None:
            raise BackendFailed("The embedded model isn't installed; `placet model install` fetches it.")
        return weights


async def _settle(process: ModelProcess) -> None:
    """After a broken exchange: leave a child that has come to rest, kill any other (DECISIONS G6)."""
    if not await process.is_idle_within(IDLE_S):
        await process.kill()


def _choosable(tools: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The tools to offer. Not `turn_end`: an answer ends the turn as well.

    Offered it beside fs_write, the model took it first, and did nothing else, in 36 of 36 tries.
    """
    named = [tool for tool in tools if tool["function"]["name"] != _TURN_END]
    return named or list(tools)


def _body(request: ModelRequest, tools: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": MODEL,
        "messages": plain_messages(request.messages, tools),
        "max_tokens": request.max_tokens or _MAX_TOKENS,
    }
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if tools:
        schema = reply_schema(tools, require_tool=request.require_tool)
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema}}
    return body


def _read(reply: ModelReply, on_text: Callable[[str], None]) -> ModelReply:
    text, calls = read_reply(reply.text)
    if text:
        on_text(text)
    return replace(reply, text=text, tool_calls=calls, finish_reason="tool_calls" if calls else "stop")


def _deaf(piece: str) -> None:
    """Pieces of a constrained reply are JSON; nobody should see them."""
