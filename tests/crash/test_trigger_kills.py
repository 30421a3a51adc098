"""What triggers owe is delivered exactly once, or said to be unknown, at whichever point the process dies (T5, T6)."""

from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

import placet.app
from placet.api.queries import ListConversations, ListMessages, ListTimers, ListTriggers
from placet.app import SystemClock
from tests.crash.child import Child
from tests.crash.test_sigkill import wait_for_file
from tests.crash.trigger_faults import FaultyChild, Point
from tests.fakes.clock import HeldClock
from tests.fakes.model_server import MODEL, ModelServer
from tests.flows.ears import Ear, trigger
from tests.flows.house import House

ASYNC = {"path": "a.txt", "content": "x", "_async": True}
AGENT = {"scope": "agent"}
HELD = {"name": "fs_write", "restricted": True}
HEAD = "Placet tells of events."


@dataclass
class Scene:
    """One data folder over the lives of its processes."""

    base: Path
    model: ModelServer | None = None

    def __post_init__(self) -> None:
        self.house = House(self.base, model=self.model)
        self.secret = placet.app.init(self.house.data)
        self.voice = ""

    def declare(self, child: Child, **more: Any) -> None:
        body = {"name": "clerk", "folder": str(self.house.folder()), "tools": [HELD], **more}
        if self.model is not None:
            body["model"] = {"backend": "here", "name": MODEL}
        with child.client(self.secret) as owner:
            assert owner.post("/agents", json=body).status_code == 201, body
            self.voice = owner.post("/tokens", json={"scope": "agent", "agent": "clerk"}).json()["token"]

    def call(self, child: Child) -> None:
        """Ask for a held call; the child may be gone before it answers."""
        with suppress(httpx.HTTPError), child.client(self.voice) as agent:
            agent.post("/agents/clerk/tool-calls", json={"tool": "fs_write", "args": ASYNC, "wait_ms": 0})

    def deny(self, child: Child) -> None:
        with suppress(httpx.HTTPError), child.client(self.secret) as owner:
            (task,) = owner.get("/tasks").json()["tasks"]
            owner.post(f"/agents/clerk/tasks/{task['id']}/resolve", json={"action": "deny"})


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    with closing(Ear(tmp_path / "ear")) as ear:
        yield ear


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


UNKNOWN, DELIVERED = ("unknown", "outcome_unknown"), ("delivered", None)


@pytest.mark.parametrize(
    ("point", "runs", "end"),
    [
        (Point.DUE, 1, DELIVERED),
        (Point.STARTED, 0, UNKNOWN),
        (Point.ENDED, 1, UNKNOWN),
        (Point.WRITTEN, 1, DELIVERED),
    ],
)
def test_a_handler_runs_once_at_most_and_its_end_is_known_or_said_to_be_unknown(
    tmp_path: Path, ear: Ear, point: Point, runs: int, end: tuple[str, str | None]
) -> None:
    scene = Scene(tmp_path)
    with FaultyChild(scene.house.data, point) as child:
        scene.declare(child, triggers=trigger(ear.hearing(), name="on_task_create"))
        scene.call(child)
        child.expect_death()
    for _ in range(2):  # a second start changes nothing
        with scene.house as house:
            house.wait_for(lambda: house.events("trigger.fired", "trigger.failed"))
            (row,) = house.engine.query(ListTriggers(agent="clerk"))
            assert ((row.last.status, row.last.code), row.waiting, row.running) == (end, 0, 0)
            (task,) = house.tasks()
            assert (task.status, len(house.events("trigger.due"))) == ("pending_approval", 1)
            assert len(house.events("trigger.fired", "trigger.failed")) == 1
        assert len(ear.events()) == runs


def test_a_handler_that_is_at_work_when_the_process_dies_is_unknown_and_not_started_again(
    tmp_path: Path, ear: Ear
) -> None:
    scene = Scene(tmp_path)
    with Child(scene.house.data) as child:
        scene.declare(child, triggers=trigger(ear.waiting(), name="on_task_create"))
        scene.call(child)
        (at_work,) = ear.arrived(1)
        child.kill()
    ear.let_go(at_work)
    with scene.house as house:
        failed = house.wait_for_event("trigger.failed")
        assert (failed.payload["code"], failed.task_id) == ("outcome_unknown", house.tasks()[0].id)
        (row,) = house.engine.query(ListTriggers(agent="clerk"))
        assert (row.last.status, row.waiting, row.running) == ("unknown", 0, 0)
    assert len(ear.events()) == 1


