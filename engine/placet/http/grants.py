"""An owner's standing answers over HTTP (interfaces 2)."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api.engine import Engine
from placet.api.grants import (
    GrantPreview,
    GrantRow,
    GrantWords,
    ListGrants,
    MakeGrant,
    PreviewGrant,
    RevokeGrant,
)
from placet.http.access import owner
from placet.http.bodies import Fields, check_parameters, read_fields
from placet.http.problems import json_answer
from placet.rules.errors import BadInput
from placet.settings import Settings

__all__ = ["GrantRoutes"]

_MOST_USES: Final = 1_000_000
_LATEST_MS: Final = 253_402_300_799_999


class GrantRoutes:
    """The routes of grants; all are the owner's. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [
            Route("/grants", self.list_all, methods=["GET"]),
            Route("/grants", self.make, methods=["POST"]),
            Route("/grants/{grant_id}", self.revoke, methods=["DELETE"]),
        ]

    async def list_all(self, request: Request) -> Response:
        """All grants, newest first, those that ended too."""
        check_parameters(request, "agent")
        owner(request)
        found = self._engine.query(ListGrants(agent=request.query_params.get("agent")))
        return json_answer({"grants": [_wire(row) for row in found]})

    async def make(self, request: Request) -> Response:
        """Make a grant; with `?dry=1` only say what it would match, and what it would have matched."""
        check_parameters(request, "dry")
        authority = owner(request)
        dry = request.query_params.get("dry", "0")
        if dry not in {"0", "1"}:
            raise BadInput("dry is 0 or 1.")
        fields = await read_fields(request, self._settings)
        words, settle_waiting = _words(fields), fields.flag("settle_waiting")
        fields.done()
        if dry == "1":
            # A thousand calls are read for it, which takes its time.
            return json_answer(
                _wire_preview(await asyncio.to_thread(self._engine.query, PreviewGrant(words=words)))
            )
        made = await self._engine.submit(MakeGrant(words=words, settle_waiting=settle_waiting), authority)
        return json_answer({**_wire(made.row), "settled": made.settled}, 201)

    async def revoke(self, request: Request) -> Response:
        """Take a grant back; nothing passes by it from then on."""
        check_parameters(request)
        authority = owner(request)
        row = await self._engine.submit(RevokeGrant(grant_id=request.path_params["grant_id"]), authority)
        return json_answer(_wire(row))


def _words(fields: Fields) -> GrantWords:
    match = fields.mapping("match")
    if match is None:
        raise BadInput("match must be given as an object; {} stands for all arguments.", "/match")
    return GrantWords(
        agent=fields.text("agent"),
        tool=fields.text("tool"),
        match=match,
        folder=fields.optional_text("folder"),
        host=fields.optional_text("host"),
        uses=fields.whole("uses", 1, _MOST_USES),
        expires_at=fields.whole("expires_at", 1, _LATEST_MS),
    )


def _wire(row: GrantRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "agent": row.agent,
        "tool": row.tool,
        "match": row.match,
        "folder": row.folder,
        "host": row.host,
        "uses_left": row.uses_left,
        "expires_at": row.expires_at,
        "created_at": row.created_at,
        "revoked_at": row.revoked_at,
        "hits": row.hits,
        "live": row.live,
        "sentence": row.sentence,
    }


def _wire_preview(preview: GrantPreview) -> dict[str, Any]:
    backtest = {
        "looked_at": preview.looked_at,
        "matched": preview.matched,
        "denied": preview.denied,
        "waiting": preview.waiting,
        "examples": list(preview.examples),
    }
    return {"sentence": preview.sentence, "backtest": backtest}
