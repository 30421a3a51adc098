"""MCP over streamable HTTP: an agent's tools, asked about like every call of its own (interfaces 2, `/mcp`).

Each request stands for itself in both eras, so a client needs no session and the engine keeps none: what waits is a task of
the ledger, found by its id. A call is answered as a stream where the client reads one, so that a long wait is no silence.

How a client takes a request back is the era's: since 2026-07-28 by closing its stream, before that by a notification, and a
closed stream means nothing. A notification names the request alone, and clients with one token count alike; so each is given
a name at its handshake, as a session, and one without is not heeded.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from placet.api.commands import CancelTask, RequestToolCall
from placet.api.engine import Caller, Engine
from placet.api.handlers import Ticket
from placet.api.mcp import FitOut
from placet.api.queries import GetTask
from placet.api.views import CallAnswer, TaskRow
from placet.hook.asking import denial
from placet.http.access import agent_only
from placet.http.bodies import check_parameters
from placet.mcp import eras, wire
from placet.mcp.eras import Era
from placet.mcp.front import CANCELLED, Asked, Front, Greeting, Peer
from placet.mcp.holds import Hold, Stage, failed_text, with_edit
from placet.mcp.wire import Message, WireError
from placet.rules import strict_json
from placet.rules.arguments import explain_kept_edit
from placet.rules.basics import AgentId
from placet.rules.errors import PlacetError
from placet.rules.lifecycle import Phase
from placet.rules.lifecycles import TaskStatus
from placet.settings import Settings

__all__ = ["McpRoutes"]

_STATUS: Final = {
    wire.PARSE_ERROR: 400,
    wire.INVALID_REQUEST: 400,
    wire.HEADER_MISMATCH: 400,
    wire.UNSUPPORTED_VERSION: 400,
    wire.MISSING_CAPABILITY: 400,
}
_SESSION: Final = "mcp-session-id"
_NAMED: Final = {"tools/call": "name"}
_STREAMED: Final = frozenset({"tools/call", "tasks/result"})
_JSON: Final = "application/json"
_STREAM: Final = "text/event-stream"
_GREETING: Final = Greeting(info=eras.PLACET, capabilities={"tools": {"listChanged": False}})

TaskKey = tuple[AgentId | None, str]
"""Whose task it is, by its agent, and which."""
Place = tuple[AgentId | None, str | None, wire.Id | None]
"""A request that is being answered: by its agent, the session that its client was named, and its id there."""


class McpRoutes:
    """The route of MCP. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings
        self._holds: dict[TaskKey, Hold] = {}
        self._asking: dict[Place, Front] = {}
        self._jobs: set[asyncio.Task[None]] = set()

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [Route("/mcp", self.take, methods=["POST"])]

    async def take(self, request: Request) -> Response:
        """Take one message: a request is answered, anything else acknowledged."""
        check_parameters(request)
        caller = agent_only(request)
        try:
            message = wire.read_asked(await _body(request))
            _check_headers(request, message)
        except WireError as flaw:
            return _answer(wire.refusal(flaw), flaw.code)
        session = request.headers.get(_SESSION)
        if not message.is_request:
            await self._hear(message, caller, session)
            return Response(status_code=202)
        front = Front(_Behind(self._engine, caller, self._holds), peer=_peer(request))
        place = (caller.agent_id, session, message.id)
        if message.method in _STREAMED and _STREAM in request.headers.get("accept", ""):
            told = self._stream(front, message, place)
            return StreamingResponse(told, media_type=_STREAM, headers={"cache-control": "no-store"})
        with self._asked(place, front):
            text = await front.answer(message, _say_nothing)
        named = {_SESSION: secrets.token_hex(16)} if message.method == "initialize" else {}
        return _answer(text or "", _code_of(text), named)

    async def _hear(self, message: Message, caller: Caller, session: str | None) -> None:
        """Take in what needs no answer."""
        asked = message.params.get("requestId")
        if message.method != CANCELLED or session is None or not isinstance(asked, str | int):
            return
        front = self._asking.get((caller.agent_id, session, asked))
        if front is not None:
            await _take_back(front, asked)

    async def _stream(self, front: Front, message: Message, place: Place) -> AsyncIterator[bytes]:
        """The answer with what is told before it, each as an event."""
        told: asyncio.Queue[str | None] = asyncio.Queue()

        async def work() -> None:
            try:
                text = await front.answer(message, told.put)
                if text is not None:
                    await told.put(text)
            finally:
                await told.put(None)

        job = self._begin(work(), f"answers {message.method}")
        try:
            with self._asked(place, front):
                while (text := await told.get()) is not None:
                    yield f"event: message\ndata: {text}\n\n".encode("ascii")
                await job
        finally:
            if not job.done():
                self._leave(front, message, job)

    @contextlib.contextmanager
    def _asked(self, place: Place, front: Front) -> Iterator[None]:
        self._asking[place] = front
        try:
            yield
        finally:
            if self._asking.get(place) is front:
                del self._asking[place]

    def _leave(self, front: Front, message: Message, job: asyncio.Task[None]) -> None:
        """The client closed its stream. Before it was a way to take a request back, that ended the wait alone."""
        if front.peer.era is Era.MODERN:
            self._begin(_take_back(front, message.id), f"takes {message.method} back")
        else:
            job.cancel()

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        job = asyncio.get_running_loop().create_task(work, name=name)
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return job


