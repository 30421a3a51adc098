"""The tool `http_fetch`: one request to the web, and what came back."""

from __future__ import annotations

import asyncio
import base64
import ssl
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urljoin

from placet.late import httpx
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, Manner, Place, Preview, StopSignal, ToolResult, ToolRun
from placet.rules.web import DEFAULT_PORTS, MAX_URL_CHARS, BadAddress, WebAddress, read_url
from placet.tools.fetch.exchange import Answer, Reach, Request, Resolve, is_number, resolve, send
from placet.tools.fetch.headers import check_headers, headers_elsewhere
from placet.tools.quoting import counted, quoted
from placet.tools.wire_text import text_of

MAX_REDIRECTS: Final = 5

_LOOK_S = 0.05
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_READING = frozenset({"GET", "HEAD"})
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "url": {
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_URL_CHARS,
            "description": "The whole address, such as https://api.example.org/items?page=2.",
        },
        "method": {
            "enum": ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
            "description": "GET when it isn't said.",
        },
        "headers": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "Request headers by name.",
        },
        "body": {"type": "string", "description": "What to send, as UTF-8; not with GET or HEAD."},
    },
    "required": ["url"],
    "additionalProperties": False,
}


@dataclass(frozen=True, kw_only=True)
class FetchLimits:
    """What one call may take: seconds for all of it, bytes of the answer's body that are kept."""

    time_s: float = 30.0
    body_bytes: int = 1024 * 1024


class _Sent:
    """Whether a request that changes something may have reached the other side."""

    def __init__(self) -> None:
        self.writing = False


