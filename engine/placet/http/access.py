"""Who may come in: the user and the page that call, the address called, the token, and what its scope reaches."""

from __future__ import annotations

import functools
import ipaddress
import logging
import re
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from placet.api.commands import TellRefused
from placet.api.engine import Caller, Engine
from placet.api.queries import FindAgent
from placet.api.views import AgentName
from placet.http import lmsp_problems, problems
from placet.http.problems import problem
from placet.rules import records
from placet.rules.authority import Authority, Principal, Via
from placet.rules.errors import Forbidden, HeadersTooLarge, NotFound, PlacetError, Unauthenticated

__all__ = [
    "ANOTHER_USER",
    "Door",
    "agent_of",
    "agent_only",
    "agent_or_owner",
    "as_the_agent",
    "client_or_owner",
    "foreign",
    "is_loopback",
    "is_ours",
    "own_names",
    "owner",
]

ANOTHER_USER: Final = "placet.another_user"
"""The extension of a request's scope that says that it comes from a program of another user of this machine."""
_OPEN_PATH: Final = "/health"
_OWN: Final = "~"
"""In an address, the agent that the token speaks for; no agent can be called this."""
_REFUSED: Final = "placet.refused"
"""Set in a request's scope when its token has not the scope that the route asks for."""
_SHOWN_CHARS: Final = 200
_log = logging.getLogger(__name__)
_BEARER = re.compile(r"bearer +([!-~]+)", re.IGNORECASE)


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only. No name but `localhost` is taken for that."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def own_names(host: str, port: int) -> frozenset[str]:
    """What `Host` may say, exactly: any other name is a page whose name points here (DNS rebinding)."""
    bare = {"127.0.0.1", "localhost", "[::1]", f"[{host}]" if ":" in host else host}
    with_port = {f"{name}:{port}" for name in bare}
    return frozenset(with_port | bare) if port == 80 else frozenset(with_port)


class Door:
    """Checks every request before a route sees it: first where it comes from, then whose token it has."""

    def __init__(self, inner: ASGIApp, engine: Engine, names: frozenset[str]) -> None:
        self._inner = inner
        self._engine = engine
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request in, or answer for it. Only HTTP is spoken here."""
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        if ANOTHER_USER in scope.get("extensions", {}):
            await of_another_user(scope)(scope, receive, send)
            return
        if not is_ours(headers, self._names):
            await foreign(scope)(scope, receive, send)
            return
        try:
            self._admit(scope, headers)
        except PlacetError as error:
            await _refusal(scope, error)(scope, receive, send)
            return
        except Exception as error:  # the routes' own net hangs further in
            net = lmsp_problems if lmsp_problems.is_below(scope["path"]) else problems
            await (await net.on_anything(Request(scope), error))(scope, receive, send)
            return
        await self._inner(scope, receive, self._watched(scope, send))

    def _admit(self, scope: Scope, headers: Headers) -> None:
        if lmsp_problems.is_below(scope["path"]):
            self._check_head(scope)
        if scope["path"] != _OPEN_PATH:
            scope["caller"] = self._engine.authenticate(_secret(headers))

    def _check_head(self, scope: Scope) -> None:
        most = self._engine.settings.integer("lmsp.max_header_bytes")
        size = len(scope["raw_path"]) + len(scope["query_string"])
        if size + sum(len(name) + len(value) for name, value in scope["headers"]) > most:
            raise HeadersTooLarge(f"The head of the request has more than {most} bytes.")

    def _watched(self, scope: Scope, send: Send) -> Send:
        """Sends on, and has it written down when a token that isn't the owner's is refused what only an owner may do."""
        caller = scope.get("caller")
        if caller is None or caller.scope is records.Scope.OWNER:
            return send

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start" and _REFUSED in scope:
                await self._tell(caller, f"{scope['method']} {_route(scope)}")
            await send(message)

        return watched

    async def _tell(self, caller: Caller, what: str) -> None:
        try:
            await self._engine.submit(TellRefused(what=what), caller.authority)
        except PlacetError:
            _log.exception("a refusal could not be written")


def _route(scope: Scope) -> str:
    """The address with its parameters by name, so that one route is one kind of refusal."""
    named = {str(value): f"{{{name}}}" for name, value in scope.get("path_params", {}).items()}
    return "/".join(named.get(step, step) for step in scope["path"][:_SHOWN_CHARS].split("/"))


def is_ours(headers: Headers, names: frozenset[str]) -> bool:
    """Whether a request was sent to one of our own names, and by no page of anybody else's."""
    hosts = headers.getlist("host")
    if len(hosts) != 1 or hosts[0].lower() not in names:
        return False
    return all(origin in _origins(names) for origin in headers.getlist("origin"))