async def _take_back(front: Front, request_id: Any) -> None:
    with contextlib.suppress(WireError):  # it has ended meanwhile
        await front.take_back(request_id)


async def _say_nothing(_: str) -> None:
    """A client that reads no stream can't be told of progress."""


async def _body(request: Request) -> bytes:
    pieces, size = [], 0
    async for piece in request.stream():
        size += len(piece)
        if size > wire.MAX_BYTES:
            raise WireError(wire.INVALID_PARAMS, f"A message has at most {wire.MAX_BYTES:,} bytes.")
        pieces.append(piece)
    return b"".join(pieces)


def _check_headers(request: Request, message: Message) -> None:
    """What the headers of the modern era say must be what the message says: others route and log by them."""
    version = request.headers.get("mcp-protocol-version")
    if eras.version_in(message.params) is None:
        return
    named = message.params.get(_NAMED.get(message.method or "", ""))
    told = {
        "mcp-protocol-version": (version, eras.version_in(message.params)),
        "mcp-method": (request.headers.get("mcp-method"), message.method),
        "mcp-name": (request.headers.get("mcp-name"), named if isinstance(named, str) else None),
    }
    for name, (header, said) in told.items():
        if header is not None and header != said:
            raise WireError(
                wire.HEADER_MISMATCH,
                f"The header {name} says something else than the message.",
                id=message.id,
            )


def _peer(request: Request) -> Peer:
    """A client of the handshake era says its version in a header, once it has shaken hands."""
    version = request.headers.get("mcp-protocol-version", "")
    known = version if version in eras.HANDSHAKE_VERSIONS else eras.HANDSHAKE_VERSIONS[-1]
    return Peer(era=Era.HANDSHAKE, version=known)


def _code_of(text: str | None) -> int | None:
    error = json.loads(text).get("error") if text else None
    return error["code"] if error else None


def _answer(text: str, code: int | None, headers: Mapping[str, str] | None = None) -> Response:
    return Response(text, _STATUS.get(code or 0, 200), headers, media_type=_JSON)


