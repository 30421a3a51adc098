"""Finding the engine and speaking HTTP with it: loopback, one connection, no library but the interpreter's own.

`socket` and `signal` bring enumerations along, which take longer to load than all of this takes to run; so the C parts
below them are used, as in `text`. What answers at the address of a data folder's note has to prove that it wrote that
note before a token is sent to it: a crash leaves the note behind, and its port to anybody.
"""

from __future__ import annotations

import _socket
import os
import select
import sys
from time import monotonic

from placet.hook.text import NotJson, dump, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator, Mapping
    from typing import Any

    Steps = Generator[int, None, tuple[int, dict[str, str], bytes]]

__all__ = [
    "Deadline",
    "Door",
    "Gone",
    "Lost",
    "Refused",
    "Trouble",
    "Watch",
    "default_data",
    "find",
    "link_file",
    "proof_of",
]

_CHALLENGE = "Placet-Challenge"
_PROOF = "Placet-Proof"
_BLOCK_BYTES = 64
_MOST_HEAD_BYTES = 65536
_MOST_ANSWER_BYTES = 64 * 1024 * 1024
_ANSWER_S = 15.0
"""How long an answer may take that needs no decision."""
_LOOK_S = 5.0
"""How often a wait looks whether the program that started this one is still there, where no broken pipe tells it."""


class Trouble(Exception):
    """The engine can't be asked. `code` is stable; the message is one sentence for people and models."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class Lost(Trouble):
    """The engine isn't there, or left in the middle: it may come back."""


class Refused(Trouble):
    """The engine said no to the request itself. `body` is what it answered, `status` the HTTP status."""

    def __init__(self, message: str, code: str, status: int, body: Mapping[str, Any]) -> None:
        super().__init__(message, code)
        self.status = status
        self.body = body


class Gone(Exception):
    """Whoever waits for this program's answer is gone."""


def default_data(environment: Mapping[str, str]) -> str:
    """Where the data folder lies when nobody says, as `placet.folder` has it."""
    named = environment.get("PLACET_DATA")
    if named:
        return os.path.abspath(os.path.expanduser(named))  # noqa: PTH100, PTH111 - pathlib takes its time to load
    home = os.path.expanduser("~")  # noqa: PTH111
    if sys.platform == "darwin":
        return f"{home}/Library/Application Support/placet"
    return f"{environment.get('XDG_DATA_HOME') or home + '/.local/share'}/placet"


def link_file(data: str, link: str) -> str:
    """Where a link's own token lies, with the name of its agent."""
    return f"{data}/links/{link}.json"


class Watch:
    """Who waits for this program's answer: the descriptors that tell that nobody does, and the process that started it.

    `listener` is where the answer goes to, whose other end closes; `endings` gets a byte when the program is told to end.
    """

    def __init__(self, listener: int, endings: int) -> None:
        self._listener = listener
        self._endings = endings
        self._starter = os.getppid()

    def register(self, poll: select.poll) -> None:
        """Have a poll notice it."""
        poll.register(self._listener, 0)
        poll.register(self._endings, select.POLLIN)

    def is_over(self, ready: dict[int, int]) -> bool:
        """Whether nobody waits any more, by what a poll found ready."""
        broken = ready.get(self._listener, 0) & (select.POLLERR | select.POLLHUP | select.POLLNVAL)
        return bool(broken) or self._endings in ready or os.getppid() != self._starter


class Deadline:
    """A moment to be done by."""

    def __init__(self, seconds: float) -> None:
        self.until = monotonic() + seconds

    def left_s(self) -> float:
        """Seconds until then; not below 0."""
        return max(0.0, self.until - monotonic())


def find(
    environment: Mapping[str, str], deadline: Deadline, *, data: str | None = None, link: str | None = None
) -> Door:
    """The engine, with a token to speak to it: those that the environment names, else the data folder's.

    With `data`, that folder alone counts: a folder that a harness works in may set its environment.

    Raises:
        Trouble: there is no engine, or no token.
    """
    asked = {} if data is not None else environment
    url, token = asked.get("PLACET_URL"), asked.get("PLACET_TOKEN")
    folder = default_data(environment) if data is None else data
    if not token:
        if link is None:
            raise Trouble("PLACET_TOKEN holds no token.", "no_token")
        token = _link_token(folder, link)
    if not token.isascii() or not token.isprintable() or " " in token:
        raise Trouble("What should be a token isn't one.", "unauthenticated")
    if url:
        return Door(url, token, deadline)
    note = _read_object(f"{folder}/service.json")
    if note is None or not isinstance(note.get("url"), str) or not isinstance(note.get("secret"), str):
        raise Lost("The Placet console isn't running.", "not_running")
    door = Door(note["url"], token, deadline)
    door.prove(note["secret"])
    return door


def _link_token(folder: str, link: str) -> str:
    kept = _read_object(link_file(folder, link))
    token = None if kept is None else kept.get("token")
    if not isinstance(token, str) or not token:
        raise Trouble(f"There is no link for {link}; placet link {link} install makes it.", "no_token")
    return token


