"""Long responses as tasks: create, look, cancel, and follow the events (LMSP 7)."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api.engine import Engine
from placet.api.generations import (
    CancelGeneration,
    CreatedGeneration,
    CreateGeneration,
    GenerationEvents,
    GenerationRow,
    GetGeneration,
    ListGenerationEvents,
    sees_of,
)
from placet.http import lmsp_rows
from placet.http.access import client_or_owner
from placet.http.lmsp_reading import (
    Cursor,
    asked_cursor,
    check_takes_events,
    fingerprint,
    idempotency_key,
    inside,
    read_object,
    request_of,
)
from placet.http.lmsp_stream import EventStream, Place, Streams
from placet.http.problems import json_answer
from placet.rules.authority import Authority
from placet.rules.errors import BadInput, EventHistoryExpired, InvalidCursor, NotFound
from placet.rules.generations import OnRestart

__all__ = ["TaskRoutes", "check_events_are_offered", "events_after", "on_restart_of", "replay_headers"]

_ACCEPTED: Final = 202
_NO_CONTENT: Final = 204
_ROUTE: Final = f"POST {lmsp_rows.TASKS}"
_ON_RESTART: Final = "/on_restart"


class TaskRoutes:
    """The routes of LMSP's tasks. Lives on the engine's loop."""

    def __init__(self, engine: Engine, streams: Streams) -> None:
        self._engine = engine
        self._settings = engine.settings
        self._streams = streams

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        one = lmsp_rows.task_url("{task_id}")
        return [
            Route(lmsp_rows.TASKS, self.create, methods=["POST"]),
            Route(one, self.show, methods=["GET"]),
            Route(f"{one}/cancel", self.cancel, methods=["POST"]),
            Route(lmsp_rows.events_url("{task_id}"), self.follow, methods=["GET"]),
        ]

    async def create(self, request: Request) -> Response:
        """Take a task in. It is on the disk before this answers (LMSP 7.1)."""
        by = client_or_owner(request)
        key = idempotency_key(request)
        body = await read_object(request, self._settings)
        command = CreateGeneration(
            request=_request(body),
            on_restart=on_restart_of(body),
            route=_ROUTE,
            idempotency_key=key,
            fingerprint=None if key is None else fingerprint(body),
        )
        with inside("input", but=_ON_RESTART):
            made: CreatedGeneration = await self._engine.submit(command, by)
        answer = await self._answer(made.row, _ACCEPTED)
        answer.headers.update(replay_headers(made))
        return answer

    async def show(self, request: Request) -> Response:
        """The task as it is now."""
        by = client_or_owner(request)
        return await asyncio.to_thread(self._shown, request.path_params["task_id"], by)

    def _shown(self, task_id: str, by: Authority) -> Response:
        row = self._engine.query(GetGeneration(task_id=task_id, principal=sees_of(by)))
        return json_answer(lmsp_rows.task(row, with_events=self._offers_events))

    async def cancel(self, request: Request) -> Response:
        """Take a task back (LMSP 7.3). Whatever body comes along means nothing."""
        by = client_or_owner(request)
        command = CancelGeneration(task_id=request.path_params["task_id"])
        return await self._answer(await self._engine.submit(command, by), 200)

    async def follow(self, request: Request) -> Response:
        """The events after a place, and those that are still to come (LMSP 7.4)."""
        by = client_or_owner(request)
        check_events_are_offered(self._engine)
        check_takes_events(request)
        return events_after(self._streams, request.path_params["task_id"], asked_cursor(request), by)

    async def _answer(self, row: GenerationRow, status: int) -> Response:
        wire = await asyncio.to_thread(lmsp_rows.task, row, with_events=self._offers_events)
        return json_answer(wire, status)

    @property
    def _offers_events(self) -> bool:
        return self._settings.boolean("lmsp.event_resume")


def _request(body: dict[str, Any]) -> dict[str, Any]:
    if body.get("type") != "response":
        raise BadInput("type must be response.", "/type")
    request = body.get("input")
    if not isinstance(request, dict):
        raise BadInput("input must be a response request.", "/input")
    return request_of(request)


def on_restart_of(body: dict[str, Any]) -> str:
    """What is to become of it at a restart (LMSP 7.5); the engine knows the words.

    Raises:
        BadInput: it isn't a word at all.
    """
    policy = body.get("on_restart", OnRestart.FAIL.value)
    if not isinstance(policy, str):
        raise BadInput("on_restart is fail, retry or resume.", _ON_RESTART)
    return policy


def replay_headers(made: CreatedGeneration) -> dict[str, str]:
    """Where the task is, and whether an earlier request made it."""
    where = {"Location": lmsp_rows.task_url(made.row.id)}
    return {**where, "Idempotent-Replayed": "true"} if made.replayed else where


def check_events_are_offered(engine: Engine) -> None:
    """Refuse to read events where the owner switched that off.

    Raises:
        NotFound: it is off.
    """
    if not engine.settings.boolean("lmsp.event_resume"):
        raise NotFound("Events can't be read again here.")


def events_after(streams: Streams, task_id: str, cursor: Cursor, by: Authority) -> Response:
    """The stream after a place; 204 tells who reconnects with the last id to stop that (WHATWG).

    Raises:
        TaskNotFound: there is none, or it is somebody else's.
        InvalidCursor: no event has that number yet. EventHistoryExpired: what comes next is gone.
    """
    asked = ListGenerationEvents(task_id=task_id, after=cursor.after, limit=1, principal=sees_of(by))
    page: GenerationEvents = streams.engine.query(asked)
    if cursor.after > page.last_seq:
        raise InvalidCursor("No event has this number yet.", last_sequence=page.last_seq)
    if page.expired:
        raise EventHistoryExpired(
            "The events that come next are kept no longer; the task says how it ended.",
            oldest_sequence=page.oldest_seq,
            task_url=lmsp_rows.task_url(task_id),
        )
    if page.ended and cursor.after == page.last_seq and cursor.by_id:
        return Response(status_code=_NO_CONTENT)
    return EventStream(streams, Place(task_id=task_id, after=cursor.after))
