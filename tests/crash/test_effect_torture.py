"""A workflow that writes file after file, killed at moments that nobody chose: each file is written at most once.

The child is the shipped program. What it had told the model before each kill is unknown here; what counts is the disk, the
ledger, and that both agree after the last resume.
"""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest

from tests.crash.child import Child
from tests.crash.test_effect_kills import Scene, is_whole
from tests.fakes.model_server import ModelServer, Reply
from tests.flows.goals import writes
from tests.flows.house import PATIENCE_S

FILES = 12
LIVES = 4
TOLD = Reply("I wrote them.")


def asks(number: int) -> Reply:
    return writes(path=f"{number}.txt", content=f"File {number}.")


@pytest.mark.timeout(240)
def test_killed_at_any_moment_no_file_is_written_twice_and_no_proof_lacks_its_bytes(tmp_path: Path) -> None:
    chance = random.Random(20261130)
    with ModelServer() as model:
        scene = Scene(tmp_path, model)
        seen: dict[str, tuple[int, int]] = {}
        workflow_id = ""
        for life in range(LIVES):
            model.replies[:] = [*(asks(number) for number in range(FILES)), TOLD]
            workflow_id = live(scene, workflow_id, until=chance.randint(2, FILES - 2))
            assert is_whole(scene)
            now = written(scene)
            assert {name: now[name] for name in seen} == seen, f"written again in life {life}"
            seen = now
        model.replies[:] = [*(asks(number) for number in range(FILES)), TOLD]
        with scene.again() as goals:
            assert goals.act(workflow_id, "resume").status_code == 200
            goals.ended(workflow_id, attempt=LIVES + 1)
            now = written(scene)
            assert {name: now[name] for name in seen} == seen
            states = [it["state"] for it in goals.operations(workflow_id)]
            assert len(states) == len({it["id"] for it in goals.operations(workflow_id)})
            assert states.count("confirmed") == len(now)


def live(scene: Scene, workflow_id: str, until: int) -> str:
    """One life: killed as soon as the model was asked so often, in whatever the engine is doing then."""
    moment = threading.Event()
    scene.model.replies[until].before = moment.set
    with Child(scene.house.data) as child, child.client(scene.secret) as owner:
        if workflow_id:
            owner.post(f"/workflows/{workflow_id}/resume", json={})
        else:
            made = owner.post("/workflows", json={"agent": "clerk", "text": "Write them."})
            workflow_id = str(made.json()["id"])
        assert moment.wait(PATIENCE_S)
        child.kill()
    return workflow_id


def written(scene: Scene) -> dict[str, tuple[int, int]]:
    """Each file with its identity and the time of its writing: a second write would be another of both."""
    files = scene.house.folder().glob("*.txt")
    return {file.name: (file.stat().st_ino, file.stat().st_mtime_ns) for file in files}
