"""The points of an effect's way that lie outside of its own record, the other file tools, and what shows that a second
write and a proof without its bytes would be seen here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from placet.ledger.verbs.workflows import WorkflowVerbs
from placet.rules.operations import Run
from placet.rules.receipts import Receipt
from placet.tools.files.fs_write import FsWrite
from placet.work import effects
from tests.crash.child import Child
from tests.crash.effect_faults import Point
from tests.crash.test_effect_kills import SAID, TEXT, Scene, is_whole, resumed
from tests.fakes.model_server import ModelServer, Reply, call
from tests.flows.goals import Goals, writes

NOTES = "One, two."
LATER = "One, three."


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with ModelServer() as model:
        yield Scene(tmp_path, model)


def proven_without_its_bytes(scene: Scene, goals: Goals, workflow_id: str) -> bool:
    """Whether the ledger says of the report that it is there, and the disk doesn't."""
    proofs = [it["receipt"]["id"] for it in goals.operations(workflow_id) if it["state"] == "confirmed"]
    there = hashlib.sha256(scene.file.read_bytes()).hexdigest() if scene.file.exists() else None
    return any(proof != there for proof in proofs)


@pytest.mark.long
def test_killed_before_its_run_begins_a_workflow_has_its_conversation_and_runs_once_resumed(
    scene: Scene,
) -> None:
    workflow_id = scene.live_until(Point.QUEUED)
    assert scene.on_disk("SELECT status, turn_id FROM workflows") == [("queued", None)]
    assert scene.on_disk(
        "SELECT count(*) FROM conversations, workflows WHERE conversation_id = conversations.id"
    ) == [(1,)]
    with scene.again() as goals:
        assert resumed(goals, workflow_id, writes(), SAID)["status"] == "done"
    assert scene.file.read_text() == TEXT


def test_killed_before_the_bytes_are_in_their_place_it_is_in_doubt_and_never_had(scene: Scene) -> None:
    workflow_id = scene.live_until(Point.PREPARED)
    assert scene.on_disk("SELECT state FROM operations") == [("in_flight",)]
    assert scene.written is None
    with scene.again() as goals:
        row = resumed(goals, workflow_id, SAID, SAID, SAID)
        assert row["status"] != "done"
        assert [it["state"] for it in goals.operations(workflow_id)] == ["uncertain"]
        assert not proven_without_its_bytes(scene, goals, workflow_id)
    assert scene.written is None


@pytest.mark.long
def test_killed_in_the_commit_of_the_runs_end_the_run_is_interrupted_and_its_proof_stays(
    scene: Scene,
) -> None:
    workflow_id = scene.live_until(Point.ENDING)
    assert is_whole(scene)
    before = scene.written
    assert scene.on_disk("SELECT status FROM workflows") == [("running",)]
    assert scene.on_disk("SELECT state FROM operations") == [("confirmed",)]
    with scene.again() as goals:
        assert resumed(goals, workflow_id, SAID)["status"] == "done"
    assert scene.written == before


def test_killed_once_more_while_what_was_found_is_written_it_is_found_again(scene: Scene) -> None:
    workflow_id = scene.live_until(Point.ON_DISK)
    before = scene.written
    with Child(scene.house.data, fault=Point.FOUND, faults="effect_faults") as child:
        with child.client(scene.secret) as owner, suppress(httpx.TransportError):
            owner.post(f"/workflows/{workflow_id}/resume", json={})
        child.expect_death()
    assert is_whole(scene)
    assert scene.on_disk("SELECT state FROM operations") == [("uncertain",)]
    with scene.again() as goals:
        scene.model.replies.append(SAID)
        goals.act(workflow_id, "resume")
        assert goals.ended(workflow_id, attempt=3)["status"] == "done"
        assert [it["state"] for it in goals.operations(workflow_id)] == ["confirmed"]
    assert (scene.written, scene.file.read_text()) == (before, TEXT)


@dataclass(frozen=True)
class Change:
    """A change of the notes by a tool, and what they hold once it was made; None: they are gone."""

    tool: str
    args: Mapping[str, Any]
    after: str | None

    def asked(self) -> Reply:
        return Reply(calls=(call(self.tool, dict(self.args)),))


