"""A model server's wire on loopback, with replies that a test wrote: what is under test is everything behind it."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "scripted"


def call(tool: str, arguments: dict[str, Any] | str, call_id: str = "call_1") -> dict[str, Any]:
    """One tool call as a chat-completions server streams it."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": call_id, "type": "function", "function": {"name": tool, "arguments": text}}


@dataclass
class Reply:
    """One scripted reply: text, calls, or both. `before` runs on the server's thread before anything is sent."""

    text: str = ""
    calls: tuple[dict[str, Any], ...] = ()
    finish: str | None = None
    before: Callable[[], None] = lambda: None

    def chunks(self) -> list[dict[str, Any]]:
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": self.text}]
        deltas += [{"tool_calls": [{"index": i, **it}]} for i, it in enumerate(self.calls)]
        finish = self.finish or ("tool_calls" if self.calls else "stop")
        choices = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
        choices.append({"index": 0, "delta": {}, "finish_reason": finish})
        head = {"id": "c", "object": "chat.completion.chunk", "model": MODEL}
        usage = {"prompt_tokens": 7, "completion_tokens": 5, "total_tokens": 12}
        return [*({**head, "choices": [it]} for it in choices), {**head, "choices": [], "usage": usage}]


@dataclass
class ModelServer:
    """Answers each request with the next scripted reply, and keeps what it was asked."""

    replies: list[Reply] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    port: int = 0  # any free one

    def __enter__(self) -> "ModelServer":
        outer, lock = self, threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                self._send(
                    json.dumps({"object": "list", "data": [{"id": MODEL}]}).encode(), "application/json"
                )

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                if not self.path.endswith("/chat/completions"):
                    self._send(b"{}", "application/json")  # what a kind of server is asked beside replies
                    return
                with lock:
                    outer.requests.append(body)
                    reply = outer.replies.pop(0) if outer.replies else Reply(text="Nothing more to say.")
                reply.before()
                lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in reply.chunks()]
                self._send("".join([*lines, "data: [DONE]\n\n"]).encode(), "text/event-stream")

            def _send(self, content: bytes, kind: str) -> None:
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
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
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def told(self, index: int = -1) -> list[str]:
        """The contents of the tool messages in a request, as the model got them."""
        return [it["content"] for it in self.requests[index]["messages"] if it["role"] == "tool"]