def _read_object(path: str) -> dict[str, Any] | None:
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123
            found = parse(file.read())
    except (OSError, ValueError, NotJson):
        return None
    return found if isinstance(found, dict) else None


def proof_of(secret: str, challenge: str) -> str:
    """HMAC-SHA-256 in hexadecimal, as `placet.folder.proof_of`; what that imports takes longer than the whole rest."""
    key = secret.encode()
    if len(key) > _BLOCK_BYTES:
        key = _sha256(key)
    key = key.ljust(_BLOCK_BYTES, b"\0")
    inner = _sha256(bytes(it ^ 0x36 for it in key) + f"placet.health.v1\0{challenge}".encode())
    return _sha256(bytes(it ^ 0x5C for it in key) + inner).hex()


def _sha256(text: bytes) -> bytes:
    if sys.version_info >= (3, 12):
        from _sha2 import sha256  # noqa: PLC0415 - the one that this interpreter has
    else:
        from _sha256 import (  # type: ignore[import-not-found] # noqa: PLC0415 - its C part has no types
            sha256,
        )
    digest: bytes = sha256(text).digest()
    return digest


class Door:
    """One connection to the engine, made when it is first needed. Made, used and closed by one thread, by a deadline.

    `watch`: while an answer is waited for that may take its time, this is looked at too, and ends the wait with `Gone`.
    An answer that comes at once is always taken: it says which task the question became, which may have to be taken back.
    """

    def __init__(self, url: str, token: str, deadline: Deadline) -> None:
        self._deadline = deadline
        self._family, self._address = _address_of(url)
        self._name = url.removeprefix("http://").rstrip("/")
        self._token = token
        self._socket: _socket.socket | None = None
        self._held = b""
        self.watch: Watch | None = None

    def close(self) -> None:
        """Let go of the connection."""
        if self._socket is not None:
            self._socket.close()
        self._socket, self._held = None, b""

    def prove(self, secret: str) -> None:
        """Have whoever answers prove that it wrote the data folder's note. No token was sent before that.

        Raises:
            Lost: nobody answers, or it is somebody else.
        """
        challenge = os.urandom(32).hex()
        answer = self._exchange("GET", "/health", b"", f"{_CHALLENGE}: {challenge}\r\n", _ANSWER_S)
        if answer[1].get(_PROOF.lower()) != proof_of(secret, challenge):
            self.close()
            raise Lost("The Placet console isn't running; something else has its place.", "not_running")

    def ask(
        self, method: str, path: str, body: Any = None, *, wait_s: float = 0.0
    ) -> tuple[int, dict[str, Any]]:
        """Have something done, and answer the status (200 to 299) with the body. `wait_s`: how long it may think.

        Raises:
            Lost: nobody answers. Refused: it said no. Trouble: what it says makes no sense.
            Gone: whoever waits for the answer left.
        """
        sent, head = self._written(body)
        status, _, raw = self._exchange(method, path, sent, head, _ANSWER_S + wait_s)
        return status, _understood(status, raw)

    async def ask_ready(
        self, method: str, path: str, body: Any, ready: Callable[[int, int], Awaitable[None]]
    ) -> tuple[int, dict[str, Any]]:
        """As `ask`, for a loop, on the connection that is open: `ready` waits for one of poll's events on a descriptor.

        Whatever ends this without an answer, what `ready` raises included, closes the connection.
        """
        sent, head = self._written(body)
        try:
            status, _, raw = await self._drive(self._steps(self._request(method, path, sent, head)), ready)
        except OSError:
            self.close()
            raise Lost("The Placet console doesn't answer.", "unreachable") from None
        except BaseException:
            self.close()
            raise
        return status, _understood(status, raw)

    async def _drive(
        self, steps: Steps, ready: Callable[[int, int], Awaitable[None]]
    ) -> tuple[int, dict[str, str], bytes]:
        while True:
            try:
                what = next(steps)
            except StopIteration as done:
                answer: tuple[int, dict[str, str], bytes] = done.value
                return answer
            await ready(self._open.fileno(), what)

    def _written(self, body: Any) -> tuple[bytes, str]:
        try:
            sent = b"" if body is None else dump(body).encode("ascii")
        except NotJson:
            raise Trouble("The call can't be written as JSON.", "bad_input") from None
        return sent, f"Authorization: Bearer {self._token}\r\nContent-Type: application/json\r\n"

    def _request(self, method: str, path: str, body: bytes, head: str) -> bytes:
        first = f"{method} {path} HTTP/1.1\r\nHost: {self._name}\r\n"
        return f"{first}{head}Content-Length: {len(body)}\r\n\r\n".encode("ascii") + body

    def _exchange(
        self, method: str, path: str, body: bytes, head: str, patience_s: float
    ) -> tuple[int, dict[str, str], bytes]:
        until = min(monotonic() + patience_s, self._deadline.until)
        watch = self.watch if patience_s > _ANSWER_S else None
        try:
            self._connect(until)
            return self._wait_through(self._steps(self._request(method, path, body, head)), until, watch)
        except OSError:
            self.close()
            raise Lost("The Placet console doesn't answer.", "unreachable") from None
        except BaseException:
            self.close()
            raise

    def _wait_through(
        self, steps: Steps, until: float, watch: Watch | None
    ) -> tuple[int, dict[str, str], bytes]:
        while True:
            try:
                what = next(steps)
            except StopIteration as done:
                answer: tuple[int, dict[str, str], bytes] = done.value
                return answer
            self._wait(what, until, watch if what == select.POLLIN else None)

    def _connect(self, until: float) -> None:
        if self._socket is not None:
            return
        made = _socket.socket(self._family, _socket.SOCK_STREAM, _socket.IPPROTO_TCP)
        try:
            made.settimeout(max(0.001, until - monotonic()))
            made.connect(self._address)
        except BaseException:
            made.close()
            raise
        made.setsockopt(_socket.IPPROTO_TCP, _socket.TCP_NODELAY, 1)
        made.setblocking(False)
        self._socket = made

    def _steps(self, request: bytes) -> Steps:
        """Send a request and take its answer in; each step is the event that the connection has to be ready for."""
        left = memoryview(request)
        while left:
            try:
                left = left[self._open.send(left) :]
            except BlockingIOError:
                yield select.POLLOUT
        while b"\r\n\r\n" not in self._held:
            yield select.POLLIN
            self._take_in()
            if len(self._held) > _MOST_HEAD_BYTES and b"\r\n\r\n" not in self._held:
                raise Trouble("The Placet console answers with something strange.", "bad_answer")
        head, _, rest = self._held.partition(b"\r\n\r\n")
        status, headers = _read_head(head)
        size = headers.get("content-length", "")
        if not size.isdigit() or int(size) > _MOST_ANSWER_BYTES:
            raise Trouble("The Placet console answers with something strange.", "bad_answer")
        self._held = rest
        while len(self._held) < int(size):
            yield select.POLLIN
            self._take_in()
        body, self._held = self._held[: int(size)], self._held[int(size) :]
        return status, headers, body

    def _take_in(self) -> None:
        more = self._open.recv(262144)
        if not more:
            raise OSError("the other end closed the connection")
        self._held += more

    @property
    def _open(self) -> _socket.socket:
        if self._socket is None:
            raise OSError("there is no connection")
        return self._socket

    def _wait(self, what: int, until: float, watch: Watch | None = None) -> None:
        """Wait until the connection is ready.

        Polled every few seconds too: where the answer goes to a file, only the process that started this one tells.
        """
        number = self._open.fileno()
        poll = select.poll()
        poll.register(number, what)
        if watch is not None:
            watch.register(poll)
        while True:
            left_s = until - monotonic()
            if left_s <= 0:
                raise OSError("no answer in time")
            ready = dict(poll.poll(int(min(left_s, _LOOK_S) * 1000) + 1))
            if watch is not None and watch.is_over(ready):
                raise Gone
            if number in ready:
                return


