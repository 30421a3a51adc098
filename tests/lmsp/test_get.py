"""Looking at tasks (generations 2, G01 to G10)."""

import threading
from pathlib import Path

import httpx
import pytest

from tests.fakes.clock import HeldClock
from tests.lmsp.client import TASKS, is_problem, kinds, text_of, until
from tests.lmsp.scenes import Scene, scene_at


@pytest.mark.spec("G01")
@pytest.mark.parametrize("task_id", ["task_01J8M8R5X3V7B2N4Q9T1W6Y0ZC", "x", "task_", "%00", "a" * 3000])
def test_what_is_no_task_is_not_found(still: Scene, task_id: str) -> None:
    assert is_problem(still.mine.http.get(httpx.URL(still.url + f"{TASKS}/{task_id}")), 404, "task_not_found")


@pytest.mark.spec("G02")
def test_somebody_elses_task_is_not_found_but_by_the_owner(still: Scene) -> None:
    task_id = still.mine.create()["id"]
    assert is_problem(still.other.http.get(f"{TASKS}/{task_id}"), 404, "task_not_found")
    assert is_problem(still.other.events(task_id), 404, "task_not_found")
    assert is_problem(still.other.cancel(task_id), 404, "task_not_found")
    assert still.owner.task(task_id)["id"] == still.mine.task(task_id)["id"] == task_id


@pytest.mark.spec("G03")
def test_who_polls_sees_the_states_in_their_order(scene: Scene) -> None:
    seen = [scene.mine.create()]
    task_id = seen[0]["id"]
    exchange = scene.model.exchange()
    seen.append(scene.mine.comes_to(task_id, "loading"))
    exchange.begin()
    seen.append(scene.mine.comes_to(task_id, "running"))
    exchange.finish()
    seen.append(scene.mine.comes_to(task_id, "succeeded"))
    assert [it["status"] for it in seen] == ["queued", "loading", "running", "succeeded"]
    times = [it["updated_at"] for it in seen]
    assert times == sorted(times)
    assert {it["created_at"] for it in seen} == {times[0]}


@pytest.mark.spec("G04")
def test_a_response_that_succeeded_is_whole(scene: Scene) -> None:
    created = scene.mine.create()
    exchange = scene.model.exchange()
    exchange.begin()
    exchange.say("Once ", "upon ", "a time.")
    exchange.finish(tokens=(12, 30))
    task = scene.mine.ends(created["id"])
    response, log = task["response"], scene.mine.log(created["id"])
    assert (task["status"], task["error"]) == ("succeeded", None)
    assert (response["id"], response["status"], response["object"]) == (
        created["response_id"],
        "completed",
        "response",
    )
    assert response["output"][0]["content"][0]["text"] == text_of(log) == "Once upon a time."
    assert response["usage"]["input_tokens"] == 12
    assert response["usage"]["output_tokens"] == 30
    assert response["usage"]["total_tokens"] == 42
    assert log[-1].data["response"] == response


@pytest.mark.spec("G05", "E20")
def test_a_response_at_its_limit_has_succeeded_and_is_incomplete(scene: Scene) -> None:
    task_id = scene.mine.create(max_output_tokens=5)["id"]
    exchange = scene.model.exchange()
    assert exchange.request["max_tokens"] == 5
    exchange.begin()
    exchange.say("Once upon")
    exchange.finish("length")
    task = scene.mine.ends(task_id)
    assert task["status"] == "succeeded"
    assert task["response"]["status"] == "incomplete"
    assert task["response"]["incomplete_details"] == {"reason": "max_output_tokens"}
    log = scene.mine.log(task_id)
    assert kinds(log)[-1] == "incomplete"
    assert log[-1].data["response"] == task["response"]


@pytest.mark.spec("G06", "E19")
def test_a_backends_failure_is_told_in_the_task_and_at_the_end_of_its_stream(scene: Scene) -> None:
    task_id = scene.mine.create()["id"]
    scene.model.exchange().refuse(500)
    task = scene.mine.ends(task_id)
    assert (task["status"], task["response"]) == ("failed", None)
    error = task["error"]
    assert (error["code"], error["status"]) == ("backend_error", 502)
    assert error["type"].endswith(":backend_error")
    assert error["title"]
    assert error["detail"]
    log = scene.mine.log(task_id)
    assert kinds(log)[-1] == "failed"
    assert log[-1].data["response"]["status"] == "failed"
    assert log[-1].data["response"]["error"]["code"] == "backend_error"


