"""Tool calls and tasks on the wire: shapes, statuses, and who comes first."""

import hashlib
import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from placet.api.commands import StopAgent
from placet.api.queries import GetCard
from placet.http import rows
from tests.fakes.tools import HeldTool
from tests.flows.house import House
from tests.flows.wire import Wire

ROW = {
    "id",
    "agent",
    "agent_id",
    "tool",
    "args",
    "status",
    "result",
    "error",
    "created_at",
    "completed_at",
    "origin",
    "requires_authorization",
    "executor_managed",
    "approval",
}
APPROVAL = {"state", "opened_at", "decided_at", "decided_by", "via", "reason", "digest", "expires_at"}
BIG = 9007199254740993


def test_a_free_call_answers_at_once_and_makes_no_row(house: House, net: Wire) -> None:
    house.folder().joinpath("a.txt").write_text("hello")
    answer = net.call("fs_read", {"path": "a.txt"})
    assert answer.status_code == 200
    assert answer.json()["task"] is None
    assert answer.json()["error"] is None
    assert answer.json()["result"]["content"] == "hello"
    assert house.tasks() == ()


def test_a_free_call_that_fails_is_answered_with_its_error(net: Wire) -> None:
    answer = net.call("fs_read", {"path": "missing.txt"})
    assert (answer.status_code, answer.json()["task"], answer.json()["result"]) == (200, None, None)
    assert answer.json()["error"]["code"] == "not_found"


def test_a_held_call_is_202_until_it_is_decided_and_200_afterwards(net: Wire, held: HeldTool) -> None:
    asked = net.call("held", {"n": BIG, "_reason": "why not"}, wait_ms=0, request_key="k")
    assert asked.status_code == 202
    assert asked.json() == {"task_id": asked.json()["task_id"], "status": "pending_approval", "tool": "held"}
    row = net.task(asked.json()["task_id"])
    assert row.keys() >= ROW
    assert row["approval"].keys() >= APPROVAL
    assert (row["args"], row["claim"], row["approval"]["state"]) == ({"n": BIG}, "why not", "open")
    held.let_go()
    net.resolve(row["id"], "approve")
    again = net.call("held", {"n": BIG, "_reason": "why not"}, request_key="k")
    assert again.status_code == 200
    assert again.json()["task"]["id"] == row["id"]
    assert (again.json()["task"]["status"], again.json()["result"]) == ("completed", {"ran": 1})


def test_the_same_key_with_another_wait_is_the_same_call_and_with_another_body_422(net: Wire) -> None:
    first = net.held(args={"n": 1}, request_key="k")
    assert net.call("held", {"n": 1}, wait_ms=1, request_key="k").json()["task_id"] == first
    other = net.call("held", {"n": 2}, wait_ms=0, request_key="k")
    assert (other.status_code, other.json()["code"]) == (422, "request_key_reused")


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"request_key": "k" * 201}, "/request_key"),
        ({"request_key": "draft:1"}, "/request_key"),
        ({"request_key": "system:1"}, "/request_key"),
        ({"tool": "t" * 129}, "/tool"),
    ],
)
def test_keys_and_names_that_are_too_long_or_not_the_clients_are_400_and_not_repeated(
    net: Wire, more: dict[str, str], pointer: str
) -> None:
    answer = net.call(more.get("tool", "held"), {}, **{key: it for key, it in more.items() if key != "tool"})
    assert (answer.status_code, answer.json()["pointer"]) == (400, pointer)
    assert len(answer.content) < 300
    assert net.owner.get("/tasks").json()["tasks"] == []


def test_an_async_call_is_202_even_without_a_time_limit(net: Wire, held: HeldTool) -> None:
    answer = net.call("fs_write", {"path": "a", "content": "", "_async": "true"})
    assert answer.status_code == 202
    assert answer.json()["tool"] == "fs_write"


def test_a_deferred_call_is_pending(net: Wire) -> None:
    answer = net.call("fs_write", {"path": "a", "content": ""}, defer=True)
    assert (answer.status_code, answer.json()["status"]) == (202, "pending")


def test_a_denied_call_is_200_for_the_one_who_waits(house: House, net: Wire) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(net.call, "held", {})
        (row,) = house.waiting()
        net.resolve(row.id, "deny", reason="not today")
        answer = waiting.result(20)
    assert (answer.status_code, answer.json()["task"]["status"]) == (200, "denied")
    assert answer.json()["error"]["feedback"] == "not today"


def test_an_orderly_stop_withdraws_what_is_waited_for_and_answers(house: House, net: Wire) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(net.call, "held", {})
        house.waiting()
        house.submit(StopAgent(agent="clerk"))
        answer = waiting.result(20)
    assert (answer.status_code, answer.json()["task"]["status"]) == (200, "cancelled")
    assert answer.json()["task"]["approval"]["state"] == "withdrawn"


