"""Five hundred tasks, and any order of what can happen to a few (generations 2, O09, O10)."""

import asyncio
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import placet.app
from tests.fakes.scripted_model import Exchange, ScriptedModel
from tests.flows.house import House
from tests.flows.wire import client
from tests.lmsp.client import ENDED, FINALS, Frame, Lmsp, frames, text_of, until
from tests.lmsp.scenes import Scene, scene_at

LATER = {
    "queued": {"queued", "loading", "running", "cancelling", *ENDED},
    "loading": {"loading", "running", "cancelling", *ENDED},
    "running": {"running", "cancelling", *ENDED},
    "cancelling": {"cancelling", "cancelled"},
}
"""What may have become of a task by the next look at it (R1, R2)."""
TOLD = {"completed": "succeeded", "incomplete": "succeeded", "failed": "failed", "cancelled": "cancelled"}


def open_files() -> int:
    return sum(1 for _ in Path(f"/proc/{os.getpid()}/fd").iterdir())


def jobs(house: House) -> int:
    async def count() -> int:
        return len(asyncio.all_tasks())

    return house.engine.run(count())


def assert_all_succeed(scene: Scene, tasks: int) -> None:
    """Create them all, let all of them end, and read some."""
    ids = [scene.mine.create(f"{n}")["id"] for n in range(tasks)]
    for n, task_id in enumerate(ids):
        assert scene.mine.ends(task_id)["status"] == "succeeded"
        assert n % 10 or text_of(scene.mine.log(task_id)) == f"{n}!"


@pytest.mark.spec("O09")
@pytest.mark.timeout(300)
def test_five_hundred_tasks_leave_neither_files_nor_jobs_behind(tmp_path: Path) -> None:
    model = ScriptedModel(auto=lambda it: it.answer(f"{it.said}!"))
    with scene_at(tmp_path, model=model, max_running_tasks=8, max_queued_tasks=600) as scene:
        assert_all_succeed(scene, 20)  # what is opened once and for good
        files, at_work = open_files(), jobs(scene.house)
        assert_all_succeed(scene, 500)
        assert len(model.exchanges) == 520
        # Each thread that reads has a connection of its own, and not all had to be there before.
        until(lambda: open_files() <= files + 40, "files were left open")
        until(lambda: jobs(scene.house) <= at_work, "jobs were left behind")


@dataclass
class Known:
    """What a client knows of one task."""

    id: str
    response_id: str
    policy: str
    status: str = "queued"
    seen: list[Frame] = field(default_factory=list)
    final: dict[str, Any] | None = None


