"""What a real SIGKILL leaves of a generation, at each point of its life."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import placet.app
from tests.crash.generating import GeneratingChild
from tests.fakes.gated_model import REST, WORDS, GatedModel


class Scene:
    """A data folder whose one model server outlives every child."""

    def __init__(self, base: Path, model: GatedModel) -> None:
        self.data = base / "data"
        self.model = model
        placet.app.init(self.data)
        (self.data / "settings.toml").write_text(model.settings)

    def child(self) -> GeneratingChild:
        return GeneratingChild(self.data)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with GatedModel() as model:
        yield Scene(tmp_path, model)


def killed_after_create(scene: Scene, rounds: int) -> None:
    known: list[str] = []
    for _ in range(rounds):
        with scene.child() as child:
            for task_id in known[-1:]:
                row = child.row(task_id)
                assert (row["status"], row["error"]["code"]) == ("failed", "server_restarted")
                assert next(event["sequence_number"] for event in child.events(task_id)) == 0
            known.append(child.create()["id"])
            child.kill()
    with scene.child() as child:
        assert {child.row(task_id)["status"] for task_id in known} == {"failed"}


def test_what_was_accepted_is_there_after_a_kill_in_the_same_moment(scene: Scene) -> None:
    killed_after_create(scene, 2)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_hundred_kills_right_after_the_answer_lose_nothing(scene: Scene) -> None:
    killed_after_create(scene, 100)


def test_killed_while_it_ran_it_has_failed_and_what_it_said_can_be_read_still(scene: Scene) -> None:
    with scene.child() as child:
        task_id = child.create()["id"]
        child.comes_to(task_id, "running")
        seen = child.events(task_id)
        child.kill()
    with scene.child() as child:
        row = child.row(task_id)
        assert (row["status"], row["error"]["code"]) == ("failed", "server_restarted")
        events = child.events(task_id)
        # Nobody ever held a number that the next start doesn't know.
        assert events[: len(seen)] == seen
        assert events[-1]["type"] == "response.failed"
        assert [event["sequence_number"] for event in events] == list(range(len(events)))
    assert scene.model.asked == 1


def test_killed_while_it_ran_a_retried_one_runs_again_to_its_end(scene: Scene) -> None:
    with scene.child() as child:
        before = child.create("retry")
        child.comes_to(before["id"], "running")
        child.kill()
    scene.model.go.set()
    with scene.child() as child:
        row = child.comes_to(before["id"], "succeeded", "failed")
        assert (row["status"], row["attempt"], row["response_id"]) == ("succeeded", 2, before["response_id"])
        events = child.events(before["id"])
        last = max(n for n, event in enumerate(events) if event["type"] == "response.in_progress")
        assert "".join(event.get("delta", "") for event in events[last:]) == "".join(WORDS) + REST
        assert sum(event["type"] == "response.completed" for event in events) == 1


def test_killed_while_cancelling_the_cancel_is_carried_out_whatever_the_policy(scene: Scene) -> None:
    with scene.child() as child:
        ids = [child.create(policy)["id"] for policy in ("retry", "fail")]
        child.comes_to(ids[0], "running")
        # Whether the backend was told before the kill or not: the cancel is committed.
        assert child.ask("cancel", task_id=ids[0])["status"] == "cancelling"
        child.kill()
    asked = scene.model.asked
    with scene.child() as child:
        row = child.row(ids[0])
        assert (row["status"], row["error"]) == ("cancelled", None)
        assert child.events(ids[0])[-1]["type"] == "response.cancelled"
        assert child.row(ids[1])["status"] == "failed"
    assert scene.model.asked == asked


def test_killed_again_and_again_it_is_counted_and_given_up(scene: Scene) -> None:
    (scene.data / "settings.toml").write_text(scene.model.settings + "[lmsp]\nmax_attempts = 2\n")
    with scene.child() as child:
        task_id = child.create("retry")["id"]
        child.comes_to(task_id, "running")
        child.kill()
    with scene.child() as child:
        assert child.comes_to(task_id, "running")["attempt"] == 2
        child.kill()
    with scene.child() as child:
        row = child.row(task_id)
        assert (row["status"], row["error"]["code"]) == ("failed", "server_restarted")
        assert [event["type"] for event in child.events(task_id)].count("response.failed") == 1
    assert scene.model.asked == 2
