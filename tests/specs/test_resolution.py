"""Cases 36 to 48: decisions over HTTP, as an owner's client sees them."""

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.fakes.model_server import ModelServer, Reply, call
from tests.fakes.tools import HeldTool
from tests.flows.house import RESTRICTED_WRITE, House
from tests.flows.wire import Wire, wire

HELD = {"name": "held", "restricted": True}
FAILING = {"name": "failing", "restricted": True}
FREE_HELD = {"name": "held", "restricted": False}


@pytest.fixture
def http(house: House) -> Iterator[Wire]:
    house.declare(tools=[HELD, FAILING, RESTRICTED_WRITE])
    with wire(house) as it:
        yield it


def at_once(*actions: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """Do all of it at the same moment: nobody starts before everybody is ready."""
    ready = threading.Barrier(len(actions))

    def act(action: Callable[[], httpx.Response]) -> httpx.Response:
        ready.wait(timeout=60)
        return action()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(act, actions))


@pytest.mark.spec("36")
def test_unknown_things_are_404_and_unknown_actions_400(http: Wire) -> None:
    task_id = http.held()
    assert (
        http.owner.post("/agents/clerk/tasks/task_missing/resolve", json={"action": "deny"}).status_code
        == 404
    )
    assert (
        http.owner.post(f"/agents/nobody/tasks/{task_id}/resolve", json={"action": "deny"}).status_code == 404
    )
    for body in ({}, {"action": "reject"}, {"action": None}):
        answer = http.owner.post(f"/agents/clerk/tasks/{task_id}/resolve", json=body)
        assert answer.status_code == 400
        assert set(answer.json()) >= {"error", "code"}
    assert http.task(task_id)["status"] == "pending_approval"


@pytest.mark.spec("37")
def test_what_runs_or_has_ended_is_409_and_unchanged(http: Wire, house: House, held: HeldTool) -> None:
    denied, cancelled, running, failed = http.held(), http.held(), http.held(), http.held("failing")
    http.resolve(denied, "deny")
    http.owner.post(f"/agents/clerk/tasks/{cancelled}/cancel", json={})
    http.resolve(failed, "approve")
    house.ended(failed)
    http.resolve(running, "approve")
    for task_id in (denied, cancelled, failed, running):
        before = http.task(task_id)
        for action in ("approve", "deny", "pending_approval"):
            answer = http.resolve(task_id, action)
            assert answer.status_code == 409
            assert answer.json()["task"] == before
    held.let_go()
    assert house.ended(running).status == "completed"
    assert http.resolve(running, "deny").status_code == 409


@pytest.mark.spec("38")
@pytest.mark.parametrize("spelling", ["modified_args", "modifiedArgs"])
def test_edited_arguments_are_what_runs_and_what_is_kept(
    http: Wire, house: House, held: HeldTool, spelling: str
) -> None:
    held.let_go()
    task_id = http.held(args={"n": 1, "text": "one"})
    assert http.resolve(task_id, "approve", **{spelling: {"n": 2}}).status_code == 200
    house.ended(task_id)
    row = http.task(task_id)
    assert held.runs == [{"n": 2}]
    assert (row["args"], row["approved_args"]) == ({"n": 1, "text": "one"}, {"n": 2})


@pytest.mark.spec("38")
def test_a_model_is_told_how_its_arguments_were_edited(talking: House, model: ModelServer) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    model.replies += [Reply(calls=(call("fs_write", {"path": "a.txt", "content": "one"}),))]
    talking.say()
    (task,) = talking.waiting()
    talking.approve(task.id, modified_args={"path": "b.txt", "content": "two"})
    talking.wait_for_event("turn.ended", status="done")
    assert (talking.folder() / "b.txt").read_text() == "two"
    assert not (talking.folder() / "a.txt").exists()
    assert "edited" in model.told()[0]
    assert "b.txt" in model.told()[0]


@pytest.mark.spec("39")
@pytest.mark.parametrize("bad", [[], "text", 7, True])
def test_edited_arguments_that_are_no_object_are_400(http: Wire, bad: object) -> None:
    task_id = http.held()
    assert http.resolve(task_id, "approve", modified_args=bad).status_code == 400
    assert http.task(task_id)["status"] == "pending_approval"


@pytest.mark.spec("75h")
@pytest.mark.parametrize("key", ["_authorized", "_reason", "_async", "_anything"])
def test_edited_arguments_with_a_reserved_key_are_400(http: Wire, held: HeldTool, key: str) -> None:
    task_id = http.held()
    answer = http.resolve(task_id, "approve", modified_args={"n": 1, key: True})
    assert (answer.status_code, answer.json()["pointer"]) == (400, f"/modified_args/{key}")
    assert http.task(task_id)["status"] == "pending_approval"
    assert held.runs == []


