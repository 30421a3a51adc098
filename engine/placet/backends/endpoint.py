"""One model server's chat-completions wire: a body goes out, the pieces of a reply come back."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

from placet.backends.assembly import Assembly
from placet.backends.event_lines import EventLines
from placet.backends.limits import Limits
from placet.late import httpx
from placet.rules.errors import (
    BackendFailed,
    BackendLost,
    BackendProtocolError,
    BackendTimeout,
    BackendUnavailable,
    BadSetting,
    ContextTooLong,
)
from placet.rules.ports import Began, Piece
from placet.rules.untrusted import showable

_ERROR_CHARS = 500
"""How much of a server's own words an error carries."""

_DONE = "[DONE]"
_OWN_WORDS = {
    "All connection attempts failed": "nothing answers at its address",
    "[Errno -2] Name or service not known": "its name is not known",
    "[Errno -3] Temporary failure in name resolution": "its name can't be looked up now",
    "Server disconnected without sending a response.": "it hung up without an answer",
    "peer closed connection without sending complete message body (incomplete chunked read)": (
        "it hung up before the end of its answer"
    ),
}
"""What the library says of a failure in words that are about itself, in ours."""
_SILENT = {
    "ConnectTimeout": "no connection came about",
    "ReadTimeout": "nothing more came",
    "WriteTimeout": "it took nothing more",
    "ReadError": "the connection was lost",
    "WriteError": "the connection was lost",
}
"""What is said where the library says nothing."""
_TOO_LONG = ("exceed_context_size_error", "context_length_exceeded")
"""How servers name a prompt that doesn't fit: as the type or the code of an error."""


class Endpoint:
    """Speaks to one server. Keeps no connection between exchanges; cancelling an await closes its own."""

    def __init__(self, base_url: str, api_key: str | None, limits: Limits) -> None:
        self._base_url = checked_base_url(base_url)
        self._api_key = api_key
        self._limits = limits
        self._trust: ssl.SSLContext | None = None

    def at_root(self, path: str) -> str:
        """The whole URL of a path beside `/v1`, where servers keep what OpenAI's wire doesn't know."""
        return self._base_url.removesuffix("v1/") + path

    async def get(self, path: str) -> Any:
        """The JSON at `path`: relative to the base URL, or a whole URL of the same server.

        Raises:
            BackendFailed: unreachable, refused (with `details["status"]`), or not JSON.
        """
        return await self._exchange("GET", path)

    async def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """The JSON that answers `body`; waits as long as a model may take to load.

        Raises:
            BackendFailed: unreachable, refused (with `details["status"]`), or not JSON.
        """
        return await self._exchange("POST", path, json=body)

    async def _exchange(self, method: str, path: str, **more: Any) -> Any:
        try:
            async with self._client() as client:
                response = await client.request(method, path, **more)
        except (httpx.HTTPError, ssl.SSLError) as error:
            raise _failure(error, began=False) from error
        if response.status_code != httpx.codes.OK:
            raise _refusal(response.status_code, _text(response.content))
        return _parsed(_text(response.content))

    async def stream(self, body: Mapping[str, Any]) -> AsyncGenerator[Piece, None]:
        """One reply to `body`: `Began` at the answer's first byte, its pieces, and a `Finish`.

        The stream options are set here. Closing the generator closes the connection.

        Raises:
            BackendFailed: refused, or it reported an error. A narrower class: see `rules.errors`.
        """
        streamed = {**body, "stream": True, "stream_options": {"include_usage": True}}
        began = False
        try:
            async with (
                self._client() as client,
                client.stream("POST", "chat/completions", json=streamed) as response,
                aclosing(self._pieces(response)) as pieces,
            ):
                async for piece in pieces:
                    began = True
                    yield piece
        except (httpx.HTTPError, httpx.StreamError, ssl.SSLError) as error:
            raise _failure(error, began=began) from error

    async def _pieces(self, response: httpx.Response) -> AsyncGenerator[Piece, None]:
        if response.status_code != httpx.codes.OK:
            raise _refusal(response.status_code, _text(await response.aread()))
        assembly, done_seen = Assembly(), False
        async with aclosing(self._data(response)) as all_data:
            async for data in all_data:
                if data is None:
                    yield Began()
                    continue
                done_seen = data == _DONE
                if done_seen:
                    break
                for piece in assembly.take(_chunk(data)):
                    yield piece
        for piece in assembly.finish(done_seen=done_seen):
            yield piece

    async def _data(self, response: httpx.Response) -> AsyncGenerator[str | None, None]:
        """None at the first byte, then the data of each event. A server that doesn't stream has one, its JSON."""
        kind = response.headers.get("content-type", "")
        if kind.startswith("application/json"):
            whole = _text(await response.aread())
            yield None
            yield whole
            return
        if "text/event-stream" not in kind:
            raise BackendProtocolError(f"The model server doesn't send events: {_shown(kind)}")
        lines, began = EventLines(), False
        watch = _Silence(self._limits)
        async for raw in watch.over(response.aiter_bytes()):
            if not began:
                began = True
                yield None
            for data in lines.take(raw):
                watch.content_came()
                yield data

    def _client(self) -> httpx.AsyncClient:
        # Late on purpose, as httpx itself: what it is made of is loaded with its classes (`placet.late`).
        from placet.backends.transport import new_client  # noqa: PLC0415

        if self._trust is None:
            self._trust = httpx.create_ssl_context(trust_env=False)
        return new_client(self._base_url, self._api_key, self._trust, self._limits)


