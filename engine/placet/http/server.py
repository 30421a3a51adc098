"""The HTTP interface of an engine: its routes behind one door."""

from __future__ import annotations

from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from placet.api.engine import Engine
from placet.api.queries import LastEvent
from placet.folder import CHALLENGE, PROOF, proof_of
from placet.http.access import Door
from placet.http.accounts import AccountRoutes
from placet.http.agents import AgentRoutes
from placet.http.bodies import check_parameters
from placet.http.channels import ChannelRoutes
from placet.http.doctor import DoctorRoutes
from placet.http.events import EventRoutes
from placet.http.files import FileRoutes
from placet.http.grants import GrantRoutes
from placet.http.keeping import KeepingRoutes
from placet.http.links import LinkRoutes
from placet.http.listening import Listener
from placet.http.lmsp import lmsp
from placet.http.lmsp_problems import is_below
from placet.http.mcp import McpRoutes
from placet.http.mcp_tools import McpToolRoutes
from placet.http.problems import HANDLERS, json_answer, on_anything
from placet.http.receipts import ReceiptRoutes
from placet.http.tasks import TaskRoutes
from placet.http.triggers import TriggerRoutes
from placet.http.waiting import Waits
from placet.http.workflows import WorkflowRoutes
from placet.rules.errors import PlacetError

__all__ = ["Server"]

_LEAST_CHALLENGE: Final = 32
_LONGEST_CHALLENGE: Final = 128


class Server:
    """The HTTP interface of one engine. Make, start and stop it on the engine's loop."""

    def __init__(self, engine: Engine, *, host: str, port: int) -> None:
        self._engine = engine
        self._settings = engine.settings
        self._waits = Waits()
        self._listener = Listener(host, port, self._app)

    async def start(self) -> str:
        """Listen, and say where: `http://HOST:PORT`.

        Raises:
            BadSetting: the host isn't a loopback address.
            ListenError: the address is taken or isn't there.
        """
        return await self._listener.start()

    async def stop(self) -> None:
        """End every wait and stream, take no new requests, and close."""
        self._waits.stop()
        await self._listener.stop()

    def _app(self, names: frozenset[str]) -> ASGIApp:
        parts = (
            TaskRoutes(self._engine, self._settings, self._waits),
            AgentRoutes(self._engine, self._settings),
            TriggerRoutes(self._engine, self._settings),
            KeepingRoutes(self._engine, self._settings),
            ChannelRoutes(self._engine, self._settings),
            AccountRoutes(self._engine, self._settings),
            FileRoutes(self._engine, self._settings),
            GrantRoutes(self._engine, self._settings),
            WorkflowRoutes(self._engine, self._settings),
            McpToolRoutes(self._engine, self._settings),
            McpRoutes(self._engine, self._settings),
            DoctorRoutes(self._engine),
            ReceiptRoutes(self._engine, self._settings),
            LinkRoutes(self._engine, self._settings),
            EventRoutes(self._engine, self._settings, self._waits),
        )
        routes = [
            Route("/health", self._health, methods=["GET"]),
            *(route for part in parts for route in part.routes()),
        ]
        app = Starlette(routes=routes, exception_handlers={**HANDLERS, Exception: on_anything})
        # One address has one spelling: a redirect would be an answer that looks like success.
        app.router.redirect_slashes = False
        return Door(_Fork(app, lmsp(self._engine, self._waits)), self._engine, names)

    async def _health(self, request: Request) -> Response:
        """Say that it is there and can read its ledger, and to who asks for it prove that it is the engine of the data
        folder's note.
        """
        check_parameters(request)
        try:
            self._engine.query(LastEvent())
            answer = json_answer({"status": "ok"})
        except PlacetError as error:
            answer = json_answer({"status": error.code}, 503)
        challenge = request.headers.get(CHALLENGE, "")
        if _LEAST_CHALLENGE <= len(challenge) <= _LONGEST_CHALLENGE:
            answer.headers[PROOF] = proof_of(self._engine.service_secret, challenge)
        return answer


class _Fork:
    """Hands what is below `/lmsp` to the application that speaks LMSP, whose errors have another shape."""

    def __init__(self, ours: ASGIApp, lmsps: ASGIApp) -> None:
        self._ours = ours
        self._lmsps = lmsps

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request by its path."""
        await (self._lmsps if is_below(scope["path"]) else self._ours)(scope, receive, send)
