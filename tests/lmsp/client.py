"""A client of LMSP over raw HTTP: what it sends and gets is what stands on the wire."""

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.fakes.scripted_model import MODEL, PATIENCE_S

TASKS = "/lmsp/v1/tasks"
RESPONSES = "/lmsp/v1/responses"
ENDED = ("succeeded", "failed", "cancelled")
FINALS = ("response.completed", "response.incomplete", "response.failed", "response.cancelled")
_FRAME = re.compile(rb"(?:retry: (\d+)\n)?event: ([^\n]+)\nid: (\d+)\ndata: ([^\n]+)\n\n")
_COMMENT = re.compile(rb":[^\n]*\n")


@dataclass(frozen=True)
class Frame:
    """One event as it was sent. `raw` are its bytes, without when to come again, which the first one says."""

    event: str
    id: int
    data: dict[str, Any]
    raw: bytes

    @property
    def delta(self) -> str:
        text: str = self.data.get("delta", "")
        return text


def frames(raw: bytes) -> list[Frame]:
    """The whole of a stream's bytes as frames and comments; anything else in it fails."""
    found, at = [], 0
    while at < len(raw):
        comment = _COMMENT.match(raw, at)
        if comment:
            at = comment.end()
            continue
        frame = _FRAME.match(raw, at)
        assert frame, raw[at : at + 300]
        assert (frame[1] is not None) == (not found), "the first block says when to come again"
        block = raw[frame.start(2) - len(b"event: ") : frame.end()]
        found.append(Frame(event=frame[2].decode(), id=int(frame[3]), data=json.loads(frame[4]), raw=block))
        at = frame.end()
    return found


def until(what: Callable[[], Any], why: str = "it never came to be", patience_s: float = PATIENCE_S) -> Any:
    """Ask again until it says something: nobody tells a client of HTTP when to look."""
    pause, deadline = threading.Event(), time.monotonic() + patience_s
    while not (found := what()):
        assert time.monotonic() < deadline, why
        pause.wait(0.01)
    return found


@dataclass
class Reader:
    """A stream that is read by a thread of its own, as it comes."""

    response: httpx.Response
    raw: bytearray = field(default_factory=bytearray)
    times: list[float] = field(default_factory=list)
    ended: bool = False
    _news: threading.Condition = field(default_factory=threading.Condition)

    def run(self) -> None:
        try:
            for piece in self.response.iter_raw():
                with self._news:
                    self.raw += piece
                    self.times.append(time.monotonic())
                    self._news.notify_all()
        except (httpx.HTTPError, httpx.StreamError):
            pass
        with self._news:
            self.ended = True
            self._news.notify_all()

    @property
    def frames(self) -> list[Frame]:
        whole = bytes(self.raw)
        at = whole.rfind(b"\n\n")
        return frames(whole[: at + 2] if at >= 0 else b"")

    def wait(self, what: Callable[["Reader"], Any]) -> Any:
        with self._news:
            assert self._news.wait_for(lambda: what(self), PATIENCE_S), bytes(self.raw)[-500:]
            return what(self)

    def wait_for(self, kind: str, count: int = 1) -> list[Frame]:
        """All frames, once so many of this kind have come."""
        self.wait(lambda it: sum(frame.event == kind for frame in it.frames) >= count)
        return self.frames

    def wait_for_end(self) -> list[Frame]:
        self.wait(lambda it: it.ended)
        return frames(bytes(self.raw))


@dataclass(frozen=True)
class Lmsp:
    """One token's way to the service."""

    http: httpx.Client

    def ask(
        self, text: Any = "Go on.", *, headers: dict[str, str] | None = None, **more: Any
    ) -> httpx.Response:
        """POST a task; `on_restart` and `key` go where they belong, everything else into the request."""
        headers = dict(headers or {})
        body: dict[str, Any] = {"type": "response"}
        if "on_restart" in more:
            body["on_restart"] = more.pop("on_restart")
        if "key" in more:
            headers["Idempotency-Key"] = more.pop("key")
        body["input"] = {"model": MODEL, "input": text, **more}
        return self.http.post(TASKS, json=body, headers=headers)

    def create(self, text: Any = "Go on.", **more: Any) -> dict[str, Any]:
        answer = self.ask(text, **more)
        assert answer.status_code == 202, answer.text
        task: dict[str, Any] = answer.json()
        return task

    def task(self, task_id: str) -> dict[str, Any]:
        answer = self.http.get(f"{TASKS}/{task_id}")
        assert answer.status_code == 200, answer.text
        task: dict[str, Any] = answer.json()
        return task

    def comes_to(self, task_id: str, *statuses: str) -> dict[str, Any]:
        found: dict[str, Any] = until(
            lambda: it if (it := self.task(task_id))["status"] in statuses else None,
            f"{task_id} never came to {statuses}",
        )
        return found

    def ends(self, task_id: str) -> dict[str, Any]:
        return self.comes_to(task_id, *ENDED)

    def cancel(self, task_id: str, **more: Any) -> httpx.Response:
        return self.http.post(f"{TASKS}/{task_id}/cancel", **more)

    def events(self, task_id: str, after: int | str | None = None, **headers: str) -> httpx.Response:
        """A whole stream of a task that ends."""
        query = {} if after is None else {"starting_after": str(after)}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.get(f"{TASKS}/{task_id}/events", params=query, headers=named)

    def log(self, task_id: str) -> list[Frame]:
        """All events of a task, once it has ended."""
        answer = self.events(task_id)
        assert answer.status_code == 200, answer.text
        return frames(answer.content)

    @contextmanager
    def reading(self, task_id: str, after: int | None = None) -> Iterator[Reader]:
        """A stream that is read while the test goes on."""
        query = {} if after is None else {"starting_after": str(after)}
        with self.http.stream("GET", f"{TASKS}/{task_id}/events", params=query) as response:
            assert response.status_code == 200
            reader = Reader(response)
            thread = threading.Thread(target=reader.run)
            thread.start()
            try:
                yield reader
            finally:
                _hang_up(response)
                thread.join()


def _hang_up(response: httpx.Response) -> None:
    """Close the line under a reader that waits for more."""
    stream = response.extensions["network_stream"]
    line: socket.socket = stream.get_extra_info("socket")
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


def text_of(log: list[Frame]) -> str:
    """What the last attempt said."""
    start = max((n for n, it in enumerate(log) if it.event == "response.in_progress"), default=0)
    return "".join(it.delta for it in log[start:])


def kinds(log: list[Frame]) -> list[str]:
    return [it.event.removeprefix("response.") for it in log]


def is_problem(answer: httpx.Response, status: int, code: str) -> bool:
    """Whether an answer is a whole problem object (RFC 9457) of this status and code."""
    said = answer.json()
    assert (answer.status_code, said.get("code")) == (status, code), answer.text
    return bool(
        answer.headers["content-type"] == "application/problem+json"
        and said["status"] == status
        and said["type"].startswith("tag:")
        and said["type"].endswith(f":{code}")
        and said["title"]
        and said["detail"]
        and said["instance"] == answer.request.url.path
        and said["request_id"]
    )
