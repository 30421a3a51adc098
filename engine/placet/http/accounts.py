"""Accounts over HTTP: what tools log in to (interfaces 2). Passwords go in and never come out."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api.accounts import (
    AccountRow,
    ConsentToAccount,
    ListAccounts,
    PutAccount,
    RemoveAccount,
    TryAccount,
)
from placet.api.engine import Engine
from placet.http.access import owner
from placet.http.bodies import check_parameters, read_fields
from placet.http.problems import json_answer
from placet.rules.errors import BadInput
from placet.settings import Settings

__all__ = ["AccountRoutes", "account"]

_CHANGES: Final = frozenset({"password", "rights", "expires_at"})


class AccountRoutes:
    """The routes of accounts; all are the owner's. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [
            Route("/accounts", self.list_all, methods=["GET"]),
            Route("/accounts/{name}", self.put, methods=["PUT"]),
            Route("/accounts/{name}", self.remove, methods=["DELETE"]),
            Route("/accounts/{name}/test", self.test, methods=["POST"]),
            Route("/accounts/{name}/consent", self.consent, methods=["POST"]),
        ]

    async def list_all(self, request: Request) -> Response:
        """All accounts by name."""
        check_parameters(request)
        owner(request)
        return json_answer({"accounts": [account(row) for row in self._engine.query(ListAccounts())]})

    async def put(self, request: Request) -> Response:
        """Declare an account, or declare it anew."""
        check_parameters(request)
        authority = owner(request)
        fields = await read_fields(request, self._settings)
        command = PutAccount(name=request.path_params["name"], definition=fields.values)
        return json_answer(account(await self._engine.submit(command, authority)))

    async def consent(self, request: Request) -> Response:
        """Give leave anew: `{"password"?, "rights"?, "expires_at"?}`."""
        check_parameters(request)
        authority = owner(request)
        fields = await read_fields(request, self._settings)
        if not _CHANGES.issuperset(fields.values):
            raise BadInput(f"Leave is given anew with {', '.join(sorted(_CHANGES))}, and nothing else.", "")
        command = ConsentToAccount(name=request.path_params["name"], changes=fields.values)
        return json_answer(account(await self._engine.submit(command, authority)))

    async def remove(self, request: Request) -> Response:
        """Take an account away."""
        check_parameters(request)
        authority = owner(request)
        command = RemoveAccount(name=request.path_params["name"])
        return json_answer(account(await self._engine.submit(command, authority)))

    async def test(self, request: Request) -> Response:
        """Log in to an account and look."""
        check_parameters(request)
        authority = owner(request)
        command = TryAccount(name=request.path_params["name"])
        return json_answer(await self._engine.submit(command, authority))


def account(row: AccountRow) -> dict[str, Any]:
    """An account on the wire: where it is stands beside its name, as it was declared."""
    found = asdict(row)
    return {**found.pop("place"), **found, "rights": list(row.rights)}
