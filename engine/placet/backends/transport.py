"""The httpx transport of all model traffic: bounded in bytes and in waiting, blind to the environment."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator

import httpx

from placet.backends.limits import Limits


class ReplyTooLarge(httpx.TransportError):
    """The server sent more than `Limits.reply_bytes`."""


class _BoundedStream(httpx.AsyncByteStream):
    """A body that stops with an error once it is too long, or once the next piece is too late."""

    def __init__(self, inner: httpx.AsyncByteStream, limits: Limits) -> None:
        self._inner = inner
        self._limits = limits

    async def __aiter__(self) -> AsyncIterator[bytes]:
        total = 0
        pieces = aiter(self._inner)
        wait_s = self._limits.first_piece_s
        while (piece := await self._next(pieces, wait_s)) is not None:
            total += len(piece)
            if total > self._limits.reply_bytes:
                raise ReplyTooLarge(f"the answer is longer than {self._limits.reply_bytes} bytes")
            wait_s = self._limits.between_pieces_s
            yield piece

    async def _next(self, pieces: AsyncIterator[bytes], wait_s: float) -> bytes | None:
        try:
            async with asyncio.timeout(wait_s):
                return await anext(pieces, None)
        except TimeoutError as error:
            raise httpx.ReadTimeout(f"nothing came for {wait_s:g} s") from error

    async def aclose(self) -> None:
        await self._inner.aclose()


class _BoundedTransport(httpx.AsyncHTTPTransport):
    """The ordinary transport with a bounded body, and without compression: a small body must stay small."""

    def __init__(self, trust: ssl.SSLContext, limits: Limits) -> None:
        super().__init__(verify=trust, trust_env=False)
        self._limits = limits

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            await response.aclose()
            raise httpx.RemoteProtocolError("the answer is compressed, though that wasn't offered")
        if not isinstance(response.stream, httpx.AsyncByteStream):
            raise RuntimeError("an asynchronous transport answered with a synchronous stream")
        bounded = _BoundedStream(response.stream, self._limits)
        return httpx.Response(
            response.status_code, headers=response.headers, stream=bounded, extensions=response.extensions
        )


def new_client(
    base_url: str, api_key: str | None, trust: ssl.SSLContext, limits: Limits
) -> httpx.AsyncClient:
    """A client for one exchange. Never shared: a cancelled one would take its neighbours' connections along.

    It follows no redirect, so the key goes to no other host, and takes no proxy from the environment.
    """
    headers = {"accept-encoding": "identity"}
    if api_key is not None:
        headers["authorization"] = f"Bearer {api_key}"
    timeout = httpx.Timeout(limits.connect_s, write=limits.write_s, read=limits.first_piece_s)
    return httpx.AsyncClient(
        base_url=base_url,
        headers=headers,
        timeout=timeout,
        transport=_BoundedTransport(trust, limits),
        trust_env=False,
        follow_redirects=False,
    )
