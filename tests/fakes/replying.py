"""What stand-ins of models' APIs share: a handler that reads JSON and sends whole answers, and says nothing of it."""

import json
from http.server import BaseHTTPRequestHandler
from typing import Any


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
