"""A stand-in of the Responses API on loopback: it answers Codex with the shell commands that a test scripted, one a turn,
and keeps what it was told of each.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.fakes.replying import ApiServer, Replying, StandIn

SHELLS = {
    "shell_command": lambda line: {"command": line},
    "exec_command": lambda line: {"cmd": line},
    "shell": lambda line: {"command": ["/bin/sh", "-c", line]},
}
"""The tools that a harness may offer for shell commands, and the arguments that each takes."""

UNCONFINED = 'sandbox_mode = "danger-full-access"'
"""Where nothing but the gate keeps a command from running."""


@dataclass(frozen=True)
class Call:
    """A call of another tool, whose arguments may depend on what the model was told of earlier ones.

    `namespace`: the one that the harness offers the tool in, such as that of an MCP server.
    """

    tool: str
    arguments: Callable[[Mapping[str, str]], Mapping[str, Any]]
    namespace: str | None = None


class ResponsesApi(StandIn):
    """Asks for one command after the other, by how many it was told the outcome of; then says "done"."""

    def __init__(self, lines: Sequence["str | Call"]) -> None:
        self._lines = lines
        super().__init__(_Handler)
        self._outputs: dict[str, str] = {}

    @property
    def url(self) -> str:
        return f"{self.address}/v1"

    def config(self, *lines: str) -> str:
        """What Codex's `config.toml` says so that this is its model, with more lines before."""
        return "\n".join(
            (
                'model = "scripted"',
                'model_provider = "stand_in"',
                *lines,
                "[model_providers.stand_in]",
                'name = "stand in"',
                f'base_url = "{self.url}"',
                'wire_api = "responses"',
                "request_max_retries = 0",
                "stream_max_retries = 0",
                "",
            )
        )

    def output(self, number: int) -> str:
        """What the model was told of a command."""
        with self._guard:
            return self._outputs[f"call_{number}"]

    def take(self, body: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The items of the answer to one request."""
        items = [it for it in body.get("input", []) if isinstance(it, dict)]
        outputs = {it["call_id"]: json.dumps(it) for it in items if it.get("type") == "function_call_output"}
        with self._guard:
            self._outputs |= outputs
            self._texts.append(json.dumps(items))
        number = len(outputs)
        shell = next((it["name"] for it in body.get("tools", []) if it.get("name") in SHELLS), None)
        if shell is None or number >= len(self._lines):
            return [
                {
                    "type": "message",
                    "role": "assistant",
                    "id": f"msg_{number}",
                    "content": [{"type": "output_text", "text": "done"}],
                }
            ]
        line = self._lines[number]
        if isinstance(line, Call):
            within = {} if line.namespace is None else {"namespace": line.namespace}
            return [{**_call(number, line.tool, line.arguments(outputs)), **within}]
        return [_call(number, shell, SHELLS[shell](line))]


def _call(number: int, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "function_call",
        "call_id": f"call_{number}",
        "name": tool,
        "arguments": json.dumps(arguments),
    }


class _Handler(Replying, BaseHTTPRequestHandler):
    server: ApiServer

    def do_GET(self) -> None:
        self.send(b'{"models": [], "data": []}', "application/json")

    def do_POST(self) -> None:
        body = self.body()
        if not self.path.endswith("/responses"):
            self.send(b"{}", "application/json")
            return
        self.send(_events(self.server.api.take(body)), "text/event-stream")


def _events(items: list[dict[str, Any]]) -> bytes:
    usage = {
        "input_tokens": 1,
        "input_tokens_details": None,
        "output_tokens": 1,
        "output_tokens_details": None,
    }
    response = {"id": "resp_1", "usage": {**usage, "total_tokens": 2}}
    events: list[dict[str, Any]] = [{"type": "response.created", "response": {"id": "resp_1"}}]
    events += [{"type": "response.output_item.done", "item": item} for item in items]
    events.append({"type": "response.completed", "response": response})
    return b"".join(f"event: {it['type']}\ndata: {json.dumps(it)}\n\n".encode() for it in events)
