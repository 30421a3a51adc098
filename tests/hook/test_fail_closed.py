"""Nothing fails open: whatever becomes of the console, no call runs that nobody allowed.

The harness here allows every tool by itself, so that only a block keeps a call from running (`Ended.runs`).
"""

import json
import os
import resource
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

import placet.app
from placet.api import Scope
from placet.folder import DataFolder
from placet.hook import asking
from placet.hook.door import Deadline
from placet.work.harnesses import commands
from tests.crash.child import Child
from tests.flows.house import House
from tests.flows.wire import Wire
from tests.hook.harness import Ended, Harness, ended, environment

LS = {"command": "ls"}
PROMPT = {"PLACET_HOOK_DEADLINE": "2"}
"""So that a wait for something that never comes ends soon."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def owner(data: Path) -> str:
    return placet.app.init(data)


@contextmanager
def linked(data: Path, owner: str, home: Path) -> Iterator[tuple[Child, httpx.Client, Harness]]:
    """A served folder of its own process, its owner, and a harness that finds it through the folder's note and link."""
    with Child(data) as child, child.client(owner) as owns:
        declared = {"name": "claude-code", "folder": str(home / "agent"), "tools": [{"name": "Bash"}]}
        assert owns.post("/agents", json=declared).status_code == 201
        token = owns.post("/tokens", json={"scope": "agent", "agent": "claude-code"}).json()["token"]
        links = DataFolder(root=data).links
        links.mkdir()
        (links / "claude-code.json").write_text(json.dumps({"token": token}))
        yield child, owns, Harness(environment(home), more=("--data", str(data)))


def waiting(owns: httpx.Client) -> dict[str, Any]:
    """The call that waits, once there is one."""
    with owns.stream("GET", "/events", headers={"Last-Event-ID": "0"}) as events:
        for line in events.iter_lines():
            if line == "event: hil.requested":
                (task,) = owns.get("/tasks", params={"status": "pending_approval"}).json()["tasks"]
                found: dict[str, Any] = task
                return found
    raise AssertionError("the stream ended")


def assert_blocked(answer: Ended) -> None:
    """By its JSON and by its exit code, and in words."""
    assert (answer.code, answer.specific["permissionDecision"]) == (2, "deny"), answer
    assert answer.specific["permissionDecisionReason"] == answer.words.rstrip("\n")
    assert not answer.runs


def both_doors(harness: Harness) -> None:
    """Neither the hook before a call nor that for the harness's own question lets one pass."""
    assert_blocked(harness.ask("pre", "Bash", LS))
    assert_blocked(harness.ask("pre", "Read", {"file_path": "a"}))
    asked = harness.ask("permission", "Bash", LS, None)
    assert (asked.code, asked.specific["decision"]["behavior"]) == (0, "deny")


def test_the_same_harness_runs_what_was_allowed(data: Path, owner: str, tmp_path: Path) -> None:
    with linked(data, owner, tmp_path) as (_, owns, harness):
        with harness.asking("pre", "Bash", LS) as process:
            task = waiting(owns)
            body = {"action": "approve", "shown_digest": task["digest"]}
            assert owns.post(f"/agents/claude-code/tasks/{task['id']}/resolve", json=body).status_code == 200
            assert ended(process).runs
        assert harness.ask("pre", "Read", {"file_path": "a"}).runs


def test_no_console_was_ever_there(tmp_path: Path) -> None:
    both_doors(Harness(environment(tmp_path)))
    both_doors(Harness(environment(tmp_path, PLACET_TOKEN="placet_x")))


def test_a_console_that_is_starting_or_has_no_http(data: Path, owner: str, tmp_path: Path) -> None:
    with linked(data, owner, tmp_path) as (child, _, harness):
        child.stop()
    engine = placet.app.open(data)
    try:
        both_doors(harness)
    finally:
        engine.close()


def test_a_console_that_crashed_left_its_address_to_somebody_else(
    data: Path, owner: str, tmp_path: Path
) -> None:
    with linked(data, owner, tmp_path) as (child, _, harness):
        port = int(child.ready["url"].rpartition(":")[2])
        child.kill()
        both_doors(harness)
        allows_all = {
            "task": {"id": "t", "status": "running", "decision_only": True, "cancel_requested": False}
        }
        with Stranger(as_json(allows_all), port) as stranger:
            both_doors(harness)
        assert stranger.heard
        assert b"Bearer" not in stranger.heard, "a token was shown to a stranger"


def test_a_console_that_is_killed_while_it_is_asked(data: Path, owner: str, tmp_path: Path) -> None:
    with (
        linked(data, owner, tmp_path) as (child, owns, harness),
        harness.asking("pre", "Bash", LS) as process,
    ):
        waiting(owns)
        child.kill()
        assert_blocked(ended(process))


