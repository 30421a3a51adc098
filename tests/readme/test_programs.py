"""The README's chapter on programs, run as it is printed: nothing happens before a yes, and what came of it is told."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import deno
import httpx
import pytest

from tests.flows.house import PATIENCE_S
from tests.flows.wire import client
from tests.readme.walking import BIN, environment, printed_blocks, serving

DENO = [
    deno.find_deno_bin(),
    "run",
    "--no-prompt",
    "--no-remote",
    "--allow-net",
    "--allow-env",
    "--allow-write",
]
PROGRAMS = {
    "curl.txt": ["bash", "gate.sh"],
    "python.txt": [str(BIN / "python"), "gate.py"],
    "typescript.txt": [*DENO, "gate.ts"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("programs")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[tuple[str, str]]:
    with serving(folder) as served:
        yield served


@pytest.fixture(scope="module")
def made(served: tuple[str, str], folder: Path) -> dict[str, str]:
    """The environment after the chapter's own commands, with its files in the folder."""
    url, owner = served
    blocks = "\n".join(printed_blocks("programs"))
    script = f"set -euo pipefail\nURL={url}\nOWNER={owner}\n{blocks}\necho; env -0"
    ran = subprocess.run(
        ["/bin/bash", "-c", script], cwd=folder, env=environment(), capture_output=True, text=True, check=True
    )
    pairs = (it.split("=", 1) for it in ran.stdout.rpartition("}\n")[2].split("\0") if "=" in it)
    return {name.strip(): value for name, value in pairs}


@pytest.fixture
def owner(served: tuple[str, str]) -> Iterator[httpx.Client]:
    with client(*served) as owner:
        yield owner


def waiting(owner: httpx.Client) -> dict[str, Any]:
    """The task that waits, heard of by the event that tells of it."""
    with owner.stream("GET", "/events", headers={"Last-Event-ID": "0"}) as events:
        for line in events.iter_lines():
            if line.startswith("data:"):
                tasks = owner.get("/tasks", params={"status": "pending_approval"}).json()["tasks"]
                if tasks:
                    found: dict[str, Any] = tasks[0]
                    return found
    raise AssertionError("the stream ended")


def decide(owner: httpx.Client, task: dict[str, Any], action: str, **more: Any) -> None:
    body = {"action": action, "shown_digest": task["digest"], **more}
    answer = owner.post(f"/agents/deployer/tasks/{task['id']}/resolve", json=body)
    assert answer.status_code == 200, answer.text


def started(words: list[str], folder: Path, made: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        words, cwd=folder, env=made, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


@pytest.mark.parametrize(
    "mark", ["curl.txt", "typescript.txt", pytest.param("python.txt", marks=pytest.mark.long)]
)
def test_a_program_does_its_work_only_after_a_yes(
    owner: httpx.Client, folder: Path, made: dict[str, str], mark: str
) -> None:
    for action, status, code in (("deny", "denied", None), ("approve", "completed", 0)):
        with started(PROGRAMS[mark], folder, made) as process:
            task = waiting(owner)
            assert (task["tool"], task["args"], task["agent"]) == (
                "deploy",
                {"host": "example.org"},
                "deployer",
            )
            assert not (folder / mark).exists()
            decide(owner, task, action)
            said, _ = process.communicate(timeout=PATIENCE_S * 3)
        assert (process.returncode == 0) == (code == 0), said
        assert owner.get(f"/tasks/{task['id']}").json()["task"]["status"] == status
    assert (folder / mark).read_text().strip() == "deployed"


def test_the_decorator_and_the_block_do_the_same(
    owner: httpx.Client, folder: Path, made: dict[str, str]
) -> None:
    with started([str(BIN / "python"), "gated.py"], folder, made) as process:
        first = waiting(owner)
        assert (first["tool"], first["args"]) == ("deploy", {"host": "example.org", "force": False})
        assert not (folder / "gated.txt").exists()
        decide(owner, first, "approve", modified_args={"host": "example.net", "force": False})
        second = waiting(owner)
        decide(owner, second, "approve", modified_args={"amount": 7})
        said, _ = process.communicate(timeout=PATIENCE_S * 3)
    assert (process.returncode, said) == (0, "deployed\nsent 7\n")
    assert (folder / "gated.txt").read_text() == "example.net"
    rows = [owner.get(f"/tasks/{it['id']}").json()["task"] for it in (first, second)]
    assert [(it["status"], it["result"]) for it in rows] == [("completed", "deployed"), ("completed", None)]
