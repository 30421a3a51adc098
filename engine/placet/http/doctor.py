"""What somebody has to see to, over HTTP (interfaces 2)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api.doctor import Examination, Examine
from placet.api.engine import Engine
from placet.api.links import ListLinks
from placet.http.access import owner
from placet.http.bodies import check_parameters
from placet.http.problems import json_answer

__all__ = ["DoctorRoutes", "told"]


class DoctorRoutes:
    """The doctor's one route. Lives on the engine's loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [Route("/doctor", self.examine, methods=["GET"])]

    async def examine(self, request: Request) -> Response:
        """Look at the whole house."""
        check_parameters(request)
        found = told(await self._engine.submit(Examine(), owner(request)))
        links = [asdict(row) for row in self._engine.query(ListLinks())]
        return json_answer({**found, "links": links})


def told(found: Examination) -> dict[str, Any]:
    """An examination as it is on the wire."""
    findings = [
        {key: value for key, value in asdict(it).items() if value is not None} for it in found.findings
    ]
    return {"healthy": found.healthy, "checked": list(found.checked), "findings": findings}
