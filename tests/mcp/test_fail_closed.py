"""Whatever goes wrong between a client, the gateway, the console and the server: nothing runs that nobody allowed.

The control is in the same harness: with a console that is there and an owner who says yes, the very same call runs.
"""

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from placet.work.presences import Presences
from placet.work.sessions import GONE
from tests.flows.house import PATIENCE_S
from tests.flows.wire import client
from tests.mcp.peers import Place, Shop, gateway, tool, words_of


def a_call(shop: Shop, **environment: str) -> str:
    """What a client is told whose call may not run; it asks once."""
    with gateway(shop, **environment) as peer:
        peer.hello()
        answer = peer.answer("tools/call", name="echo", arguments={"a": 1})
        assert peer.close() == 0
    assert shop.calls == []
    result = answer["result"]
    assert result["isError"] is True
    return words_of(result)


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path / "shop")


def test_no_console(shop: Shop, tmp_path: Path) -> None:
    said = a_call(shop, PLACET_DATA=str(tmp_path / "none"), PLACET_TOKEN="placet_x")
    assert "isn't running" in said


def test_no_token(here: Place) -> None:
    assert a_call(here.shop, PLACET_URL=here.url, PLACET_DATA=str(here.house.base / "none"))


def test_a_wrong_token(here: Place) -> None:
    said = a_call(here.shop, PLACET_URL=here.url, PLACET_TOKEN="placet_wrong")
    assert "token" in said


@contextlib.contextmanager
def impostor(answer: bytes) -> Iterator[str]:
    """Something else on a port: it reads a request, and says `answer` to it; nothing when that is empty."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(60)
        kept: list[socket.socket] = []

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    caller, _ = listener.accept()
                    caller.settimeout(60)
                    if answer and caller.recv(65536):
                        caller.sendall(answer)
                        caller.close()
                    else:
                        kept.append(caller)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
            thread.join()
            for caller in kept:
                caller.close()


def http(body: bytes, status: bytes = b"200 OK") -> bytes:
    return b"HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body)


ALLOWED = (
    b'{"task":{"id":"task_1","status":"running","decision_only":true,"cancel_requested":false,"digest":"0"}}'
)


@pytest.mark.parametrize(
    "answer",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        *(pytest.param(http(it), marks=pytest.mark.long) for it in (b"<html>", b"[]", b"{}")),
        http(b'{"task":{"status":"running"}}'),
        http(b'{"tools":{"echo":"pinned"}}'),
        pytest.param(http(b'{"error":"no","code":"internal"}', b"500 Oh"), marks=pytest.mark.long),
        pytest.param(http(b"", b"204 No"), marks=pytest.mark.long),
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        http(b'{"tools":{"echo":"pinned"},' + ALLOWED[1:]),  # pinned and allowed, and about other arguments
    ],
)
def test_a_reply_that_makes_no_sense(shop: Shop, answer: bytes) -> None:
    with impostor(answer) as url:
        assert a_call(shop, PLACET_URL=url, PLACET_TOKEN="placet_x", PLACET_DEADLINE="5")


def test_a_console_that_says_nothing(shop: Shop) -> None:
    with impostor(b"") as url:
        assert a_call(shop, PLACET_URL=url, PLACET_TOKEN="placet_x", PLACET_DEADLINE="0.5")


def test_nobody_answers_before_the_deadline(here: Place) -> None:
    said = a_call(here.shop, PLACET_URL=here.url, PLACET_TOKEN=here.token, PLACET_DEADLINE="0.5")
    assert "[deadline]" in said
    (task,) = [it for it in here.house.tasks() if it.tool == "shop.echo"]
    assert here.house.ended(task.id).status == "cancelled"


def test_a_console_that_is_closed_while_a_call_waits(here: Place) -> None:
    with here.gateway(PLACET_DEADLINE="8") as peer:
        peer.hello()
        asked = peer.ask("tools/call", name="echo", arguments={})
        here.house.waiting()
        here.house.engine.close()
        assert peer.wait(id=asked)["result"]["isError"] is True
    assert here.shop.calls == []
    here.house.open()
    (task,) = [it for it in here.house.tasks() if it.tool == "shop.echo"]
    assert task.status != "running"


def test_a_ledger_that_takes_no_more(here: Place) -> None:
    with here.gateway() as peer:
        peer.hello()
        with contextlib.closing(sqlite3.connect(here.house.data / "ledger.sqlite")) as disk:
            disk.execute("PRAGMA busy_timeout = 30000")
            disk.execute("CREATE TRIGGER full BEFORE INSERT ON tasks BEGIN SELECT RAISE(ABORT, 'full'); END")
        assert peer.call("free", arguments={})["isError"] is True
        assert peer.call("echo", arguments={})["isError"] is True
    assert here.shop.calls == []


@pytest.mark.parametrize("name", ["die", "garbage", "twice", "astray", "idless"])
def test_a_server_that_dies_or_lies_is_told_as_unknown_and_asked_nothing_more(here: Place, name: str) -> None:
    here.shop.lists(tool(name), tool("free"))
    with here.gateway() as peer:
        peer.hello()
        asked = peer.ask("tools/call", name=name, arguments={})
        task_id = here.house.waiting()[0].id
        here.house.approve(task_id)
        result = peer.wait(id=asked)["result"]
        ended = here.house.ended(task_id)
    assert (result["isError"], ended.status) == (True, "failed")
    assert "unknown" in words_of(result)
    assert len(here.shop.calls) == 1


def test_a_server_that_refuses_or_fails_is_told_so(here: Place) -> None:
    with here.gateway() as peer:
        peer.hello()
        for name in ("refuse", "fail"):
            asked = peer.ask("tools/call", name=name, arguments={})
            task_id = here.house.waiting()[0].id
            here.house.approve(task_id)
            answer = peer.wait(id=asked)
            assert answer.get("error", {}).get("code") == -32050 or words_of(answer["result"]) == "It broke."
            assert here.house.ended(task_id).status == "failed"


def test_a_server_that_cannot_be_started_is_told_at_once(here: Place) -> None:
    words = [sys.executable, "-m", "placet", "mcp-gateway", "--", "/nowhere/at/all"]
    told = subprocess.run(
        words,
        input=b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}\n',
        capture_output=True,
        env={**os.environ, "PLACET_URL": here.url, "PLACET_TOKEN": here.token},
        check=True,
        timeout=60,
    )
    assert b"can't be started" in told.stdout


def test_a_server_that_never_answers_is_ended_with_its_gateway(here: Place) -> None:
    with here.gateway() as peer:
        peer.hello()
        peer.ask("tools/call", name="hang", arguments={})
        task_id = here.house.waiting()[0].id
        here.house.approve(task_id)
        peer.wait(method="notifications/message")  # the server has it
        assert peer.close() == 0
    server = int((here.shop.folder / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)
    assert here.house.ended(task_id).status == "failed"


def test_a_gateway_that_is_killed_leaves_nothing_waiting_and_nothing_running(here: Place) -> None:
    with here.gateway() as peer:
        peer.hello()
        peer.ask("tools/call", name="hang", arguments={})
        runs = here.house.waiting()[0].id
        here.house.approve(runs)
        peer.wait(method="notifications/message")  # the server has it
        peer.ask("tools/call", name="echo", arguments={})
        waits = here.house.waiting()[0].id
        look_for_gateways(here)
        assert [here.house.task(it).status for it in (runs, waits)] == ["running", "pending_approval"]
        peer.process.kill()
        peer.close()
    look_for_gateways(here)
    assert [here.house.task(it).status for it in (runs, waits)] == ["failed", "cancelled"]
    assert here.house.task(runs).error == GONE
    with contextlib.suppress(ProcessLookupError):  # a server that hangs outlives it
        os.kill(int((here.shop.folder / "pid").read_text()), signal.SIGKILL)


def look_for_gateways(here: Place) -> None:
    """What the engine does now and then: a process is gone when two looks in a row don't find it."""
    rooms = here.house.engine._handlers._rooms
    presences = Presences(ledger=rooms.sessions._ledger, sessions=rooms.sessions)

    async def both_looks() -> None:
        await presences.look()
        await presences.look()

    here.house.engine.run(both_looks())


