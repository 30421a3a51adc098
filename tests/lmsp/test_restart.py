"""What a SIGKILL leaves, and what the next start makes of it (generations 2, K01 to K16, E29, E30)."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.crash.child import ROOT, Child
from tests.fakes.scripted_model import Exchange, ScriptedModel
from tests.lmsp.client import FINALS, TASKS, Frame, Lmsp, frames, kinds, text_of
from tests.lmsp.dying import DyingChild, Point, expect_death_in_recovery
from tests.lmsp.scenes import Served

POLICIES = ("fail", "retry")


@dataclass
class Story:
    """One kill with tasks in every state, and the start after it: what was seen before, and after."""

    before: dict[str, dict[str, Any]] = field(default_factory=dict)
    read: dict[str, list[Frame]] = field(default_factory=dict)
    after: dict[str, dict[str, Any]] = field(default_factory=dict)
    logs: dict[str, list[Frame]] = field(default_factory=dict)
    asked_before: list[str] = field(default_factory=list)
    asked_after: list[str] = field(default_factory=list)
    bodies: dict[str, tuple[bytes, bytes]] = field(default_factory=dict)
    replay: dict[str, Any] = field(default_factory=dict)
    resumed: list[Frame] = field(default_factory=list)


def the_exchange(model: ScriptedModel, said: str, since: int = 0) -> Exchange:
    """The exchange that asks for this, once it is there."""
    number = since + 1
    while (exchange := model.exchange(number)).said != said:
        number += 1
    return exchange


def create(mine: Lmsp, name: str, policy: str) -> dict[str, Any]:
    return mine.create(name, on_restart=policy, key=name.replace(" ", "-"))


def before_the_kill(story: Story, folder: Served, mine: Lmsp) -> None:
    for name, words in (("succeeded", ("Good ", "day.")), ("broken", ())):
        story.before[name] = create(mine, name, "retry")
        exchange = the_exchange(folder.model, name)
        exchange.answer(*words) if words else exchange.refuse(500)
        mine.ends(story.before[name]["id"])
    for state in ("running", "cancelling", "loading", "queued"):  # the last ones find no place
        for policy in POLICIES:
            name = f"{state} {policy}"
            story.before[name] = create(mine, name, policy)
            bring_to(state, name, story.before[name]["id"], folder, mine)
    for name, task in story.before.items():
        state = mine.task(task["id"])["status"]
        assert state == {"broken": "failed"}.get(name, name.split()[0])
        if state == "running":
            with mine.reading(task["id"]) as reader:
                story.read[name] = reader.wait_for("response.output_text.delta", 2)
    story.asked_before = [it.said for it in folder.model.exchanges]


def bring_to(state: str, name: str, task_id: str, folder: Served, mine: Lmsp) -> None:
    if state == "queued":
        return
    exchange = the_exchange(folder.model, name)
    if state == "loading":
        return
    exchange.begin()
    exchange.say("Half ", "a ")
    mine.comes_to(task_id, "running")
    if state == "cancelling":
        assert mine.cancel(task_id).json()["status"] == "cancelling"


def after_the_start(story: Story, folder: Served, mine: Lmsp) -> None:
    since = len(story.asked_before)
    with mine.reading(story.before["running retry"]["id"], after=5) as resumed:
        for name in ("running retry", "loading retry", "queued retry"):
            the_exchange(folder.model, name, since).answer("A whole ", "word.")
        for name, task in story.before.items():
            story.after[name] = mine.ends(task["id"])
            story.logs[name] = mine.log(task["id"])
        story.resumed = resumed.wait_for_end()
    answer = mine.ask("succeeded", on_restart="retry", key="succeeded")
    story.replay = {"task": answer.json(), "mark": answer.headers["idempotent-replayed"]}
    story.asked_after = [it.said for it in folder.model.exchanges[since:]]


@pytest.fixture(scope="module", params=["SIGKILL", "SIGTERM"])
def story(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    told = Story()
    with ScriptedModel() as model:
        folder = Served(tmp_path_factory.mktemp("story") / "data", model, kind="llamacpp")
        folder.set(max_running_tasks=6, cancel_grace_s=600)
        model.slots_busy = True
        with folder.child() as (child, mine):
            before_the_kill(told, folder, mine)
            ended = [told.before[name]["id"] for name in ("succeeded", "broken")]
            told.bodies = {it: (body(mine, it), b"") for it in ended}
            child.kill() if request.param == "SIGKILL" else child.stop()
        model.slots_busy = False
        with folder.child() as (_, mine):
            after_the_start(told, folder, mine)
            told.bodies = {it: (before, body(mine, it)) for it, (before, _) in told.bodies.items()}
        yield told


def body(mine: Lmsp, task_id: str) -> bytes:
    return mine.http.get(f"{TASKS}/{task_id}").content + mine.events(task_id).content


@pytest.mark.spec("K01", "K02", "K03", "K12")
@pytest.mark.parametrize("state", ["queued", "loading", "running"])
def test_what_fails_at_a_restart_says_so(story: Story, state: str) -> None:
    task = story.after[f"{state} fail"]
    assert (task["status"], task["error"]["code"], task["response"]) == ("failed", "server_restarted", None)
    log = story.logs[f"{state} fail"]
    assert log[-1].event == "response.failed"
    assert log[-1].data["response"]["error"]["code"] == "server_restarted"
    assert f"{state} fail" not in story.asked_after


@pytest.mark.spec("K03", "K12", "E30")
def test_what_was_said_before_can_be_read_still_and_numbers_go_on(story: Story) -> None:
    log = story.logs["running fail"]
    known = story.read["running fail"]
    assert log[: len(known)] == known
    assert text_of(log) == "Half a "
    assert [it.id for it in log] == list(range(len(known) + 1))
    assert log[-1].data["response"]["output"][0]["status"] == "incomplete"


@pytest.mark.spec("K04", "K05", "K06", "K12")
@pytest.mark.parametrize("state", ["queued", "loading", "running"])
def test_what_is_retried_runs_from_its_start_under_the_same_ids(story: Story, state: str) -> None:
    before, task = story.before[f"{state} retry"], story.after[f"{state} retry"]
    assert (task["status"], task["id"], task["response_id"]) == (
        "succeeded",
        before["id"],
        before["response_id"],
    )
    assert task["response"]["output"][0]["content"][0]["text"] == "A whole word."
    log = story.logs[f"{state} retry"]
    assert text_of(log) == "A whole word."
    assert sum(it.event in FINALS for it in log) == 1
    assert story.asked_after.count(f"{state} retry") == 1


@pytest.mark.spec("K07", "E30")
def test_who_reads_on_after_a_retry_meets_a_new_beginning(story: Story) -> None:
    first = story.resumed[0]
    assert (first.id, first.event) == (6, "response.in_progress")
    assert first.data["response"]["output"] == []
    assert [it.id for it in story.resumed] == list(range(6, 6 + len(story.resumed)))
    assert text_of(story.resumed) == "A whole word."


@pytest.mark.spec("K08", "K12")
@pytest.mark.parametrize("policy", POLICIES)
def test_what_was_cancelling_is_cancelled_whatever_the_policy(story: Story, policy: str) -> None:
    task = story.after[f"cancelling {policy}"]
    assert (task["status"], task["error"], task["response"]) == ("cancelled", None, None)
    assert story.logs[f"cancelling {policy}"][-1].event == "response.cancelled"
    assert f"cancelling {policy}" not in story.asked_after


@pytest.mark.spec("K09")
def test_what_had_ended_stays_as_it_was_to_the_byte(story: Story) -> None:
    assert len(story.bodies) == 2
    assert all(before == after for before, after in story.bodies.values())


@pytest.mark.spec("K14")
def test_a_key_is_replayed_across_a_restart(story: Story) -> None:
    assert story.replay == {"task": story.before["succeeded"], "mark": "true"}
    assert "succeeded" not in story.asked_after


@pytest.mark.spec("K10")
def test_a_recovery_that_is_killed_again_and_again_comes_to_the_same_end(folder: Served) -> None:
    folder.set(max_running_tasks=3)
    with folder.child() as (child, mine):
        ids = [create(mine, f"{n}", "fail")["id"] for n in range(3)]
        for n, task_id in enumerate(ids):
            the_exchange(folder.model, f"{n}").begin()
            mine.comes_to(task_id, "running")
        child.kill()
    for point in (Point.SWEEP_WRITTEN, Point.SWEEP_COMMITTED, Point.SWEEP_COMMITTED):
        expect_death_in_recovery(folder.data, point)
    with folder.child() as (_, mine):
        for task_id in ids:
            task = mine.task(task_id)
            assert (task["status"], task["error"]["code"]) == ("failed", "server_restarted")
            assert kinds(mine.log(task_id)) == ["created", "in_progress", "failed"]
    assert len(folder.model.exchanges) == 3


@pytest.mark.spec("K11")
def test_a_task_that_kills_its_service_each_time_is_given_up(folder: Served) -> None:
    folder.set(max_attempts=3)
    with folder.child() as (child, mine):
        task_id = create(mine, "deadly", "retry")["id"]
        folder.model.exchange().begin()
        mine.comes_to(task_id, "running")
        child.kill()
    for number in (2, 3):
        with folder.child() as (child, mine):
            folder.model.exchange(number).begin()
            mine.comes_to(task_id, "running")
            child.kill()
    with folder.child() as (_, mine):
        task = mine.ends(task_id)
        assert (task["status"], task["error"]["code"]) == ("failed", "server_restarted")
        assert [it.event for it in mine.log(task_id) if it.event in FINALS] == ["response.failed"]
    assert len(folder.model.exchanges) == 3


@pytest.mark.spec("K13")
def test_a_second_service_on_the_same_folder_ends_with_a_clear_error(folder: Served) -> None:
    with folder.child() as (_, mine):
        task_id = create(mine, "only", "retry")["id"]
        exchange = folder.model.exchange()
        exchange.begin()
        mine.comes_to(task_id, "running")
        second = subprocess.run(
            [sys.executable, "-m", "placet", "serve", "--data", str(folder.data)],
            cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert second.returncode == 3
        assert "data_folder_in_use" in second.stderr
        assert second.stdout == ""
        assert mine.task(task_id)["status"] == "running"
        exchange.finish()
        assert mine.ends(task_id)["status"] == "succeeded"
    assert len(folder.model.exchanges) == 1


@pytest.mark.spec("K15")
@pytest.mark.parametrize("point", [Point.PIECES_WRITTEN, Point.PIECES_COMMITTED])
def test_nobody_holds_a_number_that_the_next_start_does_not_know(folder: Served, point: Point) -> None:
    with DyingChild(folder.data, point) as child, child.client(folder.secret) as http:
        mine = Lmsp(http)
        task_id = mine.create()["id"]
        with mine.reading(task_id) as reader:
            exchange = folder.model.exchange()
            exchange.begin()
            exchange.say("Half ")
            reader.wait_for("response.in_progress")
            until_dead(child, lambda: exchange.say("a "))
            reader.wait(lambda it: it.ended)
            got = reader.frames
    with folder.child() as (_, mine):
        log = mine.log(task_id)
        assert log[: len(got)] == got
        assert log[-1].event == "response.failed"
        assert [it.id for it in log] == list(range(len(log)))


def until_dead(child: DyingChild, say: Callable[[], None]) -> None:
    """Let the model go on, word by word, until the child has died of it."""
    process = child._process
    assert process is not None
    deadline = time.monotonic() + 30
    while process.poll() is None:
        assert time.monotonic() < deadline, "it never died"
        say()
        process_ended_within(process, 0.1)
    child.expect_death()


def process_ended_within(process: subprocess.Popen[str], seconds: float) -> bool:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


@pytest.mark.spec("K16")
def test_a_backend_that_is_gone_at_the_restart_fails_the_retry_and_nothing_loops(tmp_path: Path) -> None:
    with ScriptedModel() as model:
        folder = Served(tmp_path / "data", model)
        with folder.child() as (child, mine):
            task_id = create(mine, "orphan", "retry")["id"]
            model.exchange().begin()
            mine.comes_to(task_id, "running")
            child.kill()
    with folder.child() as (_, mine):
        task = mine.ends(task_id)
        assert (task["status"], task["error"]["code"]) == ("failed", "backend_unavailable")
        starts = [it for it in mine.log(task_id) if it.event == "response.in_progress"]
        assert len(starts) == 1


@pytest.mark.spec("E29")
def test_a_stop_ends_open_streams_without_a_final_event(folder: Served) -> None:
    with Child(folder.data) as child, child.client(folder.secret) as http:
        mine = Lmsp(http)
        task_id = mine.create()["id"]
        folder.model.exchange().begin()
        mine.comes_to(task_id, "running")
        with mine.reading(task_id) as one, mine.reading(task_id) as two:
            for it in (one, two):
                it.wait_for("response.in_progress")
            begun = time.monotonic()
            child.stop()
            took_s = time.monotonic() - begun
            for it in (one, two):
                assert kinds(it.wait_for_end())[-1] == "in_progress"
        assert took_s < 15, (
            "three seconds on a machine with nothing else to do; streams that hold it up do so for ever"
        )
    with folder.child() as (_, mine):
        assert kinds(frames(mine.events(task_id, after=1).content)) == ["failed"]