@functools.cache
def _origins(names: frozenset[str]) -> frozenset[str]:
    """What `Origin` may say; worked out once for each address that is listened on."""
    return frozenset(f"http://{name}" for name in names)


def foreign(scope: Scope) -> Response:
    """The answer to a request that isn't ours."""
    sentence = "This request doesn't come from this machine's own address."
    if lmsp_problems.is_below(scope["path"]):
        return lmsp_problems.problem(scope, 403, "forbidden_origin", sentence)
    return problem(403, "foreign_origin", sentence)


def of_another_user(scope: Scope) -> Response:
    """The answer to a program of another user, whatever token it has."""
    sentence = "This request comes from a program of another user of this machine."
    if lmsp_problems.is_below(scope["path"]):
        return lmsp_problems.problem(scope, 403, "foreign_user", sentence)
    return problem(403, "foreign_user", sentence)


def _refusal(scope: Scope, error: PlacetError) -> Response:
    below = lmsp_problems.is_below(scope["path"])
    return lmsp_problems.of_error(scope, error) if below else problems.of_error(error)


def _secret(headers: Headers) -> str:
    sent = headers.getlist("authorization")
    found = _BEARER.fullmatch(sent[0]) if len(sent) == 1 else None
    if found is None:
        raise Unauthenticated("This needs a token: Authorization: Bearer TOKEN.")
    return found[1]


def _caller(request: Request) -> Caller:
    caller: Caller = request.scope["caller"]
    return caller


def check_still(request: Request, engine: Engine) -> None:
    """Look again after a wait: what was asked with a token that was taken back meanwhile isn't answered.

    Raises:
        Unauthenticated: the token is no more.
    """
    engine.authenticate(_secret(request.headers))


def owner(request: Request) -> Authority:
    """The owner's authority of this request.

    Raises:
        Forbidden: the token has another scope.
    """
    caller = _caller(request)
    if caller.scope is not records.Scope.OWNER:
        request.scope[_REFUSED] = True
        raise Forbidden("Only a token of the owner's may do this.")
    return caller.authority


def agent_only(request: Request) -> Caller:
    """The caller of this request, for an agent's token.

    Raises:
        Forbidden: the token has another scope; the owner calls no tools.
    """
    caller = _caller(request)
    if caller.scope is not records.Scope.AGENT:
        raise Forbidden("Only an agent's token calls tools.")
    return caller


def client_or_owner(request: Request) -> Authority:
    """The authority of this request, for a client's token or the owner's.

    Raises:
        Forbidden: the token is an agent's.
    """
    caller = _caller(request)
    if caller.scope is records.Scope.AGENT:
        request.scope[_REFUSED] = True
        raise Forbidden("An agent's token makes no generations.")
    return caller.authority


def agent_or_owner(request: Request, engine: Engine) -> tuple[AgentName, Authority]:
    """The agent that the address names, for its own token or for the owner.

    Raises:
        Forbidden: the token is a client's.
        NotFound: there is no such agent, or it isn't this token's.
    """
    caller = _caller(request)
    if caller.scope is records.Scope.CLIENT:
        request.scope[_REFUSED] = True
        raise Forbidden("A client's token doesn't reach agents.")
    if caller.scope is records.Scope.OWNER:
        return agent_of(request, engine), caller.authority
    named = request.path_params["agent"]
    if named == _OWN and caller.agent is not None:
        return engine.query(FindAgent(agent=caller.agent)), caller.authority
    # Another agent's name and a name that doesn't exist get one answer, so nothing is learnt from it.
    if named not in {caller.agent_id, caller.agent}:
        raise NotFound("There is no such agent.")
    return agent_of(request, engine), caller.authority


def agent_of(request: Request, engine: Engine) -> AgentName:
    """The agent that the address names, by id or name.

    Raises:
        NotFound: there is none.
    """
    found: AgentName = engine.query(FindAgent(agent=request.path_params["agent"]))
    return found


def as_the_agent(authority: Authority, agent: AgentName) -> Authority:
    """The authority that a tool call is made with: always the agent's, since the owner calls no tools.

    An owner's token asks in the agent's name and gains nothing by it: the call is held like the agent's own.
    """
    if authority.principal is Principal.AGENT_LOOP:
        return authority
    return Authority(
        principal=Principal.AGENT_LOOP,
        via=Via.HTTP,
        agent_id=agent.id,
        token_id=authority.token_id,
    )
