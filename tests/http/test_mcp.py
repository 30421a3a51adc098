"""MCP over streamable HTTP: an agent's own tools, for clients of both eras, each request standing for itself."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.fakes.tools import HeldTool
from tests.flows.house import House
from tests.flows.wire import Wire, wire
from tests.mcp.peers import HELLO, MODERN, WITH_TASKS, Shop, tool, words_of

BOTH = {"accept": "application/json, text/event-stream"}
OLD = {"mcp-protocol-version": "2025-11-25"}


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path / "shop")


@pytest.fixture
def held() -> HeldTool:
    return HeldTool(open_at_once=True)


@pytest.fixture
def house(tmp_path: Path, held: HeldTool) -> Iterator[House]:
    with House(tmp_path, tools=(held,)) as it:
        yield it


@pytest.fixture
def http(house: House, shop: Shop) -> Iterator[Wire]:
    house.declare(
        tools=[{"name": "held", "restricted": True}, {"name": "fs_read", "restricted": False}],
        mcp_servers=[{"name": "shop", "command": shop.command}],
    )
    with wire(house) as it:
        yield it


def post(http: Wire, method: str, params: Any, headers: Any = OLD, **more: Any) -> httpx.Response:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params, **more}
    return http.agent.post("/mcp", json=message, headers={**BOTH, **headers})


def told(answer: httpx.Response) -> dict[str, Any]:
    """The answer, which may have come as the last event of a stream."""
    assert answer.status_code == 200, answer.text
    if answer.headers["content-type"].startswith("text/event-stream"):
        last = [line for line in answer.text.splitlines() if line.startswith("data: ")][-1]
        return dict(json.loads(last.removeprefix("data: ")))
    return dict(answer.json())


def result(answer: httpx.Response) -> dict[str, Any]:
    message = told(answer)
    assert "result" in message, message
    return dict(message["result"])


def test_a_client_of_either_era_is_told_what_there_is(http: Wire, shop: Shop) -> None:
    hello = result(post(http, "initialize", HELLO))
    assert (hello["protocolVersion"], hello["serverInfo"]["name"]) == ("2025-11-25", "placet")
    assert (
        http.agent.post("/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"}).status_code
        == 202
    )
    assert result(post(http, "server/discover", {"_meta": MODERN}, {}))["supportedVersions"] == ["2026-07-28"]
    for params, headers in (({}, OLD), ({"_meta": MODERN}, {})):
        names = [it["name"] for it in result(post(http, "tools/list", params, headers))["tools"]]
        assert {"fs_read", "held", "shop.echo", "placet_task"} <= set(names)


def test_a_call_waits_for_the_owner_and_its_answer_comes_on_the_stream(
    house: House, http: Wire, held: HeldTool
) -> None:
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(post, http, "tools/call", {"name": "held", "arguments": {"n": 1}})
        task_id = house.waiting()[0].id
        assert held.runs == []
        http.resolve(task_id, "approve")
        answer = asked.result(timeout=60)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert result(answer)["isError"] is False
    assert len(held.runs) == 1


def test_a_denied_call_and_an_unknown_tool_are_told_as_errors_of_the_tool(house: House, http: Wire) -> None:
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(post, http, "tools/call", {"name": "held", "arguments": {"n": 1}})
        http.resolve(house.waiting()[0].id, "deny", reason="Not now.")
        denied = result(asked.result(timeout=60))
    assert denied["isError"] is True
    assert words_of(denied) == "The owner denied this: Not now. [denied]"
    assert result(post(http, "tools/call", {"name": "nobody", "arguments": {}}))["isError"] is True


@pytest.mark.parametrize(
    ("action", "more", "told_of_it"),
    [
        ("deny", {"reason": "Go ahead."}, "The owner denied this: Go ahead. [denied]"),
        ("deny", {}, "The owner denied this, without a reason. [denied]"),
        ("approve", {"modified_args": {"n": 2}}, '"/n": 1 became 2'),
    ],
)
def test_a_no_and_an_edit_are_told_alike_to_who_waited_and_to_who_comes_later(
    house: House, http: Wire, action: str, more: dict[str, Any], told_of_it: str
) -> None:
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(post, http, "tools/call", {"name": "held", "arguments": {"n": 1}})
        task_id = house.waiting()[0].id
        http.resolve(task_id, action, **more)
        waited = result(asked.result(timeout=60))
    later = result(post(http, "tasks/result", {"taskId": task_id}))
    assert words_of(waited).splitlines()[-1] == told_of_it
    assert later["content"] == waited["content"]
    assert later["isError"] is waited["isError"] is (action == "deny")


def named_session(http: Wire) -> dict[str, str]:
    return {**OLD, "mcp-session-id": post(http, "initialize", HELLO).headers["mcp-session-id"]}


def taken_back(http: Wire, headers: dict[str, str], **params: Any) -> None:
    message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
    assert http.agent.post("/mcp", json=message, headers={**BOTH, **headers}).status_code == 202


@pytest.mark.parametrize("accept", [BOTH["accept"], "application/json"])
def test_a_call_that_its_client_takes_back_is_nobodys_to_approve(
    house: House, http: Wire, held: HeldTool, accept: str
) -> None:
    mine, other = named_session(http), named_session(http)
    with ThreadPoolExecutor(1) as pool:
        call = {"name": "held", "arguments": {"n": 1}}
        asked = pool.submit(post, http, "tools/call", call, {**mine, "accept": accept})
        task_id = house.waiting()[0].id
        taken_back(http, other, requestId=1)
        taken_back(http, OLD, requestId=1)
        taken_back(http, mine, requestId=2)
        taken_back(http, mine, requestId=[])
        assert house.task(task_id).status == "pending_approval"
        taken_back(http, mine, requestId=1)
        assert house.ended(task_id).status == "cancelled"
        assert asked.result(timeout=60).text == ""
    assert http.resolve(task_id, "approve").status_code == 409
    assert held.runs == []


def test_a_closed_stream_takes_a_call_back_where_the_era_says_so(
    house: House, http: Wire, held: HeldTool
) -> None:
    plain = {"name": "held", "arguments": {"n": 1}}
    for params, status in (({**plain, "_meta": MODERN}, "cancelled"), (plain, "completed")):
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        with http.agent.stream("POST", "/mcp", json=message, headers=BOTH):
            task_id = house.waiting()[0].id
        if status == "completed":
            http.resolve(task_id, "approve")
        assert house.ended(task_id).status == status
    assert len(held.runs) == 1


def test_a_stop_of_the_engine_ends_the_streams_of_both_eras(tmp_path: Path, held: HeldTool) -> None:
    with House(tmp_path / "stopped", tools=(held,)) as house:
        house.declare(tools=[{"name": "held", "restricted": True}])
        with wire(house) as http, ThreadPoolExecutor(2) as pool:
            for meta in ({}, {"_meta": MODERN}):
                pool.submit(post, http, "tools/call", {"name": "held", "arguments": {"n": 1}, **meta}, {})
            ids = [it.id for it in house.waiting(2)]
            house.engine.close()
    with House(tmp_path / "stopped", tools=(held,)) as again:
        assert {again.task(it).status for it in ids} == {"cancelled"}
    assert held.runs == []


def test_a_servers_own_result_comes_as_it_is(house: House, http: Wire, shop: Shop) -> None:
    result(post(http, "tools/list", {}))
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(post, http, "tools/call", {"name": "shop.echo", "arguments": {"n": 2**60}})
        http.resolve(house.waiting()[0].id, "approve")
        assert words_of(result(asked.result(timeout=60))) == json.dumps({"n": 2**60})
    assert shop.ran == [{"n": 2**60}]


def test_a_task_is_found_by_its_id_by_whoever_comes_back_for_it(house: House, http: Wire) -> None:
    made = result(post(http, "tools/call", {"name": "held", "arguments": {"n": 1}, "_meta": WITH_TASKS}, {}))
    assert (made["resultType"], made["status"]) == ("task", "working")
    task_id = made["taskId"]
    other = result(post(http, "tools/call", {"name": "held", "arguments": {"n": 2}, "task": {}}))["task"][
        "taskId"
    ]
    assert [it["taskId"] for it in result(post(http, "tasks/list", {}))["tasks"]] == [task_id, other]
    assert result(post(http, "tasks/cancel", {"taskId": other}))["status"] in {"working", "cancelled"}
    assert house.ended(other).status == "cancelled"
    http.resolve(task_id, "approve")
    house.ended(task_id)
    done = result(post(http, "tasks/get", {"taskId": task_id, "_meta": WITH_TASKS}, {}))
    assert (done["status"], done["result"]["isError"]) == ("completed", False)
    asked_again = result(post(http, "tools/call", {"name": "placet_task", "arguments": {"task_id": task_id}}))
    assert asked_again["content"] == done["result"]["content"]


def test_another_agents_task_is_nobodys(house: House, http: Wire) -> None:
    task_id = http.held(args={"n": 1})
    house.declare("other")
    with wire(house, "other") as it:
        answer = post(it, "tasks/get", {"taskId": task_id, "_meta": WITH_TASKS}, {})
        assert told(answer)["error"]["code"] == -32602
        assert told(post(it, "tasks/list", {}))["result"] == {"tasks": []}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"[]", -32600),
        (
            b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"held","arguments":{"a":1,"a":2}}}',
            -32602,
        ),
    ],
)
def test_what_is_not_one_clear_message_is_refused(http: Wire, body: bytes, code: int) -> None:
    answer = http.agent.post("/mcp", content=body)
    assert answer.json()["error"]["code"] == code


def test_headers_that_say_something_else_are_refused(http: Wire) -> None:
    params = {"name": "held", "arguments": {}, "_meta": MODERN}
    for headers in (
        {"mcp-method": "tools/list"},
        {"mcp-name": "other"},
        {"mcp-protocol-version": "2025-11-25"},
    ):
        answer = post(http, "tools/call", params, headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32020)


def test_only_an_agents_token_speaks_here(http: Wire) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    assert http.owner.post("/mcp", json=message).status_code == 403
    assert (
        httpx.post(f"{str(http.agent.base_url).rstrip('/')}/mcp", json=message, trust_env=False).status_code
        == 401
    )
    assert http.agent.get("/mcp").status_code == 405


def test_a_list_of_a_server_is_told_by_the_agent_alone_and_in_its_shape(http: Wire) -> None:
    path = "/agents/clerk/mcp-servers/web/tools"
    good = {"command": ["web"], "tools": [{"name": "a", "definition": tool("a")}]}
    assert http.agent.post(path, json=good).json() == {"tools": {"a": "pinned"}}
    assert http.owner.post(path, json=good).status_code == 200
    for bad in (
        {**good, "command": "web"},
        {**good, "tools": [{"name": "a"}]},
        {**good, "tools": good["tools"] * 2},
        {**good, "more": 1},
    ):
        assert http.agent.post(path, json=bad).status_code == 400
    assert http.agent.post("/agents/clerk/mcp-servers/a.b/tools", json=good).status_code == 400
