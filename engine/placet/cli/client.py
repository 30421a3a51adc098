"""Talking to a running engine over its HTTP interface."""

from __future__ import annotations

import argparse
import hmac
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, Self

import httpx
import httpx_sse

from placet.cli.failures import Exit, Failure
from placet.folder import CHALLENGE, PROOF, DataFolder, default_folder, proof_of

__all__ = ["Client", "data_folder", "find", "named_url", "need"]

_PROOF_S: Final = 10
_SAYS_NOT_WHO: Final = (
    "An engine runs; set PLACET_TOKEN to a token for it. The console's Access page makes one, and "
    "`placet token create --scope owner --offline` does while no engine runs."
)
_ANSWER_S: Final = 60
"""How long one answer may take. Streams are waited for as long as they say that they are still there."""


def data_folder(arguments: argparse.Namespace) -> DataFolder:
    """The data folder that a command is about."""
    root = arguments.data.expanduser().absolute() if arguments.data else default_folder(os.environ)
    return DataFolder(root=root)


def need(arguments: argparse.Namespace) -> Client:
    """A client of the engine that runs.

    Raises:
        Failure: none runs, or there is no token to speak to it with.
    """
    client = find(arguments)
    if client is None:
        message = "No engine runs on this data folder; start one with placet or placet serve."
        raise Failure(message, "not_running")
    return client


def find(arguments: argparse.Namespace) -> Client | None:
    """A client of the engine that `PLACET_URL` names, or of the data folder's; None when none runs there.

    Raises:
        Failure: one runs, and `PLACET_TOKEN` isn't set or holds no token; or `PLACET_URL` holds no address.
    """
    url = named_url() or _url_of(data_folder(arguments))
    if url is None:
        return None
    token = os.environ.get("PLACET_TOKEN")
    if not token:
        raise Failure(_SAYS_NOT_WHO, "no_token", Exit.WRONG_USE)
    if not token.isascii() or not token.isprintable():  # no header can carry it
        raise Failure("What PLACET_TOKEN holds isn't a token.", "unauthenticated", Exit.WRONG_USE)
    return Client(url, token)


def named_url() -> str | None:
    """The address that `PLACET_URL` names; None when it is unset or empty.

    Raises:
        Failure: what it holds isn't an address.
    """
    url = os.environ.get("PLACET_URL")
    if not url:
        return None
    try:
        read = httpx.URL(url)
    except httpx.InvalidURL:
        read = httpx.URL()
    if read.scheme not in {"http", "https"} or not read.host:
        message = "What PLACET_URL holds isn't an address such as http://127.0.0.1:8000."
        raise Failure(message, "wrong_use", Exit.WRONG_USE)
    return url


def _url_of(folder: DataFolder) -> str | None:
    service = folder.read_service()
    if service is None:
        return None
    url = str(service["url"])
    # A crash leaves the note behind, and its port to anybody: a token goes only to who proves that it wrote the note.
    return url if _is_proved(url, str(service["secret"])) else None


def _is_proved(url: str, secret: str) -> bool:
    challenge = secrets.token_hex(32)
    asked = {CHALLENGE: challenge}
    try:
        # A stream, since of whoever this is not even a body is read.
        with httpx.stream("GET", f"{url}/health", headers=asked, timeout=_PROOF_S, trust_env=False) as answer:
            proof = answer.headers.get(PROOF, "")
    except (httpx.HTTPError, httpx.InvalidURL):
        return False
    return hmac.compare_digest(proof.encode(), proof_of(secret, challenge).encode())


class Client:
    """One engine's HTTP interface, with a token."""

    def __init__(self, url: str, token: str) -> None:
        self._http = httpx.Client(
            base_url=url,
            headers={"Authorization": f"Bearer {token}"},
            timeout=_ANSWER_S,
            # Loopback needs no proxy, and a proxy must not see the token.
            trust_env=False,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def get(self, path: str, **parameters: Any) -> Any:
        """Read something.

        Raises:
            Failure: refused, or nobody answers.
        """
        return self._answer(lambda: self._http.get(path, params=parameters))

    def send(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Have something done.

        Raises:
            Failure: refused, or nobody answers.
        """
        return self._answer(lambda: self._http.request(method, path, json=body))

    @contextmanager
    def download(self, path: str) -> Iterator[Iterator[bytes]]:
        """Have a file made, and take it piece by piece. It is as long as the engine said once the block has ended.

        Raises:
            Failure: refused, or the engine went away.
        """
        try:
            with self._http.stream("POST", path, json={}) as answer:
                _refuse(answer)
                yield answer.iter_bytes()
        except httpx.HTTPError as error:
            raise _gone(error) from None

    @contextmanager
    def events(self) -> Iterator[Iterator[dict[str, Any]]]:
        """Follow what happens from now on. The stream is open once the block starts.

        Raises:
            Failure: refused, or the engine went away.
        """
        try:
            with httpx_sse.connect_sse(self._http, "GET", "/events") as source:
                _refuse(source.response)
                yield (item.json() for item in source.iter_sse())
        except httpx.HTTPError as error:
            raise _gone(error) from None

    def _answer(self, ask: Callable[[], httpx.Response]) -> Any:
        try:
            response = ask()
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise _gone(error) from None
        _refuse(response)
        return response.json()


def _gone(error: Exception) -> Failure:
    return Failure(f"The engine doesn't answer ({type(error).__name__}).", "unreachable")


def _refuse(response: httpx.Response) -> None:
    if response.is_success:
        return
    response.read()
    try:
        problem = response.json()
        message, code = str(problem["error"]), str(problem["code"])
    except (ValueError, KeyError, TypeError):
        message, code = f"The engine answered with the status {response.status_code}.", "unreachable"
    wrong_use = response.status_code in {httpx.codes.BAD_REQUEST, httpx.codes.UNPROCESSABLE_ENTITY}
    raise Failure(message, code, Exit.WRONG_USE if wrong_use else Exit.FAILED)
