"""What a program that is gone left behind ends as unknown; what still may be asked for again goes on waiting."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from placet.hook import descent
from placet.work import presences
from placet.work.presences import Presences
from placet.work.sessions import GONE
from tests.flows.house import House
from tests.flows.wire import Wire, wire


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        house.declare(
            "clerk", tools=[{"name": "free", "restricted": False}, {"name": "held", "restricted": True}]
        )
        yield house


@pytest.fixture
def net(house: House) -> Iterator[Wire]:
    with wire(house, "clerk") as net:
        yield net


def ask(net: Wire, tool: str, **source: str) -> str:
    told = {"harness": "claude-code", "session_id": "s", **source}
    body = {"tool": tool, "args": {}, "decide_only": True, "wait_ms": 0, "source": told}
    answer = net.agent.post("/agents/~/tool-calls", json=body).json()
    return str(answer["task"]["id"] if "task" in answer else answer["task_id"])


def look(house: House, is_gone: Callable[[str], bool], times: int = 2) -> list[bool]:
    """Look so often, with the rooms of the running engine; whether there was anybody to look after."""
    presences = made(house, is_gone)

    async def all_looks() -> list[bool]:
        return [await presences.look() for _ in range(times)]

    return house.engine.run(all_looks())


def made(house: House, is_gone: Callable[[str], bool]) -> Presences:
    rooms = house.engine._handlers._rooms
    return Presences(ledger=rooms.sessions._ledger, sessions=rooms.sessions, is_gone=is_gone)


def test_what_a_program_that_is_gone_was_allowed_ends_as_unknown(house: House, net: Wire) -> None:
    task_id = ask(net, "free", process="1.2.3")
    look(house, lambda process: process == "1.2.3", times=1)
    assert house.task(task_id).status == "running"  # one look may come at a bad moment
    look(house, lambda process: process == "1.2.3")
    task = house.task(task_id)
    assert (task.status, task.error) == ("failed", GONE)


def test_nobody_is_looked_after_who_never_said_which_process_asks(house: House, net: Wire) -> None:
    ask(net, "free")
    assert look(house, lambda _process: True) == [False, False]
    ask(net, "free", process="1.2.3")
    assert look(house, lambda _process: False) == [True, True]


def test_once_nobody_is_looked_after_the_next_who_asks_wakes_the_look(
    house: House, net: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presences, "_EVERY_S", 0.0)
    at_rest = made(house, lambda _process: True)
    rooms = house.engine._handlers._rooms

    async def begun() -> asyncio.Task[None]:
        looking = asyncio.create_task(at_rest.run())
        await asyncio.sleep(0)
        while not rooms.sessions.asked_anew._waiters:  # it has looked, and waits to be told
            await asyncio.sleep(0.001)
        return looking

    async def ended(looking: asyncio.Task[None]) -> None:
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking

    looking = house.engine.run(begun())
    try:
        task_id = ask(net, "free", process="1.2.3")
        assert house.ended(task_id).error == GONE
    finally:
        house.engine.run(ended(looking))


def test_what_can_still_be_told_or_asked_for_again_stays(house: House, net: Wire) -> None:
    alive, unknown = ask(net, "free", process="1.2.3"), ask(net, "free")
    waits = ask(net, "held", process="4.5.6")
    look(house, lambda process: process == "4.5.6")
    assert [house.task(it).status for it in (alive, unknown, waits)] == [
        "running",
        "running",
        "pending_approval",
    ]


def test_a_question_of_a_gateway_that_is_gone_waits_for_nobody(house: House, net: Wire) -> None:
    waits = ask(net, "held", process="4.5.6", harness="mcp")
    look(house, lambda process: process == "4.5.6")
    assert house.task(waits).status == "cancelled"


def test_another_process_asks_for_the_same_thing_under_the_same_name(house: House, net: Wire) -> None:
    assert keyed(net, "1.2.3") == keyed(net, "4.5.6")


def test_a_harness_that_came_back_is_there_though_its_first_process_is_gone(house: House, net: Wire) -> None:
    task_id = keyed(net, "1.2.3")
    keyed(net, "4.5.6")
    house.approve(task_id)
    look(house, lambda process: process == "1.2.3", times=3)
    assert house.task(task_id).status == "running"
    reported = net.agent.post(f"/agents/~/tasks/{task_id}/outcome", json={"ok": True, "result": 1})
    assert (reported.status_code, house.task(task_id).status) == (200, "completed")


def test_a_harness_that_came_back_is_there_after_a_restart_too(house: House, net: Wire) -> None:
    task_id = keyed(net, "1.2.3")
    keyed(net, "4.5.6")
    keyed(net, "4.5.6")
    house.approve(task_id)
    (came,) = house.events("task.changed", task_id=task_id)
    assert came.payload == {"what": "asker", "process": "4.5.6"}
    house.restart()
    look(house, lambda process: process == "1.2.3", times=3)
    assert house.task(task_id).status == "running"
    look(house, lambda process: process == "4.5.6")
    assert house.task(task_id).error == GONE


def test_a_harness_that_came_back_and_went_again_is_gone(house: House, net: Wire) -> None:
    task_id = keyed(net, "1.2.3")
    keyed(net, "4.5.6")
    house.approve(task_id)
    look(house, lambda process: process == "4.5.6")
    assert house.task(task_id).error == GONE


def keyed(net: Wire, process: str) -> str:
    source = {"harness": "claude-code", "session_id": "s", "process": process}
    body = {
        "tool": "held",
        "args": {},
        "decide_only": True,
        "request_key": "k",
        "wait_ms": 0,
        "source": source,
    }
    answer = net.agent.post("/agents/~/tool-calls", json=body)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["task_id"])


def test_a_process_is_known_until_it_ends(tmp_path: Path) -> None:
    harness = tmp_path / "claude"
    harness.symlink_to(sys.executable)
    hook = "import sys; from placet.hook import descent; print(descent.starter(('claude',)), flush=True)"
    shell = f'{sys.executable} -c "{hook}"; true'  # a shell between, as harnesses start hooks
    program = f"import subprocess, sys; subprocess.run(['/bin/sh', '-c', {shell!r}]); sys.stdin.read()"
    process = subprocess.Popen(
        [harness, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdin is not None
    with process:
        told = process.stdout.readline().strip()
        assert told.startswith(f"{process.pid}.")
        assert not descent.is_gone(told)
        process.stdin.close()
    assert descent.is_gone(told)
    assert not descent.is_gone(told + "1")  # of another namespace
    assert not descent.is_gone("")
    own = descent.own() or ""
    assert not descent.is_gone(f"{'9' * 5_000}.{own.partition('.')[2]}")  # no number: nobody can tell
