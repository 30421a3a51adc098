"""A model server on loopback that does, request by request, what the test tells it, and never more."""

import json
import queue
import select
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "scripted"
PATIENCE_S = 30.0
_LOOK_S = 0.01
"""How often a reply that waits for an order looks whether its client is still there."""


def chunk(finish: str | None = None, **delta: Any) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return f"data: {json.dumps({'object': 'chat.completion.chunk', 'choices': [choice]})}\n\n".encode()


def usage(asked: int, given: int) -> bytes:
    counted = {"prompt_tokens": asked, "completion_tokens": given, "total_tokens": asked + given}
    return f"data: {json.dumps({'choices': [], 'usage': counted})}\n\n".encode()


class Exchange:
    """One request and its reply. Orders are carried out in their order; each returns at once."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request
        self.gone = threading.Event()
        """Set once the client has left."""
        self.untouched = True
        """Nobody has ordered anything yet."""
        self._orders: queue.Queue[bytes | None] = queue.Queue()

    @property
    def said(self) -> str:
        """The last message of the request."""
        text: str = self.request["messages"][-1]["content"]
        return text

    def raw(self, sent: bytes) -> None:
        self.untouched = False
        self._orders.put(sent)

    def begin(self) -> None:
        """The head of a reply, and its first byte."""
        self.raw(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")
        self.raw(chunk(role="assistant"))

    def say(self, *texts: str) -> None:
        for text in texts:
            self.raw(chunk(content=text))

    def finish(self, reason: str = "stop", tokens: tuple[int, int] | None = (7, 5)) -> None:
        counted = b"" if tokens is None else usage(*tokens)
        self.raw(chunk(reason) + counted + b"data: [DONE]\n\n")
        self.drop()

    def refuse(self, status: int) -> None:
        self.raw(f"HTTP/1.1 {status} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode())
        self.drop()

    def drop(self) -> None:
        """Close the connection, whatever was sent."""
        self.untouched = False
        self._orders.put(None)

    def answer(self, *texts: str) -> None:
        """A whole reply."""
        self.begin()
        self.say(*texts)
        self.finish()

    def serve(self, line: socket.socket) -> None:
        """Carry the orders out, on the server's thread, until there are no more or the client has left."""
        while (order := self._next(line)) is not None:
            try:
                line.sendall(order)
            except OSError:
                self.gone.set()
                return

    def _next(self, line: socket.socket) -> bytes | None:
        while True:
            try:
                return self._orders.get(timeout=_LOOK_S)
            except queue.Empty:
                if _has_left(line):
                    self.gone.set()
                    return None


def _has_left(line: socket.socket) -> bool:
    readable, _, _ = select.select([line], [], [], 0)
    try:
        return bool(readable) and line.recv(1, socket.MSG_PEEK) == b""
    except OSError:
        return True


Auto = Callable[[Exchange], None]


@dataclass
class ScriptedModel:
    """The server. `auto` answers each request by itself; without it the test takes each with `exchange`.

    `slots_busy` and `loading` are what a llama.cpp server says at `/slots` and `/health`.
    """

    auto: Auto | None = None
    models: Sequence[str] = (MODEL,)
    exchanges: list[Exchange] = field(default_factory=list)
    slots_busy: bool = False
    loading: bool = False
    broken: bool = False
    health_asked: threading.Event = field(default_factory=threading.Event)
    _came: threading.Condition = field(default_factory=threading.Condition)

    def __enter__(self) -> "ScriptedModel":
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                self._send(*outer.look(self.path))

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                exchange = Exchange(body)
                outer.take(exchange)
                exchange.serve(self.connection)
                self.close_connection = True

            def _send(self, status: int, value: Any) -> None:
                content = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        self._server = _Quiet(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for exchange in self.exchanges:
            exchange.drop()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def look(self, path: str) -> tuple[int, Any]:
        """What a llama.cpp server says of itself."""
        if path.endswith("/slots"):
            return 200, [{"id": 0, "is_processing": self.slots_busy}]
        if path.endswith("/health"):
            self.health_asked.set()
            return (503, {"error": {"message": "Loading model"}}) if self.loading else (200, {"status": "ok"})
        if path.endswith("/v1/models"):
            return 200, {"object": "list", "data": [{"id": name} for name in self.models]}
        if self.broken and path.endswith("/models"):
            status = {"value": "unloaded", "failed": True, "exit_code": 1}
            return 200, {"data": [{"id": name, "status": status} for name in self.models]}
        return 404, {}

    def take(self, exchange: Exchange) -> None:
        with self._came:
            self.exchanges.append(exchange)
            self._came.notify_all()
        if self.auto is not None:
            self.auto(exchange)

    def exchange(self, number: int = 1) -> Exchange:
        """The exchange of this number, the first being 1, once its request has come."""
        with self._came:
            assert self._came.wait_for(lambda: len(self.exchanges) >= number, PATIENCE_S), "nobody asked"
            return self.exchanges[number - 1]

    def settings(self, kind: str = "openai") -> str:
        """Its row in the settings."""
        url = f"http://127.0.0.1:{self._server.server_port}/v1"
        names = json.dumps(list(self.models))
        return f'[[backends]]\nid = "here"\nkind = "{kind}"\nbase_url = "{url}"\nmodels = {names}\n'


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_: Any) -> None:
        """A client that left is what a test is about, nothing to print."""
