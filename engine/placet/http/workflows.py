"""Workflows over HTTP (interfaces 2). All routes are the owner's.

Members of a body that aren't known have no effect here: neither a demand nor a scope can be set from outside, and a
client that sends one learns no way to (spec/workflows 12, cases 40 and 81).
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api import workflows as api
from placet.api.commands import Command
from placet.api.engine import Engine
from placet.http.access import owner
from placet.http.bodies import Fields, check_parameters, read_fields, whole_parameter
from placet.http.problems import json_answer
from placet.rules.errors import BadInput
from placet.settings import Settings

__all__ = ["WorkflowRoutes", "listed", "one"]

_GIVEN: Final = ("account", "calendar", "message", "path", "text")
_LIST_LIMIT: Final = 200
_LONGEST_LIST: Final = 1000
_OLDEST: Final = "oldest"
_ORDERS: Final = ("newest", _OLDEST)
_OURS_ALONE: Final = frozenset(
    {
        "seq",
        "shown_summary",
        "summary_secrets",
        "can_stop",
        "can_retry",
        "can_resume",
        "can_continue",
        "can_remove",
        "can_check",
    }
)
"""What rows hold for the console: on the wire it would only repeat what the status says."""


class WorkflowRoutes:
    """The routes of workflows. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        one, operation = "/workflows/{id}", "/workflows/{id}/operations/{operation}"
        return [
            Route("/workflows", self.list_all, methods=["GET"]),
            Route("/workflows", self.create, methods=["POST"]),
            Route("/workflows/guided/{guided}", self.create_guided, methods=["POST"]),
            Route(one, self.show, methods=["GET"]),
            Route(one, self.remove, methods=["DELETE"]),
            Route(one + "/stop", self.stop, methods=["POST"]),
            Route(one + "/retry", self.retry, methods=["POST"]),
            Route(one + "/resume", self.resume, methods=["POST"]),
            Route(one + "/continue", self.go_on, methods=["POST"]),
            Route(one + "/operations", self.list_operations, methods=["GET"]),
            Route(operation, self.show_operation, methods=["GET"]),
            Route(operation + "/check", self.check, methods=["POST"]),
            Route(operation + "/looked", self.looked, methods=["POST"]),
        ]

    async def list_all(self, request: Request) -> Response:
        """A page of those that aren't archived, newest first."""
        check_parameters(request, "limit", "before")
        owner(request)
        query = api.ListWorkflows(
            limit=whole_parameter(request, "limit", _LIST_LIMIT, 1, _LONGEST_LIST),
            before=request.query_params.get("before"),
        )
        found = await asyncio.to_thread(listed, self._engine, query)
        return json_answer({"workflows": found})

    async def create(self, request: Request) -> Response:
        """Give an agent a goal: 201; 200 where the same request made it before."""
        fields = await self._fields(request)
        command = api.CreateWorkflow(
            agent=fields.text("agent"),
            text=fields.optional_text("text") or "",
            title=fields.optional_text("title"),
            request_key=fields.optional_text("request_key"),
        )
        return await self._create(request, command)

    async def create_guided(self, request: Request) -> Response:
        """Start a guided workflow: 201; 200 where the same request made it before."""
        fields = await self._fields(request)
        command = api.CreateGuidedWorkflow(
            agent=fields.text("agent"),
            guided=request.path_params["guided"],
            given={name: fields.take(name) for name in _GIVEN},
            request_key=fields.optional_text("request_key"),
        )
        return await self._create(request, command)

    async def _create(self, request: Request, command: Command) -> Response:
        made = await self._engine.submit(command, owner(request))
        return json_answer(_told(made.row), 200 if made.replayed else 201)

    async def show(self, request: Request) -> Response:
        """One, archived or not."""
        check_parameters(request)
        owner(request)
        return json_answer(await asyncio.to_thread(one, self._engine, request.path_params["id"]))

    async def remove(self, request: Request) -> Response:
        """Take an ended one off the list; what it proves stays."""
        check_parameters(request)
        workflow_id = request.path_params["id"]
        kept = await self._engine.submit(api.RemoveWorkflow(workflow_id=workflow_id), owner(request))
        return json_answer({"id": workflow_id, "archived": kept})

    async def stop(self, request: Request) -> Response:
        """Stop one; an ended one is told as it is."""
        return await self._act(request, api.StopWorkflow(workflow_id=request.path_params["id"]))

    async def retry(self, request: Request) -> Response:
        """Run an ended one again."""
        return await self._act(request, api.RetryWorkflow(workflow_id=request.path_params["id"]))

    async def resume(self, request: Request) -> Response:
        """Take up an interrupted one."""
        return await self._act(request, api.ResumeWorkflow(workflow_id=request.path_params["id"]))

    async def go_on(self, request: Request) -> Response:
        """Give an ended one its next goal."""
        fields = await self._fields(request)
        command = api.ContinueWorkflow(
            workflow_id=request.path_params["id"],
            text=fields.optional_text("text") or "",
            request_key=fields.optional_text("request_key"),
        )
        return await self._act(request, command)

    async def list_operations(self, request: Request) -> Response:
        """A page of its effects, in the order of their beginning or the other way round."""
        check_parameters(request, "limit", "after", "state", "order")
        owner(request)
        asked = request.query_params
        query = api.ListOperations(
            workflow_id=request.path_params["id"],
            state=asked.get("state"),
            limit=whole_parameter(request, "limit", _LIST_LIMIT, 1, _LONGEST_LIST),
            after=asked.get("after"),
            newest_first=_newest_first(asked.get("order", _OLDEST)),
        )
        found = await asyncio.to_thread(self._engine.query, query)
        return json_answer({"operations": [_told(row) for row in found]})

    async def show_operation(self, request: Request) -> Response:
        """One of its effects."""
        check_parameters(request)
        owner(request)
        query = api.GetOperation(
            workflow_id=request.path_params["id"], operation_id=request.path_params["operation"]
        )
        return json_answer(_told(await asyncio.to_thread(self._engine.query, query)))

    async def check(self, request: Request) -> Response:
        """Look an uncertain effect up again, read-only."""
        command = api.CheckOperation(
            workflow_id=request.path_params["id"], operation_id=request.path_params["operation"]
        )
        return await self._act(request, command)

    async def looked(self, request: Request) -> Response:
        """Keep what the owner saw of an effect."""
        fields = await self._fields(request)
        happened = fields.take("happened")
        if not isinstance(happened, bool):
            raise BadInput("happened must be true or false.", "/happened")
        command = api.NoteLook(
            workflow_id=request.path_params["id"],
            operation_id=request.path_params["operation"],
            happened=happened,
            reason=fields.text("reason"),
        )
        return await self._act(request, command)

    async def _act(self, request: Request, command: Command) -> Response:
        check_parameters(request)
        return json_answer(_told(await self._engine.submit(command, owner(request))))

    async def _fields(self, request: Request) -> Fields:
        check_parameters(request)
        owner(request)  # before the body is read: it is nobody else's to send
        return await read_fields(request, self._settings)


def _newest_first(order: str) -> bool:
    if order not in _ORDERS:
        raise BadInput(f"order must be one of {', '.join(_ORDERS)}.")
    return order != _OLDEST


def listed(engine: Engine, query: api.ListWorkflows) -> list[dict[str, Any]]:
    """A page of them. Blocking: each is told with its evidence."""
    return [_told(row) for row in engine.query(query)]


def one(engine: Engine, workflow_id: str) -> dict[str, Any]:
    """One with its evidence. Blocking.

    Raises:
        NotFound: there is no such workflow.
    """
    return _told(engine.query(api.GetWorkflow(workflow_id=workflow_id)))


def _told(row: Any) -> dict[str, Any]:
    return {name: value for name, value in asdict(row).items() if name not in _OURS_ALONE}
