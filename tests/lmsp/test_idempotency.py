"""Idempotency keys (generations 2, I01 to I11)."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from placet.api.generations import CountGenerations
from tests.fakes.clock import HeldClock
from tests.fakes.scripted_model import MODEL, ScriptedModel
from tests.lmsp.client import RESPONSES, TASKS, is_problem, until
from tests.lmsp.scenes import Scene, scene_at
from tests.lmsp.test_cancel import send_and_leave

WHOLE = {"type": "response", "input": {"model": MODEL, "input": "Go on.", "temperature": 1}}


def count(scene: Scene) -> int:
    return sum(scene.house.engine.query(CountGenerations()).values())


@pytest.mark.spec("I01")
def test_the_same_request_is_answered_with_the_same_task(still: Scene) -> None:
    before = count(still)
    first = still.mine.ask(key="one")
    again = still.mine.ask(key="one")
    assert (first.status_code, again.status_code) == (202, 202)
    assert again.content == first.content
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert again.headers["location"] == first.headers["location"]
    assert count(still) == before + 1


@pytest.mark.spec("I02", "I03")
def test_blanks_and_the_order_of_members_count_for_nothing_and_every_value_counts(still: Scene) -> None:
    def post(text: str) -> tuple[int, str, str | None]:
        sent = {"content-type": "application/json", "Idempotency-Key": "order"}
        answer = still.mine.http.post(TASKS, content=text, headers=sent)
        said = answer.json()
        return answer.status_code, said.get("id") or said["code"], answer.headers.get("idempotent-replayed")

    status, task_id, _ = post(json.dumps(WHOLE))
    assert status == 202
    turned = {"input": dict(reversed(WHOLE["input"].items())), "type": "response"}  # type: ignore[attr-defined]
    assert post(json.dumps(turned, indent=3)) == (202, task_id, "true")
    assert post(json.dumps(WHOLE).replace("Go", "\\u0047o")) == (202, task_id, "true")
    for other in ({"on_restart": "fail"}, {"more": None}, {"input": {**WHOLE["input"], "temperature": 1.0}}):  # type: ignore[dict-item]
        assert post(json.dumps({**WHOLE, **other})) == (422, "idempotency_key_reused", None)
    refused = still.mine.ask("Something else.", key="order")
    assert is_problem(refused, 422, "idempotency_key_reused")


@pytest.mark.spec("I04")
def test_fifty_equal_requests_at_once_make_one_task_and_one_call(scene: Scene) -> None:
    begun = threading.Barrier(50)

    def post(_: int) -> tuple[int, str]:
        begun.wait()
        answer = scene.mine.ask(key="crowd")
        return answer.status_code, answer.text

    with ThreadPoolExecutor(50) as pool:
        answers = set(pool.map(post, range(50)))
    [(status, body)] = answers
    assert status == 202
    assert count(scene) == 1
    scene.model.exchange().answer("ok")
    scene.mine.ends(json.loads(body)["id"])
    assert len(scene.model.exchanges) == 1


@pytest.mark.spec("I05")
def test_a_quoted_key_is_the_bare_one(still: Scene) -> None:
    first = still.mine.create(key='"quoted"')
    assert still.mine.create(key="quoted")["id"] == first["id"]
    assert still.mine.create(key='"a\\"b"')["id"] == still.mine.create(key='a"b')["id"] != first["id"]


@pytest.mark.spec("I06")
def test_the_key_of_another_client_is_another_key(still: Scene) -> None:
    assert still.mine.create(key="shared")["id"] != still.other.create(key="shared")["id"]


def test_the_key_of_another_route_is_another_key(still: Scene) -> None:
    task = still.mine.create(key="route")
    request = {"model": MODEL, "input": "Go on.", "background": True}
    answer = still.mine.http.post(RESPONSES, json=request, headers={"Idempotency-Key": "route"})
    assert answer.status_code == 200
    assert answer.json()["id"] != task["response_id"]


@pytest.mark.spec("I07")
def test_a_refused_request_does_not_use_up_its_key(still: Scene) -> None:
    assert is_problem(still.mine.ask(5, key="corrected"), 400, "invalid_request")
    answer = still.mine.ask("Five.", key="corrected")
    assert answer.status_code == 202
    assert "idempotent-replayed" not in answer.headers


@pytest.mark.spec("I08")
@pytest.mark.parametrize("key", ["k" * 256, "a\tb", "a b", "", '"', '""', '"a', "caf\xe9", "a, b"])
def test_a_key_that_is_none_is_refused(still: Scene, key: str) -> None:
    before = count(still)
    sent = [("Idempotency-Key", key.encode("latin-1"))]
    answer = still.mine.http.post(TASKS, json=WHOLE, headers=sent)  # type: ignore[arg-type]
    assert is_problem(answer, 400, "invalid_idempotency_key")
    assert count(still) == before
    assert still.mine.ask(key="k" * 255).status_code == 202


@pytest.mark.spec("I08")
def test_two_keys_are_refused_and_so_is_one_that_http_forbids(still: Scene) -> None:
    twice = [("Idempotency-Key", "a"), ("Idempotency-Key", "a")]
    assert is_problem(still.mine.http.post(TASKS, json=WHOLE, headers=twice), 400, "invalid_idempotency_key")
    forbidden = [("Idempotency-Key", b"a\x01b")]
    answer = still.mine.http.post(TASKS, json=WHOLE, headers=forbidden)  # type: ignore[arg-type]
    assert is_problem(answer, 400, "invalid_request")


@pytest.mark.spec("I09")
def test_a_replay_after_the_end_is_the_first_answer_still(still: Scene) -> None:
    first = still.mine.ask(key="late")
    task_id = first.json()["id"]
    assert still.mine.ends(task_id)["status"] == "succeeded"
    again = still.mine.ask(key="late")
    assert (again.status_code, again.content) == (202, first.content)
    assert again.json()["status"] == "queued"
    assert still.mine.task(task_id)["status"] == "succeeded"


@pytest.fixture
def ageing(tmp_path: Path, clock: HeldClock) -> Iterator[Scene]:
    model = ScriptedModel(auto=lambda exchange: exchange.answer("ok"))
    with scene_at(tmp_path, clock=clock, model=model, idempotency_retention_s=100) as scene:
        yield scene


@pytest.mark.spec("I10")
def test_a_key_that_has_expired_makes_a_new_task(ageing: Scene, clock: HeldClock) -> None:
    first = ageing.mine.create(key="old")["id"]
    ageing.mine.ends(first)
    clock.at_ms += 99_000
    assert ageing.mine.create(key="old")["id"] == first
    clock.at_ms += 2_000
    answer = ageing.mine.ask("Another body.", key="old")
    assert answer.status_code == 202
    assert answer.json()["id"] != first


@pytest.mark.spec("I11")
def test_a_client_that_left_before_its_answer_finds_its_one_task_again(scene: Scene) -> None:
    body = json.dumps(WHOLE).encode()
    send_and_leave(scene.mine, f"POST {TASKS}", body, "Idempotency-Key: lost")
    until(lambda: count(scene) == 1)
    again = scene.mine.http.post(TASKS, json=WHOLE, headers={"Idempotency-Key": "lost"})
    assert (again.status_code, again.headers["idempotent-replayed"]) == (202, "true")
    assert count(scene) == 1
