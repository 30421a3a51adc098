"""A child that serves a data folder and can be killed, seen from the test's side.

`placet serve` itself is the child where its own tools are enough. Where a tool must be at work when the child dies,
the child is this module: the same engine with one more tool, which starts and never returns.
"""

import asyncio
import contextlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx

from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from tests.crash.serving import serve
from tests.flows.wire import client

ROOT = Path(__file__).parents[2]


class EndlessTool:
    """Starts, leaves a mark on the disk, and never returns."""

    name = "endless"
    effect = Effect.WRITE
    summary = "Never returns."
    restricted_by_default = True
    schema: Mapping[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        return Preview(sentence="Never returns.")

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        mark = Path(run.place.folder) / f"started-{run.task_id}"
        await asyncio.to_thread(mark.write_text, "at work")
        await asyncio.Event().wait()
        raise AssertionError("nobody sets that event")


class Child:
    """One serving process. `kill` is SIGKILL; leaving the context ends it in whatever way is left."""

    def __init__(
        self, data: Path, *, endless: bool = False, fault: str | None = None, faults: str = "faults"
    ) -> None:
        self.data = data
        module = ["tests.crash.child", str(data)] if endless else ["placet", "serve", "--data", str(data)]
        if fault is not None:
            module = [f"tests.crash.{faults}", str(data), fault]
        self._command = [sys.executable, "-m", *module]
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "Child":
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, text=True, cwd=ROOT, stdin=subprocess.DEVNULL
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._close(self._process.wait(timeout=60))
        assert line, "the child ended before it was ready"
        self.ready: dict[str, Any] = json.loads(line)
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._close(-signal.SIGKILL)

    def expect_death(self) -> None:
        """Wait for the SIGKILL that the child gives itself at its fault point."""
        self._close(-signal.SIGKILL)

    def stop(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        self._close(0)

    def _close(self, expected: int) -> None:
        assert self._process is not None
        assert self._process.wait(timeout=60) == expected
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None

    @contextlib.contextmanager
    def client(self, secret: str) -> Iterator[httpx.Client]:
        with client(self.ready["url"], secret) as it:
            yield it


def main(data: Path) -> None:
    """Serve with the endless tool, until killed."""
    serve(data, more_tools=[EndlessTool()])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
