"""What stands between a client and its servers, where two things happen at once."""

import asyncio
import os
import threading
from collections.abc import Mapping
from typing import Any

import pytest

from placet.hook.asking import Asked as Question
from placet.hook.asking import Call, No, Yes
from placet.mcp import eras
from placet.mcp.console import Console, Heard
from placet.mcp.environment import server_environment
from placet.mcp.eras import Era
from placet.mcp.front import Asked, Peer
from placet.mcp.gatekeeper import Gatekeeper
from placet.mcp.server import Server
from tests.mcp.peers import Place

PEER = Peer(era=Era.HANDSHAKE, version=eras.HANDSHAKE_VERSIONS[-1])


class SlowConsole(Console):
    """A console whose answer is here already, and goes on to the gateway only when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.answered, self.let_on = asyncio.Event(), asyncio.Event()

    async def _ask(self, call: Call, asked: Question, heard: Heard, stop: threading.Event) -> Yes | No:
        verdict = await super()._ask(call, asked, heard, stop)
        self.answered.set()
        await self.let_on.wait()
        return verdict


async def nobody(method: str, params: Mapping[str, Any]) -> None:
    """A client that hears nothing."""


@pytest.mark.parametrize(("taken_back", "status"), [(True, "failed"), (False, "completed")])
def test_a_call_that_is_taken_back_while_its_yes_is_on_its_way_is_not_run(
    here: Place, monkeypatch: pytest.MonkeyPatch, taken_back: bool, status: str
) -> None:
    """Its record says that it wasn't; the control runs."""
    monkeypatch.setenv("PLACET_URL", here.url)
    monkeypatch.setenv("PLACET_TOKEN", here.token)

    async def call() -> str:
        console = SlowConsole()
        environment = server_environment(os.environ, ())
        server = Server(name="shop", command=here.shop.command, environment=environment)
        gate = Gatekeeper([server], console, tell_client=nobody)
        await gate.greet(PEER)
        hold = await gate.call(Asked(tool="echo", arguments={}, raw="{}", more={}, peer=PEER))
        await asyncio.to_thread(here.house.approve, hold.id)
        await console.answered.wait()
        if taken_back:
            await gate.cancel(hold)
        console.let_on.set()
        assert (await hold.done).get("isError", False) is taken_back
        ended = await asyncio.to_thread(here.house.ended, hold.id)
        await gate.close()
        return ended.status

    assert asyncio.run(call()) == status
    assert len(here.shop.calls) == (not taken_back)


@pytest.mark.parametrize("kind", ["call", "read"])
def test_a_yes_that_comes_while_the_gateway_ends_runs_nothing_and_its_record_says_so(
    here: Place, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("PLACET_URL", here.url)
    monkeypatch.setenv("PLACET_TOKEN", here.token)

    async def close_upon_a_yes() -> str:
        console = SlowConsole()
        environment = server_environment(os.environ, ())
        server = Server(name="shop", command=here.shop.command, environment=environment)
        gate = Gatekeeper([server], console, tell_client=nobody)
        await gate.greet(PEER)
        if kind == "call":
            asked: Any = gate.call(Asked(tool="echo", arguments={}, raw="{}", more={}, peer=PEER))
        else:
            asked = gate.pass_on("resources/read", {"uri": "a"})
        job = asyncio.create_task(asked)
        (task,) = await asyncio.to_thread(here.house.waiting)
        await asyncio.to_thread(here.house.approve, task.id)
        await console.answered.wait()
        closing = asyncio.create_task(gate.close())
        await asyncio.sleep(0)  # it has begun
        console.let_on.set()
        await closing
        await asyncio.gather(job, return_exceptions=True)
        return str((await asyncio.to_thread(here.house.ended, task.id)).error)

    assert asyncio.run(close_upon_a_yes()).endswith(
        ("Nothing was run.", "nobody waited for the answer any more.")
    )
    assert here.shop.calls == []
    assert not (here.shop.folder / "reads").exists()