class HttpFetch:
    """Fetches by http(s). Redirects are followed for reads alone, and never to a host that was not shown or named.

    A call that only reads, from a host of the declaration, runs freely; any other waits (DECISIONS T26). It asks the
    system for a name's numbers when it runs, not before: a look-up tells the name's owner that somebody asked.
    """

    name = "http_fetch"
    effect = Effect.WRITE
    summary = "Fetch an address by http or https, or send something to it."
    restricted_by_default = False
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(
        self,
        own_ports: Callable[[], frozenset[int]] | None = None,
        limits: Callable[[], FetchLimits] = FetchLimits,
        *,
        look_up: Resolve = resolve,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        """`own_ports` says on which ports this engine and its models listen now; without it, no private host is
        reached at all, exception or not. `trust` replaces the certificate authorities that come with httpx.
        """
        self._own_ports = own_ports
        self._limits = limits
        self._look_up = look_up
        self._given_trust = trust

    def manner(self, args: Mapping[str, Any], place: Place) -> Manner:
        """Held: what sends something, and what goes to a host that the owner didn't name.

        Raises:
            ToolFailed: the address can't be read in only one way.
        """
        reads = _method(args) == "GET"
        effect = Effect.READ if reads else Effect.WRITE
        if not _is_known(read_url(args["url"]), place):
            return Manner(row="http_fetch:unknown", effect=effect, hold="unknown_host")
        if reads:
            return Manner(row="http_fetch:known:read", effect=effect)
        return Manner(row="http_fetch:known:write", effect=effect, hold="sends_something")

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """What would be sent where. Nothing is looked up and nothing is pinned: the address itself is bound.

        Raises:
            ToolFailed: `bad_address`, `bad_header`, `bad_body`, or `address_refused` for a number.
        """
        request = self._request(args)
        if is_number(request.address.host):
            self._reach(place).check(request.address, request.address.host)
        return Preview(sentence=_sentence(request, args["url"]))

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Fetch.

        Raises:
            ToolFailed: what `preview` raises, `redirect_refused`, `unreachable`, `no_answer`, or `outcome_unknown`
                when something that changes things was sent and its answer wasn't waited for.
            ToolStopped: the stop came before anything was changed.
        """
        if run.stop.is_set():
            raise ToolStopped("Stopped before anything was sent.")
        limits, sent = self._limits(), _Sent()
        work = self._follow(self._request(args), run.place, limits.body_bytes, sent)
        final, answer = await _bounded(work, limits.time_s, run.stop, sent)
        return ToolResult(value=_value(final, answer))

    def _request(self, args: Mapping[str, Any]) -> Request:
        method, body = _method(args), args.get("body")
        if body is not None and method in _READING:
            raise ToolFailed(f"A {method} carries no body.", code="bad_body")
        return Request(
            method=method,
            address=read_url(args["url"]),
            headers=check_headers(args.get("headers", {})),
            body=None if body is None else _encoded(body),
        )

    def _reach(self, place: Place) -> Reach:
        return Reach(
            private_hosts=place.private_hosts if self._own_ports else (),
            own_ports=self._own_ports or frozenset,
            resolve=self._look_up,
            trust=self._trust,
        )

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        return self._given_trust or httpx.create_ssl_context(trust_env=False)

    async def _follow(
        self, request: Request, place: Place, limit_bytes: int, sent: _Sent
    ) -> tuple[WebAddress, Answer]:
        """Send, and follow where a read is sent on to. What writes is answered as it is, redirect or not."""
        reach, asked, writes = self._reach(place), request.address, request.method not in _READING

        def on_sent() -> None:
            sent.writing = writes

        for _ in range(1 + MAX_REDIRECTS):
            answer = await send(request, reach, limit_bytes, on_sent)
            if writes or answer.status not in _REDIRECTS or "location" not in answer.headers:
                return request.address, answer
            request = _redirected(request, answer.headers["location"], asked, place)
        raise _no_redirect(f"More than {MAX_REDIRECTS} redirects.")


def _method(args: Mapping[str, Any]) -> str:
    return str(args.get("method", "GET"))


def _is_known(address: WebAddress, place: Place) -> bool:
    return address.is_among(place.hosts) or address.is_excepted(place.private_hosts)


def _encoded(body: str) -> bytes:
    try:
        return body.encode()
    except UnicodeEncodeError:
        raise ToolFailed("The body holds half of a character, so it is no text.", code="bad_body") from None


async def _bounded(
    work: Awaitable[tuple[WebAddress, Answer]], time_s: float, stop: StopSignal, sent: _Sent
) -> tuple[WebAddress, Answer]:
    job = asyncio.ensure_future(work)
    deadline = asyncio.get_running_loop().time() + time_s
    try:
        # A stop signal can only be asked, so it is asked again and again.
        while not (await asyncio.wait([job], timeout=_LOOK_S))[0]:
            if stop.is_set():
                raise _unknown("Stopped") if sent.writing else ToolStopped("Stopped before it was done.")
            if asyncio.get_running_loop().time() > deadline:
                raise _unknown("No answer in time") if sent.writing else _late(time_s)
        return job.result()
    finally:
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)


def _unknown(what: str) -> ToolFailed:
    return ToolFailed(
        f"{what} after the request was sent; whether it was carried out is unknown.", code="outcome_unknown"
    )


def _late(time_s: float) -> ToolFailed:
    return ToolFailed(f"It took more than {time_s:g} s.", code="no_answer")


def _redirected(request: Request, location: str, asked: WebAddress, place: Place) -> Request:
    """The next request of a read that was sent on.

    Raises:
        ToolFailed: `redirect_refused`: elsewhere than the host that was shown or those that the owner named, to
            something that is no plain address, or from https to http.
    """
    try:
        there = read_url(urljoin(request.address.url, location))
    except (BadAddress, ValueError):
        raise _no_redirect(f"The answer sends on to {quoted(location, 200)}, no plain address.") from None
    if request.address.scheme == "https" and there.scheme == "http":
        raise _no_redirect(f"The answer sends on from https to {quoted(there.url, 200)}.")
    if not (_is_same_host(there, asked) or _is_known(there, place)):
        raise _no_redirect(f"The answer sends on to {quoted(there.url, 200)}, which wasn't part of the call.")
    same = there.origin == request.address.origin
    headers = request.headers if same else headers_elsewhere(request.headers)
    return Request(method=request.method, address=there, headers=headers)


def _is_same_host(there: WebAddress, asked: WebAddress) -> bool:
    return there.host == asked.host and there.port in (asked.port, DEFAULT_PORTS[there.scheme])


def _no_redirect(why: str) -> ToolFailed:
    return ToolFailed(f"{why} Ask for that address itself.", code="redirect_refused")


def _sentence(request: Request, url: str) -> str:
    if request.method == "GET":
        return f"Fetches {quoted(url)}."
    if request.body is None:
        return f"Sends a {request.method} to {quoted(url)}."
    return f"Sends a {request.method} with {counted(len(request.body), 'byte')} to {quoted(url)}."


def _value(address: WebAddress, answer: Answer) -> dict[str, Any]:
    text = text_of(answer.body, cut=answer.truncated)
    return {
        "status": answer.status,
        "url": address.url,
        "headers": dict(answer.headers),
        "content": base64.b64encode(answer.body).decode() if text is None else text,
        "encoding": "base64" if text is None else "utf-8",
        "truncated": answer.truncated,
    }
