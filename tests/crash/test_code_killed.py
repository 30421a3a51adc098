"""What the next start makes of code that ran when the process was killed, and of what was authorized before."""

import hashlib
from typing import Any

import httpx
import pytest

from tests.crash.child import Child
from tests.crash.test_sigkill import Scene, scene, wait_for_file

__all__ = ["scene"]

ENDLESS = """
export async function main() {
  await adf.fs_write({ path: 'began', content: 'x' });
  await new Promise(() => setTimeout(() => {}, 3600000));
}
"""


def runs(owner: httpx.Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = owner.get("/agents/clerk/runs").json()["runs"]
    return found


@pytest.mark.spec("59")
def test_killed_while_authorized_code_ran_its_outcome_is_unknown_and_the_bytes_stay_authorized(
    scene: Scene,
) -> None:
    sha256 = hashlib.sha256(ENDLESS.encode()).hexdigest()
    with Child(scene.data) as child, child.client(scene.secret) as owner:
        scene.declare(owner, "sys_lambda", "fs_write")
        (scene.folder / "a.ts").write_text(ENDLESS)
        body = {"path": "a.ts", "authorized": True, "sha256": sha256}
        assert owner.post("/agents/clerk/files/authorize", json=body).status_code == 200
        task_id = scene.call(child, "sys_lambda", {"source": "a.ts"})
        row = owner.get(f"/tasks/{task_id}").json()["task"]
        decision = {"action": "approve", "shown_digest": row["digest"]}
        assert owner.post(f"/agents/clerk/tasks/{task_id}/resolve", json=decision).status_code == 200
        wait_for_file(scene.folder / "began")
        assert [it["status"] for it in runs(owner)] == ["running"]
        child.kill()
    with Child(scene.data) as child, child.client(scene.secret) as owner:
        row = owner.get(f"/tasks/{task_id}").json()["task"]
        assert (row["status"], "unknown" in row["error"]) == ("failed", True)
        (run,) = runs(owner)
        assert (run["status"], run["code"], run["sha256"], run["authorized"]) == (
            "interrupted",
            "interrupted",
            sha256,
            True,
        )
        files = {it["path"]: it["authorized"] for it in owner.get("/agents/clerk/files").json()["files"]}
        assert files == {"a.ts": True, "began": False}
        child.stop()
