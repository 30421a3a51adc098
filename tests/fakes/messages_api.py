"""A stand-in of the Messages API on loopback: it answers a harness with what a test scripted, and keeps what it was told."""

import json
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler
from typing import Any
from uuid import uuid4

from tests.fakes.replying import ApiServer, Replying, StandIn

Use = tuple[str, Mapping[str, Any]]
"""A tool's name and its input."""


class MessagesApi(StandIn):
    """Answers with one step of the script after the other, by how many it has answered in this conversation; then "done".

    `steps`: the tool calls of each answer. A request that offers no tools is none of the conversation's own.
    """

    def __init__(self, steps: Sequence[Sequence[Use]]) -> None:
        self._steps = steps
        super().__init__(_Handler)
        self._results: dict[str, dict[str, Any]] = {}

    @property
    def url(self) -> str:
        return self.address

    def result(self, call_id: str) -> dict[str, Any]:
        """What the model was told of a call: the block of its result."""
        with self._guard:
            return self._results[call_id]

    def take(self, body: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The content of the answer to one request."""
        messages = body.get("messages", [])
        blocks = [it for message in messages for it in message["content"] if isinstance(it, dict)]
        results = [it for it in blocks if it.get("type") == "tool_result"]
        step = 1 + max(
            (int(it["id"].split("_")[1]) for it in blocks if it.get("type") == "tool_use"), default=-1
        )
        if not body.get("tools"):
            return [{"type": "text", "text": "ok"}]
        with self._guard:
            self._results |= {it["tool_use_id"]: it for it in results}
            self._texts.append(json.dumps(messages))
        if step >= len(self._steps):
            return [{"type": "text", "text": "done"}]
        return [
            {"type": "tool_use", "id": f"toolu_{step}_{number}", "name": name, "input": dict(given)}
            for number, (name, given) in enumerate(self._steps[step])
        ]


class _Handler(Replying, BaseHTTPRequestHandler):
    server: ApiServer

    def do_HEAD(self) -> None:
        self.send(b"", "text/plain")

    def do_GET(self) -> None:
        self.send(b"{}", "application/json")

    def do_POST(self) -> None:
        body = self.body()
        if "count_tokens" in self.path:
            self.send(b'{"input_tokens": 10}', "application/json")
        elif "/messages" in self.path:
            self._answer(body)
        else:
            self.send(b"{}", "application/json")

    def _answer(self, body: dict[str, Any]) -> None:
        message = _message(str(body.get("model")), self.server.api.take(body))
        if body.get("stream"):
            self.send(_events(message), "text/event-stream")
        else:
            self.send(json.dumps(message).encode(), "application/json")


def _message(model: str, content: list[dict[str, Any]]) -> dict[str, Any]:
    calls = any(it["type"] == "tool_use" for it in content)
    return {
        "id": f"msg_{uuid4().hex}",  # a harness takes messages of one id for one message
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def _events(message: dict[str, Any]) -> bytes:
    begun = {**message, "content": [], "stop_reason": None}
    events: list[dict[str, Any]] = [{"type": "message_start", "message": begun}]
    for index, block in enumerate(message["content"]):
        empty, delta = _opened(block)
        events += [
            {"type": "content_block_start", "index": index, "content_block": empty},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    ends = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    events += [
        {"type": "message_delta", "delta": ends, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]
    return b"".join(f"event: {it['type']}\ndata: {json.dumps(it)}\n\n".encode() for it in events)


def _opened(block: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """How a block begins, and the one piece that it is sent in."""
    if block["type"] == "text":
        return {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
    return {**block, "input": {}}, {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
