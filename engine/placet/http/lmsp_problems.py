"""Problem objects: how everything below `/lmsp` says that something went wrong (LMSP 9.3, RFC 9457).

The engine's errors keep their codes, but for the few that LMSP has a word of its own for.
"""

from __future__ import annotations

import logging
import secrets
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Scope

from placet.http import problems, rows
from placet.rules import errors

__all__ = ["HANDLERS", "ROOT", "is_below", "of_error", "on_anything", "problem", "problem_object"]

_log = logging.getLogger(__name__)

ROOT: Final = "/lmsp"
_TYPE: Final = "tag:placet,2026:lmsp:"
_REALM: Final = 'Bearer realm="lmsp"'
_AGAIN_AFTER_S: Final = 5

_WORDS: Final = {
    errors.BadInput.code: "invalid_request",
    errors.BadArguments.code: "invalid_request",
    errors.Unauthenticated.code: "unauthorized",
    errors.TooLarge.code: "payload_too_large",
    errors.EngineStopping.code: "shutting_down",
}
"""LMSP's word for an error of the engine's, where it has one."""

_STATUSES: Final = {
    errors.NotAcceptable.code: 406,
    errors.RequestTooSlow.code: 408,
    errors.EventHistoryExpired.code: 410,
    errors.UnsupportedMediaType.code: 415,
    errors.QueueFull.code: 429,
    errors.TooManyStreams.code: 429,
    errors.HeadersTooLarge.code: 431,
}
"""Where the family's own status would be another."""

_TITLES: Final = {
    "invalid_request": "The request can't be understood.",
    "unsupported_capability": "The model's server can't do what the request needs.",
    "invalid_cursor": "There is no event of that number.",
    "invalid_idempotency_key": "The idempotency key isn't one.",
    "idempotency_key_required": "An idempotency key must be given.",
    "unauthorized": "A valid token is needed.",
    "forbidden": "The token's scope doesn't reach this.",
    "foreign_origin": "The request comes from elsewhere.",
    "foreign_user": "The request comes from another user.",
    "forbidden_origin": "The request comes from elsewhere.",
    "task_not_found": "There is no such task.",
    "response_not_found": "There is no such response.",
    "model_not_found": "There is no such model.",
    "not_found": "There is nothing at this address.",
    "method_not_allowed": "This address doesn't take this method.",
    "not_acceptable": "The accepted forms aren't offered.",
    "request_timeout": "The request came too slowly.",
    "task_not_cancelable": "The task has ended.",
    "event_history_expired": "The events are kept no longer.",
    "payload_too_large": "The body is too large.",
    "unsupported_media_type": "The body isn't JSON.",
    "idempotency_key_reused": "The idempotency key came with another body before.",
    "queue_full": "Too many tasks wait.",
    "too_many_streams": "Too many streams are open.",
    "headers_too_large": "The head of the request is too large.",
    "internal_error": "Something went wrong inside.",
    "backend_error": "The model's server failed.",
    "backend_lost": "The model's server went away.",
    "backend_protocol_error": "The model's server answered in another shape.",
    "backend_unavailable": "The model's server can't be reached.",
    "backend_timeout": "The model's server said nothing for too long.",
    "model_load_failed": "The model couldn't be loaded.",
    "context_length_exceeded": "The text is too long for the model.",
    "server_restarted": "The service restarted.",
    "shutting_down": "The service is stopping.",
}
"""One for each code; they never change with the case."""
_OTHER_TITLE: Final = "The request can't be served."

_MAY_REPEAT: Final = frozenset({"queue_full", "too_many_streams", "request_timeout", "shutting_down"})
"""Where nothing was done and the same request may do better later. Clients repeat the rest in vain, or twice."""
_WITH_WAIT: Final = frozenset({"queue_full", "too_many_streams"})


def is_below(path: str) -> bool:
    """Whether a path belongs to LMSP, so that what is wrong there is said in a problem object."""
    return path == ROOT or path.startswith(f"{ROOT}/")


def problem_object(status: int, code: str, detail: str, instance: str, **more: Any) -> dict[str, Any]:
    """A problem object; `instance` is the path of what it is about, and what is None is left out."""
    made = {
        "type": _TYPE + code,
        "title": _TITLES.get(code, _OTHER_TITLE),
        "status": status,
        "detail": detail,
        "instance": instance,
        "code": code,
    }
    return {**made, **{key: item for key, item in more.items() if item is not None}}


def problem(scope: Scope, status: int, code: str, detail: str, **more: Any) -> Response:
    """An answer that is a problem object, with an id under which it can be spoken of."""
    request_id = f"req_{secrets.token_hex(8)}"
    body = problem_object(status, code, detail, scope["path"], request_id=request_id, **more)
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "X-Request-Id": request_id}
    if code not in _MAY_REPEAT:
        headers["X-Should-Retry"] = "false"
    if code in _WITH_WAIT:
        headers["Retry-After"] = str(_AGAIN_AFTER_S)
    return Response(rows.encode(body), status, headers, media_type="application/problem+json")


def of_error(scope: Scope, error: errors.PlacetError) -> Response:
    """The answer for an error of the engine's. A pointer into the body goes by the name `param`."""
    more = dict(error.details)
    pointer = more.pop("pointer", None)
    more["param"] = error.pointer if isinstance(error, errors.BadInput) else pointer
    status = _STATUSES.get(error.code) or problems.status_of(error)
    # A task's own status must not stand where the answer's belongs.
    more["task_status"] = more.pop("status", None)
    answer = problem(scope, status, _WORDS.get(error.code, error.code), error.message, **more)
    if isinstance(error, errors.Unauthenticated):
        answer.headers["WWW-Authenticate"] = _challenge(scope)
    return answer


def _challenge(scope: Scope) -> str:
    """RFC 6750: who sent a token is told that it is the token."""
    sent = any(name == b"authorization" for name, _ in scope["headers"])
    return f'{_REALM}, error="invalid_token"' if sent else _REALM


async def _on_placet_error(request: Request, error: Exception) -> Response:
    if not isinstance(error, errors.PlacetError):
        raise error
    return of_error(request.scope, error)


async def _on_http_exception(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "invalid_request")
    answer = problem(request.scope, error.status_code, code, _TITLES[code])
    answer.headers.update(error.headers or {})
    return answer


async def _on_client_gone(request: Request, _error: Exception) -> Response:
    # Nobody reads this answer; it only ends the request in good order.
    return problem(request.scope, 400, "invalid_request", "The request broke off.")


async def on_anything(request: Request, error: Exception) -> Response:
    """Answer for a mistake of ours: the log gets the frames, the client only that something broke."""
    _log.error("a request for %s broke", request.scope.get("path", "")[:200], exc_info=error)
    return problem(request.scope, 500, "internal_error", "Something went wrong inside; the log says what.")


HANDLERS: Final = {
    errors.PlacetError: _on_placet_error,
    HTTPException: _on_http_exception,
    ClientDisconnect: _on_client_gone,
}
"""What Starlette calls for each family of exceptions; everything else goes to `on_anything`."""
