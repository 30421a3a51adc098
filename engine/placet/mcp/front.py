"""The client's side of a gateway: answers what a client of either era asks, and lets calls wait as its era can.

A held call is told by the tasks extension (2026-07-28) where the client declares it, as a task (2025-11-25) where the call
asks for one, by progress where it names a token, and else, before any client gives up, by an honest "still waiting".
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from placet.mcp import eras, wire
from placet.mcp.eras import Era
from placet.mcp.holds import ELSEWHERE, TASK_TOOL, TASK_TOOL_DEFINITION, Hold, Stage, failed_text
from placet.mcp.spans import raw_arguments
from placet.mcp.wire import Message, WireError

PATIENCE_S: Final = 50.0
"""How long a plain client is let wait: many give up after 60 s."""
PROGRESS_S: Final = 10.0
CANCELLED: Final = "notifications/cancelled"
PASSED_ON: Final = ("prompts/", "resources/", "completion/", "logging/")
"""What isn't a call of a tool and goes to the server as it is, where there is one server."""

_STANDS: Final[Mapping[Stage, str]] = {
    Stage.WAITING: "hasn't been decided, and nothing was run",
    Stage.RUNNING: "was allowed, and hasn't ended",
}
Tell = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, kw_only=True)
class Peer:
    """Who asks: its era and version, and what it says that it can do."""

    era: Era
    version: str
    capabilities: Mapping[str, Any] = field(default_factory=dict)
    takes_tasks: bool = False


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One call of a tool: `raw` is the text of its arguments as it came, `more` what else its parameters hold."""

    tool: str
    arguments: Mapping[str, Any]
    raw: str
    more: Mapping[str, Any]
    peer: Peer


@dataclass(frozen=True, kw_only=True)
class Greeting:
    """What a client is told first."""

    info: Mapping[str, Any]
    capabilities: Mapping[str, Any]
    instructions: str | None = None


class Behind(Protocol):
    """What stands behind the front: the tools, and whoever decides about them."""

    async def greet(self, peer: Peer) -> Greeting:
        """Be ready for a client, and say what it is told. Called first, and perhaps again.

        Raises:
            WireError: there is nothing to offer.
        """
        ...

    async def tools(self) -> list[dict[str, Any]]:
        """The definitions of the tools, under the names that calls use."""
        ...

    async def call(self, asked: Asked) -> Hold:
        """Take a call in. Raises WireError: it isn't, and nothing was run."""
        ...

    async def find(self, task_id: str) -> Hold | None:
        """A call that was taken in before, of this client's."""
        ...

    async def cancel(self, hold: Hold) -> None:
        """Take a call back, as far as that is still possible."""
        ...

    async def pass_on(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask the server behind. Raises WireError: it refuses, or there isn't exactly one."""
        ...

    async def hear(self, method: str, params: Mapping[str, Any]) -> None:
        """Take in what a client tells, without an answer."""
        ...

    def listed(self) -> list[Hold]:
        """The calls of this client's that are known, oldest first."""
        ...


@dataclass(kw_only=True)
class _Open:
    """A request that is being answered: the job, and the call that it made, if any. `taken_back`: nobody waits for it."""

    job: asyncio.Task[Any] | None
    is_call: bool
    hold: Hold | None = None
    taken_back: bool = False


class Front:
    """Speaks with one client. Lives on one loop."""

    def __init__(
        self,
        behind: Behind,
        *,
        peer: Peer | None = None,
        patience_s: float = PATIENCE_S,
        progress_s: float = PROGRESS_S,
    ) -> None:
        self._behind = behind
        self._patience_s = patience_s
        self._progress_s = progress_s
        self._peer = peer or Peer(era=Era.HANDSHAKE, version=eras.HANDSHAKE_VERSIONS[-1])
        self._open: dict[wire.Id, _Open] = {}
        self._answers: dict[str, Callable[[Peer, Message, Tell], Awaitable[dict[str, Any]]]] = {
            "initialize": self._initialize,
            "server/discover": self._discover,
            "ping": self._ping,
            "tools/list": self._list,
            "tools/call": self._call,
            "tasks/get": self._task_get,
            "tasks/result": self._task_result,
            "tasks/list": self._task_list,
            "tasks/cancel": self._task_cancel,
            "tasks/update": self._task_update,
        }

    @property
    def peer(self) -> Peer:
        """The client, as it spoke last."""
        return self._peer

    async def answer(self, message: Message, tell: Tell) -> str | None:
        """Answer a request; `tell` sends what is to be said before. None: it was taken back, or needs no answer."""
        if message.method is None:
            return None
        if message.id is None:
            await self._hear(message.method, message.params)
            return None
        if message.id in self._open:
            return wire.refusal(WireError(wire.INVALID_REQUEST, "This id is in use.", id=message.id))
        is_call = message.method == "tools/call" and message.params.get("name") != TASK_TOOL
        open_ = _Open(job=asyncio.current_task(), is_call=is_call)
        self._open[message.id] = open_
        try:
            text = wire.response(message.id, await self._result(message, tell))
        except WireError as error:
            text = wire.refusal(error.under(message.id))
        finally:
            del self._open[message.id]
        return None if open_.taken_back else text

    async def take_back(self, request_id: Any) -> None:
        """Take a request back that is being answered: nobody waits for it any more. One that isn't is no error."""
        open_ = self._open.get(request_id) if isinstance(request_id, str | int) else None
        if open_ is None:
            return
        open_.taken_back = True
        if open_.hold is not None:
            await self._behind.cancel(open_.hold)
        elif open_.job is not None and not open_.is_call:
            open_.job.cancel()  # a call isn't left before it is known what it made

    async def _result(self, message: Message, tell: Tell) -> dict[str, Any]:
        peer = self._peer_of(message)
        method = message.method or ""
        answer = self._answers.get(method)
        if answer is not None:
            return _in_era(peer, await answer(peer, message, tell))
        if not method.startswith(PASSED_ON):
            raise WireError(wire.METHOD_NOT_FOUND, "Method not found", data=method)
        return _in_era(peer, await self._behind.pass_on(method, message.params))

    def _peer_of(self, message: Message) -> Peer:
        version = eras.version_in(message.params)
        if version is None or message.method == "initialize":
            return self._peer
        if version not in eras.MODERN_VERSIONS:
            told = {"supported": list(eras.MODERN_VERSIONS), "requested": version}
            raise WireError(
                wire.UNSUPPORTED_VERSION, "This version of the protocol isn't spoken here.", data=told
            )
        self._peer = Peer(
            era=Era.MODERN,
            version=version,
            capabilities=eras.capabilities_in(message.params),
            takes_tasks=eras.takes_tasks(message.params),
        )
        return self._peer

    async def _hear(self, method: str, params: Mapping[str, Any]) -> None:
        if method == CANCELLED:
            await self.take_back(params.get("requestId"))
        else:
            await self._behind.hear(method, params)

    async def _initialize(self, peer: Peer, message: Message, tell: Tell) -> dict[str, Any]:
        asked, capabilities = message.params.get("protocolVersion"), message.params.get("capabilities")
        version = asked if asked in eras.HANDSHAKE_VERSIONS else eras.HANDSHAKE_VERSIONS[-1]
        told = capabilities if isinstance(capabilities, Mapping) else {}
        self._peer = Peer(era=Era.HANDSHAKE, version=str(version), capabilities=told)
        greeting = await self._behind.greet(self._peer)
        offered = {**greeting.capabilities}
        if version == eras.WITH_TASKS:
            offered["tasks"] = {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}
        result = {"protocolVersion": version, "capabilities": offered, "serverInfo": dict(greeting.info)}
        return {**result, **_said(greeting)}

    async def _discover(self, peer: Peer, message: Message, tell: Tell) -> dict[str, Any]:
        _need_modern(peer)
        greeting = await self._behind.greet(peer)
        offered = {**greeting.capabilities, "extensions": {eras.TASKS_EXTENSION: {}}}
        return {
            "supportedVersions": list(eras.MODERN_VERSIONS),
            "capabilities": offered,
            "ttlMs": 0,
            "cacheScope": "private",
            **_said(greeting),
            eras.META: {eras.SERVER_KEY: dict(greeting.info)},
        }

    async def _ping(self, peer: Peer, message: Message, tell: Tell) -> dict[str, Any]:
        return {}

    async def _list(self, peer: Peer, message: Message, tell: Tell) -> dict[str, Any]:
        if message.params.get("cursor") is not None:
            raise WireError(wire.INVALID_PARAMS, "The list of tools has one page.")
        await self._behind.greet(peer)
        found = [_for_era(peer, tool) for tool in (*await self._behind.tools(), TASK_TOOL_DEFINITION)]
        return {"tools": found, **({"ttlMs": 0, "cacheScope": "private"} if peer.era is Era.MODERN else {})}

    async def _call(self, peer: Peer, message: Message, tell: Tell) -> dict[str, Any]:
        name, arguments = message.params.get("name"), message.params.get("arguments", {})
        if not isinstance(name, str) or not isinstance(arguments, dict):
            raise WireError(wire.INVALID_PARAMS, "A call has a name, and its arguments are an object.")
        if name == TASK_TOOL:
            return await self._wait(await self._found(arguments.get("task_id")), peer, message, tell)
        await self._behind.greet(peer)
        more = {key: it for key, it in message.params.items() if key not in {"name", "arguments", "task"}}
        raw = raw_arguments(message.text) or "{}"
        asked = Asked(tool=name, arguments=arguments, raw=raw, more=more, peer=peer)
        hold = await self._behind.call(asked)
        open_ = self._open[message.id or ""]
        open_.hold = hold
        if open_.taken_back:
            await self._behind.cancel(hold)
        if peer.era is Era.HANDSHAKE and isinstance(message.params.get("task"), dict):
            return {"task": hold.task(peer.era)}
        return await self._wait(hold, peer, message, tell)

    async def _wait(self, hold: Hold, peer: Peer, message: Message, tell: Tell) -> dict[str, Any]:
        """The result of a call, once there is one; or a word about it that this client understands."""
        if hold.is_waited_in_vain:
            return failed_text(f"{ELSEWHERE} It {_STANDS[hold.stage]}.")
        if hold.stage is Stage.WAITING and peer.takes_tasks:
            return {"resultType": "task", **hold.task(peer.era)}
        token = eras.progress_token(message.params)
        if token is not None:
            return await self._wait_with_progress(hold, token, tell)
        await asyncio.wait([hold.done], timeout=self._patience_s)
        return dict(hold.done.result()) if hold.done.done() else hold.still()

    async def _wait_with_progress(self, hold: Hold, token: str | int, tell: Tell) -> dict[str, Any]:
        told = 0
        while not hold.done.done():
            await asyncio.wait([hold.done], timeout=self._progress_s)
            if not hold.done.done() and hold.stage is Stage.WAITING:
                told += 1
                said = {
                    "progressToken": token,
                    "progress": told,
                    "message": hold.task(Era.MODERN)["statusMessage"],
                }
                await tell(wire.notification("notifications/progress", said))
        return dict(hold.done.result())

    async def _found(self, task_id: Any) -> Hold:
        hold = await self._behind.find(task_id) if isinstance(task_id, str) else None
        if hold is None:
            raise WireError(wire.INVALID_PARAMS, "There is no such task.")
        return hold

    async def _task_get(self, peer: Peer, message: Message, tell: Tell) -> dict[str, Any]:
        hold = await self._found(message.params.get("taskId"))
        return hold.detail() if peer.era is Era.MODERN else hold.task(peer.era)

    async def _task_result(self, peer: Peer, message: Message, tell: Tell) -> dict[str, Any]:
        _need_handshake(peer)
        hold = await self._found(message.params.get("taskId"))
        if hold.is_waited_in_vain:
            raise WireError(wire.INTERNAL_ERROR, f"{ELSEWHERE} It {_STANDS[hold.stage]}.")
        await asyncio.wait([hold.done])
        result = dict(hold.done.result())
        meta = result.get(eras.META)
        known = dict(meta) if isinstance(meta, Mapping) else {}
        return {**result, eras.META: {**known, eras.RELATED_TASK: {"taskId": hold.id}}}

    async def _task_list(self, peer: Peer, message: Message, tell: Tell) -> dict[str, Any]:
        _need_handshake(peer)
        return {"tasks": [hold.task(peer.era) for hold in self._behind.listed()]}

    async def _task_cancel(self, peer: Peer, message: Message, tell: Tell) -> dict[str, Any]:
        hold = await self._found(message.params.get("taskId"))
        if hold.done.done() and peer.era is Era.HANDSHAKE:
            raise WireError(wire.INVALID_PARAMS, f"The task is {hold.status} already.")
        await self._behind.cancel(hold)
        return {} if peer.era is Era.MODERN else hold.task(peer.era)

    async def _task_update(self, peer: Peer, message: Message, tell: Tell) -> dict[str, Any]:
        _need_modern(peer)
        await self._found(message.params.get("taskId"))
        return {}  # nothing was asked of the client, so every key is unknown and ignored


def _need_modern(peer: Peer) -> None:
    if peer.era is not Era.MODERN:
        raise WireError(wire.METHOD_NOT_FOUND, "Method not found")


def _need_handshake(peer: Peer) -> None:
    if peer.era is not Era.HANDSHAKE:
        raise WireError(wire.METHOD_NOT_FOUND, "Method not found")


def _said(greeting: Greeting) -> dict[str, Any]:
    return {"instructions": greeting.instructions} if greeting.instructions else {}


def _for_era(peer: Peer, tool: Mapping[str, Any]) -> dict[str, Any]:
    """A definition as this client may read it: whether calls may be tasks is ours to say."""
    plain = {key: value for key, value in tool.items() if key != "execution"}
    can_be_task = peer.era is Era.HANDSHAKE and peer.version == eras.WITH_TASKS and tool["name"] != TASK_TOOL
    return {**plain, "execution": {"taskSupport": "optional"}} if can_be_task else plain


def _in_era(peer: Peer, result: Mapping[str, Any]) -> dict[str, Any]:
    """A result with the word that the modern era wants in each, and without it for clients that don't know it."""
    kind = result.get("resultType", "complete")
    if peer.era is Era.MODERN:
        return {"resultType": kind, **result}
    if kind != "complete":
        said = "The server wants an answer from the client, which this version of the protocol can't ask for."
        raise WireError(wire.INTERNAL_ERROR, said)
    return {key: value for key, value in result.items() if key != "resultType"}
