"""Agents' files and the runs of their code over HTTP (interfaces 2): what is authorized, and who ran what."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api.commands import AuthorizeFile
from placet.api.engine import Engine
from placet.api.queries import ListFiles, ListRuns
from placet.http import rows
from placet.http.access import agent_of, owner
from placet.http.bodies import check_parameters, read_fields, whole_parameter
from placet.http.problems import json_answer
from placet.rules.errors import BadInput
from placet.settings import Settings

__all__ = ["FileRoutes"]


class FileRoutes:
    """The routes of files and runs; all are the owner's. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [
            Route("/agents/{agent}/files", self.list_all, methods=["GET"]),
            Route("/agents/{agent}/files/authorize", self.authorize, methods=["POST"]),
            Route("/agents/{agent}/runs", self.list_runs, methods=["GET"]),
        ]

    async def list_all(self, request: Request) -> Response:
        """The files of the agent's folder as they are now."""
        check_parameters(request)
        owner(request)
        query = ListFiles(agent=agent_of(request, self._engine).id)
        listing = await asyncio.to_thread(self._engine.query, query)
        return json_answer(
            {"files": [rows.file(row) for row in listing.files], "truncated": listing.truncated}
        )

    async def authorize(self, request: Request) -> Response:
        """Authorize a file's bytes as they are now, or take that back."""
        check_parameters(request)
        authority = owner(request)
        agent = agent_of(request, self._engine)
        fields = await read_fields(request, self._settings)
        authorized = fields.take("authorized")
        if not isinstance(authorized, bool):
            raise BadInput("authorized must be true or false.", "/authorized")
        command = AuthorizeFile(
            agent=agent.id,
            path=fields.text("path"),
            authorized=authorized,
            sha256=fields.optional_text("sha256"),
        )
        fields.done()
        return json_answer(rows.file(await self._engine.submit(command, authority)))

    async def list_runs(self, request: Request) -> Response:
        """The log of the agent's code, newest first."""
        owner(request)
        check_parameters(request, "limit", "before")
        query = ListRuns(
            agent=agent_of(request, self._engine).id,
            limit=whole_parameter(request, "limit", 200, 1, 1000),
            before=request.query_params.get("before"),
        )
        return json_answer({"runs": [rows.run(row) for row in self._engine.query(query)]})
