"""Tokens and settings over HTTP: what the owner keeps house with (interfaces 2 and 7, DECISIONS A2)."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api.commands import ChangeSettings, CreateToken, RevokeToken
from placet.api.engine import Engine
from placet.api.queries import GetSettings, ListTokens
from placet.http import rows
from placet.http.access import owner
from placet.http.bodies import check_parameters, read_fields
from placet.http.problems import json_answer
from placet.rules.errors import BadInput
from placet.rules.records import Scope
from placet.settings import Settings, dotted

__all__ = ["KeepingRoutes"]

_LONGEST_TTL_S: Final = 10 * 366 * 86400


class KeepingRoutes:
    """The routes of tokens and settings; all are the owner's. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [
            Route("/tokens", self.list_tokens, methods=["GET"]),
            Route("/tokens", self.create_token, methods=["POST"]),
            Route("/tokens/{token_id}", self.revoke_token, methods=["DELETE"]),
            Route("/settings", self.show_settings, methods=["GET"]),
            Route("/settings", self.change_settings, methods=["PATCH"]),
        ]

    async def list_tokens(self, request: Request) -> Response:
        """All tokens that hold, without their secrets."""
        check_parameters(request)
        owner(request)
        return json_answer({"tokens": [rows.token(row) for row in self._engine.query(ListTokens())]})

    async def create_token(self, request: Request) -> Response:
        """Make a token; the answer is the only place where its secret is ever seen."""
        check_parameters(request)
        authority = owner(request)
        fields = await read_fields(request, self._settings)
        scope = fields.take("scope")
        if not isinstance(scope, str) or scope not in frozenset(Scope):
            raise BadInput(f"scope must be one of {', '.join(Scope)}.", "/scope")
        command = CreateToken(
            scope=Scope(scope),
            agent=fields.optional_text("agent"),
            ttl_s=fields.whole("ttl_s", 1, _LONGEST_TTL_S),
            label=fields.optional_text("label") or "",
        )
        fields.done()
        made = await self._engine.submit(command, authority)
        return json_answer({**rows.token(made.row), "token": made.secret}, 201)

    async def revoke_token(self, request: Request) -> Response:
        """Take a token back; it stops working at once."""
        check_parameters(request)
        authority = owner(request)
        row = await self._engine.submit(RevokeToken(token_id=request.path_params["token_id"]), authority)
        return json_answer(rows.token(row))

    async def show_settings(self, request: Request) -> Response:
        """The values in force, and the table that explains them."""
        check_parameters(request)
        owner(request)
        table = [rows.setting(row) for row in self._engine.query(GetSettings())]
        return json_answer({"settings": {row["key"]: row["value"] for row in table}, "table": table})

    async def change_settings(self, request: Request) -> Response:
        """Set some settings, all or none: dotted keys, or tables inside each other as in the file."""
        check_parameters(request)
        authority = owner(request)
        fields = await read_fields(request, self._settings)
        values = dict(dotted(fields.values))
        await self._engine.submit(ChangeSettings(values=values), authority)
        return await self.show_settings(request)
