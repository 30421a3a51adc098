"""A workflow's file, and SIGKILL at every point of its way: never two writes, never a proof without the bytes.

A real child dies at the point while it runs the guided report; what it left is opened here by the same engine, and a
person has the workflow resumed.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

import placet.app
from tests.crash.child import Child
from tests.crash.effect_faults import Point
from tests.fakes.model_server import ModelServer, Reply
from tests.flows.goals import Goals, writes
from tests.flows.house import FREE_WRITE, House
from tests.flows.wire import wire

TEXT = "All is well."
SAID = Reply("I wrote it.")


@dataclass
class Scene:
    """One data folder over the lives of its processes, and the model that each of them asks."""

    base: Path
    model: ModelServer
    house: House = field(init=False)

    def __post_init__(self) -> None:
        self.house = House(self.base, model=self.model)
        self.secret = placet.app.init(self.house.data)
        with self.house:
            self.house.declare(tools=[FREE_WRITE])

    @property
    def file(self) -> Path:
        return self.house.folder() / "report.md"

    @property
    def written(self) -> tuple[int, int] | None:
        """Which file it is and when it was written: another write would be another of both."""
        if not self.file.exists():
            return None
        status = self.file.stat()
        return status.st_ino, status.st_mtime_ns

    def live_until(self, point: Point) -> str:
        """One life of a process, which ends at the point; the answer is the workflow's id."""
        self.model.replies += [writes(), SAID]
        with Child(self.house.data, fault=point, faults="effect_faults") as child:
            with child.client(self.secret) as owner, suppress(httpx.TransportError):
                owner.post("/workflows/guided/report", json={"agent": "clerk"})
            child.expect_death()
        self.model.replies.clear()
        ((workflow_id,),) = self.on_disk("SELECT id FROM workflows")
        return str(workflow_id)

    def on_disk(self, sql: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.house.data / "ledger.sqlite")) as file:
            return file.execute(sql).fetchall()

    @contextmanager
    def again(self) -> Iterator[Goals]:
        """The next start, over HTTP."""
        with self.house, wire(self.house) as over:
            yield Goals(self.house, over, self.model)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with ModelServer() as model:
        yield Scene(tmp_path, model)


def is_whole(scene: Scene) -> bool:
    """Whether the ledger that a killed process left is sound, and no part of a step is in it (case 11)."""
    return scene.on_disk("PRAGMA integrity_check") == [("ok",)]


def resumed(goals: Goals, workflow_id: str, *replies: Reply) -> dict[str, Any]:
    """The workflow after a person had it resumed; nothing had started by itself."""
    assert goals.row(workflow_id)["status"] == "interrupted"
    asked = len(goals.model.requests)
    goals.model.replies += replies
    assert goals.act(workflow_id, "resume").status_code in {200, 202}
    row = goals.ended(workflow_id, attempt=2)
    assert len(goals.model.requests) > asked or row["status"] != "done"
    return row


@pytest.mark.spec("w1", "w11")
@pytest.mark.parametrize("point", [Point.BEFORE_RECORD, Point.WRITING_RECORD])
def test_killed_before_the_record_is_there_it_is_had_once_on_resume(scene: Scene, point: Point) -> None:
    workflow_id = scene.live_until(point)
    assert is_whole(scene)
    assert (scene.on_disk("SELECT * FROM operations"), scene.written) == ([], None)
    with scene.again() as goals:
        row = resumed(goals, workflow_id, writes(), SAID)
        assert (row["status"], row["verification"]) == ("done", "verified")
        assert [it["state"] for it in goals.operations(workflow_id)] == ["confirmed"]
    assert scene.file.read_text() == TEXT


@pytest.mark.spec("w2")
def test_killed_between_the_record_and_the_effect_it_is_never_had(scene: Scene) -> None:
    workflow_id = scene.live_until(Point.RECORDED)
    ((operation, state),) = scene.on_disk("SELECT id, state FROM operations")
    assert (state, scene.written) == ("in_flight", None)
    with scene.again() as goals:
        assert [it["state"] for it in goals.operations(workflow_id)] == ["uncertain"]
        row = resumed(goals, workflow_id, SAID, SAID, SAID)
        assert row["status"] != "done"
        (record,) = goals.operations(workflow_id)
        assert (record["id"], record["state"]) == (operation, "uncertain")
    assert scene.written is None


@pytest.mark.spec("w3", "w5", "w11")
@pytest.mark.parametrize("point", [Point.ON_DISK, Point.ANSWERED, Point.WRITING_PROOF])
def test_killed_after_the_bytes_are_on_the_disk_they_are_found_and_not_written_again(
    scene: Scene, point: Point
) -> None:
    workflow_id = scene.live_until(point)
    assert is_whole(scene)
    assert scene.on_disk("SELECT state FROM operations") == [("in_flight",)]
    assert scene.on_disk("SELECT * FROM receipts") == []
    before = scene.written
    assert before is not None
    with scene.again() as goals:
        assert [it["state"] for it in goals.operations(workflow_id)] == ["uncertain"]
        row = resumed(goals, workflow_id, SAID)
        assert (row["status"], row["verification"]) == ("done", "verified")
        assert [it["state"] for it in goals.operations(workflow_id)] == ["confirmed"]
        assert goals.house.events("operation.moved")[-1].payload["by"] == "reconcile"
    assert (scene.written, scene.file.read_text()) == (before, TEXT)


@pytest.mark.spec("w4")
def test_where_the_bytes_are_others_by_then_nothing_is_written_and_nothing_verified(scene: Scene) -> None:
    workflow_id = scene.live_until(Point.ON_DISK)
    scene.file.write_text("Somebody else was here.")
    before = scene.written
    with scene.again() as goals:
        row = resumed(goals, workflow_id, SAID, SAID, SAID)
        assert (row["status"] != "done", row["verification"] != "verified") == (True, True)
        assert [it["state"] for it in goals.operations(workflow_id)] == ["uncertain"]
    assert (scene.written, scene.file.read_text()) == (before, "Somebody else was here.")


@pytest.mark.spec("w6", "w7")
@pytest.mark.parametrize("point", [Point.PROVEN, Point.TOLD])
def test_killed_after_the_proof_nothing_is_looked_up_and_nothing_written(scene: Scene, point: Point) -> None:
    workflow_id = scene.live_until(point)
    proof = scene.on_disk("SELECT receipt_id FROM receipts")
    before = scene.written
    assert (len(proof), scene.on_disk("SELECT state FROM operations")) == (1, [("confirmed",)])
    with scene.again() as goals:
        moved = len(goals.house.events("operation.moved"))
        row = resumed(goals, workflow_id, SAID)
        assert (row["status"], row["verification"]) == ("done", "verified")
        assert len(goals.house.events("operation.moved")) == moved
    assert (scene.written, scene.on_disk("SELECT receipt_id FROM receipts")) == (before, proof)


def test_a_second_start_changes_nothing_and_starts_nothing(scene: Scene) -> None:
    workflow_id = scene.live_until(Point.ON_DISK)
    for _ in range(2):
        with scene.again() as goals:
            assert goals.row(workflow_id)["status"] == "interrupted"
            assert [it["state"] for it in goals.operations(workflow_id)] == ["uncertain"]
            assert len(goals.house.events("operation.moved")) == 2
