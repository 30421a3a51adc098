"""The gateway's line to the console."""

import asyncio
import threading

import pytest

import placet.mcp.console as console_module
from placet.hook.asking import Call, Yes
from placet.hook.door import Gone
from placet.mcp.console import Console
from tests.mcp.peers import Place

FREE = "shop.free"


def test_a_question_that_is_given_up_before_its_first_answer_is_heard_waits_for_nobody(
    here: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLACET_URL", here.url)
    monkeypatch.setenv("PLACET_TOKEN", here.token)
    stop = threading.Event()

    async def ask() -> None:
        console = Console()
        try:
            call = Call("shop:resources.read", {"uri": "a"}, key="mcp:1:p1")
            with pytest.raises(Gone):
                await console.ask(call, lambda _: stop.set(), stop)
        finally:
            await console.close()

    asyncio.run(ask())
    (task,) = here.house.tasks()
    assert task.status == "cancelled"


def test_on_a_connection_at_hand_a_free_call_is_allowed_on_the_loop(
    here: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLACET_URL", here.url)
    monkeypatch.setenv("PLACET_TOKEN", here.token)
    heard_on: list[str] = []

    async def ask() -> list[str | None]:
        console = Console()
        try:
            return [await allowed(console, number) for number in range(3)]
        finally:
            await console.close()

    async def allowed(console: Console, number: int) -> str | None:
        call = Call(FREE, {"n": number}, key=f"mcp:1:f{number}")
        answer = await console.ask(
            call, lambda _: heard_on.append(threading.current_thread().name), threading.Event()
        )
        assert isinstance(answer, Yes)
        return answer.task_id

    ids = asyncio.run(ask())
    assert {it.id for it in here.house.tasks()} == set(ids)
    loop = threading.current_thread().name
    assert [it == loop for it in heard_on] == [False, True, True]


def test_a_call_that_waits_is_put_once_and_taken_back_where_the_loop_put_it(
    here: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLACET_URL", here.url)
    monkeypatch.setenv("PLACET_TOKEN", here.token)
    stop = threading.Event()

    async def ask() -> None:
        console = Console()
        try:
            await console.ask(Call(FREE, {}, key="mcp:1:f"), lambda _: None, threading.Event())
            call = Call("shop.echo", {"text": "a"}, key="mcp:1:e")
            with pytest.raises(Gone):
                await console.ask(call, lambda _: stop.set(), stop)
        finally:
            await console.close()

    asyncio.run(ask())
    statuses = {it.tool: it.status for it in here.house.tasks()}
    assert statuses == {FREE: "running", "shop.echo": "cancelled"}


@pytest.mark.parametrize("tool", [FREE, "shop.echo"])
@pytest.mark.parametrize("heard", [True, False])
def test_a_question_whose_asker_leaves_before_the_loop_reads_its_answer_is_taken_back(
    here: Place, monkeypatch: pytest.MonkeyPatch, tool: str, heard: bool
) -> None:
    monkeypatch.setenv("PLACET_URL", here.url)
    monkeypatch.setenv("PLACET_TOKEN", here.token)
    ready = console_module._ready

    async def ask() -> None:
        put = asyncio.Event()

        async def late(number: int, what: int) -> None:
            await ready(number, what)  # the engine has answered, and so it knows the question
            put.set()
            await asyncio.sleep(0)
            if not heard:
                raise TimeoutError

        console = Console()
        try:
            await console.ask(Call(FREE, {}, key="mcp:1:first"), lambda _: None, threading.Event())
            monkeypatch.setattr(console_module, "_ready", late)
            call = Call(tool, {"text": "a"}, key="mcp:1:second")
            asking = asyncio.create_task(console.ask(call, lambda _: None, threading.Event()))
            await put.wait()
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
        finally:
            await console.close()

    asyncio.run(ask())
    (task,) = [it for it in here.house.tasks() if it.args_json == '{"text":"a"}']
    assert task.phase == "ended"
    assert task.status == ("failed" if tool == FREE else "cancelled")