@pytest.mark.parametrize(
    ("sent", "code"),
    [(b"data: nonsense\n\n", "backend_protocol_error"), (b"", "backend_lost")],
)
def test_a_reply_that_goes_wrong_on_its_way_says_how(scene: Scene, sent: bytes, code: str) -> None:
    task_id = scene.mine.create()["id"]
    exchange = scene.model.exchange()
    exchange.begin()
    exchange.say("Once")
    exchange.raw(sent)
    exchange.drop()
    assert scene.mine.ends(task_id)["error"]["code"] == code
    log = scene.mine.log(task_id)
    assert text_of(log) == "Once"
    assert "output_text.done" not in kinds(log)


@pytest.mark.spec("G07")
def test_a_model_that_cannot_be_loaded_fails_the_task(tmp_path: Path) -> None:
    with scene_at(tmp_path, kind="llamacpp") as scene:
        scene.model.loading = True
        task_id = scene.mine.create()["id"]
        scene.mine.comes_to(task_id, "loading")
        scene.model.broken = True
        task = scene.mine.ends(task_id)
        assert (task["status"], task["error"]["code"]) == ("failed", "model_load_failed")
        assert kinds(scene.mine.log(task_id)) == ["created", "failed"]
        assert scene.model.exchanges == []


@pytest.mark.spec("G08")
def test_a_warm_model_passes_through_loading_too(tmp_path: Path) -> None:
    with scene_at(tmp_path, kind="llamacpp") as scene:
        scene.model.auto = lambda exchange: exchange.answer("Hello.")
        for _ in range(2):  # the second time it is warm for certain
            task_id = scene.mine.create()["id"]
            scene.mine.ends(task_id)
            moves = [
                (it.payload["frm"], it.payload["to"])
                for it in scene.house.events("generation.moved", task_id=task_id)
            ]
            assert moves == [("queued", "loading"), ("loading", "running"), ("running", "succeeded")]


@pytest.mark.spec("G09")
def test_one_runs_and_the_others_wait_in_the_order_of_coming(scene: Scene) -> None:
    ids = [scene.mine.create(f"{n}")["id"] for n in range(4)]
    for n, task_id in enumerate(ids):
        exchange = scene.model.exchange(n + 1)
        assert exchange.said == str(n)
        assert [scene.mine.task(it)["status"] for it in ids[n + 1 :]] == ["queued"] * (3 - n)
        exchange.answer("ok")
        assert scene.mine.ends(task_id)["status"] == "succeeded"


@pytest.mark.spec("G10")
def test_what_has_ended_reads_the_same_for_as_long_as_it_is_there(tmp_path: Path, clock: HeldClock) -> None:
    with scene_at(tmp_path, clock=clock, event_retention_s=100, task_retention_s=200) as scene:
        scene.model.auto = lambda exchange: exchange.answer(*(f"{n} " for n in range(600)))
        task_id = scene.mine.create()["id"]
        scene.mine.ends(task_id)
        bodies: list[tuple[int, bytes]] = []
        begun, looked = threading.Barrier(5), 250

        def look() -> None:
            begun.wait()
            for n in range(looked):
                path = f"{TASKS}/{task_id}"
                answer = scene.mine.http.get(path) if n % 2 else scene.mine.http.head(path)
                bodies.append((answer.status_code, answer.content))

        lookers = [threading.Thread(target=look) for _ in range(4)]
        for it in lookers:
            it.start()
        begun.wait()
        clock.at_ms += 150_000
        scene.mine.ends(scene.mine.create()["id"])  # its end has what is old taken away
        for it in lookers:
            it.join()
        assert len(bodies) == 4 * looked
        assert len({body for status, body in bodies if body}) == 1
        assert {status for status, _ in bodies} == {200}
        assert is_problem(scene.mine.events(task_id), 410, "event_history_expired")
        clock.at_ms += 150_000
        scene.mine.ends(scene.mine.create()["id"])
        until(lambda: scene.mine.http.get(f"{TASKS}/{task_id}").status_code == 404)
