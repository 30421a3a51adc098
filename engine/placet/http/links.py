"""Links to other programs over HTTP; all of it is the owner's (`placet link`)."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api.engine import Engine
from placet.api.links import InstallLink, ListLinks, RemoveLink, TryLink
from placet.http.access import owner
from placet.http.bodies import check_parameters, read_fields
from placet.http.problems import json_answer
from placet.rules.errors import BadInput
from placet.settings import Settings

__all__ = ["LinkRoutes"]


class LinkRoutes:
    """The routes of links. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [
            Route("/links", self.list_all, methods=["GET"]),
            Route("/links/{name}", self.install, methods=["PUT"]),
            Route("/links/{name}", self.remove, methods=["DELETE"]),
            Route("/links/{name}/test", self.test, methods=["POST"]),
        ]

    async def list_all(self, request: Request) -> Response:
        """All links, by name."""
        check_parameters(request)
        owner(request)
        return json_answer({"links": [asdict(row) for row in self._engine.query(ListLinks())]})

    async def install(self, request: Request) -> Response:
        """Put the hooks into `settings`, an absolute path, and try them."""
        check_parameters(request)
        authority = owner(request)
        fields = await read_fields(request, self._settings)
        settings = _absolute(fields.text("settings"))
        fields.done()
        command = InstallLink(name=request.path_params["name"], settings=settings)
        return json_answer(asdict(await self._engine.submit(command, authority)))

    async def remove(self, request: Request) -> Response:
        """Take the hooks out again. `settings` says which file is meant where a link may stand in several."""
        check_parameters(request, "settings")
        authority = owner(request)
        named = request.query_params.get("settings")
        settings = None if named is None else _absolute(named)
        command = RemoveLink(name=request.path_params["name"], settings=settings)
        return json_answer(asdict(await self._engine.submit(command, authority)))

    async def test(self, request: Request) -> Response:
        """Send a call through that must be blocked; 409 when it wasn't."""
        check_parameters(request)
        authority = owner(request)
        (await read_fields(request, self._settings)).done()
        command = TryLink(name=request.path_params["name"])
        return json_answer(asdict(await self._engine.submit(command, authority)))


def _absolute(named: str) -> Path:
    settings = Path(named)
    if not settings.is_absolute() or "\0" in named:
        raise BadInput("settings must be an absolute path.", "/settings")
    return settings
