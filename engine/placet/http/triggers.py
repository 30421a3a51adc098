"""Agents' triggers and timers over HTTP: what is declared, how it last ended, and a try."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api.commands import TryTarget
from placet.api.engine import Engine
from placet.api.queries import ListTimers, ListTriggers
from placet.api.trigger_rows import TargetRow
from placet.http.access import agent_of, owner
from placet.http.bodies import check_parameters, read_fields
from placet.http.problems import json_answer
from placet.settings import Settings

__all__ = ["TriggerRoutes"]


class TriggerRoutes:
    """The routes of triggers and timers; all are the owner's. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [
            Route("/agents/{agent}/triggers", self.list_triggers, methods=["GET"]),
            Route("/agents/{agent}/timers", self.list_timers, methods=["GET"]),
            Route("/agents/{agent}/triggers/test", self.test, methods=["POST"]),
        ]

    async def list_triggers(self, request: Request) -> Response:
        """Every target of the agent's triggers, the default one included."""
        check_parameters(request)
        owner(request)
        found = self._engine.query(ListTriggers(agent=agent_of(request, self._engine).id))
        return json_answer({"triggers": [_row(it) for it in found]})

    async def list_timers(self, request: Request) -> Response:
        """The agent's timers."""
        check_parameters(request)
        owner(request)
        found = self._engine.query(ListTimers(agent=agent_of(request, self._engine).id))
        return json_answer({"timers": [_row(it) for it in found]})

    async def test(self, request: Request) -> Response:
        """Send a target, or a timer's, an event that says that it is a test."""
        check_parameters(request)
        authority = owner(request)
        fields = await read_fields(request, self._settings)
        command = TryTarget(
            agent=agent_of(request, self._engine).id,
            trigger=fields.text("trigger"),
            target=fields.text("target"),
        )
        fields.done()
        return json_answer({"delivery": await self._engine.submit(command, authority)}, 202)


def _row(row: TargetRow) -> dict[str, Any]:
    """A row without what is made for screens."""
    plain = asdict(row)
    if plain["last"] is not None:
        plain["last"] = _without_shown(plain["last"])
    return _without_shown(plain)


def _without_shown(plain: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in plain.items() if not key.startswith("shown_")}
