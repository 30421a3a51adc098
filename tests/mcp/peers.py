"""A gateway with its client and its server, both of which say exactly what a test has them say."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import placet.app
from placet.api import Scope
from placet.api.commands import CreateToken
from tests.flows.house import PATIENCE_S, House

SERVER = Path(__file__).parents[1] / "fakes" / "mcp_server.py"
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
WITH_TASKS = {
    **MODERN,
    "io.modelcontextprotocol/clientCapabilities": {"extensions": {"io.modelcontextprotocol/tasks": {}}},
}
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
NAMES = (
    "echo",
    "free",
    "fail",
    "refuse",
    "die",
    "hang",
    "garbage",
    "twice",
    "env",
    "sample",
    "elicit",
    "change",
    "progress",
    "astray",
    "idless",
)


def tool(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": f"Does {name}.", "inputSchema": {"type": "object"}, **more}


@dataclass
class Shop:
    """The folder of a fake server: what it lists, and what it was asked."""

    folder: Path
    name: str = ""

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lists(*map(tool, NAMES))

    def lists(self, *tools: Mapping[str, Any]) -> None:
        (self.folder / "tools.json").write_text(json.dumps(tools))

    def speaks(self, *eras: str) -> None:
        (self.folder / "eras").write_text(" ".join(eras))

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-S", str(SERVER), str(self.folder)]

    @property
    def calls(self) -> list[str]:
        """The lines that called a tool, as they came."""
        path = self.folder / "calls"
        return path.read_text().splitlines() if path.exists() else []

    @property
    def ran(self) -> list[Any]:
        return [json.loads(line)["params"].get("arguments") for line in self.calls]


@dataclass
class Peer:
    """The client's end of a gateway's pipes."""

    process: "subprocess.Popen[bytes]"
    _heard: "Queue[dict[str, Any] | None]" = field(default_factory=Queue)
    _kept: list[dict[str, Any]] = field(default_factory=list)
    _count: int = 0

    def __post_init__(self) -> None:
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._heard.put(json.loads(line))
        self._heard.put(None)

    def send_raw(self, raw: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(raw + b"\n")
        self.process.stdin.flush()

    def send(self, **message: Any) -> None:
        self.send_raw(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def ask(self, method: str, **params: Any) -> int:
        """Send a request and return its id."""
        self._count += 1
        self.send(id=self._count, method=method, params=params)
        return self._count

    def wait(self, **wanted: Any) -> dict[str, Any]:
        """The next message with these members, others being kept for later."""
        for message in self._kept:
            if wanted.items() <= message.items():
                self._kept.remove(message)
                return message
        while True:
            try:
                heard = self._heard.get(timeout=PATIENCE_S)
            except Empty:
                raise AssertionError(f"nothing like {wanted} came; there is {self._kept}") from None
            assert heard is not None, f"the gateway ended before {wanted}; there is {self._kept}"
            if wanted.items() <= heard.items():
                return heard
            self._kept.append(heard)

    def answer(self, method: str, **params: Any) -> dict[str, Any]:
        return self.wait(id=self.ask(method, **params))

    def result(self, method: str, **params: Any) -> dict[str, Any]:
        answer = self.answer(method, **params)
        assert "result" in answer, answer
        found: dict[str, Any] = answer["result"]
        return found

    def hello(self, **more: Any) -> dict[str, Any]:
        result = self.result("initialize", **{**HELLO, **more})
        self.send(method="notifications/initialized")
        return result

    def call(self, name: str, **more: Any) -> dict[str, Any]:
        return self.result("tools/call", name=name, **more)

    def said(self) -> bool:
        return not self._heard.empty() or bool(self._kept)

    def close(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        code = self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


def words_of(result: Mapping[str, Any]) -> str:
    """The text of a tool's result."""
    return "\n".join(block["text"] for block in result["content"])


@contextmanager
def gateway(*shops: Shop, arguments: tuple[str, ...] = (), **environment: str) -> Iterator[Peer]:
    """The real program in front of fake servers: of one by its command, of several by a file."""
    words = [sys.executable, "-m", "placet", "mcp-gateway", *arguments]
    if len(shops) == 1:
        named = () if "--name" in arguments or "--servers" in arguments else ("--name", shops[0].folder.name)
        words += [*named, "--", *shops[0].command]
    else:
        listed = {it.folder.name: {"command": it.command[0], "args": it.command[1:]} for it in shops}
        path = shops[0].folder.parent / "servers.json"
        path.write_text(json.dumps({"mcpServers": listed}))
        words += ["--servers", str(path)]
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("PLACET_")}
    process = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**inherited, **environment}
    )
    peer = Peer(process)
    try:
        yield peer
    finally:
        if process.poll() is None:
            peer.close()


@dataclass
class Place:
    """A served house with an agent's token, and a shop."""

    house: House
    shop: Shop
    url: str
    token: str

    @contextmanager
    def gateway(self, *arguments: str, **more: str) -> Iterator[Peer]:
        environment = {"PLACET_URL": self.url, "PLACET_TOKEN": self.token, **more}
        with gateway(self.shop, arguments=arguments, **environment) as peer:
            yield peer


def place(house: House, folder: Path) -> Place:
    house.declare(tools=[{"name": "shop.free", "restricted": False}, {"name": "shop.off", "enabled": False}])
    url = placet.app.serve_http(house.engine)
    token = house.submit(CreateToken(scope=Scope.AGENT, agent="clerk")).secret
    return Place(house, Shop(folder / "shop"), url, token)
