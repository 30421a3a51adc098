"""Cases 59 to 64: what the next start makes of a process that was killed."""

import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

import placet.app
from tests.crash.child import Child
from tests.flows.house import PATIENCE_S

WRITE = {"path": "hello.txt", "content": "Hello."}


class Scene:
    """A data folder with one agent, and what is asked of its child."""

    def __init__(self, base: Path) -> None:
        self.data = base / "data"
        self.folder = base / "clerk"
        self.secret = placet.app.init(self.data)
        self.voice = ""

    def declare(self, client: httpx.Client, *tools: str) -> None:
        body = {
            "name": "clerk",
            "folder": str(self.folder),
            "tools": [{"name": tool, "restricted": True} for tool in tools],
        }
        assert client.post("/agents", json=body).status_code == 201
        token = client.post("/tokens", json={"scope": "agent", "agent": "clerk"})
        self.voice = token.json()["token"]

    def call(self, child: Child, tool: str, args: dict[str, Any]) -> str:
        with child.client(self.voice) as agent:
            answer = agent.post("/agents/clerk/tool-calls", json={"tool": tool, "args": args, "wait_ms": 0})
        assert answer.status_code == 202, answer.text
        return str(answer.json()["task_id"])


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def task(client: httpx.Client, task_id: str) -> dict[str, Any]:
    row: dict[str, Any] = client.get(f"/tasks/{task_id}").json()["task"]
    return row


def approve(client: httpx.Client, task_id: str) -> httpx.Response:
    digest = task(client, task_id)["approval"]["digest"]
    body = {"action": "approve", "shown_digest": digest, "wait_ms": 0}
    return client.post(f"/agents/clerk/tasks/{task_id}/resolve", json=body)


def facts(data: Path, *types: str) -> list[tuple[str, str | None, dict[str, Any]]]:
    """Committed facts, read from the file itself: nobody tells them to a client that comes later."""
    with sqlite3.connect(f"file:{data / 'ledger.sqlite'}?mode=ro", uri=True) as ledger:
        rows = ledger.execute("SELECT type, task_id, payload FROM events ORDER BY seq").fetchall()
    ledger.close()
    return [(kind, task_id, json.loads(payload)) for kind, task_id, payload in rows if kind in types]


@pytest.mark.spec("59")
def test_killed_while_a_tool_ran_its_outcome_is_unknown(scene: Scene) -> None:
    with Child(scene.data, endless=True) as child, child.client(scene.secret) as owner:
        scene.declare(owner, "endless")
        task_id = scene.call(child, "endless", {})
        assert approve(owner, task_id).status_code == 200
        mark = scene.folder / f"started-{task_id}"
        wait_for_file(mark)
        child.kill()
    with Child(scene.data) as child, child.client(scene.secret) as owner:
        row = task(owner, task_id)
        assert row["status"] == "failed"
        assert "outcome unknown" in row["error"]
        answer = owner.post(f"/agents/clerk/tasks/{task_id}/resolve", json={"action": "deny"})
        assert answer.status_code == 409
    assert len(facts(scene.data, "hil.resolved")) == 1
    ((_, _, recovered),) = facts(scene.data, "loop.recovered")
    assert recovered == {"reason": "orphaned_tasks", "running": 1, "awaiting_approval": 0}


def wait_for_file(path: Path) -> None:
    """Until another process has made a file: nothing wakes us for that, so it is looked for again and again."""
    deadline = time.monotonic() + PATIENCE_S
    while not path.exists():
        assert time.monotonic() < deadline, f"{path.name} never came"
        time.sleep(0.01)