def test_a_timer_that_was_due_when_the_process_died_comes_once(tmp_path: Path, ear: Ear) -> None:
    scene = Scene(tmp_path)
    with FaultyChild(scene.house.data, Point.DUE) as child:
        scene.declare(child, timers=[{"name": "often", "every_s": 1, **ear.hearing()}])
        child.expect_death()
    scene.house.clock = HeldClock(SystemClock().now_ms())  # it stands still where the child's clock was
    with scene.house as house:
        house.wait_for_event("trigger.fired")
        (row,) = house.engine.query(ListTimers(agent="clerk"))
        assert (row.last.status, row.waiting, row.running) == ("delivered", 0, 0)
        assert house.clock.at_ms < row.next_at <= house.clock.at_ms + 1000
    assert [it["data"]["timer"]["name"] for it in ear.events()] == ["often"]


def told(house: House) -> list[str]:
    talks = house.engine.query(ListConversations(agent="clerk"))
    rows = house.engine.query(ListMessages(agent="clerk", conversation_id=talks[0].id)) if talks else ()
    return [it.text for it in rows if it.text.startswith(HEAD)]


@pytest.mark.parametrize("point", [Point.DUE, Point.TELLING, Point.WRITTEN])
def test_an_agent_is_told_once_whenever_the_process_dies(
    tmp_path: Path, model: ModelServer, point: Point
) -> None:
    scene = Scene(tmp_path, model)
    with scene.house:  # writes the settings with the model's address
        pass
    with FaultyChild(scene.house.data, point) as child:
        scene.declare(child)
        scene.call(child)
        scene.deny(child)
        child.expect_death()
    for _ in range(2):
        with scene.house as house:
            house.wait_for_event("trigger.fired")
            house.wait_for_event("turn.ended")
            assert len(told(house)) == 1
            assert len(house.events("turn.started")) == len(house.events("turn.ended")) == 1
            assert len(house.events("trigger.fired")) == 1


def test_an_async_call_that_a_crash_ended_is_told_to_its_target_once(tmp_path: Path, ear: Ear) -> None:
    scene = Scene(tmp_path)
    with Child(scene.house.data, endless=True) as child:
        tools = [{"name": "endless", "restricted": False}]
        scene.declare(child, tools=tools, triggers=trigger(ear.hearing(filter={"status": "failed"})))
        with child.client(scene.voice) as agent:
            body = {"tool": "endless", "args": {"_async": True}, "wait_ms": 0}
            task_id = agent.post("/agents/clerk/tool-calls", json=body).json()["task_id"]
        wait_for_file(scene.house.folder() / f"started-{task_id}")
        child.kill()
    for _ in range(2):
        with scene.house as house:
            house.wait_for_event("trigger.fired")
            assert ear.tasks() == [task_id]
    assert "outcome unknown" in ear.events()[0]["data"]["task"]["error"]


def test_of_many_events_under_way_when_the_process_dies_none_is_lost_and_none_is_told_twice(
    tmp_path: Path, ear: Ear
) -> None:
    scene = Scene(tmp_path)
    with Child(scene.house.data) as child:
        scene.declare(child, triggers=trigger(ear.hearing(), name="on_task_create"))
        with child.client(scene.voice) as agent:
            body = {"tool": "fs_write", "args": ASYNC, "wait_ms": 0}
            asked = [agent.post("/agents/clerk/tool-calls", json=body).json()["task_id"] for _ in range(20)]
        child.kill()
    with scene.house as house:
        house.wait_for(lambda: len(house.events("trigger.fired", "trigger.failed")) == 20)
        ended = house.events("trigger.fired", "trigger.failed")
        unknown = [it.task_id for it in ended if it.type == "trigger.failed"]
    assert sorted(str(it.task_id) for it in ended) == sorted(asked)
    heard = ear.tasks()
    assert len(heard) == len(set(heard))
    assert set(heard) | set(unknown) == set(asked)
