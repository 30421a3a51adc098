"""Public bug reports of groups (c) and (e): the durable file, the event stream and the local server.

Each is tried on a whole engine, over HTTP or as a process of its own; `bugs.toml` says which test stands for which report.
"""

import asyncio
import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx_sse
import pytest

import placet.app
from placet.api import NotResolvable, Scope
from placet.api.commands import CreateToken
from placet.rules.errors import ToolStopped
from placet.rules.ports import ToolResult, ToolRun
from tests.cli.test_serve import ask_to_write, end, serve
from tests.fakes.tools import HeldTool
from tests.flows.house import PATIENCE_S, House
from tests.flows.wire import Wire, client, wire

HELD = {"name": "held", "restricted": True}
FREE = {"name": "held", "restricted": False}
ROUNDS = [100, pytest.param(1_000, marks=[pytest.mark.long, pytest.mark.timeout(900)])]


@contextmanager
def stream(http: Wire, after: int | None = None) -> Iterator[Iterator[httpx_sse.ServerSentEvent]]:
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    with httpx_sse.connect_sse(http.owner, "GET", "/events", headers=headers) as source:
        assert source.response.status_code == 200
        yield source.iter_sse()


def ids(facts: Iterator[httpx_sse.ServerSentEvent], count: int) -> list[int]:
    return [int(next(facts).id) for _ in range(count)]


# Group (c): the file and the engine on it.


