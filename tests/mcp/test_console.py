"""The gateway's line to the console."""

import asyncio
import threading

import pytest

from placet.hook.asking import Call
from placet.hook.door import Gone
from placet.mcp.console import Console
from tests.mcp.peers import Place


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
