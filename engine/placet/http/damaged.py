"""What is served while the ledger is damaged: that it is, and nothing else (interfaces 2, DECISIONS W6)."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from placet.http import lmsp_problems
from placet.http.access import foreign, is_ours
from placet.http.listening import Listener
from placet.http.problems import json_answer, problem

__all__ = ["DamagedServer"]

_UNAVAILABLE = 503


class DamagedServer:
    """Listens without an engine. No token can be checked, so nothing is told but the damage."""

    def __init__(self, reason: str, *, host: str, port: int) -> None:
        self._reason = reason
        self._listener = Listener(host, port, self._app)

    async def start(self) -> str:
        """Listen, and say where.

        Raises:
            BadSetting: the host isn't a loopback address.
            ListenError: the address is taken or isn't there.
        """
        return await self._listener.start()

    async def stop(self) -> None:
        """Close."""
        await self._listener.stop()

    def _app(self, names: frozenset[str]) -> ASGIApp:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                return
            if not is_ours(Headers(scope=scope), names):
                answer = foreign(scope)
            elif scope["path"] == "/health":
                answer = json_answer({"status": "ledger_damaged"}, _UNAVAILABLE)
            elif lmsp_problems.is_below(scope["path"]):
                answer = lmsp_problems.problem(scope, _UNAVAILABLE, "ledger_damaged", self._reason)
            else:
                answer = problem(_UNAVAILABLE, "ledger_damaged", self._reason)
            await answer(scope, receive, send)

        return app
