"""Creating tasks (generations 2, C01 to C18)."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from placet.api.generations import CountGenerations
from tests.fakes.scripted_model import MODEL, ScriptedModel
from tests.lmsp.client import TASKS, Lmsp, is_problem, text_of
from tests.lmsp.scenes import Scene, Served, scene_at

ULID = "[0-9A-HJKMNP-TV-Z]{26}"
VALID = {"type": "response", "input": {"model": MODEL, "input": "Go on."}}


def count(scene: Scene) -> int:
    """How many tasks there are, whoever made them."""
    return sum(scene.house.engine.query(CountGenerations()).values())


def test_the_seeds_own_example_is_taken(still: Scene) -> None:
    told = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Write."}]}]
    answer = still.mine.ask(told, key="01J8M7C4Y3N5P8R2T6V9X1Z4BH", on_restart="fail")
    assert answer.status_code == 202
    assert text_of(still.mine.log(answer.json()["id"])) == "Good day."


@pytest.mark.spec("C01", "C02")
def test_a_task_is_accepted_as_queued_and_says_where_it_is(still: Scene) -> None:
    answer = still.mine.ask()
    task = answer.json()
    assert answer.status_code == 202
    assert re.fullmatch(f"task_{ULID}", task["id"])
    assert re.fullmatch(f"resp_{ULID}", task["response_id"])
    assert type(task["created_at"]) is int
    assert task == {
        "id": task["id"],
        "object": "task",
        "type": "response",
        "status": "queued",
        "created_at": task["created_at"],
        "updated_at": task["created_at"],
        "response_id": task["response_id"],
        "events_url": f"{TASKS}/{task['id']}/events",
        "on_restart": "fail",
        "response": None,
        "error": None,
    }
    assert answer.headers["location"] == f"{TASKS}/{task['id']}"
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.spec("C03")
def test_without_a_valid_token_nothing_is_made(still: Scene) -> None:
    before = count(still)
    with httpx.Client(base_url=still.url, trust_env=False) as nobody:
        answer = nobody.post(TASKS, json=VALID)
        assert is_problem(answer, 401, "unauthorized")
        assert answer.headers["www-authenticate"] == 'Bearer realm="lmsp"'
        wrong = nobody.post(TASKS, json=VALID, headers={"Authorization": "Bearer placet_no"})
        assert is_problem(wrong, 401, "unauthorized")
        assert wrong.headers["www-authenticate"] == 'Bearer realm="lmsp", error="invalid_token"'
        assert nobody.get("/lmsp/v1/models").status_code == 401
    assert count(still) == before


def test_an_agents_token_makes_none_and_sees_none(still: Scene) -> None:
    task_id = still.mine.create()["id"]
    for answer in (
        still.agent.ask(),
        still.agent.http.get(f"{TASKS}/{task_id}"),
        still.agent.cancel(task_id),
        still.agent.events(task_id),
        still.agent.http.get("/lmsp/v1/capabilities"),
        still.agent.http.post("/lmsp/v1/responses", json=VALID["input"]),
    ):
        assert is_problem(answer, 403, "forbidden")
    assert still.owner.ask().status_code == 202


@pytest.mark.spec("C04")
@pytest.mark.parametrize(
    "sent", ["{", "", '{"type":"response","type":"response"}', "[]", '"x"', "nul", '{"a":NaN}', '{"a":1}x']
)
def test_a_body_that_is_no_json_object_is_refused(still: Scene, sent: str) -> None:
    answer = still.mine.http.post(TASKS, content=sent, headers={"content-type": "application/json"})
    assert is_problem(answer, 400, "invalid_request")


def test_a_body_that_is_too_deep_is_refused(still: Scene) -> None:
    deep = '{"a":' * 65 + "1" + "}" * 65
    answer = still.mine.http.post(TASKS, content=deep, headers={"content-type": "application/json"})
    assert is_problem(answer, 400, "invalid_request")


@pytest.mark.spec("C05", "C06", "C07")
@pytest.mark.parametrize(
    ("changed", "param"),
    [
        ({"type": "image"}, "/type"),
        ({"type": None}, "/type"),
        ({"input": None}, "/input"),
        ({"input": "Go on."}, "/input"),
        ({"input": {"input": "x"}}, "/input/model"),
        ({"input": {"model": MODEL}}, "/input/input"),
        ({"input": {"model": MODEL, "input": [{"role": "odd", "content": "x"}]}}, "/input/input/0/role"),
        ({"on_restart": "sometimes"}, "/on_restart"),
        ({"on_restart": 1}, "/on_restart"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(
    still: Scene, changed: dict[str, Any], param: str
) -> None:
    before = count(still)
    body = {key: value for key, value in {**VALID, **changed}.items() if value is not None}
    answer = still.mine.http.post(TASKS, json=body)
    assert is_problem(answer, 400, "invalid_request")
    assert answer.json()["param"] == param
    assert answer.headers["x-should-retry"] == "false"
    assert count(still) == before


@pytest.mark.spec("C08")
def test_resuming_is_refused_where_no_backend_makes_snapshots(still: Scene) -> None:
    before = count(still)
    answer = still.mine.ask(on_restart="resume", key="snap")
    assert is_problem(answer, 400, "unsupported_capability")
    assert count(still) == before


def test_what_the_model_cannot_be_given_is_refused(still: Scene) -> None:
    picture = [{"role": "user", "content": [{"type": "input_image", "image_url": "data:,x"}]}]
    answer = still.mine.ask(picture)
    assert is_problem(answer, 400, "unsupported_capability")
    assert answer.json()["param"] == "/input/input/0/content/0/type"


@pytest.mark.spec("C09")
def test_retry_needs_a_key(still: Scene) -> None:
    assert still.mine.create(on_restart="retry", key="again")["on_restart"] == "retry"
    assert is_problem(still.mine.ask(on_restart="retry"), 400, "idempotency_key_required")


@pytest.mark.spec("C10")
def test_a_stream_in_the_request_means_nothing_for_a_task(still: Scene) -> None:
    answer = still.mine.ask(stream=True)
    assert (answer.status_code, answer.headers["content-type"]) == (202, "application/json")


@pytest.mark.spec("C11")
@pytest.mark.parametrize(
    "given",
    [
        "Hello.",
        [{"role": "user", "content": "Hello."}],
        [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hello."}]}],
    ],
)
def test_the_input_is_a_text_or_a_list_of_items(still: Scene, given: Any) -> None:
    task_id = still.mine.create(given)["id"]
    assert still.mine.ends(task_id)["status"] == "succeeded"
    assert still.model.exchanges[-1].said == "Hello."


def test_chat_messages_stand_for_the_input_that_is_not_there(still: Scene) -> None:
    request = {"model": MODEL, "messages": [{"role": "user", "content": "Hello there."}]}
    answer = still.mine.http.post(TASKS, json={"type": "response", "input": request})
    assert answer.status_code == 202
    assert still.mine.ends(answer.json()["id"])["status"] == "succeeded"
    assert still.model.exchanges[-1].said == "Hello there."


@pytest.mark.spec("C12")
def test_a_model_that_nobody_offers_is_said_at_once(still: Scene) -> None:
    before = count(still)
    body = {"type": "response", "input": {"model": "no-such-model", "input": "x"}}
    answer = still.mine.http.post(TASKS, json=body)
    assert is_problem(answer, 404, "model_not_found")
    assert answer.json()["param"] == "/input/model"
    assert count(still) == before


@pytest.mark.spec("C13")
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/xml"])
def test_a_body_of_another_kind_is_refused(still: Scene, kind: str) -> None:
    answer = still.mine.http.post(TASKS, content=json.dumps(VALID), headers={"content-type": kind})
    assert is_problem(answer, 415, "unsupported_media_type")
    fine = {"content-type": "Application/JSON; charset=utf-8"}
    assert still.mine.http.post(TASKS, content=json.dumps(VALID), headers=fine).status_code == 202


@pytest.mark.spec("C14")
def test_a_body_over_the_limit_is_refused_with_a_length_and_without(tmp_path: Path) -> None:
    with scene_at(tmp_path, max_request_bytes=4096) as scene:
        assert is_problem(scene.mine.ask("x" * 5000), 413, "payload_too_large")
        whole = json.dumps({**VALID, "more": "x" * 5000}).encode()
        chunked = scene.mine.http.post(
            TASKS, content=(whole[n : n + 512] for n in range(0, len(whole), 512)),
            headers={"content-type": "application/json"},
        )  # fmt: skip
        assert is_problem(chunked, 413, "payload_too_large")
        assert "content-length" not in chunked.request.headers
        assert count(scene) == 0
        assert scene.mine.ask("x" * 3000).status_code == 202


@pytest.mark.spec("C15")
def test_a_full_queue_says_when_to_come_again_and_takes_the_next_when_one_has_ended(tmp_path: Path) -> None:
    with scene_at(tmp_path, max_queued_tasks=1) as scene:
        running = scene.mine.create()["id"]
        scene.model.exchange().begin()
        scene.mine.comes_to(running, "running")
        waiting = scene.mine.create()["id"]
        answer = scene.mine.ask()
        assert is_problem(answer, 429, "queue_full")
        assert int(answer.headers["retry-after"]) > 0
        assert "x-should-retry" not in answer.headers
        scene.model.exchange().finish()
        scene.mine.comes_to(waiting, "loading")
        assert scene.mine.ask().status_code == 202


def expect_nothing_lost_by_kills(folder: Served, rounds: int) -> None:
    known: list[str] = []

    def look(mine: Lmsp) -> None:
        for task_id in known[-3:]:
            task = mine.task(task_id)
            assert (task["status"], task["error"]["code"]) == ("failed", "server_restarted")

    for _ in range(rounds):
        with folder.child() as (child, mine):
            look(mine)
            known.append(mine.create()["id"])
            child.kill()
    with folder.child() as (_, mine):
        assert {mine.task(task_id)["status"] for task_id in known} == {"failed"}
        assert len(known) == rounds


@pytest.mark.spec("C16")
def test_what_got_its_202_is_there_after_a_kill_in_the_same_moment(folder: Served) -> None:
    expect_nothing_lost_by_kills(folder, 10)


@pytest.mark.spec("C16")
@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_hundred_kills_right_after_the_202_lose_nothing(folder: Served) -> None:
    expect_nothing_lost_by_kills(folder, 100)


@pytest.mark.spec("C17")
def test_another_method_is_refused_with_those_that_there_are(still: Scene) -> None:
    task_id = still.mine.create()["id"]
    for method, path, allowed in (
        ("PUT", TASKS, {"POST"}),
        ("DELETE", TASKS, {"POST"}),
        ("GET", TASKS, {"POST"}),
        ("DELETE", f"{TASKS}/{task_id}", {"GET", "HEAD"}),
        ("GET", f"{TASKS}/{task_id}/cancel", {"POST"}),
        ("POST", f"{TASKS}/{task_id}/events", {"GET", "HEAD"}),
    ):
        answer = still.mine.http.request(method, path)
        assert is_problem(answer, 405, "method_not_allowed")
        assert set(answer.headers["allow"].split(", ")) == allowed


@pytest.mark.spec("C18")
@pytest.mark.parametrize(
    "foreign", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}]
)
def test_a_page_from_elsewhere_is_refused(still: Scene, foreign: dict[str, str]) -> None:
    before = count(still)
    answer = still.mine.http.post(TASKS, json=VALID, headers=foreign)
    assert is_problem(answer, 403, "forbidden_origin")
    assert count(still) == before


def test_a_head_over_the_limit_is_refused(still: Scene) -> None:
    answer = still.mine.ask(headers={"X-Long": "x" * 70_000})
    assert is_problem(answer, 431, "headers_too_large")
    assert still.mine.ask(headers={"X-Long": "x" * 60_000}).status_code == 202


def test_what_stands_at_no_address_is_a_problem_too(still: Scene) -> None:
    for path in ("/lmsp", "/lmsp/", "/lmsp/v1", "/lmsp/v2/tasks", f"{TASKS}/", f"{TASKS}/a/b"):
        assert is_problem(still.mine.http.get(path), 404, "not_found")
    assert still.mine.http.get("/lmspx").headers["content-type"] == "application/json"


def test_what_is_offered_is_told_with_the_limits_in_force(tmp_path: Path) -> None:
    model = ScriptedModel(models=("one", "two"))
    with scene_at(tmp_path, model=model, max_running_tasks=3, event_resume=False) as scene:
        told = scene.mine.http.get("/lmsp/v1/capabilities").json()
        assert (told["object"], told["protocol"], told["version"]) == ("capabilities", "lmsp", "1.0")
        assert told["on_restart"] == ["fail", "retry"]
        assert told["capabilities"]["event_resume"] is False
        assert told["capabilities"]["resumable_snapshots"] is False
        assert told["limits"]["max_running_tasks"] == 3
        assert told["limits"]["event_retention_s"] == 86_400
        assert {row["id"] for row in told["models"]} == {"smollm2-135m-instruct", "one", "two"}
        listed = scene.mine.http.get("/lmsp/v1/models").json()
        assert {"id": "one", "object": "model", "backend": "here", "state": "unknown"} in listed["data"]
        assert listed["object"] == "list"