class _Behind:
    """The agent's own tools, and the engine that decides about them (`mcp.front.Behind`)."""

    def __init__(self, engine: Engine, caller: Caller, holds: dict[TaskKey, Hold]) -> None:
        self._engine = engine
        self._caller = caller
        self._holds = holds

    async def greet(self, peer: Peer) -> Greeting:
        """Say what there is; nothing has to be started for it."""
        return _GREETING

    async def tools(self) -> list[dict[str, Any]]:
        """The tools that the agent's declaration offers, those of its servers as they are pinned."""
        command = FitOut(agent=str(self._caller.agent_id))
        found = await self._put(lambda: self._engine.submit(command, self._caller.authority))
        return [{"name": it.name, "description": it.summary, "inputSchema": dict(it.schema)} for it in found]

    async def call(self, asked: Asked) -> Hold:
        """Ask as the agent; comes back with its task, or with the answer."""
        command = RequestToolCall(agent=str(self._caller.agent_id), tool=asked.tool, args=asked.arguments)
        try:
            ticket: Ticket = await self._engine.submit(command, self._caller.authority)
        except PlacetError as refused:
            return _ended(asked.tool, failed_text(f"{refused.message} [{refused.code}]"))
        hold = Hold(id=ticket.task_id or "", tool=asked.tool, done=asyncio.get_running_loop().create_future())
        if ticket.task_id is not None:
            self._holds[self._key(hold.id)] = hold
        if ticket.status == "running":
            hold.enter(Stage.RUNNING)
        ticket.done.add_done_callback(lambda done: self._finish(hold, done))
        if ticket.done.done():
            self._finish(hold, ticket.done)
        return hold

    def _finish(self, hold: Hold, done: asyncio.Future[CallAnswer]) -> None:
        self._holds.pop(self._key(hold.id), None)
        if done.cancelled() or done.exception() is not None:
            hold.fail(WireError(wire.INTERNAL_ERROR, "The outcome couldn't be told."))
            return
        answer = done.result()
        hold.cancelled = answer.task is not None and answer.task.status == "cancelled"
        hold.finish(_result(answer))

    async def find(self, task_id: str) -> Hold | None:
        """A task of the agent's that waits, or that has ended."""
        held = self._holds.get(self._key(task_id))
        try:
            row: TaskRow = self._engine.query(GetTask(task_id=task_id, agent=self._caller.agent_id))
        except PlacetError:
            return None
        if held is not None and row.phase != Phase.ENDED:
            return held
        hold = Hold(id=row.id, tool=row.tool, done=asyncio.get_running_loop().create_future())
        if row.phase == Phase.ENDED:
            hold.cancelled = row.status == "cancelled"
            hold.finish(_result_of(row))
        elif row.status == "running":
            hold.enter(Stage.RUNNING)
        return hold

    async def cancel(self, hold: Hold) -> None:
        """Take the task back, as the agent may."""
        command = CancelTask(task_id=hold.id, agent=self._caller.agent_id)
        await self._put(lambda: self._engine.submit(command, self._caller.authority))

    async def pass_on(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """There is no server behind that would be spoken to in its own words."""
        raise WireError(wire.METHOD_NOT_FOUND, "Method not found", data=method)

    async def hear(self, method: str, params: Mapping[str, Any]) -> None:
        """Nothing that a client tells changes anything here."""

    def listed(self) -> list[Hold]:
        """What of the agent's waits or runs and was asked over MCP."""
        return [hold for (agent_id, _), hold in self._holds.items() if agent_id == self._caller.agent_id]

    def _key(self, task_id: str) -> TaskKey:
        return self._caller.agent_id, task_id

    async def _put(self, ask: Callable[[], Any]) -> Any:
        try:
            return await ask()
        except PlacetError as refused:
            raise WireError(wire.INTERNAL_ERROR, f"{refused.message} [{refused.code}]") from None


def _ended(tool: str, result: Mapping[str, Any]) -> Hold:
    hold = Hold(id="", tool=tool, done=asyncio.get_running_loop().create_future())
    hold.finish(result)
    return hold


def _result(answer: CallAnswer) -> Mapping[str, Any]:
    """An answer of the engine's as a tool's result. That of an MCP server is one already."""
    row = answer.task
    if answer.error is None:
        return _with_edit(row, _value(answer.result))
    if row is not None and row.status == TaskStatus.DENIED:
        return _result_of(row)
    said = f"{answer.error['error']} [{answer.error['code']}]"
    feedback = answer.error.get("feedback")
    return _with_edit(row, failed_text(f"{said} The owner says: {feedback}" if feedback else said))


def _result_of(row: TaskRow) -> Mapping[str, Any]:
    """A task that has ended, for whoever comes back for it."""
    if row.status == TaskStatus.COMPLETED:
        result = _value(None if row.result_json is None else json.loads(row.result_json))
    elif row.status == TaskStatus.DENIED:
        result = failed_text(f"{denial(row.approval and row.approval.reason)} [denied]")
    else:
        result = failed_text(row.error or f"The task is {row.status}.")
    return _with_edit(row, result)


def _with_edit(row: TaskRow | None, result: Mapping[str, Any]) -> Mapping[str, Any]:
    return (
        result if row is None else with_edit(result, explain_kept_edit(row.args_json, row.approved_args_json))
    )


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, dict) and isinstance(value.get("content"), list):
        return value
    text = {"type": "text", "text": strict_json.dump(value)}
    structured = {"structuredContent": value} if isinstance(value, dict) else {}
    return {"content": [text], "isError": False, **structured}
