"""Responses by OpenAI's routes, for clients that know nothing of tasks (generations 1.10, DECISIONS G5).

Every response is a task: it goes on when its client leaves, whether it was asked for in the background or not.
"""

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
    GenerationRow,
    GetGeneration,
    sees_of,
)
from placet.http import lmsp_rows
from placet.http.access import client_or_owner
from placet.http.lmsp_problems import ROOT, problem
from placet.http.lmsp_reading import (
    Cursor,
    asked_cursor,
    fingerprint,
    idempotency_key,
    read_object,
    request_of,
)
from placet.http.lmsp_stream import EventStream, Place, Streams
from placet.http.lmsp_tasks import check_events_are_offered, events_after, on_restart_of, replay_headers
from placet.http.problems import json_answer
from placet.rules.authority import Authority
from placet.rules.errors import BadInput, EngineStopping
from placet.rules.lifecycle import Phase

__all__ = ["ResponseRoutes"]

_RESPONSES: Final = f"{ROOT}/v1/responses"
_ROUTE: Final = f"POST {_RESPONSES}"


class ResponseRoutes:
    """The routes of responses. Lives on the engine's loop."""

    def __init__(self, engine: Engine, streams: Streams) -> None:
        self._engine = engine
        self._streams = streams

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        one = f"{_RESPONSES}/{{response_id}}"
        return [
            Route(_RESPONSES, self.create, methods=["POST"]),
            Route(one, self.show, methods=["GET"]),
            Route(f"{one}/cancel", self.cancel, methods=["POST"]),
        ]

    async def create(self, request: Request) -> Response:
        """Make a response: its events, or the object at once (`background`), or the object once it has ended."""
        by = client_or_owner(request)
        key = idempotency_key(request)
        body = await read_object(request, self._engine.settings)
        streams, background = _flag(body, "stream"), _flag(body, "background")
        command = CreateGeneration(
            request=request_of(body),
            on_restart=on_restart_of(body),  # no word of OpenAI's: the SDK sends it as `extra_body`
            route=_ROUTE,
            idempotency_key=key,
            fingerprint=None if key is None else fingerprint(body),
        )
        made: CreatedGeneration = await self._engine.submit(command, by)
        if streams:
            answer = self._from_the_start(made, by)
        elif background:
            answer = await _answer(made.row)
        else:
            answer = await self._when_ended(made.row, request)
        answer.headers.update(replay_headers(made))
        return answer

    def _from_the_start(self, made: CreatedGeneration, by: Authority) -> Response:
        if made.replayed:  # what an earlier request made may be old
            return events_after(self._streams, made.row.id, Cursor(after=-1, by_id=False), by)
        return EventStream(self._streams, Place(task_id=made.row.id, after=-1))

    async def _when_ended(self, row: GenerationRow, request: Request) -> Response:
        await self._streams.waits.race(self._until_ended(row.id), request)
        now = await asyncio.to_thread(self._engine.query, GetGeneration(task_id=row.id))
        if now.phase != Phase.ENDED:
            raise EngineStopping(
                "The engine is shutting down; the response can be asked for after its start."
            )
        failed = lmsp_rows.failure(now)
        if failed is not None:
            return problem(request.scope, failed["status"], failed["code"], failed["detail"])
        return await _answer(now)

    async def _until_ended(self, task_id: str) -> None:
        with self._engine.watch_generation(task_id) as watch:
            while True:
                watch.clear()
                if self._engine.query(GetGeneration(task_id=task_id)).phase == Phase.ENDED:
                    return
                await watch.wait()

    async def show(self, request: Request) -> Response:
        """The response as it stands, or with `stream=true` its events from a place on."""
        by = client_or_owner(request)
        row = await self._row(request, by)
        if request.query_params.get("stream") != "true":
            return await _answer(row)
        check_events_are_offered(self._engine)
        return events_after(self._streams, row.id, asked_cursor(request), by)

    async def cancel(self, request: Request) -> Response:
        """Take a response back; a repeat answers with what became of it."""
        by = client_or_owner(request)
        row = await self._row(request, by)
        command = CancelGeneration(task_id=row.id)
        return await _answer(await self._engine.submit(command, by))

    async def _row(self, request: Request, by: Authority) -> GenerationRow:
        asked = GetGeneration(response_id=request.path_params["response_id"], principal=sees_of(by))
        row: GenerationRow = await asyncio.to_thread(self._engine.query, asked)
        return row


def _flag(body: dict[str, Any], name: str) -> bool:
    value = body.get(name)
    if value is not None and not isinstance(value, bool):
        raise BadInput(f"{name} must be true or false.", f"/{name}")
    return value is True


async def _answer(row: GenerationRow) -> Response:
    return json_answer(await asyncio.to_thread(lmsp_rows.response, row))
