"""LMSP 1.0 below `/lmsp/v1`: long model responses as tasks, for any program of this machine."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet import __version__
from placet.api.engine import Engine
from placet.api.generations import LookUpModels, ModelRow
from placet.http import lmsp_problems, lmsp_rows
from placet.http.access import client_or_owner
from placet.http.lmsp_responses import ResponseRoutes
from placet.http.lmsp_stream import Streams
from placet.http.lmsp_tasks import TaskRoutes
from placet.http.problems import json_answer
from placet.http.waiting import Waits
from placet.rules.basics import ULID_BYTES, ulid
from placet.rules.generations import OnRestart

__all__ = ["lmsp"]

_LIMITS: Final = (
    "max_request_bytes",
    "max_queued_tasks",
    "max_running_tasks",
    "max_streams_per_task",
    "event_retention_s",
    "task_retention_s",
    "idempotency_retention_s",
)
"""The owner's settings that a client should know."""


def lmsp(engine: Engine, waits: Waits) -> Starlette:
    """The application that serves LMSP, for requests that the door let in."""
    streams = Streams(engine, engine.settings, waits)
    parts = (TaskRoutes(engine, streams), ResponseRoutes(engine, streams), _About(engine))
    app = Starlette(
        routes=[route for part in parts for route in part.routes()],
        exception_handlers={**lmsp_problems.HANDLERS, Exception: lmsp_problems.on_anything},
    )
    # One address has one spelling: a redirect would be an answer that looks like success.
    app.router.redirect_slashes = False
    return app


class _About:
    """What this service can do, and which models it has. Lives on the engine's loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._instance_id = ulid("", int(time.time() * 1000), secrets.token_bytes(ULID_BYTES))
        self._started_at = int(time.time())

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [
            Route(f"{lmsp_problems.ROOT}/v1/capabilities", self.capabilities, methods=["GET"]),
            Route(f"{lmsp_problems.ROOT}/v1/models", self.models, methods=["GET"]),
        ]

    async def capabilities(self, request: Request) -> Response:
        """What can be asked for, within which limits, of which models (generations 1.8)."""
        models = await self._models(request)
        snapshots = any(model.snapshots for model in models)
        policies = [it.value for it in OnRestart if snapshots or it is not OnRestart.RESUME]
        return json_answer(
            {
                "object": "capabilities",
                "protocol": "lmsp",
                "version": "1.0",
                "draft": True,
                "server": {
                    "name": "placet",
                    "version": __version__,
                    "instance_id": self._instance_id,
                    "started_at": self._started_at,
                },
                "capabilities": self._abilities(models, snapshots=snapshots),
                "on_restart": policies,
                "limits": {name: self._engine.settings.integer(f"lmsp.{name}") for name in _LIMITS},
                "models": [lmsp_rows.capability_model(model) for model in models],
            }
        )

    def _abilities(self, models: tuple[ModelRow, ...], *, snapshots: bool) -> dict[str, Any]:
        return {
            "tasks": True,
            "event_resume": self._engine.settings.boolean("lmsp.event_resume"),
            "resumable_snapshots": snapshots,
            "idempotency": True,
            "response_streaming": True,
            "tools": any(model.tools for model in models),
            "structured_output": True,
        }

    async def models(self, request: Request) -> Response:
        """Every model that a request may name."""
        models = await self._models(request)
        return json_answer({"object": "list", "data": [lmsp_rows.listed_model(model) for model in models]})

    async def _models(self, request: Request) -> tuple[ModelRow, ...]:
        found: tuple[ModelRow, ...] = await self._engine.submit(LookUpModels(), client_or_owner(request))
        return found
