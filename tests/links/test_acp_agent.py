"""A real agent of the Agent Client Protocol, whose client answers it by `placet.links.acp`.

It is Codex in the dress of that protocol (`codex-acp`), against a stand-in of its model's API. `packaging/harness acp`
brings it; `packaging/test --all` names it in `ACP_AGENT`.
"""

import json
import subprocess
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from placet.links import acp
from placet.links.acp import Decided
from tests.fakes.responses_api import UNCONFINED, ResponsesApi
from tests.flows.desk import brought
from tests.mcp.peers import Place

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]
PATIENCE_S = 120.0


@pytest.fixture(scope="session")
def program() -> str:
    """The agent's program, brought if it isn't here yet."""
    return brought("ACP_AGENT", "acp")


@pytest.fixture
def editor(program: str, tmp_path: Path) -> "Iterator[Editor]":
    with Editor(program, tmp_path) as editor:
        yield editor


class Editor:
    """A client of the agent: one turn, in which every question goes to the console."""

    def __init__(self, program: str, base: Path) -> None:
        self._program = program
        self._base = base
        self._pool = ThreadPoolExecutor(1)
        self._process: subprocess.Popen[bytes] | None = None
        self.folder = base / "project"

    def __enter__(self) -> "Editor":
        self.folder.mkdir()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.kill()
        self._pool.shutdown()
        if self._process is not None:
            self._process.communicate()

    def begin(self, api: ResponsesApi) -> "Future[str]":
        """Have the agent work on what its model scripted; how its turn stopped."""
        config = self._base / "home" / ".codex" / "config.toml"
        config.parent.mkdir(parents=True)
        config.write_text(api.config('approval_policy = "untrusted"', UNCONFINED))
        plain = {"PATH": "/usr/bin:/bin", "HOME": str(self._base / "home"), "SHELL": "/bin/sh"}
        self._process = subprocess.Popen(
            [self._program],
            cwd=self.folder,
            env=plain,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        return self._pool.submit(self._turn)

    def _turn(self) -> str:
        self._call(0, "initialize", {"protocolVersion": 1, "clientCapabilities": {}})
        session = self._call(1, "session/new", {"cwd": str(self.folder), "mcpServers": []})["sessionId"]
        said = [{"type": "text", "text": "go"}]
        return str(self._call(2, "session/prompt", {"sessionId": session, "prompt": said})["stopReason"])

    def _call(self, number: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Ask the agent, and answer what it asks meanwhile; its answer."""
        self._send({"id": number, "method": method, "params": params})
        decided: list[Decided] = []
        assert self._process is not None
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            if told.get("method") == acp.METHOD:
                decided.append(acp.answer(told["params"]))
                self._send({"id": told["id"], "result": decided[-1].result})
            elif told.get("method") == "session/update":
                for it in decided:
                    acp.outcome(it, told["params"]["update"])
            elif told.get("id") == number:
                result: dict[str, Any] = told["result"]
                return result
        raise AssertionError("the agent has ended")

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._process.stdin.flush()

    def files(self) -> set[str]:
        return {it.name for it in self.folder.iterdir()}


def test_an_approved_command_runs_and_its_end_is_on_record_and_a_denied_one_does_not_run(
    here: Place, editor: Editor
) -> None:
    with ResponsesApi(["touch allowed", "touch denied"]) as api:
        turn = editor.begin(api)
        (first,) = here.house.waiting()
        assert (first.tool, json.loads(first.args_json)["rawInput"]["command"][-1]) == (
            "execute",
            "touch allowed",
        )
        assert editor.files() == set()
        here.house.approve(first.id)
        ended = here.house.ended(first.id)
        assert (ended.status, '"exit_code": 0' in json.loads(ended.result_json or "")) == ("completed", True)
        (second,) = here.house.waiting()
        here.house.deny(second.id)
        assert turn.result(PATIENCE_S) == "cancelled"  # so Codex takes a no: its turn is over
    assert editor.files() == {"allowed"}


def test_an_edited_command_runs_in_neither_form(here: Place, editor: Editor) -> None:
    with ResponsesApi(["touch asked"]) as api:
        turn = editor.begin(api)
        (task,) = here.house.waiting()
        args = json.loads(task.args_json)
        args["rawInput"]["command"][-1] = "touch edited"
        here.house.approve(task.id, modified_args=args)
        turn.result(PATIENCE_S)
    assert editor.files() == set()
    assert here.house.ended(task.id).status == "failed"


def test_without_a_console_nothing_runs(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLACET_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("PLACET_TOKEN", "placet_x")
    with ResponsesApi(["touch never"]) as api:
        editor.begin(api).result(PATIENCE_S)
    assert editor.files() == set()