EDIT = Change("fs_edit", {"path": "notes.txt", "old_text": "two", "new_text": "three"}, LATER)
DELETE = Change("fs_delete", {"path": "notes.txt"}, None)


def notes(scene: Scene) -> tuple[str, int, int] | None:
    """What the notes hold, and which file at which time: a second change would be another of them."""
    file = scene.house.folder() / "notes.txt"
    if not file.exists():
        return None
    status = file.stat()
    return file.read_text(), status.st_ino, status.st_mtime_ns


def change_until(scene: Scene, change: Change, point: Point) -> str:
    """One life of a process that changes the notes below a workflow, and ends at the point."""
    (scene.house.folder() / "notes.txt").write_text(NOTES)
    with scene.house as house:
        house.change(tools=[{"name": change.tool, "restricted": False}])
    scene.model.replies.append(change.asked())
    with Child(scene.house.data, fault=point, faults="effect_faults") as child:
        with child.client(scene.secret) as owner, suppress(httpx.TransportError):
            owner.post("/workflows", json={"agent": "clerk", "text": "Correct the notes."})
        child.expect_death()
    scene.model.replies.clear()
    ((workflow_id,),) = scene.on_disk("SELECT id FROM workflows")
    return str(workflow_id)


def asked_again(scene: Scene, goals: Goals, workflow_id: str, change: Change) -> list[str]:
    """The states of its operations after a person had it resumed and the model asked for the same again."""
    resumed(goals, workflow_id, change.asked(), Reply("That is all."))
    return [str(it["state"]) for it in goals.operations(workflow_id)]


@pytest.mark.parametrize(
    ("change", "point"),
    [
        (EDIT, Point.ON_DISK),
        pytest.param(DELETE, Point.ON_DISK, marks=pytest.mark.long),
        pytest.param(EDIT, Point.ANSWERED, marks=pytest.mark.long),
        pytest.param(DELETE, Point.ANSWERED, marks=pytest.mark.long),
        pytest.param(EDIT, Point.WRITING_PROOF, marks=pytest.mark.long),
        pytest.param(DELETE, Point.WRITING_PROOF, marks=pytest.mark.long),
    ],
)
def test_what_was_changed_when_the_process_died_is_found_and_not_changed_again(
    scene: Scene, change: Change, point: Point
) -> None:
    workflow_id = change_until(scene, change, point)
    before = notes(scene)
    assert (None if before is None else before[0]) == change.after
    with scene.again() as goals:
        assert asked_again(scene, goals, workflow_id, change) == ["confirmed"]
    assert notes(scene) == before


@pytest.mark.long
@pytest.mark.parametrize("change", [EDIT, DELETE])
def test_what_was_not_changed_when_the_process_died_is_in_doubt_and_not_changed(
    scene: Scene, change: Change
) -> None:
    workflow_id = change_until(scene, change, Point.RECORDED)
    before = notes(scene)
    assert before is not None
    with scene.again() as goals:
        assert asked_again(scene, goals, workflow_id, change) == ["uncertain"]
    assert notes(scene) == before


def test_an_engine_that_writes_again_is_caught_here(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    workflow_id = scene.live_until(Point.ON_DISK)
    before = scene.written
    monkeypatch.setattr(effects, "judge", lambda *_: Run())
    monkeypatch.setattr(WorkflowVerbs, "begin_operation", lambda self, it: self.operation(it.id))
    monkeypatch.setattr(effects.Effects, "_settled", settles_nothing)
    with scene.again() as goals:
        resumed(goals, workflow_id, SAID)
    assert scene.file.read_text() == TEXT
    assert scene.written != before


async def settles_nothing(_: Any, __: Any, ___: Any, ended: Any, ____: Any) -> Any:
    return ended


def test_an_engine_that_believes_without_looking_is_caught_here(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    workflow_id = scene.live_until(Point.RECORDED)
    monkeypatch.setattr(FsWrite, "reconcile", believes)
    with scene.again() as goals:
        assert resumed(goals, workflow_id, SAID)["status"] == "done"
        assert proven_without_its_bytes(scene, goals, workflow_id)


async def believes(_: Any, __: Any, ___: Any) -> Receipt:
    return Receipt(provider="files", id="d" * 64, label="file")
