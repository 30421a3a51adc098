"""A Bot API of Telegram's on loopback: keeps what is sent, and answers as the real one does, or as a test says."""

import json
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"


@dataclass
class BotApi:
    """Answers `sendMessage` of one bot. `answer`: a status and a body in the place of its own."""

    answer: tuple[int, bytes] | None = None
    before: Callable[[], None] = lambda: None
    break_off: bool = False
    sent: list[dict[str, Any]] = field(default_factory=list)

    def __enter__(self) -> "BotApi":
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_POST(self) -> None:
                message = json.loads(self.rfile.read(int(self.headers["content-length"])))
                known = self.path == f"/bot{TOKEN}/sendMessage"
                if known:
                    outer.sent.append(message)
                outer.before()
                if outer.break_off:
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True
                    return
                status, body = outer.answer or (outer._took(message) if known else _no(401, "Unauthorized"))
                self.send_response(status)
                self.send_header("location", outer.base_url)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def definition(self) -> dict[str, Any]:
        return {"kind": "telegram", "token": TOKEN, "base_url": self.base_url}

    def _took(self, message: dict[str, Any]) -> tuple[int, bytes]:
        result = {"message_id": len(self.sent), "chat": {"id": message["chat_id"]}, "text": message["text"]}
        return 200, json.dumps({"ok": True, "result": result}).encode()


def _no(status: int, description: str) -> tuple[int, bytes]:
    return status, json.dumps({"ok": False, "error_code": status, "description": description}).encode()


def refusal(status: int, description: str) -> tuple[int, bytes]:
    """A `no` as Telegram spells it."""
    return _no(status, description)