@pytest.mark.long
def test_a_console_that_comes_back_in_time_is_asked_on(
    data: Path, owner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "_GRACE_S", 600.0)  # a start takes as long as a busy machine has it take
    call = asking.Call("Bash", LS, key="k")
    with linked(data, owner, tmp_path) as (child, owns, _), ThreadPoolExecutor(1) as pool:
        answered = pool.submit(asking.ask, call, asking.reaching(str(data), "claude-code"), Deadline(600))
        task = waiting(owns)
        child.kill()
        with Child(data) as again, again.client(owner) as owns_again:
            body = {"action": "approve", "shown_digest": task["digest"]}
            path = f"/agents/claude-code/tasks/{task['id']}/resolve"
            assert owns_again.post(path, json=body).status_code == 200
            verdict = answered.result(120)
    assert isinstance(verdict, asking.Yes)
    assert verdict.task_id == task["id"]


@pytest.mark.parametrize("asked", [pytest.param(False, marks=pytest.mark.long), True])
def test_a_console_that_hangs(data: Path, owner: str, tmp_path: Path, asked: bool) -> None:
    with linked(data, owner, tmp_path) as (child, owns, harness):
        hasty = replace(harness, environment={**harness.environment, **PROMPT})
        pid = child.ready["pid"]
        if not asked:
            os.kill(pid, signal.SIGSTOP)
        with hasty.asking("pre", "Bash", LS) as process:
            if asked:
                waiting(owns)
                os.kill(pid, signal.SIGSTOP)
            try:
                assert_blocked(ended(process))
            finally:
                os.kill(pid, signal.SIGCONT)


def test_a_disk_without_room(data: Path, owner: str, tmp_path: Path) -> None:
    with linked(data, owner, tmp_path) as (child, owns, harness):
        _, most = resource.prlimit(child.ready["pid"], resource.RLIMIT_FSIZE)
        resource.prlimit(child.ready["pid"], resource.RLIMIT_FSIZE, (1, most))
        try:
            assert_blocked(harness.ask("pre", "Bash", LS))
        finally:
            resource.prlimit(child.ready["pid"], resource.RLIMIT_FSIZE, (most, most))
        assert owns.get("/tasks").json()["tasks"] == []


def test_a_token_that_is_wrong_revoked_or_no_agents(house: House, net: Wire, harness: Harness) -> None:
    tokens = net.owner.get("/tokens").json()["tokens"]
    owners = net.owner.headers["authorization"].removeprefix("Bearer ")
    for token in ("placet_wrong", "two words", "naïve", owners):
        both_doors(replace(harness, environment={**harness.environment, "PLACET_TOKEN": token}))
    net.owner.delete(f"/tokens/{next(it['id'] for it in tokens if it['scope'] == Scope.AGENT)}")
    both_doors(harness)
    assert house.tasks() == ()


def test_nobody_answers_before_the_deadline(house: House, harness: Harness) -> None:
    hasty = replace(harness, environment={**harness.environment, "PLACET_HOOK_DEADLINE": "0.5"})
    assert_blocked(hasty.ask("pre", "Bash", LS))
    endless = replace(harness, environment={**harness.environment, "PLACET_HOOK_DEADLINE": "never"})
    assert_blocked(endless.ask("pre", "Bash", LS))


def as_json(value: Any, status: str = "200 OK") -> bytes:
    body = json.dumps(value).encode()
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


ALLOWED = {"id": "task_1", "status": "running", "decision_only": True, "cancel_requested": False}
BAD_REPLIES = {
    "nothing": b"",
    "not http": b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
    "no length": b"HTTP/1.1 200 OK\r\n\r\n{}",
    "a length that is none": b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}",
    "cut short": b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n{",
    "a head without an end": b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 20000,
    "html": b"HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n<html></html>",
    "not unicode": b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\xff",
    "null": as_json(None),
    "an empty object": as_json({}),
    "a redirect": b"HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 2\r\n\r\n{}",
    "a failure that allows": as_json({"task": ALLOWED}, "500 Internal Server Error"),
    "not ours to run": as_json({"task": {**ALLOWED, "decision_only": False}}),
    "taken back": as_json({"task": {**ALLOWED, "cancel_requested": True}}),
    "without an id": as_json({"task": {**ALLOWED, "id": None}}),
    "an edit that is none": as_json({"task": {**ALLOWED, "approved_args": ["ls"]}}),
    "an unknown status": as_json({"task": {**ALLOWED, "status": "allowed"}}),
    "completed before": as_json({"task": {**ALLOWED, "status": "completed"}}),
    "unlisted, though it was asked about": as_json({"task": None, "listed": False}),
    "a reference without a task": as_json({"status": "pending_approval"}, "202 Accepted"),
}


