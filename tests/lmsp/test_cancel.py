"""Cancelling tasks (generations 2, X01 to X17)."""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.fakes.scripted_model import Exchange
from tests.lmsp.client import FINALS, TASKS, Lmsp, is_problem, kinds, until
from tests.lmsp.scenes import Scene, scene_at


def under_way(scene: Scene, *said: str, number: int = 1) -> tuple[str, Exchange]:
    """A task that runs and has said this."""
    task_id = scene.mine.create()["id"]
    exchange = scene.model.exchange(number)
    exchange.begin()
    exchange.say(*said)
    scene.mine.comes_to(task_id, "running")
    return task_id, exchange


@pytest.fixture
def stubborn(tmp_path: Path) -> Iterator[Scene]:
    """A scene whose server says that it goes on, whoever left."""
    with scene_at(tmp_path, kind="llamacpp", cancel_grace_s=600) as scene:
        scene.model.slots_busy = True
        yield scene


@pytest.mark.spec("X01")
def test_a_queued_task_is_cancelled_at_once_and_never_starts(scene: Scene) -> None:
    _, first = under_way(scene)
    task_id = scene.mine.create("never")["id"]
    answer = scene.mine.cancel(task_id)
    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    assert kinds(scene.mine.log(task_id)) == ["created", "cancelled"]
    first.finish()
    scene.mine.create("after")
    assert scene.model.exchange(2).said == "after"


@pytest.mark.spec("X02")
def test_a_loading_task_is_cancelling_until_the_backend_is_at_rest(stubborn: Scene) -> None:
    stubborn.model.loading = True
    task_id = stubborn.mine.create()["id"]
    assert stubborn.model.health_asked.wait(20)
    answer = stubborn.mine.cancel(task_id)
    assert (answer.status_code, answer.json()["status"]) == (200, "cancelling")
    assert stubborn.mine.task(task_id)["status"] == "cancelling"
    stubborn.model.slots_busy = False
    assert stubborn.mine.ends(task_id)["status"] == "cancelled"
    assert stubborn.model.exchanges == []


@pytest.mark.spec("X03", "E18")
def test_a_running_task_is_cancelling_and_then_cancelled_and_the_backend_is_left(scene: Scene) -> None:
    task_id, exchange = under_way(scene, "Once ", "upon")
    with scene.mine.reading(task_id) as reader:
        reader.wait_for("response.output_text.delta", 2)
        answer = scene.mine.cancel(task_id)
        assert (answer.status_code, answer.json()["status"]) == (200, "cancelling")
        log = reader.wait_for_end()
    assert exchange.gone.wait(20)
    task = scene.mine.ends(task_id)
    assert (task["status"], task["response"], task["error"]) == ("cancelled", None, None)
    assert kinds(log)[-1] == "cancelled"
    response = log[-1].data["response"]
    assert response["status"] == "cancelled"
    assert response["output"][0]["status"] == "incomplete"
    assert response["output"][0]["content"][0]["text"] == "Once upon"


@pytest.mark.spec("X04")
def test_a_cancel_while_cancelling_changes_nothing(stubborn: Scene) -> None:
    task_id, _ = under_way(stubborn, "Once")
    first = stubborn.mine.cancel(task_id)
    with stubborn.mine.reading(task_id) as reader:
        reader.wait_for("response.output_text.delta")
        again = stubborn.mine.cancel(task_id)
        assert (again.status_code, again.json()) == (200, first.json())
        assert first.json()["status"] == "cancelling"
        stubborn.model.slots_busy = False
        assert kinds(reader.wait_for_end())[-2:] == ["output_text.delta", "cancelled"]


@pytest.mark.spec("X05")
def test_a_cancel_of_a_cancelled_task_changes_nothing(scene: Scene) -> None:
    task_id, _ = under_way(scene)
    scene.mine.cancel(task_id)
    ended = scene.mine.ends(task_id)
    log = scene.mine.log(task_id)
    answer = scene.mine.cancel(task_id)
    assert (answer.status_code, answer.json()) == (200, ended)
    assert scene.mine.log(task_id) == log


@pytest.mark.spec("X06", "X07")
@pytest.mark.parametrize("outcome", ["succeeded", "failed"])
def test_what_has_ended_by_itself_cannot_be_cancelled(scene: Scene, outcome: str) -> None:
    task_id = scene.mine.create()["id"]
    exchange = scene.model.exchange()
    if outcome == "succeeded":
        exchange.answer("Good day.")
    else:
        exchange.refuse(500)
    ended = scene.mine.comes_to(task_id, outcome)
    answer = scene.mine.cancel(task_id)
    assert is_problem(answer, 409, "task_not_cancelable")
    assert answer.headers["x-should-retry"] == "false"
    assert answer.json()["task_status"] == outcome
    assert scene.mine.task(task_id) == ended


@pytest.mark.spec("X08")
def test_what_is_no_task_cannot_be_cancelled(still: Scene) -> None:
    assert is_problem(still.mine.cancel("task_01J8M8R5X3V7B2N4Q9T1W6Y0ZC"), 404, "task_not_found")
    assert is_problem(still.mine.cancel("x"), 404, "task_not_found")


