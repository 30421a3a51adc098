"""What stand-ins of models' APIs share: a server on loopback that keeps what it was told, and a handler that reads JSON and
sends whole answers, and says nothing of it.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


class Replying(BaseHTTPRequestHandler):
    """Reads a request's JSON, and sends one whole answer."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def body(self) -> Any:
        return json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")

    def send(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class ApiServer(ThreadingHTTPServer):
    """A server whose handler asks its `api` what to answer."""

    daemon_threads = True
    api: Any


class StandIn:
    """An API for as long as it is entered. `_guard` is for what it keeps: each request has a thread of its own."""

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        self._server = ApiServer(("127.0.0.1", 0), handler)
        self._server.api = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._guard = threading.Lock()
        self._texts: list[str] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def told(self) -> str:
        """All that the model was told last, as JSON text."""
        with self._guard:
            return self._texts[-1]