class _Silence:
    """Gives a server up that sends no content for too long, however many comments it sends meanwhile."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._clock = asyncio.get_running_loop().time
        self._wait_s = limits.first_piece_s
        self._ends_at = self._clock() + self._wait_s

    def content_came(self) -> None:
        """From now on the next piece may take as long as between pieces."""
        self._wait_s = self._limits.between_pieces_s
        self._ends_at = self._clock() + self._wait_s

    async def over(self, chunks: Any) -> AsyncGenerator[bytes, None]:
        """The chunks, as long as content keeps coming."""
        source = aiter(chunks)
        while True:
            try:
                async with asyncio.timeout_at(self._ends_at):
                    chunk = await anext(source, None)
            except TimeoutError as error:
                raise httpx.ReadTimeout(f"no content came for {self._wait_s:g} s") from error
            if chunk is None:
                return
            yield chunk


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


def _chunk(data: str) -> Mapping[str, Any]:
    chunk = _parsed(data)
    if not isinstance(chunk, Mapping):
        raise BackendProtocolError("The model server sent something else where an object belongs.")
    if chunk.get("error"):
        kind = ContextTooLong if any(name in data for name in _TOO_LONG) else BackendFailed
        raise kind(f"The model server reported an error: {_words(data)}")
    return chunk


def _text(body: bytes) -> str:
    """A body as UTF-8, whatever charset it declares: some that can be declared aren't charsets of text at all."""
    return body.decode(errors="replace")


def _parsed(data: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BackendProtocolError(
            f"The model server sent something that isn't JSON: {_shown(data)}"
        ) from error


def _failure(error: Exception, *, began: bool) -> BackendFailed:
    said = str(error)
    why = _OWN_WORDS.get(said) or _shown(said) or _SILENT.get(type(error).__name__, type(error).__name__)
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        return BackendUnavailable(f"The model server can't be reached: {why}")
    if isinstance(error, httpx.TimeoutException):
        return BackendTimeout(f"The model server took too long: {why}")
    from placet.backends.transport import ReplyTooLarge  # noqa: PLC0415 - as in `_client`

    if isinstance(error, ReplyTooLarge):
        return BackendProtocolError(f"The exchange with the model server broke off: {why}")
    kind = BackendLost if began else BackendFailed
    return kind(f"The exchange with the model server broke off: {why}")


def _refusal(status: int, body: str) -> BackendFailed:
    kind = ContextTooLong if any(name in body for name in _TOO_LONG) else BackendFailed
    return kind(f"The model server answered {status}: {_words(body)}", status=status)


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
