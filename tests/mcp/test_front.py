"""How a client of each kind is told of a call that waits longer than it can."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from placet.mcp.front import Asked, Front, Greeting, Peer
from placet.mcp.holds import Hold, Stage
from placet.mcp.wire import WireError, read_asked
from tests.mcp.peers import HELLO, MODERN, WITH_TASKS

DONE = {"content": [{"type": "text", "text": "done"}], "isError": False}


@dataclass
class Drawer:
    """What stands behind a front: each call waits until the test ends it."""

    holds: dict[str, Hold] = field(default_factory=dict)
    cancelled: list[str] = field(default_factory=list)
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def greet(self, peer: Peer) -> Greeting:
        return Greeting(info={"name": "drawer"}, capabilities={"tools": {}})

    async def tools(self) -> list[dict[str, Any]]:
        return [{"name": "wait", "inputSchema": {"type": "object"}, "execution": {"taskSupport": "required"}}]

    async def call(self, asked: Asked) -> Hold:
        hold = Hold(
            id=f"task_{len(self.holds)}", tool=asked.tool, done=asyncio.get_running_loop().create_future()
        )
        self.holds[hold.id] = hold
        self.came.set()
        return hold

    async def find(self, task_id: str) -> Hold | None:
        return self.holds.get(task_id)

    async def cancel(self, hold: Hold) -> None:
        self.cancelled.append(hold.id)
        hold.cancelled = True
        hold.finish(DONE)

    async def pass_on(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"resultType": "input_required", "inputRequests": {}}

    async def hear(self, method: str, params: Mapping[str, Any]) -> None:
        raise AssertionError("nothing is told")

    def listed(self) -> list[Hold]:
        return list(self.holds.values())


async def ask(front: Front, method: str, tell: Any = None, id: int = 1, **params: Any) -> dict[str, Any]:  # noqa: A002
    message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
    text = await front.answer(read_asked(json.dumps(message).encode()), tell or quiet)
    assert text is not None
    return dict(json.loads(text))


async def quiet(_: str) -> None:
    raise AssertionError("nothing is told in between")


def result(answer: dict[str, Any]) -> dict[str, Any]:
    assert "result" in answer, answer
    return dict(answer["result"])


CALL = {"name": "wait", "arguments": {}}


@pytest.mark.anyio
async def test_a_plain_client_is_told_that_it_waits_and_asks_again_with_the_id() -> None:
    drawer = Drawer()
    front = Front(drawer, patience_s=0.01)
    await ask(front, "initialize", **HELLO)
    told = result(await ask(front, "tools/call", **CALL))
    said = told["content"][0]["text"]
    assert told["isError"] is True
    assert "nothing has been run" in said
    assert 'placet_task {"task_id": "task_0"}' in said
    again = {"name": "placet_task", "arguments": {"task_id": "task_0"}}
    drawer.holds["task_0"].enter(Stage.RUNNING)
    assert "Still running" in result(await ask(front, "tools/call", **again))["content"][0]["text"]
    drawer.holds["task_0"].finish(DONE)
    assert result(await ask(front, "tools/call", **again)) == DONE
    assert len(drawer.holds) == 1


@pytest.mark.anyio
async def test_a_client_with_a_progress_token_is_told_again_and_again() -> None:
    drawer, told = Drawer(), []
    front = Front(drawer, progress_s=0.01)

    async def tell(text: str) -> None:
        told.append(json.loads(text)["params"])
        if len(told) == 3:
            drawer.holds["task_0"].finish(DONE)

    answer = await ask(front, "tools/call", tell, **CALL, _meta={"progressToken": "p"})
    assert result(answer) == DONE
    assert [it["progress"] for it in told] == [1, 2, 3]
    assert {it["progressToken"] for it in told} == {"p"}
    assert "nothing has been run" in told[0]["message"]


@pytest.mark.anyio
async def test_only_a_client_that_knows_tasks_is_given_one() -> None:
    drawer = Drawer()
    front = Front(drawer, patience_s=0.01)
    assert result(await ask(front, "tools/call", **CALL, _meta=WITH_TASKS))["resultType"] == "task"
    plain = result(await ask(front, "tools/call", **CALL, _meta=MODERN))
    assert (plain["resultType"], plain["isError"]) == ("complete", True)
    assert "error" in await ask(front, "tasks/list", _meta=MODERN)
    assert "error" in await ask(front, "tasks/result", taskId="task_0", _meta=MODERN)
    assert "error" in await ask(front, "tasks/get", taskId="task_9", _meta=WITH_TASKS)


@pytest.mark.anyio
async def test_how_a_task_ended_is_told_in_the_words_of_both_eras() -> None:
    drawer = Drawer()
    front = Front(drawer)
    for _ in range(3):
        await ask(front, "tools/call", **CALL, _meta=WITH_TASKS)
    drawer.holds["task_0"].finish(DONE)
    drawer.holds["task_1"].fail(WireError(-32050, "Not today."))
    assert result(await ask(front, "tasks/cancel", taskId="task_2", _meta=WITH_TASKS)) == {
        "resultType": "complete"
    }
    found = [result(await ask(front, "tasks/get", taskId=f"task_{n}", _meta=WITH_TASKS)) for n in range(3)]
    assert [it["status"] for it in found] == ["completed", "failed", "cancelled"]
    assert found[0]["result"]["content"] == DONE["content"]
    assert found[1]["error"] == {"code": -32050, "message": "Not today."}
    await ask(front, "initialize", **HELLO)
    assert (await ask(front, "tasks/result", taskId="task_1"))["error"]["code"] == -32050


@pytest.mark.anyio
async def test_a_list_says_to_each_era_whether_calls_may_be_tasks() -> None:
    front = Front(Drawer())
    await ask(front, "initialize", **{**HELLO, "protocolVersion": "2025-06-18"})
    assert "execution" not in result(await ask(front, "tools/list"))["tools"][0]
    await ask(front, "initialize", **HELLO)
    tools = result(await ask(front, "tools/list"))["tools"]
    assert [it.get("execution") for it in tools] == [{"taskSupport": "optional"}, None]
    assert "execution" not in result(await ask(front, "tools/list", _meta=MODERN))["tools"][0]


@pytest.mark.anyio
async def test_what_the_server_wants_of_a_client_that_cannot_be_asked_is_an_error() -> None:
    front = Front(Drawer())
    assert (await ask(front, "prompts/get", name="a"))["error"]["code"] == -32603
    assert result(await ask(front, "prompts/get", name="a", _meta=MODERN))["resultType"] == "input_required"


@pytest.mark.anyio
async def test_a_call_that_is_taken_back_before_it_is_known_is_taken_back_once_it_is() -> None:
    drawer = Drawer()
    front = Front(drawer)
    call = read_asked(
        json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": CALL}).encode()
    )
    words = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
    job = asyncio.get_running_loop().create_task(front.answer(call, quiet))
    await drawer.came.wait()
    assert await front.answer(read_asked(json.dumps(words).encode()), quiet) is None
    assert await job is None
    assert drawer.cancelled == ["task_0"]


@pytest.mark.anyio
async def test_asking_again_that_is_taken_back_leaves_the_call_as_it_is() -> None:
    drawer = Drawer()
    front = Front(drawer, patience_s=0.01)
    await ask(front, "tools/call", **CALL)
    again = {"name": "placet_task", "arguments": {"task_id": "task_0"}, "_meta": {"progressToken": 1}}
    told = asyncio.Event()

    async def tell(_: str) -> None:
        told.set()

    front = Front(drawer, progress_s=0.01)
    job = asyncio.get_running_loop().create_task(ask(front, "tools/call", tell, id=7, **again))
    await told.wait()
    await front.take_back([])
    await front.take_back(7)
    with pytest.raises(asyncio.CancelledError):
        await job
    assert drawer.cancelled == []


@pytest.mark.anyio
async def test_an_id_that_is_in_use_is_refused() -> None:
    drawer = Drawer()
    front = Front(drawer)
    job = asyncio.get_running_loop().create_task(ask(front, "tools/call", **CALL))
    await drawer.came.wait()
    assert (await ask(front, "ping"))["error"]["code"] == -32600
    drawer.holds["task_0"].finish(DONE)
    assert result(await job) == DONE