class Stranger:
    """Answers whatever connects with the same bytes, and closes."""

    def __init__(self, reply: bytes, port: int = 0) -> None:
        self._reply = reply
        self._socket = socket.create_server(("127.0.0.1", port))
        self._thread = threading.Thread(target=self._serve)
        self._over = threading.Event()
        self.heard = b""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def __enter__(self) -> "Stranger":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        with socket.create_connection(self._socket.getsockname()):
            self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        while not self._over.is_set():
            client, _ = self._socket.accept()
            with client:
                if self._over.is_set():
                    return
                client.settimeout(20)
                try:
                    self.heard += client.recv(65536)
                    client.sendall(self._reply)
                except OSError:
                    continue  # it had heard enough


@pytest.mark.parametrize("reply", BAD_REPLIES.values(), ids=BAD_REPLIES)
def test_an_answer_that_makes_no_sense(tmp_path: Path, reply: bytes) -> None:
    with Stranger(reply) as stranger:
        harness = Harness(environment(tmp_path, PLACET_URL=stranger.url, PLACET_TOKEN="placet_x", **PROMPT))
        assert_blocked(harness.ask("pre", "Bash", LS))


def test_the_stranger_allows_where_its_answer_makes_sense(tmp_path: Path) -> None:
    with Stranger(as_json({"task": ALLOWED})) as stranger:
        harness = Harness(environment(tmp_path, PLACET_URL=stranger.url, PLACET_TOKEN="placet_x"))
        assert harness.ask("pre", "Bash", LS).runs


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"[]",
        b"{",
        b"\xff",
        b'{"tool_name": "Bash"}',
        b'{"session_id": "s", "tool_name": "Bash", "tool_input": {}}',
        b'{"session_id": "s", "tool_name": "Bash", "tool_input": [], "tool_use_id": "t"}',
        b'{"session_id": "", "tool_name": "Bash", "tool_input": {}, "tool_use_id": "t"}',
        b'{"session_id": "s", "tool_name": "Bash", "tool_input": {"a": "\\ud800"}, "tool_use_id": "t"}',
        b'{"session_id": "s", "tool_name": "Bash", "tool_input": {"a": 1e999}, "tool_use_id": "t"}',
        b'{"session_id": "s", "tool_name": "Bash", "tool_input": {}, "tool_use_id": "' + b"t" * 200 + b'"}',
    ],
)
def test_an_event_that_says_nothing_clear(house: House, harness: Harness, told: bytes) -> None:
    process = harness.start("pre")
    out, err = process.communicate(told, timeout=60)
    assert_blocked(Ended(process.returncode, json.loads(out), err.decode()))
    assert house.tasks() == ()


@pytest.mark.parametrize("words", [(), ("claude",), ("claude", "before"), ("claude", "pre", "--data")])
def test_wrong_use_blocks_too(harness: Harness, words: tuple[str, ...]) -> None:
    ran = subprocess.run(
        [*harness.command, *words],
        input=b"{}",
        capture_output=True,
        env=dict(harness.environment),
        check=False,
    )
    assert (ran.returncode, b"wrong_use" in ran.stderr) == (2, True)


@pytest.mark.parametrize(
    ("word", "code"), [("pre", 2), pytest.param("permission", 0, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("broken", ["killed", pytest.param("missing", marks=pytest.mark.long)])
def test_a_hook_that_is_killed_or_gone_blocks_by_its_shell_line(
    data: Path, owner: str, tmp_path: Path, word: str, code: int, broken: str
) -> None:
    with linked(data, owner, tmp_path) as (_, owns, harness):
        line = commands(data)[word]
        if broken == "missing":
            line = line.replace("start.py", "nowhere.py")
        shell = replace(harness, command=("/bin/sh", "-c", f"echo $$ >&2; {line}"), more=())
        with shell.asking(word, "Bash", LS) as process:
            if broken == "killed":
                waiting(owns)
                children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
                os.kill(int(children[0]), signal.SIGKILL)
            answer = ended(process)
    assert answer.code == code
    if word == "permission":
        assert answer.specific["decision"]["behavior"] == "deny"


def test_the_shell_line_asks_nothing_of_a_projects_environment(
    data: Path, owner: str, tmp_path: Path
) -> None:
    with Stranger(as_json({"task": ALLOWED})) as stranger, linked(data, owner, tmp_path) as (_, _, harness):
        evil = tmp_path / "evil"
        evil.mkdir()
        (evil / "_json.py").write_text("raise SystemExit(0)")
        bent = {
            "PLACET_URL": stranger.url,
            "PLACET_TOKEN": "placet_x",
            "PYTHONPATH": str(evil),
            "PYTHONHOME": "",
        }
        shell = replace(
            harness,
            command=("/bin/sh", "-c", commands(data)["pre"]),
            more=(),
            environment={**harness.environment, **bent, **PROMPT},
        )
        assert_blocked(shell.ask("pre", "Bash", LS))
        assert stranger.heard == b""