def _address_of(url: str) -> tuple[int, Any]:
    """Where `http://HOST:PORT` is, for hosts of this machine.

    Raises:
        Trouble: it is somewhere else, or no address.
    """
    host, _, port = url.removeprefix("http://").rstrip("/").rpartition(":")
    known = url.startswith("http://") and port.isascii() and port.isdigit() and 0 < int(port) < 65536
    if known and host == "[::1]":
        return _socket.AF_INET6, ("::1", int(port))
    if known and (host == "localhost" or _is_loopback(host)):
        return _socket.AF_INET, ("127.0.0.1" if host == "localhost" else host, int(port))
    raise Trouble("The address of the Placet console isn't one of this machine.", "unreachable")


def _is_loopback(host: str) -> bool:
    parts = host.split(".")
    return (
        len(parts) == 4
        and parts[0] == "127"
        and all(it.isascii() and it.isdigit() and int(it) < 256 for it in parts)
    )


def _read_head(head: bytes) -> tuple[int, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    words = first.split(" ", 2)
    if len(words) < 2 or words[0] != "HTTP/1.1" or not (words[1].isascii() and words[1].isdigit()):
        raise Trouble("What answers in the Placet console's place isn't one.", "bad_answer")
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    return int(words[1]), headers


def _understood(status: int, raw: bytes) -> dict[str, Any]:
    try:
        body = parse(raw.decode("utf-8"))
    except (NotJson, UnicodeDecodeError):
        body = None
    if not isinstance(body, dict):
        raise Trouble("The Placet console answers with something strange.", "bad_answer")
    if 200 <= status < 300:
        return body
    message, code = body.get("error"), body.get("code")
    if not isinstance(message, str) or not isinstance(code, str):
        message, code = f"The Placet console answers with the status {status}.", "bad_answer"
    if code == "engine_stopping":
        raise Lost("The Placet console is closing.", code)
    raise Refused(message, code, status, body)