def test_a_client_that_leaves_changes_nothing(house: House, net: Wire, held: HeldTool) -> None:
    body = json.dumps({"tool": "held", "args": {}}).encode()
    head = (
        "POST /agents/clerk/tool-calls HTTP/1.1",
        f"Host: {net.agent.base_url.netloc.decode()}",
        f"Authorization: {net.agent.headers['authorization']}",
        f"Content-Length: {len(body)}",
    )
    port = net.agent.base_url.port or 0
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall("\r\n".join((*head, "", "")).encode() + body)
        (row,) = house.waiting()
    held.let_go()
    assert net.resolve(row.id, "approve").status_code == 200
    assert house.ended(row.id).status == "completed"


@pytest.mark.parametrize(
    ("call", "status", "code"),
    [
        ({"tool": "nothing"}, 403, "not_enabled"),
        ({"tool": "shell", "args": {}}, 403, "not_enabled"),
        ({"tool": "held", "args": {"n": "x"}}, 400, "bad_arguments"),
    ],
)
def test_a_refused_call_leaves_no_row(
    house: House, net: Wire, call: dict[str, Any], status: int, code: str
) -> None:
    answer = net.agent.post("/agents/clerk/tool-calls", json=call)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert house.tasks() == ()


def test_arguments_outside_of_the_owners_narrowing_are_403(house: House, net: Wire) -> None:
    house.change(tools=[{"name": "held", "only": {"n": [1]}}])
    answer = net.call("held", {"n": 2})
    assert (answer.status_code, answer.json()["code"]) == (403, "arguments_not_allowed")


def test_an_owner_asks_in_the_agents_name_and_is_held_like_it(house: House, net: Wire) -> None:
    answer = net.owner.post("/agents/clerk/tool-calls", json={"tool": "held", "args": {}, "wait_ms": 0})
    assert answer.status_code == 202
    assert net.task(answer.json()["task_id"])["origin"] == f"hil:clerk:{house.agent().id}"


def test_resolving_answers_with_the_guides_resolution_and_the_task(
    house: House, net: Wire, held: HeldTool
) -> None:
    task_id = net.held()
    answer = net.resolve(task_id, "approve", reason="fine")
    body = answer.json()
    assert (answer.status_code, body["agentId"], body["taskId"]) == (200, house.agent().id, task_id)
    assert body["resolution"] == {"task_id": task_id, "status": "approved"}
    assert (body["task"]["status"], body["task"]["approval"]["via"]) == ("running", "http")
    held.let_go()


def test_a_decision_that_comes_too_late_is_409_with_the_task_as_it_is(house: House, net: Wire) -> None:
    task_id = net.held()
    assert net.resolve(task_id, "deny").status_code == 200
    late = net.resolve(task_id, "approve")
    assert (late.status_code, late.json()["code"]) == (409, "not_resolvable")
    assert late.json()["task"]["status"] == "denied"


def test_one_task_carries_a_digest_that_other_programs_can_check(house: House, net: Wire) -> None:
    task_id = net.held("held", {"text": "é", "n": 1})
    expected = hashlib.sha256('{"n":1,"text":"é"}'.encode()).hexdigest()
    card = house.engine.query(GetCard(task_id=task_id))
    assert net.task(task_id)["digest_rfc8785"] == card.rfc8785 == expected
    assert net.owner.get(f"/tasks/{task_id}").json()["task"]["digest_rfc8785"] == expected
    beyond = net.held("held", {"n": 2**53})
    assert net.task(beyond)["digest_rfc8785"] is None


def test_edited_arguments_are_taken_in_either_spelling(net: Wire, held: HeldTool) -> None:
    held.let_go()
    for key in ("modified_args", "modifiedArgs"):
        task_id = net.held(args={"n": 1})
        answer = net.resolve(task_id, "approve", **{key: {"n": BIG}})
        assert answer.status_code == 200, answer.text
        assert net.task(task_id)["approved_args"] == {"n": BIG}
        assert net.task(task_id)["args"] == {"n": 1}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/action"),
        ({"action": "reject"}, "/action"),
        ({"action": ["approve"]}, "/action"),
        ({"action": "approve", "modified_args": []}, "/modified_args"),
        ({"action": "approve", "modifiedArgs": "x"}, "/modifiedArgs"),
        ({"action": "deny", "reason": 1}, "/reason"),
        ({"action": "deny", "force": True}, "/force"),
    ],
)
def test_a_decision_that_makes_no_sense_is_400_and_decides_nothing(
    house: House, net: Wire, body: dict[str, Any], pointer: str
) -> None:
    task_id = net.held()
    answer = net.owner.post(f"/agents/clerk/tasks/{task_id}/resolve", json=body)
    assert (answer.status_code, answer.json()["pointer"]) == (400, pointer)
    assert house.task(task_id).status == "pending_approval"


def test_bad_decisions_about_nothing_are_400_and_good_ones_404(still: Wire) -> None:
    for agent in ("clerk", "nobody"):
        path = f"/agents/{agent}/tasks/task_none/resolve"
        assert still.owner.post(path, json={"action": "reject"}).status_code == 400
        assert still.owner.post(path, json={"action": "approve"}).status_code == 404


