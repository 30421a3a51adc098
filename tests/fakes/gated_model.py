"""A model server on loopback that says a little, and goes on only when the test lets it."""

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "gated"
WORDS = ("Half ", "a ")
"""What it says before the gate; behind it comes `REST`."""
REST = "word."


def chunk(finish: str | None = None, **delta: Any) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return f"data: {json.dumps({'choices': [choice]})}\n\n".encode()


@dataclass
class GatedModel:
    """Starts answering at once, and ends when `go` is set. `asked` counts the requests; a client that left is noticed."""

    go: threading.Event = field(default_factory=threading.Event)
    asked: int = 0
    words: tuple[str, ...] = WORDS
    opened: threading.Condition = field(default_factory=threading.Condition)

    def __enter__(self) -> "GatedModel":
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["content-length"]))
                with outer.opened:
                    outer.asked += 1
                    outer.opened.notify_all()
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.send_header("connection", "close")
                self.end_headers()
                try:
                    for word in outer.words:
                        self.wfile.write(chunk(content=word))
                    outer.go.wait()
                    self.wfile.write(chunk("stop", content=REST) + b"data: [DONE]\n\n")
                except OSError:
                    return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.go.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def settings(self) -> str:
        """Its row in the settings."""
        url = f"http://127.0.0.1:{self._server.server_port}/v1"
        return f'[[backends]]\nid = "gated"\nbase_url = "{url}"\nmodels = ["{MODEL}"]\n'

    def wait_until_asked(self, count: int = 1, patience_s: float = 20) -> None:
        with self.opened:
            assert self.opened.wait_for(lambda: self.asked >= count, patience_s)