@pytest.mark.spec("60")
def test_killed_while_a_blocking_approval_waited_it_is_cancelled_and_closed_once(scene: Scene) -> None:
    with Child(scene.data) as child, child.client(scene.secret) as owner:
        scene.declare(owner, "fs_write")
        task_id = scene.call(child, "fs_write", WRITE)
        child.kill()
    for _ in range(2):  # the second load changes nothing (case 64)
        with Child(scene.data) as child, child.client(scene.secret) as owner:
            row = task(owner, task_id)
            assert (row["status"], row["approval"]["state"]) == ("cancelled", "orphaned")
            child.kill()
    ((_, resolved_id, resolved),) = facts(scene.data, "hil.resolved")
    assert resolved_id == task_id
    assert (resolved["approved"], resolved["orphaned"]) == (False, True)
    ((_, _, recovered),) = facts(scene.data, "loop.recovered")
    assert recovered == {"reason": "orphaned_tasks", "running": 0, "awaiting_approval": 1}
    assert facts(scene.data, "trigger.due") == []
    assert not (scene.folder / "hello.txt").exists()


@pytest.mark.spec("61", "62")
def test_an_unmanaged_approval_survives_and_can_be_approved_afterwards(scene: Scene) -> None:
    with Child(scene.data) as child, child.client(scene.secret) as owner:
        scene.declare(owner, "fs_write")
        task_id = scene.call(child, "fs_write", {**WRITE, "_async": True})
        child.kill()
    with Child(scene.data) as child, child.client(scene.secret) as owner:
        assert task(owner, task_id)["status"] == "pending_approval"
        digest = task(owner, task_id)["approval"]["digest"]
        answer = owner.post(
            f"/agents/clerk/tasks/{task_id}/resolve", json={"action": "approve", "shown_digest": digest}
        )
        assert answer.json()["resolution"]["status"] == "completed"
        child.stop()
    assert (scene.folder / "hello.txt").read_text() == "Hello."
    assert facts(scene.data, "loop.recovered") == []
    assert len(facts(scene.data, "hil.requested")) == len(facts(scene.data, "hil.resolved")) == 1
    assert [it[2]["status"] for it in facts(scene.data, "trigger.due")] == ["completed"]


def test_killed_after_an_async_approval_its_outcome_is_unknown_and_told_once(scene: Scene) -> None:
    with Child(scene.data, endless=True) as child, child.client(scene.secret) as owner:
        scene.declare(owner, "endless")
        task_id = scene.call(child, "endless", {"_async": True})
        assert approve(owner, task_id).json()["task"]["status"] == "running"
        wait_for_file(scene.folder / f"started-{task_id}")
        child.kill()
    with Child(scene.data) as child, child.client(scene.secret) as owner:
        row = task(owner, task_id)
        assert (row["status"], row["approval"]["state"]) == ("failed", "approved")
    assert len(facts(scene.data, "hil.resolved")) == 1
    assert [it[2]["status"] for it in facts(scene.data, "trigger.due")] == ["failed"]


@pytest.mark.spec("63")
def test_a_row_that_cannot_be_read_does_not_stop_the_start(scene: Scene) -> None:
    with Child(scene.data) as child, child.client(scene.secret) as owner:
        scene.declare(owner, "fs_write")
        broken = scene.call(child, "fs_write", WRITE)
        whole = scene.call(child, "fs_write", {**WRITE, "path": "other.txt"})
        child.kill()
    with sqlite3.connect(scene.data / "ledger.sqlite") as ledger:
        # Not by our hand: the file's own fences are taken down first, as a damaged disk would not even need to.
        for (name,) in ledger.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            ledger.execute(f'DROP TRIGGER "{name}"')
        ledger.execute("UPDATE tasks SET risk_reasons = 'not json' WHERE id = ?", (broken,))
    ledger.close()
    with Child(scene.data) as child, child.client(scene.secret) as owner:
        assert task(owner, whole)["status"] == "cancelled"
        assert whole in [it["id"] for it in owner.get("/tasks").json()["tasks"]]


@pytest.mark.spec("64")
def test_an_orderly_stop_leaves_nothing_to_sweep(scene: Scene) -> None:
    with Child(scene.data) as child, child.client(scene.secret) as owner:
        scene.declare(owner, "fs_write")
        task_id = scene.call(child, "fs_write", WRITE)
        child.stop()
    with Child(scene.data) as child, child.client(scene.secret) as owner:
        assert task(owner, task_id)["approval"]["state"] == "withdrawn"
    assert facts(scene.data, "loop.recovered") == []
