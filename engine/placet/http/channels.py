"""Channels over HTTP: what messages of agents leave through (interfaces 2). Secrets go in and never come out."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api.commands import PutChannel, RemoveChannel, TryChannel
from placet.api.engine import Engine
from placet.api.queries import ListChannels
from placet.http import rows
from placet.http.access import owner
from placet.http.bodies import check_parameters, read_fields
from placet.http.problems import json_answer
from placet.settings import Settings

__all__ = ["ChannelRoutes"]


class ChannelRoutes:
    """The routes of channels; all are the owner's. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [
            Route("/channels", self.list_all, methods=["GET"]),
            Route("/channels/{name}", self.put, methods=["PUT"]),
            Route("/channels/{name}", self.remove, methods=["DELETE"]),
            Route("/channels/{name}/test", self.test, methods=["POST"]),
        ]

    async def list_all(self, request: Request) -> Response:
        """All channels by name and kind."""
        check_parameters(request)
        owner(request)
        return json_answer({"channels": [rows.channel(row) for row in self._engine.query(ListChannels())]})

    async def put(self, request: Request) -> Response:
        """Declare a channel, or declare it anew."""
        check_parameters(request)
        authority = owner(request)
        fields = await read_fields(request, self._settings)
        command = PutChannel(name=request.path_params["name"], definition=fields.values)
        return json_answer(rows.channel(await self._engine.submit(command, authority)))

    async def remove(self, request: Request) -> Response:
        """Take a channel away."""
        check_parameters(request)
        authority = owner(request)
        command = RemoveChannel(name=request.path_params["name"])
        return json_answer(rows.channel(await self._engine.submit(command, authority)))

    async def test(self, request: Request) -> Response:
        """Send a test message through a channel: `{"address"}`."""
        check_parameters(request)
        authority = owner(request)
        fields = await read_fields(request, self._settings)
        command = TryChannel(name=request.path_params["name"], address=fields.text("address"))
        fields.done()
        return json_answer(await self._engine.submit(command, authority))