@pytest.mark.spec("X09")
def test_fifty_cancels_at_once_have_one_final_event(scene: Scene) -> None:
    task_id, _ = under_way(scene, "Once")
    begun = threading.Barrier(50)

    def cancel(_: int) -> tuple[int, str]:
        begun.wait()
        answer = scene.mine.cancel(task_id)
        return answer.status_code, answer.json()["status"]

    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(cancel, range(50)))
    assert {status for status, _ in answers} == {200}
    assert {state for _, state in answers} <= {"cancelling", "cancelled"}
    scene.mine.ends(task_id)
    assert sum(it.event in FINALS for it in scene.mine.log(task_id)) == 1


def races(scene: Scene, rounds: int) -> set[str]:
    """Let the last word and a cancel out at the same moment; the answer is who won."""
    winners = set()
    for number in range(1, rounds + 1):
        task_id, exchange = under_way(scene, "x", number=number)
        exchange.finish()
        for _ in range(
            number % 4
        ):  # the two come ever closer, and in some of the rounds the end is first for certain
            scene.mine.task(task_id)
        if number % 4 == 3:
            scene.mine.ends(task_id)
        answer = scene.mine.cancel(task_id)
        finals = [it.event for it in scene.mine.log(task_id) if it.event in FINALS]
        status = scene.mine.ends(task_id)["status"]
        assert (answer.status_code, status, finals) in [
            (200, "cancelled", ["response.cancelled"]),
            (409, "succeeded", ["response.completed"]),
        ]
        winners.add(status)
    return winners


@pytest.mark.spec("X10")
def test_a_cancel_and_an_end_at_the_same_moment_are_never_mixed(scene: Scene) -> None:
    assert races(scene, 20) == {"cancelled", "succeeded"}


@pytest.mark.spec("X10")
@pytest.mark.long
@pytest.mark.timeout(600)
def test_two_hundred_cancels_against_two_hundred_ends_are_never_mixed(scene: Scene) -> None:
    assert races(scene, 200) == {"cancelled", "succeeded"}


@pytest.mark.spec("X11", "X12")
@pytest.mark.parametrize("how", ["ends", "breaks"])
def test_what_comes_while_cancelling_counts_no_more(stubborn: Scene, how: str) -> None:
    task_id, exchange = under_way(stubborn, "Once")
    assert stubborn.mine.cancel(task_id).json()["status"] == "cancelling"
    if how == "ends":
        exchange.finish()
    else:
        exchange.raw(b"data: nonsense\n\n")
        exchange.drop()
    stubborn.model.slots_busy = False
    task = stubborn.mine.ends(task_id)
    assert (task["status"], task["response"], task["error"]) == ("cancelled", None, None)


@pytest.mark.spec("X13")
def test_a_backend_that_goes_on_is_waited_for_as_long_as_the_grace_lasts(tmp_path: Path) -> None:
    with scene_at(tmp_path, kind="llamacpp", cancel_grace_s=1) as scene:
        scene.model.slots_busy = True
        task_id, _ = under_way(scene, "Once")
        assert scene.mine.cancel(task_id).json()["status"] == "cancelling"
        assert scene.mine.ends(task_id)["status"] == "cancelled"
        task_id, exchange = under_way(scene, "Again", number=2)
        exchange.finish()
        assert scene.mine.ends(task_id)["status"] == "succeeded"


@pytest.mark.spec("X15")
def test_a_body_or_a_key_of_a_cancel_means_nothing(scene: Scene) -> None:
    task_id, _ = under_way(scene)
    answers = [
        scene.mine.cancel(task_id),
        scene.mine.cancel(task_id, json={"any": "thing"}),
        scene.mine.cancel(task_id, content=b"{", headers={"content-type": "text/plain"}),
        scene.mine.cancel(task_id, headers={"Idempotency-Key": "k"}),
        scene.mine.cancel(task_id, headers={"Idempotency-Key": "k"}, json={"other": 1}),
    ]
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["id"] for answer in answers} == {task_id}
    assert scene.mine.ends(task_id)["status"] == "cancelled"


@pytest.mark.spec("X16")
def test_a_cancel_whose_client_leaves_at_once_is_carried_out(scene: Scene) -> None:
    task_id, _ = under_way(scene)
    send_and_leave(scene.mine, f"POST {TASKS}/{task_id}/cancel", b"")
    assert scene.mine.ends(task_id)["status"] == "cancelled"


def send_and_leave(mine: Lmsp, line: str, body: bytes, *more: str) -> None:
    """Send a whole request and close without waiting for a word."""
    port = mine.http.base_url.port or 0
    head = [
        f"{line} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Content-Length: {len(body)}",
        f"Authorization: {mine.http.headers['authorization']}", "Content-Type: application/json", *more,
    ]  # fmt: skip
    with socket.create_connection(("127.0.0.1", port)) as wire:
        wire.sendall("\r\n".join([*head, "", ""]).encode() + body)


@pytest.mark.spec("X17")
def test_a_cancelled_task_makes_room_for_the_next(scene: Scene) -> None:
    task_id, _ = under_way(scene)
    waiting = scene.mine.create("next")["id"]
    scene.mine.cancel(task_id)
    exchange = scene.model.exchange(2)
    assert exchange.said == "next"
    exchange.answer("ok")
    assert scene.mine.ends(waiting)["status"] == "succeeded"
    until(lambda: scene.mine.task(task_id)["status"] == "cancelled")
