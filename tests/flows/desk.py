"""A console beside a real harness: its engine in a process of its own, its owner, and the folder of the harness."""

import os
import pwd
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.architecture.tree import ROOT
from tests.crash.child import Child

PATIENCE_S = 300.0


@dataclass
class Desk:
    """A console's engine in a process of its own, its owner, and a folder that a harness works in."""

    child: Child
    owner: httpx.Client
    base: Path
    agent: str

    @property
    def folder(self) -> Path:
        return self.base / "project"

    def files(self) -> set[str]:
        return {it.name for it in self.folder.iterdir()}

    def waiting(self, count: int = 1) -> list[dict[str, Any]]:
        """The calls that wait, oldest first, once there are so many."""
        with self.owner.stream("GET", "/events", headers={"Last-Event-ID": "0"}) as events:
            for line in events.iter_lines():
                if not line.startswith("event: "):
                    continue
                found = self.owner.get("/tasks", params={"status": "pending_approval"}).json()["tasks"]
                if len(found) == count:
                    return list(reversed(found))
        raise AssertionError("the stream ended")

    def said_in(self, name: str) -> str:
        """What a command says into a pipe of this name in the folder; it waits until it says it. `pipe` makes one."""
        return (self.folder / name).read_text()

    def pipe(self, name: str) -> None:
        os.mkfifo(self.folder / name)

    def decide(self, task: dict[str, Any], action: str, **more: Any) -> None:
        body = {"action": action, "shown_digest": task["digest"], **more}
        answer = self.owner.post(f"/agents/{self.agent}/tasks/{task['id']}/resolve", json=body)
        assert answer.status_code == 200, answer.text

    def ended(self) -> list[dict[str, Any]]:
        """What came of the calls, oldest first."""
        return list(reversed(self.owner.get(f"/agents/{self.agent}/tasks").json()["tasks"]))

    def until_ended(self, task_id: str) -> dict[str, Any]:
        """A call once it has ended."""
        with self.owner.stream("GET", "/events", headers={"Last-Event-ID": "0"}) as events:
            for line in events.iter_lines():
                if line == "event: task.moved":
                    row: dict[str, Any] = self.owner.get(f"/tasks/{task_id}").json()["task"]
                    if row["phase"] == "ended":
                        return row
        raise AssertionError("the stream ended")


def brought(variable: str, name: str) -> str:
    """A harness's program: the one that this variable names, else the one that `packaging/harness` brings."""
    named = os.environ.get(variable)
    if named:
        return named
    home = pwd.getpwuid(os.getuid()).pw_dir  # not the empty one of the tests: it is fetched once
    words = [ROOT / "packaging" / "harness", name]
    environment = {**os.environ, "HOME": home}
    done = subprocess.run(words, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


@contextmanager
def at_work(
    words: Sequence[str], desk: Desk, environment: Mapping[str, str], stderr: int
) -> "Iterator[subprocess.Popen[bytes]]":
    """A harness at work in the desk's folder; it is ended where the test leaves it running."""
    process = subprocess.Popen(
        words,
        cwd=desk.folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        assert process.stdout is not None
        process.stdout.close()
        process.wait(PATIENCE_S)


def finish(process: "subprocess.Popen[bytes]") -> str:
    """Wait until a harness ended well; what it said."""
    out, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, out.decode()
    return out.decode()
