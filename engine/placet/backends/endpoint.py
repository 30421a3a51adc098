"""One model server's chat-completions wire: a body goes out, a whole reply comes back."""

from __future__ import annotations

import json
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import httpx
import httpx_sse

from placet.backends.assembly import Assembly
from placet.backends.transport import Limits, new_client
from placet.rules.errors import BackendFailed, BadSetting
from placet.rules.ports import ModelReply
from placet.rules.untrusted import showable

_ERROR_CHARS = 500
"""How much of a server's own words an error carries."""

_DONE = "[DONE]"


class Endpoint:
    """Speaks to one server. Keeps no connection between exchanges; cancelling an await closes its own."""

    def __init__(self, base_url: str, api_key: str | None, limits: Limits) -> None:
        self._base_url = checked_base_url(base_url)
        self._api_key = api_key
        self._limits = limits
        self._trust: ssl.SSLContext | None = None

    async def get(self, path: str) -> Any:
        """The JSON at `path`: relative to the base URL, or a whole URL of the same server.

        Raises:
            BackendFailed: unreachable, refused, or not JSON.
        """
        try:
            async with self._client() as client:
                response = await client.get(path)
        except (httpx.HTTPError, ssl.SSLError) as error:
            raise _failure(error) from error
        if response.status_code != httpx.codes.OK:
            raise _refusal(response.status_code, response.text)
        return _parsed(response.text)

    async def chat(self, body: Mapping[str, Any], on_text: Callable[[str], None]) -> ModelReply:
        """Stream one reply to `body`; `on_text` gets the text as it comes. The stream options are set here.

        Raises:
            BackendFailed: unreachable, refused, broken off, too long, or not in the shape of the wire.
            ReplyCutShort: the reply hit its length limit.
        """
        streamed = {**body, "stream": True, "stream_options": {"include_usage": True}}
        try:
            async with (
                self._client() as client,
                client.stream("POST", "chat/completions", json=streamed) as response,
            ):
                return await _read(response, on_text)
        except (httpx.HTTPError, httpx.StreamError, ssl.SSLError) as error:
            raise _failure(error) from error

    def _client(self) -> httpx.AsyncClient:
        if self._trust is None:
            self._trust = httpx.create_ssl_context(trust_env=False)
        return new_client(self._base_url, self._api_key, self._trust, self._limits)


def checked_base_url(text: str) -> str:
    """The base URL with its `/v1/`, which may be given or left out.

    Raises:
        BadSetting: it isn't an http(s) URL of a host, or carries a name and password, a query or a fragment.
    """
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, TypeError) as error:
        raise BadSetting(f"The base URL can't be read: {error}") from error
    if url.scheme not in {"http", "https"} or not url.host:
        raise BadSetting("A base URL starts with http:// or https:// and names a host.")
    if url.userinfo or url.query or url.fragment:
        raise BadSetting("A base URL has no name, password, query or fragment.")
    path = url.path.rstrip("/")
    return str(url.copy_with(path=f"{path}/" if path.endswith("/v1") else f"{path}/v1/"))


async def _read(response: httpx.Response, on_text: Callable[[str], None]) -> ModelReply:
    if response.status_code != httpx.codes.OK:
        raise _refusal(response.status_code, (await response.aread()).decode(errors="replace"))
    assembly = Assembly()
    done_seen = False
    async for data in _pieces(response):
        done_seen = data == _DONE
        if done_seen:
            break
        chunk = _parsed(data)
        if not isinstance(chunk, Mapping) or chunk.get("error"):
            raise BackendFailed(f"The model server reported an error: {_words(data)}")
        if text := assembly.take(chunk):
            on_text(text)
    return assembly.finish(done_seen=done_seen)


async def _pieces(response: httpx.Response) -> AsyncIterator[str]:
    """The data of each event; a server that doesn't stream, and sends JSON, has exactly one."""
    if response.headers.get("content-type", "").startswith("application/json"):
        yield (await response.aread()).decode(errors="replace")
        return
    try:
        async for event in httpx_sse.EventSource(response).aiter_sse():
            if event.data:
                yield event.data
    except httpx_sse.SSEError as error:
        raise BackendFailed(f"The model server doesn't send events: {_shown(str(error))}") from error


def _parsed(data: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BackendFailed(f"The model server sent something that isn't JSON: {_shown(data)}") from error


def _failure(error: Exception) -> BackendFailed:
    why = _shown(str(error)) or type(error).__name__
    if isinstance(error, httpx.ConnectError):
        return BackendFailed(f"The model server can't be reached: {why}")
    if isinstance(error, httpx.TimeoutException):
        return BackendFailed(f"The model server took too long: {why}")
    return BackendFailed(f"The exchange with the model server broke off: {why}")


def _refusal(status: int, body: str) -> BackendFailed:
    return BackendFailed(f"The model server answered {status}: {_words(body)}", status=status)


def _words(body: str) -> str:
    """The server's own words, wherever its kind of server puts them."""
    try:
        parsed: Any = json.loads(body)
    except (ValueError, RecursionError):
        return _shown(body)
    for key in ("error", "message", "detail"):
        if isinstance(parsed, Mapping) and key in parsed:
            parsed = parsed[key]
    return _shown(parsed if isinstance(parsed, str) else json.dumps(parsed))


def _shown(text: str) -> str:
    return showable(text, limit=_ERROR_CHARS, single_line=True).text
