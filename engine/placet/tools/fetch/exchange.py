"""One request to one checked address: looked up once, and connected to exactly the number that was checked.

The problem: a name that is looked up twice can lead to two places (DNS rebinding), and the second is the one that
counts. What we do: look it up once, check every answer, and hand the transport the number, while the name stays
in the Host header and in TLS. What it costs: no proxies, and no second look when a number doesn't answer.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.late import httpx
from placet.rules.errors import ToolFailed
from placet.rules.web import DEFAULT_PORTS, Host, WebAddress
from placet.tools.fetch.network import check_reach
from placet.tools.quoting import quoted

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Looks a name up: every number that it stands for, as the system orders them."""

CONNECT_S: Final = 10.0
MAX_TRIED: Final = 3
"""How many of a name's numbers are tried, one after the other."""


async def resolve(name: str, port: int) -> Sequence[str]:
    """Ask the system.

    Raises:
        OSError: it knows no such name.
    """
    found = await asyncio.get_running_loop().getaddrinfo(name, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


@dataclass(frozen=True, kw_only=True)
class Request:
    """What goes over the wire. Header names are in lower case."""

    method: str
    address: WebAddress
    headers: Mapping[str, str]
    body: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What came back; `body` is at most as long as was asked for, as it came over the wire."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    truncated: bool


@dataclass(frozen=True, kw_only=True)
class Reach:
    """Where requests of one call may go, and how they get there. `own_ports` is asked for each connection."""

    private_hosts: tuple[str, ...]
    own_ports: Callable[[], frozenset[int]]
    resolve: Resolve
    trust: ssl.SSLContext

    async def numbers_of(self, address: WebAddress) -> list[str]:
        """Look a host up, once, and check everything that it stands for: one bad number spoils the name.

        Raises:
            ToolFailed: `address_refused`, or `unreachable` when there is no such name.
        """
        numbers = list(await self._look_up(address))
        for number in numbers:
            self.check(address, number)
        return numbers[:MAX_TRIED]

    def check(self, address: WebAddress, number: str) -> None:
        """Check one number of an address.

        Raises:
            ToolFailed: `address_refused`.
        """
        check_reach(address, number, private_hosts=self.private_hosts, own_ports=self.own_ports())

    async def _look_up(self, address: WebAddress) -> Sequence[str]:
        if is_number(address.host):
            return [address.host]
        try:
            numbers = await self.resolve(address.host, address.port)
        except (OSError, UnicodeError) as error:
            raise _unreachable(address, "has no address") from error
        if not numbers:
            raise _unreachable(address, "has no address")
        return numbers


def is_number(host: str) -> bool:
    """Whether a host is named by its number."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


async def send(request: Request, reach: Reach, limit_bytes: int, on_sent: Callable[[], None]) -> Answer:
    """Send one request and read at most `limit_bytes` of the answer's body. Follows nothing, decodes nothing.

    `on_sent` is called right before the first byte goes out: from then on the other side may have acted on it.

    Raises:
        ToolFailed: `address_refused`, `unreachable`, or `no_answer` when the exchange broke off.
    """
    numbers = await reach.numbers_of(request.address)
    for last, number in enumerate(numbers, start=1 - len(numbers)):
        try:
            return await _send_to(number, request, reach, limit_bytes, on_sent)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            if not last:
                raise _unreachable(request.address, _why(error)) from error
        except (httpx.HTTPError, httpx.StreamError, ssl.SSLError) as error:
            raise ToolFailed(
                f"{quoted(request.address.host)} broke the exchange off ({type(error).__name__}).",
                code="no_answer",
            ) from error
    raise RuntimeError("a name without numbers was let through")


async def _send_to(
    number: str, request: Request, reach: Reach, limit_bytes: int, on_sent: Callable[[], None]
) -> Answer:
    watch = _Watch(number, on_sent)
    transport = httpx.AsyncHTTPTransport(verify=reach.trust, trust_env=False)
    async with transport:
        response = await transport.handle_async_request(_wire_request(number, request, watch))
        try:
            body, truncated = await _read(response, limit_bytes)
        finally:
            await response.aclose()
    return Answer(
        status=response.status_code, headers=_headers(response.headers), body=body, truncated=truncated
    )


class _Watch:
    """Hears of the steps of one exchange from the transport."""

    def __init__(self, number: str, on_sent: Callable[[], None]) -> None:
        self._number = ipaddress.ip_address(number)
        self._on_sent = on_sent

    async def hear(self, event: str, info: Mapping[str, Any]) -> None:
        if event == "connection.connect_tcp.complete":
            there = info["return_value"].get_extra_info("server_addr")[0]
            if ipaddress.ip_address(there) != self._number:
                raise RuntimeError("the transport connected to another address than the checked one")
        elif event == "http11.send_request_headers.started":
            self._on_sent()


def _wire_request(number: str, request: Request, watch: _Watch) -> httpx.Request:
    address = request.address
    url = httpx.URL(
        scheme=address.scheme, host=number, port=address.port, raw_path=address.target.encode("ascii")
    )
    port = None if address.port == DEFAULT_PORTS[address.scheme] else address.port
    headers = {
        "user-agent": "placet",
        "accept": "*/*",
        **request.headers,
        "host": Host(name=address.host, port=port).text,
        "accept-encoding": "identity",
        "connection": "close",
    }
    timeout = {"connect": CONNECT_S}  # the rest is bounded by the call's own time
    extensions: dict[str, Any] = {"timeout": timeout, "trace": watch.hear}
    if not is_number(address.host):
        extensions["sni_hostname"] = address.host
    return httpx.Request(request.method, url, headers=headers, content=request.body, extensions=extensions)


async def _read(response: httpx.Response, limit_bytes: int) -> tuple[bytes, bool]:
    """The body as it came over the wire: whatever was compressed stays so, since it may unpack to anything."""
    if not isinstance(response.stream, httpx.AsyncByteStream):
        raise RuntimeError("an asynchronous transport answered with a synchronous stream")
    body = bytearray()
    async for piece in response.stream:
        body += piece
        if len(body) > limit_bytes:
            return bytes(body[:limit_bytes]), True
    return bytes(body), False


def _headers(headers: httpx.Headers) -> dict[str, str]:
    """Header values as text; what isn't ASCII came as Latin-1, which holds every byte."""
    found: dict[str, str] = {}
    for name, value in headers.raw:
        lower, text = name.decode("latin-1").lower(), value.decode("latin-1")
        found[lower] = f"{found[lower]}, {text}" if lower in found else text
    return found


def _why(error: httpx.HTTPError) -> str:
    if isinstance(error.__context__, ssl.SSLError) or "CERTIFICATE" in str(error):
        return "didn't prove who it is"
    return "can't be connected to"


def _unreachable(address: WebAddress, why: str) -> ToolFailed:
    return ToolFailed(f"The host {quoted(address.host)} {why}.", code="unreachable")