class Served:
    """A console in a process of its own, to be stopped or killed in the middle of a call."""

    def __init__(self, folder: Path) -> None:
        words = [sys.executable, "-m", "placet"]
        self._environment = {**os.environ, "PLACET_DATA": str(folder / "data"), "XDG_STATE_HOME": str(folder)}
        made = subprocess.run(
            [*words, "init", "--json"], capture_output=True, check=True, env=self._environment, timeout=60
        )
        self.owner = json.loads(made.stdout)["owner_token"]
        (folder / "data" / "settings.toml").write_text("secrets.keyring = false\n")
        self.process = subprocess.Popen([*words, "serve"], stdout=subprocess.PIPE, env=self._environment)
        assert self.process.stdout is not None
        self.url = json.loads(self.process.stdout.readline())["url"]
        with client(self.url, self.owner) as http:
            declared = {"name": "clerk", "folder": str(folder / "clerk"), "tools": []}
            assert http.post("/agents", json=declared).status_code == 201
            self.token = http.post("/tokens", json={"scope": "agent", "agent": "clerk"}).json()["token"]

    def end(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        self.process.kill()
        self.process.wait(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path)
    try:
        yield served
    finally:
        served.end()


@pytest.mark.long
@pytest.mark.parametrize(
    ("how", "when"),
    [
        (signal.SIGKILL, "while it waits"),
        (signal.SIGSTOP, "while it waits"),
        (signal.SIGKILL, "before"),
        (signal.SIGSTOP, "before"),
    ],
)
def test_a_console_that_is_killed_or_hangs(
    console: Served, shop: Shop, how: signal.Signals, when: str
) -> None:
    with gateway(shop, PLACET_URL=console.url, PLACET_TOKEN=console.token, PLACET_DEADLINE="4") as peer:
        peer.hello()
        if when == "before":
            console.process.send_signal(how)
        asked = peer.ask("tools/call", name="echo", arguments={}, task={})
        if when != "before":
            assert peer.wait(id=asked)["result"]["task"]["status"] == "working"
            console.process.send_signal(how)
            task_id = peer.result("tasks/list")["tasks"][0]["taskId"]
            assert peer.result("tasks/result", taskId=task_id)["isError"] is True
        else:
            task_id = peer.wait(id=asked)["result"]["task"]["taskId"]
    assert shop.calls == []


def test_the_control_runs(here: Place) -> None:
    with here.gateway() as peer:
        peer.hello()
        asked = peer.ask("tools/call", name="echo", arguments={"a": 1})
        here.house.approve(here.house.waiting()[0].id)
        assert words_of(peer.wait(id=asked)["result"]) == '{"a": 1}'
    assert here.shop.ran == [{"a": 1}]
