"""Agents and their conversations over HTTP (interfaces 2 and 3)."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api.commands import (
    ChangeAgent,
    DeclareAgent,
    OpenConversation,
    SendMessage,
    StartAgent,
    StopAgent,
)
from placet.api.engine import Engine
from placet.api.queries import GetAgent, ListAgents, ListConversations, ListMessages
from placet.http import rows
from placet.http.access import agent_of, owner
from placet.http.bodies import check_parameters, read_fields, whole_parameter
from placet.http.problems import json_answer
from placet.settings import Settings

__all__ = ["AgentRoutes"]


class AgentRoutes:
    """The routes of agents; all are the owner's. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        talks = "/agents/{agent}/conversations"
        return [
            Route("/agents", self.list_all, methods=["GET"]),
            Route("/agents", self.declare, methods=["POST"]),
            Route("/agents/{agent}", self.show, methods=["GET"]),
            Route("/agents/{agent}", self.change, methods=["PATCH"]),
            Route("/agents/{agent}/stop", self.stop, methods=["POST"]),
            Route("/agents/{agent}/start", self.start, methods=["POST"]),
            Route("/agents/{agent}/messages", self.say, methods=["POST"]),
            Route(talks, self.list_conversations, methods=["GET"]),
            Route(talks, self.open_conversation, methods=["POST"]),
            Route(talks + "/{conversation}/messages", self.list_messages, methods=["GET"]),
            Route(talks + "/{conversation}/messages", self.say, methods=["POST"]),
        ]

    async def list_all(self, request: Request) -> Response:
        """All agents, by name."""
        check_parameters(request)
        owner(request)
        return json_answer({"agents": [rows.agent(row) for row in self._engine.query(ListAgents())]})

    async def show(self, request: Request) -> Response:
        """One agent."""
        check_parameters(request)
        owner(request)
        return json_answer(rows.agent(self._engine.query(GetAgent(agent=request.path_params["agent"]))))

    async def declare(self, request: Request) -> Response:
        """Declare a new agent; the body is its declaration."""
        check_parameters(request)
        authority = owner(request)
        fields = await read_fields(request, self._settings)
        row = await self._engine.submit(DeclareAgent(declaration=fields.values), authority)
        return json_answer(rows.agent(row), 201)

    async def change(self, request: Request) -> Response:
        """Change an agent's declaration; `tools` are merged by name."""
        check_parameters(request)
        authority = owner(request)
        fields = await read_fields(request, self._settings)
        command = ChangeAgent(agent=agent_of(request, self._engine).id, changes=fields.values)
        return json_answer(rows.agent(await self._engine.submit(command, authority)))

    async def stop(self, request: Request) -> Response:
        """Stop an agent; its blocking requests are withdrawn."""
        check_parameters(request)
        authority = owner(request)
        (await read_fields(request, self._settings)).done()
        row = await self._engine.submit(StopAgent(agent=agent_of(request, self._engine).id), authority)
        return json_answer({"state": row.state})

    async def start(self, request: Request) -> Response:
        """Let a stopped agent work again."""
        check_parameters(request)
        authority = owner(request)
        (await read_fields(request, self._settings)).done()
        row = await self._engine.submit(StartAgent(agent=agent_of(request, self._engine).id), authority)
        return json_answer({"state": row.state})

    async def list_conversations(self, request: Request) -> Response:
        """An agent's conversations, newest first."""
        check_parameters(request)
        owner(request)
        found = self._engine.query(ListConversations(agent=agent_of(request, self._engine).id))
        return json_answer({"conversations": [rows.conversation(row) for row in found]})

    async def open_conversation(self, request: Request) -> Response:
        """Begin a new conversation."""
        check_parameters(request)
        authority = owner(request)
        fields = await read_fields(request, self._settings)
        title = fields.optional_text("title") or ""
        fields.done()
        command = OpenConversation(agent=agent_of(request, self._engine).id, title=title)
        return json_answer(rows.conversation(await self._engine.submit(command, authority)), 201)

    async def list_messages(self, request: Request) -> Response:
        """A conversation's messages in order; `after` is the `seq` of the last one that is known already."""
        check_parameters(request, "after")
        owner(request)
        query = ListMessages(
            agent=agent_of(request, self._engine).id,
            conversation_id=request.path_params["conversation"],
            after=whole_parameter(request, "after", 0, 0, 2**53),
        )
        return json_answer({"messages": [rows.message(row) for row in self._engine.query(query)]})

    async def say(self, request: Request) -> Response:
        """Say something to an agent, in the named conversation or the newest one; starts a turn or queues."""
        check_parameters(request)
        authority = owner(request)
        fields = await read_fields(request, self._settings)
        text = fields.text("text")
        fields.done()
        command = SendMessage(
            agent=agent_of(request, self._engine).id,
            text=text,
            conversation_id=request.path_params.get("conversation"),
        )
        sent = await self._engine.submit(command, authority)
        answer = {
            "conversation_id": sent.conversation_id,
            "message_id": sent.message_id,
            "turn_id": sent.turn_id,
            "workflow_id": sent.workflow_id,
        }
        return json_answer(answer, 202)
