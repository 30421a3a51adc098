"""A client of Codex's app-server: one turn, in which every request goes to the console by `placet.links.codex_server`."""

import json
import subprocess
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from placet.links import codex_server
from placet.links.codex_server import Decided
from tests.fakes.responses_api import ResponsesApi

PATIENCE_S = 120.0


class Client:
    """Speaks with the server in lines, as its documentation says, and adds what a request leaves to its item's start."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path) -> None:
        self._process = process
        self._folder = folder
        self._items: dict[str, dict[str, Any]] = {}
        self._decided: dict[Any, Decided] = {}
        self.asked: list[str] = []

    def turn(self) -> str:
        """Have it work on what its model scripted, to the end; how that ended. Each request waits for the owner."""
        self._ask("initialize", clientInfo={"name": "test", "version": "1"})
        self._send({"method": "initialized"})
        thread = self._ask("thread/start", cwd=str(self._folder))["thread"]["id"]
        self._ask("turn/start", threadId=thread, input=[{"type": "text", "text": "go"}])
        while (told := self._hear())["method"] != "turn/completed":
            self._take(told)
        return str(told["params"]["turn"]["status"])

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._send({"id": method, "method": method, "params": params})
        while (told := self._hear()).get("id") != method:
            self._take(told)
        return dict(told["result"])

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(message)}\n")
        self._process.stdin.flush()

    def _hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the server ended"
        return dict(json.loads(line))

    def _take(self, told: Mapping[str, Any]) -> None:
        method, params = told["method"], told["params"]
        if "id" in told:
            self._answer(told["id"], method, params)
        elif method == "item/started":
            self._items[params["item"]["id"]] = params["item"]
        elif method == "item/completed":
            for decided in self._decided.values():
                codex_server.outcome(decided, params["item"])
        elif method == "serverRequest/resolved":
            codex_server.taken(self._decided[params["requestId"]])

    def _answer(self, request_id: Any, method: str, params: Mapping[str, Any]) -> None:
        self.asked.append(method)
        decided = codex_server.answer(method, {**params, **self._more(params)})
        self._decided[request_id] = decided
        self._send({"id": request_id, "result": decided.result})

    def _more(self, params: Mapping[str, Any]) -> dict[str, Any]:
        if "itemId" in params:
            item = self._items.get(params["itemId"], {})
            return {"changes": item["changes"]} if "changes" in item else {}
        called = [key for key, it in self._items.items() if it.get("server") == params.get("serverName")]
        return {"itemId": called[-1]}


@contextmanager
def at_work(
    program: str, base: Path, api: ResponsesApi, config: str
) -> "Iterator[tuple[Client, Future[str]]]":
    """The server with a client, in a folder `project`, and how its turn will end."""
    home, folder = base / "home", base / "project"
    (home / ".codex").mkdir(parents=True)
    folder.mkdir()
    (home / ".codex" / "config.toml").write_text(api.config('approval_policy = "on-request"') + config)
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "SHELL": "/bin/sh"}
    pipe = subprocess.PIPE
    with (
        ThreadPoolExecutor(1) as pool,
        subprocess.Popen(
            [program, "app-server"], cwd=folder, env=environment, stdin=pipe, stdout=pipe, text=True
        ) as process,
    ):
        try:
            client = Client(process, folder)
            yield client, pool.submit(client.turn)
        finally:
            process.kill()
