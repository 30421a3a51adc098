"""From the error family to the wire: a status and `{"error", "code", "pointer"?, "task"?}` (interfaces 2)."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from placet.api.views import TaskRow
from placet.http import rows
from placet.rules import errors

__all__ = ["HANDLERS", "json_answer", "of_error", "on_anything", "problem", "status_of"]

_log = logging.getLogger(__name__)

_STATUSES: Final[tuple[tuple[type[errors.PlacetError], int], ...]] = (
    # The first that fits counts, so the narrower class stands before the wider one.
    (errors.TooLarge, 413),
    (errors.BadInput, 400),
    (errors.Unauthenticated, 401),
    (errors.NotFound, 404),
    (errors.Forbidden, 403),
    (errors.NotEnabled, 403),
    (errors.ArgumentsNotAllowed, 403),
    (errors.RequiresAuthorizedCode, 403),
    (errors.CodeRefused, 403),
    (errors.Conflict, 409),
    (errors.RequestKeyReused, 422),
    (errors.BackendFailed, 502),
    (errors.EngineStopping, 503),
    (errors.LedgerDamaged, 503),
    (errors.CorruptRow, 503),  # what was asked is right; it is our file that can't answer
    (errors.SettingsNotWritten, 503),
    (errors.LedgerWriteFailed, 503),  # nothing of it happened, and it may be tried again
)
_OTHER: Final = 400


def json_answer(value: Any, status: int = 200) -> Response:
    """A JSON body. Nothing of it may be kept by a cache: it is the owner's."""
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return Response(rows.encode(value), status, headers, media_type="application/json")


def problem(status: int, code: str, message: str, **more: Any) -> Response:
    """An error body; what is None is left out."""
    body = {"error": message, "code": code, **{key: item for key, item in more.items() if item is not None}}
    return json_answer(body, status)


def status_of(error: errors.PlacetError) -> int:
    """The HTTP status that an error of the family travels under."""
    return next((status for kind, status in _STATUSES if isinstance(error, kind)), _OTHER)


def of_error(error: errors.PlacetError) -> Response:
    """The answer for an error: its code, its sentence, what it is about, and its details."""
    more = {key: _plain(item) for key, item in error.details.items()}
    if isinstance(error, errors.BadInput):
        more["pointer"] = error.pointer
    answer = problem(status_of(error), error.code, error.message, **more)
    if isinstance(error, errors.Unauthenticated):
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _plain(item: Any) -> Any:
    return rows.whole_task(item) if isinstance(item, TaskRow) else item


async def _on_placet_error(_: Request, error: Exception) -> Response:
    if not isinstance(error, errors.PlacetError):
        raise error
    if isinstance(error, errors.Conflict):
        return await asyncio.to_thread(of_error, error)  # it may show a task, whose arguments may be long
    return of_error(error)


async def _on_http_exception(_: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "bad_input")
    sentence = {404: "There is nothing at this address.", 405: "This address doesn't take this method."}
    answer = problem(error.status_code, code, sentence.get(error.status_code, "The request can't be served."))
    answer.headers.update(error.headers or {})
    return answer


async def _on_client_gone(_: Request, _error: Exception) -> Response:
    # Nobody reads this answer; it only ends the request in good order.
    return problem(400, "bad_input", "The request broke off.")


async def on_anything(request: Request, error: Exception) -> Response:
    """Answer for a mistake of ours: the log gets the frames, the client only that something broke."""
    _log.error("a request for %s broke", request.scope.get("path", "")[:200], exc_info=error)
    return problem(500, "internal", "Something went wrong inside; the log says what.")


HANDLERS: Final = {
    errors.PlacetError: _on_placet_error,
    HTTPException: _on_http_exception,
    ClientDisconnect: _on_client_gone,
}
"""What Starlette calls for each family of exceptions; everything else goes to `on_anything`."""