@dataclass
class Walk:
    """Random steps over the wire, with what must hold after each of them (R1 to R6)."""

    dice: random.Random
    model: ScriptedModel
    mine: Lmsp
    known: list[Known] = field(default_factory=list)

    def step(self) -> None:
        acts: list[Callable[[], None]] = [self.create, self.create, self.cancel, self.speak, self.finish]
        self.dice.choice([*acts, self.read, self.break_off])()
        for it in self.known:
            self.look(it)

    def create(self) -> None:
        policy, number = self.dice.choice(["fail", "retry"]), f"{len(self.known)}"
        task = self.mine.create(number, on_restart=policy, key=number)
        assert self.mine.create(number, on_restart=policy, key=number) == task
        self.known.append(Known(id=task["id"], response_id=task["response_id"], policy=policy))

    def cancel(self) -> None:
        for it in self.some_known():
            answer = self.mine.cancel(it.id)
            allowed = {200: {"cancelling", "cancelled"}, 409: {"succeeded", "failed"}}[answer.status_code]
            assert self.mine.task(it.id)["status"] in allowed

    def speak(self) -> None:
        for exchange in self.some_exchange():
            exchange.begin()
            exchange.say(*"abc"[: self.dice.randrange(3)])

    def finish(self) -> None:
        for exchange in self.some_exchange():
            exchange.begin()
            exchange.finish(self.dice.choice(["stop", "length"]))

    def break_off(self) -> None:
        for exchange in self.some_exchange():
            exchange.drop()

    def read(self) -> None:
        """Read on from the last number that is known."""
        for it in self.some_known():
            after = it.seen[-1].id if it.seen else None
            if it.final is not None:
                it.seen += frames(self.mine.events(it.id, after=after).content)
                assert TOLD[it.seen[-1].event.removeprefix("response.")] == it.final["status"]
            elif not it.seen:
                with self.mine.reading(it.id) as reader:
                    it.seen += reader.wait_for("response.created")
            assert [frame.id for frame in it.seen] == list(range(len(it.seen)))

    def some_known(self) -> list[Known]:
        return [self.dice.choice(self.known)] if self.known else []

    def some_exchange(self) -> list[Exchange]:
        """One that nobody has spoken in yet."""
        fresh = [it for it in self.model.exchanges if it.untouched and not it.gone.is_set()]
        return [self.dice.choice(fresh)] if fresh else []

    def look(self, it: Known, *, restarted: bool = False) -> None:
        task = self.mine.task(it.id)
        if it.final is None:
            assert restarted or task["status"] in LATER[it.status]
        else:
            assert task == it.final  # R3: what has ended never changes
        it.status = task["status"]
        it.final = task if it.status in ENDED else None
        assert (task["response"] is not None) == (it.status == "succeeded")
        assert (task["error"] is not None) == (it.status == "failed")
        assert task["response_id"] == it.response_id

    def look_after_the_start(self) -> None:
        """R4, for what no look has seen end before."""
        for it in self.known:
            task = self.mine.task(it.id)
            if it.status == "cancelling":
                assert task["status"] == "cancelled"
            elif it.status in LATER and it.policy == "fail" and task["status"] == "failed":
                assert task["error"]["code"] in {"server_restarted", "backend_lost", "backend_protocol_error"}
            assert it.final is not None or it.policy == "retry" or task["status"] in ENDED
            self.look(it, restarted=True)

    def end(self) -> None:
        """Let all come to their ends, and hold what was read against the whole logs."""
        self.model.auto = lambda exchange: exchange.answer("at last")
        for exchange in self.model.exchanges:
            exchange.drop()
        for it in self.known:
            task, log = self.mine.ends(it.id), self.mine.log(it.id)
            assert log[: len(it.seen)] == it.seen
            assert [frame.id for frame in log] == list(range(len(log)))
            [final] = [frame for frame in log if frame.event in FINALS]
            assert log[-1] == final
            assert TOLD[final.event.removeprefix("response.")] == task["status"]


@contextmanager
def serving(house: House, secret: str) -> Iterator[Lmsp]:
    with client(placet.app.serve_http(house.engine), secret) as http:
        yield Lmsp(http)


def walk(base: Path, seed: int, boots: int = 3, steps: int = 12) -> set[str]:
    """Walk, close in the middle of it, open again and go on; the answer is how the tasks ended."""
    model = ScriptedModel()
    with scene_at(base, model=model, max_running_tasks=2, max_attempts=boots + 1, cancel_grace_s=1) as scene:
        secret = scene.mine.http.headers["authorization"].removeprefix("Bearer ")
        walked = Walk(random.Random(seed), model, scene.mine)
        for boot in range(boots):
            if boot:
                scene.house.restart()
            with serving(scene.house, secret) as mine:
                walked.mine = mine
                walked.look_after_the_start()
                for _ in range(steps):
                    walked.step()
                if boot == boots - 1:
                    walked.end()
        return {
            scene.house.events("generation.moved", task_id=it.id)[-1].payload["to"] for it in walked.known
        }


@pytest.mark.spec("O10")
@pytest.mark.timeout(300)
def test_any_order_of_creating_cancelling_starting_again_and_reading_keeps_the_rules(tmp_path: Path) -> None:
    ends = [walk(tmp_path / f"{seed}", seed) for seed in range(3)]
    assert set[str]().union(*ends) == set(ENDED)


@pytest.mark.spec("O10")
@pytest.mark.long
@pytest.mark.timeout(900)
def test_forty_more_walks_keep_the_rules(tmp_path: Path) -> None:
    ends = [walk(tmp_path / f"{seed}", seed, boots=4, steps=20) for seed in range(100, 140)]
    assert set[str]().union(*ends) == set(ENDED)
