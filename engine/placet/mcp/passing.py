"""What isn't a call of a tool and still carries words to a server: reading a resource, say, whose address a model wrote.

A read can tell somebody something, and what it does is the server's to decide; so it is asked about like a call, under a
name of its own that no tool can have. The owner frees it where that is wanted.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Mapping
from itertools import count
from typing import Any, Final

from placet.hook.asking import Call, No, Yes
from placet.hook.door import Gone, Trouble
from placet.mcp import catalogue, eras, wire
from placet.mcp.console import Console
from placet.mcp.server import Server, ServerGone
from placet.mcp.wire import WireError
from placet.rules.digest import args_digest

ASKED: Final[Mapping[str, str]] = {
    "resources/read": "resources.read",
    "resources/subscribe": "resources.subscribe",
    "prompts/get": "prompts.get",
    "completion/complete": "completion.complete",
}
"""The methods that are asked about, with what they are called behind the server's name."""
CLOSED: Final = "The gateway ends. Nothing was run."
"""What becomes of what nobody allowed before the gateway ended."""
_UNKNOWN: Final = "whether it did anything is unknown"


class Passing:
    """Passes requests on to one server at a time. Lives on the gateway's loop."""

    def __init__(self, console: Console, session: str) -> None:
        self._console = console
        self._session = session
        self._numbers = count(1)

    async def pass_on(self, server: Server, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask the server, once the owner lets it where that is to be asked.

        Raises:
            WireError: nobody allowed it, the server refuses, or it is gone.
        """
        if method not in ASKED:
            return await _ask(server, method, params)
        args = {key: value for key, value in params.items() if key != eras.META}
        name = f"{server.name}:{ASKED[method]}"
        asked = _Asked(name, args)
        verdict = await self._leave(asked, server)
        sent = args if verdict.edited is None else verdict.edited
        if asked.task_id is None or args_digest(name, sent) != asked.digest:
            await self._report(asked, {"ok": False, "error": "What was allowed isn't what was asked for."})
            raise WireError(
                wire.INTERNAL_ERROR, "What was allowed isn't what was asked for. Nothing was run."
            )
        meta = {eras.META: params[eras.META]} if eras.META in params else {}
        return await self._run(asked, server, method, {**sent, **meta})

    async def _leave(self, asked: _Asked, server: Server) -> Yes:
        key = f"mcp:{self._session}:p{next(self._numbers)}"
        call = Call(asked.name, asked.args, key=key, source=catalogue.asker(server, self._session))
        try:
            verdict = await self._console.ask(call, asked.learn, threading.Event())
        except Gone:
            raise WireError(wire.INTERNAL_ERROR, CLOSED) from None
        if isinstance(verdict, No):
            raise WireError(wire.INTERNAL_ERROR, catalogue.no_words(verdict))
        return verdict

    async def _run(
        self, asked: _Asked, server: Server, method: str, params: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        try:
            result = await _ask(server, method, params)
        except WireError as refused:
            await self._report(asked, {"ok": False, "error": refused.message[:2000] or "The server refused."})
            raise
        except asyncio.CancelledError:
            said = {"ok": False, "error": f"Taken back while it ran; {_UNKNOWN}."}
            await asyncio.shield(self._report(asked, said))
            raise
        await self._report(asked, {"ok": True, "result": catalogue.kept(result)})
        return result

    async def _report(self, asked: _Asked, body: Mapping[str, Any]) -> None:
        if asked.task_id is not None:
            with contextlib.suppress(Trouble):  # the end of the session says that nobody told
                await self._console.report(asked.task_id, body)


class _Asked:
    """One question, and what the engine says of it while it is asked, on another thread."""

    def __init__(self, name: str, args: Mapping[str, Any]) -> None:
        self.name = name
        self.args = args
        self.task_id: str | None = None
        self.digest: str | None = None

    def learn(self, answer: Mapping[str, Any]) -> None:
        """Take in an answer of the engine."""
        task = answer.get("task")
        row = task if isinstance(task, Mapping) else {}
        task_id = row.get("id", answer.get("task_id"))
        if isinstance(task_id, str):
            self.task_id = task_id
        if row:
            self.digest = row.get("approved_digest") or row.get("digest")


async def _ask(server: Server, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        return await server.request(method, params)
    except ServerGone as gone:
        unknown = f" It was sent; {_UNKNOWN}." if gone.sent and method in ASKED else ""
        raise WireError(wire.INTERNAL_ERROR, gone.message + unknown) from None