def test_a_tool_at_work_minds_no_lock_of_another_program(house: House, held: HeldTool) -> None:
    """B094: its end is written when the file is free again."""
    house.declare(tools=[FREE])
    ticket = house.call("held", {"n": 1, "_async": True})
    assert held.started.acquire(timeout=PATIENCE_S)
    with closing(sqlite3.connect(house.data / "ledger.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        held.let_go()
        assert house.task(ticket.task_id).status == "running"
        other.execute("ROLLBACK")
    assert house.ended(ticket.task_id).status == "completed"


def test_a_machine_that_slept_past_a_deadline_ends_the_request_once_when_it_wakes(tmp_path: Path) -> None:
    """B092: the process stands still meanwhile, and no timer of its own rings."""
    secret = placet.app.init(tmp_path / "data")
    with serve(tmp_path / "data") as (process, ready), client(ready["url"], secret) as owner:
        tools = [{"name": "fs_write", "restricted": True, "deadline_s": 1}]
        declared = {"name": "clerk", "folder": str(tmp_path / "clerk"), "tools": tools}
        assert owner.post("/agents", json=declared).status_code == 201
        with httpx_sse.connect_sse(owner, "GET", "/events") as source:
            task = ask_to_write(owner, "a.txt")
            process.send_signal(signal.SIGSTOP)
            _until_ms(task["approval"]["expires_at"] + 200)
            process.send_signal(signal.SIGCONT)
            told = next(it for it in source.iter_sse() if it.event == "hil.resolved")
        assert json.loads(told.data)["payload"]["timed_out"] is True
        body = {"action": "approve", "shown_digest": task["approval"]["digest"]}
        late = owner.post(f"/agents/clerk/tasks/{task['id']}/resolve", json=body)
        assert (late.status_code, late.json()["task"]["approval"]["state"]) == (409, "timed_out")
        assert end(process, signal.SIGTERM)[0] == 0
    assert not (tmp_path / "clerk" / "a.txt").exists()
    with closing(sqlite3.connect(tmp_path / "data" / "ledger.sqlite")) as file:
        assert file.execute("SELECT count(*) FROM events WHERE type = 'hil.resolved'").fetchone() == (1,)


def _until_ms(wall_ms: int) -> None:
    """A stopped process tells nobody anything, so the wall clock is all there is to wait for."""
    pause = threading.Event()
    while time.time() * 1000 < wall_ms:
        pause.wait(0.02)


class RacingTool(HeldTool):
    """Ends when it is let go or told to stop, whichever it sees first; can be let go again and again."""

    def hold_again(self) -> None:
        self._go.clear()

    def let_go_after(self, ms: float) -> None:
        threading.Event().wait(ms / 1000)  # swept over what a cancel takes, so that some of them meet it
        self.let_go()

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        self.started.release()
        while not await asyncio.to_thread(self._go.wait, 0.001):
            if run.stop.is_set():
                raise ToolStopped("It stopped before anything changed.")
        return ToolResult(value=None)


@pytest.mark.parametrize("rounds", ROUNDS)
def test_a_cancel_and_an_end_at_the_same_moment_leave_one_ending_that_stays(
    tmp_path: Path, rounds: int
) -> None:
    """B095."""
    tool = RacingTool()
    endings: dict[str, str] = {}
    with House(tmp_path, tools=(tool,)) as house, ThreadPoolExecutor(2) as pool:
        house.declare(tools=[FREE])
        for number in range(rounds):
            tool.hold_again()
            task_id = str(house.call("held", {"n": number, "_async": True}).task_id)
            assert tool.started.acquire(timeout=PATIENCE_S)
            ending = pool.submit(tool.let_go_after, number % 20 / 5)
            lost = pool.submit(house.cancel, task_id).exception(PATIENCE_S)
            assert lost is None or isinstance(lost, NotResolvable)
            ending.result(PATIENCE_S)
            endings[task_id] = house.ended(task_id).status
        ends = [it for it in house.events("task.moved") if it.payload["to"] in {"completed", "cancelled"}]
        assert [(it.task_id, it.payload["to"]) for it in ends] == list(endings.items())
        assert len(house.events("trigger.due")) == rounds
        assert {it.id: it.status for it in house.tasks(limit=1000)} == endings
        assert set(endings.values()) == {"completed", "cancelled"}, "the two never came close"


def test_whatever_the_umask_nothing_in_the_data_folder_is_anybody_elses(tmp_path: Path) -> None:
    """B134."""
    data = tmp_path / "data"
    process = subprocess.Popen(
        [sys.executable, "-m", "placet", "serve", "--data", str(data)],
        stdout=subprocess.PIPE,
        text=True,
        umask=0,
        env={**os.environ, "PLACET_LOG": "debug"},
    )
    with process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["event"] == "ready"
        modes = {it.relative_to(data): stat.S_IMODE(it.stat().st_mode) for it in [data, *data.rglob("*")]}
        process.terminate()
        assert process.wait(PATIENCE_S) == 0
    assert {str(it) for it in modes} >= {"ledger.sqlite", "ledger.sqlite-wal", "service.json", "lock", "logs"}
    assert {mode & 0o077 for mode in modes.values()} == {0}


def test_a_ledger_that_was_written_over_is_said_to_be_by_every_route_and_by_health(tmp_path: Path) -> None:
    """B089 and B090: nobody is told that all is well while the record can't be read, and nothing is reset."""
    secret = placet.app.init(tmp_path / "data")
    ledger = tmp_path / "data" / "ledger.sqlite"
    with serve(tmp_path / "data") as (process, ready), client(ready["url"], secret) as owner:
        declared = {"name": "clerk", "folder": str(tmp_path / "clerk"), "tools": [{"name": "fs_write"}]}
        assert owner.post("/agents", json=declared).status_code == 201
        assert owner.get("/health").json() == {"status": "ok"}
        with closing(sqlite3.connect(ledger)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        broken = ledger.read_bytes()[:4096] + b"\x0d" * (ledger.stat().st_size - 4096)
        with ledger.open("r+b") as file:
            file.write(broken)
        health = owner.get("/health")
        assert (health.status_code, health.json()) == (503, {"status": "ledger_damaged"})
        for answer in (owner.get("/tasks"), owner.post("/agents", json=declared)):
            assert (answer.status_code, answer.json()["code"]) == (503, "ledger_damaged")
        code, out, err = end(process, signal.SIGTERM)
    assert (code, out, err.count("\n"), err.endswith("[ledger_damaged]\n")) == (1, "", 1, True)
    assert ledger.read_bytes() == broken


# Group (e): the stream and the local server.


@pytest.fixture
def http(house: House) -> Iterator[Wire]:
    house.declare(tools=[HELD])
    with wire(house) as http:
        yield http


def test_a_stream_that_is_opened_again_repeats_nothing_and_goes_on_after_a_restart(
    house: House, http: Wire
) -> None:
    """B118 and B119."""
    for n in range(300):
        http.call("held", {"n": n, "_async": True})
    last = house.events()[-1].seq
    assert last > 600
    for _ in range(3):
        with stream(http) as facts:
            http.held()
            assert int(next(facts).id) > last
            last = house.events()[-1].seq
    for _ in range(3):  # dropped before a new id came: the same place is good again
        with stream(http, after=last - 1) as facts:
            assert ids(facts, 1) == [last]
    house.restart()
    with wire(house) as again, stream(again, after=last) as facts:
        assert ids(facts, 1) == [last + 1]


def test_whoever_was_away_knows_after_the_replay_what_a_fresh_look_says(
    house: House, http: Wire, held: HeldTool
) -> None:
    """B120."""
    held.let_go()
    tasks = [http.held(args={"n": n}) for n in range(6)]
    seen = house.events()[-1].seq
    for number, task_id in enumerate(tasks[:4]):
        http.resolve(task_id, "approve" if number % 2 else "deny")
        house.ended(task_id)
    statuses = dict.fromkeys(tasks, "pending_approval")
    end_seq = house.events()[-1].seq
    with stream(http, after=seen) as facts:
        for fact in facts:
            told = json.loads(fact.data)
            if told["type"] == "task.moved":
                statuses[told["task_id"]] = told["payload"]["to"]
            if told["seq"] == end_seq:
                break
    assert statuses == {it["id"]: it["status"] for it in http.owner.get("/tasks").json()["tasks"]}


def test_a_stream_that_drops_decides_nothing_and_stops_nothing(
    house: House, http: Wire, held: HeldTool
) -> None:
    """B127: before, while and after a yes is given, work goes on, and what waits for a person waits."""
    with stream(http) as facts:
        task_id = http.held(args={"n": 1})
        assert next(facts).event == "task.created"
    assert house.task(task_id).can_decide
    with stream(http):
        http.resolve(task_id, "approve")
        assert held.started.acquire(timeout=PATIENCE_S)
    assert house.task(task_id).status == "running"
    held.let_go()
    assert house.ended(task_id).status == "completed"


def test_no_carriage_return_of_an_agent_stands_bare_in_the_stream(house: House, http: Wire) -> None:
    """B126: read by hand as the standard says, where any of three line ends ends a line."""
    with http.owner.stream("GET", "/events") as response:
        pieces = response.iter_bytes()
        http.held(args={"text": "ok\revent: hil.resolved\rdata: {}\r\r"})
        raw = b""
        while raw.count(b"event:") < 2 or not raw.endswith(b"\n\n"):
            raw += next(pieces)
    lines = raw.decode().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert [it for it in lines if it.startswith("event:")] == ["event: task.created", "event: hil.requested"]


def test_a_key_means_one_body_of_one_agent_however_it_is_written_and_sent(house: House, http: Wire) -> None:
    """B128."""
    house.declare("other", tools=[HELD])
    secret = house.submit(CreateToken(scope=Scope.AGENT, agent="other")).secret
    first = http.held(args={"n": 1, "text": "a"}, request_key="k")
    again = http.call("held", {"text": "a", "n": 1}, wait_ms=0, request_key="k")
    assert (again.status_code, again.json().get("task_id")) == (202, first), (
        "another order is the same object"
    )
    with client(str(http.owner.base_url), secret) as other:
        body = {"tool": "held", "args": {"n": 2}, "wait_ms": 0, "request_key": "k"}
        theirs = other.post("/agents/other/tool-calls", json=body)
    assert theirs.status_code == 202
    assert theirs.json()["task_id"] != first


def test_two_bodies_under_one_key_at_once_are_one_task_and_one_refusal(house: House, http: Wire) -> None:
    """B128: the second isn't told to try again, since it never could."""
    ready = threading.Barrier(2)

    def ask(turn: int, n: int) -> Any:
        ready.wait(PATIENCE_S)
        with client(str(http.owner.base_url), _secret(http)) as agent:
            body = {"tool": "held", "args": {"n": n}, "wait_ms": 0, "request_key": f"key {turn}"}
            return agent.post("/agents/clerk/tool-calls", json=body)

    with ThreadPoolExecutor(2) as pool:
        for turn in range(20):
            answers = list(pool.map(ask, (turn, turn), (1, 2)))
            assert sorted(it.status_code for it in answers) == [202, 422]
    assert len(house.tasks()) == 20


def _secret(http: Wire) -> str:
    return str(http.agent.headers["authorization"]).removeprefix("Bearer ")
