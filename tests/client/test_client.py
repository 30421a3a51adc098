"""`from placet import client`: gates any function of a program (interfaces 4)."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from placet import client
from tests.flows.house import House
from tests.flows.wire import Wire, wire


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        house.declare(
            "deployer", tools=[{"name": "free", "restricted": False}, {"name": "off", "enabled": False}]
        )
        yield house


@pytest.fixture
def net(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    with wire(house, "deployer") as net:
        monkeypatch.setenv("PLACET_URL", str(net.agent.base_url))
        monkeypatch.setenv("PLACET_TOKEN", net.agent.headers["authorization"].removeprefix("Bearer "))
        yield net


@pytest.fixture
def beside() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


ran: list[Any] = []


@pytest.fixture(autouse=True)
def forget() -> None:
    ran.clear()


@client.gate
def free(n: int, /, *rest: int, word: str = "a", **more: int) -> dict[str, Any]:
    ran.append((n, rest, word, more))
    return {"n": n}


@client.gate
def deploy(host: str, force: bool = False) -> str:
    ran.append((host, force))
    if host == "bad":
        raise ValueError("no such host")
    return host


@client.gate
async def deploy_later(host: str) -> object:
    ran.append(host)
    return object()


@client.gate
def off() -> None:
    ran.append("off")


def test_a_function_runs_when_its_call_was_approved_and_its_outcome_is_told(
    house: House, net: Wire, beside: ThreadPoolExecutor
) -> None:
    called = beside.submit(deploy, "example.org")
    (task,) = house.waiting()
    assert (task.tool, task.args_json, ran) == ("deploy", '{"host":"example.org","force":false}', [])
    net.resolve(task.id, "approve", "deployer")
    assert called.result(60) == "example.org"
    row = net.task(task.id, "deployer")
    assert (row["status"], row["result"], row["source"]["harness"]) == ("completed", "example.org", "python")


def test_a_no_is_raised_with_its_reason_and_nothing_ran(
    house: House, net: Wire, beside: ThreadPoolExecutor
) -> None:
    called = beside.submit(deploy, "example.org")
    net.resolve(house.waiting()[0].id, "deny", "deployer", reason="Not today.")
    with pytest.raises(client.Refused, match="Not today") as refused:
        called.result(60)
    assert (refused.value.code, ran) == ("denied", [])


def test_what_the_owner_edited_is_what_runs(house: House, net: Wire, beside: ThreadPoolExecutor) -> None:
    called = beside.submit(deploy, "example.org")
    edited = {"host": "example.net", "force": True}
    net.resolve(house.waiting()[0].id, "approve", "deployer", modified_args=edited)
    assert called.result(60) == "example.net"
    assert ran == [("example.net", True)]


@pytest.mark.parametrize("edited", [{"host": "a", "colour": 1}, {"force": True}])
def test_an_edit_that_the_function_cannot_take_runs_nothing(
    house: House, net: Wire, beside: ThreadPoolExecutor, edited: dict[str, Any]
) -> None:
    called = beside.submit(deploy, "example.org")
    (task,) = house.waiting()
    net.resolve(task.id, "approve", "deployer", modified_args=edited)
    with pytest.raises(client.Refused) as refused:
        called.result(60)
    assert (refused.value.code, ran) == ("bad_arguments", [])
    assert net.task(task.id, "deployer")["status"] == "failed"


def test_a_function_that_fails_says_so_here_as_well(
    house: House, net: Wire, beside: ThreadPoolExecutor
) -> None:
    called = beside.submit(deploy, "bad")
    (task,) = house.waiting()
    net.resolve(task.id, "approve", "deployer")
    with pytest.raises(ValueError, match="no such host"):
        called.result(60)
    row = net.task(task.id, "deployer")
    assert (row["status"], row["error"]) == ("failed", "ValueError: no such host")


def test_an_async_function_waits_beside_others(house: House, net: Wire, beside: ThreadPoolExecutor) -> None:
    async def both() -> object:
        waiting = asyncio.create_task(deploy_later("example.org"))
        (task,) = await asyncio.to_thread(house.waiting)
        await asyncio.to_thread(net.resolve, task.id, "approve", "deployer")
        return await waiting

    asyncio.run(both())
    assert ran == ["example.org"]
    (task,) = house.tasks()
    assert (task.status, task.result_json) == ("completed", None)


def test_a_free_tool_runs_at_once_with_all_kinds_of_parameters(house: House, net: Wire) -> None:
    assert free(1, 2, 3, word="b", deep=4) == {"n": 1}
    assert ran == [(1, (2, 3), "b", {"deep": 4})]
    (task,) = house.tasks()
    assert task.args_json == '{"n":1,"rest":[2,3],"word":"b","more":{"deep":4}}'


def test_a_block_gets_what_was_approved_and_tells_how_it_ended(
    house: House, net: Wire, beside: ThreadPoolExecutor
) -> None:
    def pay() -> None:
        with client.held("transfer", {"amount": 12}) as approved:
            ran.append(approved)
            raise RuntimeError("the bank is closed")

    called = beside.submit(pay)
    (task,) = house.waiting()
    net.resolve(task.id, "approve", "deployer", modified_args={"amount": 7})
    with pytest.raises(RuntimeError):
        called.result(60)
    assert ran == [{"amount": 7}]
    assert net.task(task.id, "deployer")["error"] == "RuntimeError: the bank is closed"


def test_what_is_switched_off_or_cannot_be_shown_runs_nothing(house: House, net: Wire) -> None:
    for call, code in ((off, "not_enabled"), (lambda: deploy(object()), "bad_input")):  # type: ignore[arg-type]
        with pytest.raises(client.Refused) as refused:
            call()
        assert refused.value.code == code
    assert (ran, house.tasks()) == ([], ())


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("PLACET_TOKEN", "", "no_token"),
        ("PLACET_TOKEN", "placet_wrong", "unauthenticated"),
        ("PLACET_URL", "http://example.org:80", "unreachable"),
        ("PLACET_URL", "http://127.0.0.1:1", "unreachable"),
        ("PLACET_DEADLINE", "soon", "wrong_use"),
        ("PLACET_DEADLINE", "0", "deadline"),
    ],
)
def test_without_an_answer_nothing_runs(
    house: House, net: Wire, monkeypatch: pytest.MonkeyPatch, name: str, value: str, code: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(client.Refused) as refused:
        deploy("example.org")
    assert (refused.value.code, ran) == (code, [])
    assert [it.status for it in house.tasks()] in ([], ["cancelled"])


def test_it_brings_neither_the_engine_nor_the_window_along() -> None:
    code = "import sys; from placet import client; print(*sorted(sys.modules))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    brought = {it for it in told.split() if it.startswith("placet")}
    assert brought == {"placet", "placet.client", "placet.hook"} | {
        f"placet.hook.{it}" for it in ("asking", "descent", "door", "text")
    }
    assert not {"PySide6", "sqlalchemy", "starlette", "httpx"} & set(told.split())
