"""One HTTP POST to an address that is a secret: once, within a time limit, and with nothing of it in any log."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

from placet.late import httpx

CONNECT_S: Final = 5.0


@asynccontextmanager
async def posted(
    url: str, body: bytes, headers: Mapping[str, str], timeout_s: float
) -> AsyncIterator[httpx.Response]:
    """The answer to a POST. Redirects aren't followed, the environment's proxies aren't used, nothing is sent twice.

    It goes straight over a transport: httpx's client would write the address, with the token in it, into the log of
    whoever embeds us and wants to read of every request.

    Raises:
        httpx.ConnectError, httpx.ConnectTimeout: nothing was sent.
        httpx.HTTPError, TimeoutError: it broke off, or took too long, after sending may have begun.
    """
    trust: ssl.SSLContext | bool = False
    if url.startswith("https:"):
        trust = await asyncio.to_thread(ssl.create_default_context)
    timeout = httpx.Timeout(timeout_s, connect=min(CONNECT_S, timeout_s))
    request = httpx.Request(
        "POST", url, content=body, headers=headers, extensions={"timeout": timeout.as_dict()}
    )
    async with (
        asyncio.timeout(timeout_s + CONNECT_S),
        httpx.AsyncHTTPTransport(verify=trust, trust_env=False) as transport,
    ):
        answer = await transport.handle_async_request(request)
        try:
            yield answer
        finally:
            await answer.aclose()
