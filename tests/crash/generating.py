"""A child with an engine that takes generations over its stdin, and can be killed at any moment.

Each line in is one command as JSON, each line out its answer. What is answered is committed, and nothing else is known.
"""

import json
import signal
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

import placet.app
from placet.api import Engine, PlacetError, Via
from placet.api.generations import (
    CancelGeneration,
    CreateGeneration,
    GetGeneration,
    ListGenerationEvents,
)

ROOT = Path(__file__).parents[2]
BACK = placet.app.owner_authority(Via.TERMINAL)


class GeneratingChild:
    """One such child, from the test's side."""

    def __init__(self, data: Path) -> None:
        self._command = [sys.executable, "-m", "tests.crash.generating", str(data)]

    def __enter__(self) -> "GeneratingChild":
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert self._answer() == "ready"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self.kill()

    def ask(self, what: str, **given: Any) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"what": what, **given}) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def create(self, on_restart: str = "fail") -> dict[str, Any]:
        row: dict[str, Any] = self.ask("create", on_restart=on_restart)
        return row

    def row(self, task_id: str) -> dict[str, Any]:
        row: dict[str, Any] = self.ask("row", task_id=task_id)
        return row

    def comes_to(self, task_id: str, *statuses: str) -> dict[str, Any]:
        """The row in one of these statuses; the child waits for it."""
        row: dict[str, Any] = self.ask("wait", task_id=task_id, statuses=statuses)
        return row

    def events(self, task_id: str) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.ask("events", task_id=task_id)]

    def kill(self) -> None:
        self._process.kill()
        assert self._process.wait(timeout=60) == -signal.SIGKILL
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


class _Answers:
    """Carries out one command after the other."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._keys = 0

    def create(self, on_restart: str) -> Any:
        self._keys += 1
        command = CreateGeneration(
            request={"model": "gated", "input": "Go on."}, on_restart=on_restart,
            idempotency_key=f"{id(self)}-{self._keys}" if on_restart == "retry" else None, fingerprint="f",
        )  # fmt: skip
        return asdict(self._engine.run(self._engine.submit(command, BACK)).row)

    def cancel(self, task_id: str) -> Any:
        return asdict(self._engine.run(self._engine.submit(CancelGeneration(task_id=task_id), BACK)))

    def row(self, task_id: str) -> Any:
        return asdict(self._engine.query(GetGeneration(task_id=task_id)))

    def wait(self, task_id: str, statuses: list[str]) -> Any:
        async def waiting() -> Any:
            with self._engine.watch_generation(task_id) as watch:
                while True:
                    watch.clear()
                    row = self._engine.query(GetGeneration(task_id=task_id))
                    if row.status in statuses:
                        return asdict(row)
                    await watch.wait()

        return self._engine.run(waiting())

    def events(self, task_id: str) -> Any:
        page = self._engine.query(ListGenerationEvents(task_id=task_id, limit=10_000))
        return [event.data for event in page.events]


def main(data: Path) -> None:
    """Answer until killed, or until stdin ends."""
    engine = placet.app.open(data)
    answers = _Answers(engine)
    print(json.dumps("ready"), flush=True)  # noqa: T201
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer = getattr(answers, asked.pop("what"))(**asked)
        except PlacetError as error:
            answer = {"code": error.code}
        print(json.dumps(answer), flush=True)  # noqa: T201
    engine.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
