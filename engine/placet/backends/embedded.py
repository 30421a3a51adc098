"""The model that comes with Placet: SmolLM2-135M on llama.cpp, in a child process, for a console that works alone.

It is small. It can fill in the arguments of a tool that it must call; it can't choose well among many, and what it
says is no more than polite (DECISIONS P7).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

from placet.backends.grammar import bounded, reply_schema
from placet.backends.limits import Limits
from placet.backends.openai import response_format
from placet.backends.process import CONTEXT_TOKENS, ModelProcess
from placet.backends.weights import MODEL, find_weights
from placet.backends.wording import plain_messages, read_reply
from placet.rules.errors import BackendFailed, ModelLoadFailed
from placet.rules.ports import (
    Began,
    Finish,
    ModelInfo,
    ModelRequest,
    ModelState,
    Piece,
    TextDelta,
    ToolCallDelta,
)

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

    async def look(self) -> list[ModelInfo]:
        """Its one model, and whether the child stands ready.

        Raises:
            BackendFailed: the weights aren't installed.
        """
        self._weights()
        running = self._process is not None and self._process.is_running
        state = ModelState.LOADING if self._starting is not None else ModelState.UNLOADED
        state = ModelState.LOADED if running else state
        return [ModelInfo(name=MODEL, state=state, context_tokens=CONTEXT_TOKENS)]

    async def load(self, model: str) -> None:
        """Start the child, unless it runs. It waits for the reply that is under way.

        Raises:
            ModelLoadFailed: no weights, another model's name, or the child doesn't come up.
        """
        _check_name(model)
        async with self._one_at_a_time:
            try:
                await self._ready()
            except BackendFailed as error:
                raise ModelLoadFailed(error.message) from error

    async def generate(self, request: ModelRequest) -> AsyncGenerator[Piece, None]:
        """One reply, from a queue of one. Closing it closes the connection; see `IDLE_S` for what follows.

        With tools, the reply is bound to a grammar: exactly one call, or one sentence, which comes in one piece.

        Raises:
            BackendFailed: no weights, another model's name, or the child couldn't answer.
        """
        _check_name(request.model)
        tools = _choosable(request.tools)
        async with self._one_at_a_time:
            process = await self._ready()
            whole = False
            try:
                async with aclosing(process.endpoint.stream(_body(request, tools))) as stream:
                    async for piece in _read(stream) if tools else stream:
                        yield replace(piece, pid=process.pid) if isinstance(piece, Began) else piece
                whole = True
            finally:
                if not whole:
                    self._settling = asyncio.create_task(_settle(process), name="embedded model: settle")

    async def settled(self) -> None:
        """Return once the child has come to rest, or was killed."""
        if self._settling is not None:
            await asyncio.wait([self._settling])

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
            raise BackendFailed("The embedded model isn't installed; “placet model install” fetches it.")
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
        body["response_format"] = response_format(reply_schema(tools, require_tool=request.require_tool))
    elif request.schema is not None:
        body["response_format"] = response_format(bounded(request.schema))
    return body


def _check_name(model: str) -> None:
    if model != MODEL:
        raise ModelLoadFailed(f"The embedded backend has one model, {MODEL}.")


async def _read(stream: AsyncGenerator[Piece, None]) -> AsyncGenerator[Piece, None]:
    """The pieces of a constrained reply: its JSON is held back, and at its end told as the call or sentence it is."""
    text: list[str] = []
    async for piece in stream:
        if isinstance(piece, TextDelta):
            text.append(piece.text)
            continue
        if isinstance(piece, Finish) and piece.reason != "length":
            said, calls = read_reply("".join(text))
            if said:
                yield TextDelta(text=said)
            for place, call in enumerate(calls):
                yield ToolCallDelta(index=place, call_id=call.id, name=call.name, arguments=call.arguments)
            yield Finish(reason="tool_calls" if calls else "stop")
            continue
        yield piece