def test_another_digest_than_the_shown_one_decides_nothing(house: House, net: Wire) -> None:
    task_id = net.held()
    answer = net.resolve(task_id, "approve", shown_digest="0" * 64)
    assert (answer.status_code, answer.json()["code"]) == (409, "digest_mismatch")
    assert house.task(task_id).status == "pending_approval"


def test_decisions_over_http_can_be_switched_off(house: House, net: Wire) -> None:
    task_id = net.held()
    assert net.owner.patch("/settings", json={"http_decisions": False}).status_code == 200
    for action in ("approve", "deny", "pending_approval"):
        answer = net.resolve(task_id, action)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert house.approve(task_id).task.status == "running"


@pytest.mark.parametrize("verdicts", [("approve", "approve"), ("approve", "deny")])
def test_of_two_decisions_at_once_one_wins_and_the_other_is_told(
    house: House, net: Wire, held: HeldTool, verdicts: tuple[str, str]
) -> None:
    held.let_go()
    ready = threading.Barrier(len(verdicts))
    digest = {"shown_digest": house.task(net.held()).digest}

    def decide(task_id: str, action: str) -> int:
        ready.wait(20)
        more = digest if action == "approve" else {}
        return net.resolve(task_id, action, **more).status_code

    for _ in range(10):
        task_id = net.held()
        with ThreadPoolExecutor(len(verdicts)) as pool:
            codes = sorted(pool.map(decide, [task_id] * len(verdicts), verdicts))
        assert codes == [200, 409]
        assert len(house.events("hil.resolved", task_id=task_id)) == 1


def test_taking_back_is_for_the_owner_and_for_the_one_who_asked(house: House, net: Wire) -> None:
    for client in (net.owner, net.agent):
        task_id = net.held()
        answer = client.post(f"/agents/clerk/tasks/{task_id}/cancel")
        assert (answer.status_code, answer.json()["task"]["status"]) == (200, "cancelled")
        again = client.post(f"/agents/clerk/tasks/{task_id}/cancel", json={})
        assert (again.status_code, again.json()["task"]["status"]) == (409, "cancelled")


def test_a_deadline_can_be_extended_while_the_request_is_open(net: Wire) -> None:
    task_id = net.held(deadline_s=3600)
    before = net.task(task_id)["approval"]["expires_at"]
    answer = net.owner.post(f"/tasks/{task_id}/deadline", json={"expires_at": before + 1000})
    assert (answer.status_code, answer.json()["task"]["approval"]["expires_at"]) == (200, before + 1000)
    assert net.owner.post(f"/tasks/{task_id}/deadline", json={}).json()["pointer"] == "/expires_at"
    net.resolve(task_id, "deny")
    closed = net.owner.post(f"/tasks/{task_id}/deadline", json={"expires_at": before + 2000})
    assert (closed.status_code, closed.json()["task"]["status"]) == (409, "denied")


def test_lists_are_newest_first_filtered_and_paged(house: House, net: Wire) -> None:
    ids = [net.held(args={"n": n}) for n in range(4)]
    net.resolve(ids[1], "deny")

    def listed(query: str, client: httpx.Client = net.owner) -> list[str]:
        return [row["id"] for row in client.get(query).json()["tasks"]]

    assert listed("/agents/clerk/tasks") == ids[::-1]
    assert listed("/agents/clerk/tasks", net.agent) == ids[::-1]
    assert listed("/tasks?limit=2") == [ids[3], ids[2]]
    assert listed(f"/tasks?limit=2&before={ids[2]}") == [ids[1], ids[0]]
    assert listed("/tasks?status=denied") == [ids[1]]
    assert listed("/tasks?status=denied&status=pending_approval&limit=3") == [ids[3], ids[2], ids[1]]
    assert listed("/tasks?phase=ended&kind=tool_call&agent=clerk") == [ids[1]]
    assert listed("/tasks?kind=workflow") == []
    assert net.owner.get(f"/tasks/{ids[0]}").json() == {"task": net.task(ids[0])}
    assert net.owner.get("/tasks?agent=nobody").status_code == 404


@pytest.mark.parametrize("words", ["a" * 1_001, "a" * 60_000, "a%00b"])
def test_a_search_that_the_ledger_cannot_take_is_refused(net: Wire, words: str) -> None:
    answer = net.owner.get(f"/tasks?q={words}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_input")


def test_the_longest_search_is_carried_out(net: Wire) -> None:
    assert net.owner.get("/tasks", params={"q": "%" * 1_000}).json() == {"tasks": []}


def test_every_number_and_character_comes_back_as_it_went_in() -> None:
    value = {"n": BIG, "f": 1e22, "z": -0.0, "t": "\u202e\u2028\r\ud83d\ude00", "half": "\ud800"}
    wire = rows.encode(value)
    assert wire.isascii()
    assert b"\r" not in wire
    assert b"9007199254740993" in wire