def test_edited_arguments_that_do_not_fit_the_schema_are_400(http: Wire) -> None:
    task_id = http.held()
    answer = http.resolve(task_id, "approve", modified_args={"n": "seven"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_arguments")
    assert http.task(task_id)["status"] == "pending_approval"


@pytest.mark.spec("40")
def test_two_approvals_at_once_have_one_winner_and_one_run(http: Wire, house: House, held: HeldTool) -> None:
    held.let_go()
    for _ in range(10):
        task_id = http.held()
        answers = at_once(*[lambda it=task_id: http.resolve(it, "approve")] * 2)
        assert sorted(it.status_code for it in answers) == [200, 409]
        house.ended(task_id)
    assert len(held.runs) == 10


@pytest.mark.spec("41")
def test_an_approval_and_a_denial_at_once_never_mix(http: Wire, house: House, held: HeldTool) -> None:
    held.let_go()
    approved = 0
    for _ in range(10):
        task_id = http.held()
        digest = http.task(task_id)["approval"]["digest"]
        yes, no = at_once(
            lambda it=task_id, d=digest: http.resolve(it, "approve", shown_digest=d),
            lambda it=task_id: http.resolve(it, "deny"),
        )
        assert sorted([yes.status_code, no.status_code]) == [200, 409]
        status = house.ended(task_id).status
        assert status == ("completed" if yes.status_code == 200 else "denied")
        approved += yes.status_code == 200
    assert len(held.runs) == approved


@pytest.mark.spec("42")
def test_a_denial_after_an_approval_in_the_window_is_409(http: Wire, house: House, held: HeldTool) -> None:
    task_id = http.held()
    house.approve(task_id)
    assert held.started.acquire(timeout=60)
    answer = http.resolve(task_id, "deny")
    assert answer.status_code == 409
    assert answer.json()["task"]["approval"]["via"] == "window"
    held.let_go()
    assert house.ended(task_id).status == "completed"


@pytest.mark.spec("43")
def test_approving_a_managed_task_answers_before_its_tool_ends(
    http: Wire, house: House, held: HeldTool
) -> None:
    task_id = http.held()
    answer = http.resolve(task_id, "approve")
    assert answer.status_code == 200
    assert answer.json()["resolution"] == {"task_id": task_id, "status": "approved"}
    assert answer.json()["task"]["status"] == http.task(task_id)["status"] == "running"
    held.let_go()
    house.ended(task_id)
    assert http.task(task_id)["status"] == "completed"


@pytest.mark.spec("44")
@pytest.mark.parametrize("extra", [{"defer": True}, {}])
def test_approving_a_deferred_task_answers_with_its_result(
    http: Wire, held: HeldTool, extra: dict[str, bool]
) -> None:
    held.let_go()
    task_id = http.held(args={} if extra else {"_async": True}, **extra)
    digest = {} if extra else {"shown_digest": http.task(task_id)["approval"]["digest"]}
    if extra:
        assert http.resolve(task_id, "pending_approval").status_code == 200
        digest = {"shown_digest": http.task(task_id)["approval"]["digest"]}
    answer = http.resolve(task_id, "approve", **digest)
    assert answer.status_code == 200
    assert answer.json()["resolution"] == {"task_id": task_id, "status": "completed", "result": {"ran": 1}}
    assert answer.json()["task"]["status"] == "completed"


@pytest.mark.spec("45")
def test_a_deferred_approval_whose_tool_fails_is_200_with_the_failure(http: Wire) -> None:
    task_id = http.held("failing", {"_async": True})
    answer = http.resolve(task_id, "approve")
    assert answer.status_code == 200
    assert answer.json()["resolution"] == {
        "task_id": task_id,
        "status": "failed",
        "error": "The printer is on fire.",
    }
    assert answer.json()["task"]["status"] == "failed"


@pytest.mark.spec("46")
def test_a_denial_over_http_reaches_the_model_and_fires_nothing(talking: House, model: ModelServer) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    model.replies += [Reply(calls=(call("fs_write", {"path": "a.txt", "content": "one"}),))]
    with wire(talking) as http:
        talking.say()
        (task,) = talking.waiting()
        assert http.resolve(task.id, "deny", reason="Ask me tomorrow.").status_code == 200
        talking.wait_for_event("turn.ended", status="done")
    assert "Ask me tomorrow." in model.told()[0]
    assert talking.events("trigger.due", task_id=task.id) == []


@pytest.mark.spec("47")
def test_deciding_for_an_agent_that_was_stopped_meanwhile_is_409(http: Wire) -> None:
    task_id = http.held()
    assert http.owner.post("/agents/clerk/stop", json={}).status_code == 200
    answer = http.resolve(task_id, "approve")
    assert answer.status_code == 409
    assert answer.json()["task"]["status"] == "cancelled"


@pytest.mark.spec("48")
def test_listing_honours_status_and_limit_together(http: Wire) -> None:
    held = [http.held(args={"n": n}) for n in range(5)]
    for task_id in held[:2]:
        http.resolve(task_id, "deny")
    answer = http.owner.get("/agents/clerk/tasks", params={"status": "pending_approval", "limit": 2})
    assert [it["id"] for it in answer.json()["tasks"]] == [held[4], held[3]]
    both = http.owner.get(
        "/agents/clerk/tasks", params=[("status", "denied"), ("status", "pending_approval")]
    )
    assert [it["id"] for it in both.json()["tasks"]] == held[::-1]
    for limit in ("0", "1001", "x"):
        assert http.owner.get("/agents/clerk/tasks", params={"limit": limit}).status_code == 400


def test_a_loser_is_told_who_decided_what_and_when(http: Wire) -> None:
    task_id = http.held()
    http.resolve(task_id, "deny", reason="No.")
    lost = http.resolve(task_id, "approve")
    approval = lost.json()["task"]["approval"]
    assert (lost.status_code, approval["state"], approval["decided_by"]) == (409, "denied", "owner")
    assert (approval["via"], approval["reason"]) == ("http", "No.")
    assert approval["decided_at"] is not None


def test_a_high_risk_decision_must_name_its_digest(http: Wire, held: HeldTool) -> None:
    held.let_go()
    task_id = http.held()
    url = f"/agents/clerk/tasks/{task_id}/resolve"
    missing = http.owner.post(url, json={"action": "approve"})
    assert (missing.status_code, missing.json()["code"]) == (409, "digest_required")
    wrong = http.owner.post(url, json={"action": "approve", "shown_digest": "0" * 64})
    assert (wrong.status_code, wrong.json()["code"]) == (409, "digest_mismatch")
    assert http.task(task_id)["status"] == "pending_approval"
    assert json.loads(json.dumps(held.runs)) == []
