"""What gateways tell of MCP servers over HTTP: their lists of tools, to be held against the pins."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api.engine import Engine
from placet.api.mcp import SeeTools
from placet.http.access import agent_or_owner, as_the_agent
from placet.http.bodies import Fields, check_parameters, read_fields
from placet.http.problems import json_answer
from placet.rules.errors import BadInput
from placet.settings import Settings

__all__ = ["McpToolRoutes"]


class McpToolRoutes:
    """The route of tool lists. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [Route("/agents/{agent}/mcp-servers/{server}/tools", self.see, methods=["POST"])]

    async def see(self, request: Request) -> Response:
        """Take in what a server lists; the answer says of each tool whether it is as it was pinned."""
        check_parameters(request)
        agent, authority = agent_or_owner(request, self._engine)
        fields = await read_fields(request, self._settings)
        command = SeeTools(
            agent=agent.id,
            server=request.path_params["server"],
            command=_command(fields),
            tools=_tools(fields),
        )
        fields.done()
        states = await self._engine.submit(command, as_the_agent(authority, agent))
        return json_answer({"tools": states})


def _command(fields: Fields) -> tuple[str, ...]:
    words = fields.take("command")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise BadInput("command must be a list of texts.", "/command")
    return tuple(words)


def _tools(fields: Fields) -> dict[str, Any]:
    listed = fields.take("tools")
    found = {}
    for index, tool in enumerate(listed if isinstance(listed, list) else [None]):
        name = tool.get("name") if isinstance(tool, dict) else None
        definition = tool.get("definition") if isinstance(tool, dict) else None
        if not isinstance(name, str) or not isinstance(definition, dict) or name in found:
            raise BadInput(
                "tools must be a list of different names with their definitions.", f"/tools/{index}"
            )
        found[name] = definition
    return found
