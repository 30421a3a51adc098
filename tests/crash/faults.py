"""A serving child that kills itself at one named point, and the tool that tells how often it had its effect.

The points live here and are put around the engine's own methods: the shipped program has no switch for them
(DECISIONS X1).
"""

import asyncio
import functools
import os
import signal
import sys
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, NoReturn

from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from placet.rules.records import Event
from placet.tools.registry import builtin
from placet.work.bus import Bus
from placet.work.calls import OpenCalls
from placet.work.gate import Gate
from placet.work.outcomes import Outcomes
from placet.work.runner import Runner
from tests.crash.serving import serve


class Point(StrEnum):
    """Where the process dies, in the order of a call's life."""

    BEFORE_ROW = "before the row is committed"
    ROW_WRITTEN = "row written and the caller not told"
    APPROVAL_OPEN = "approval open"
    APPROVED = "approved and not started"
    RUNNING = "tool running"
    EFFECT_MADE = "effect made and not recorded"
    COMMITTED = "outcome committed and not told"


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("nobody outlives that")


class Scribe:
    """Writes one line, safely on the disk, and nothing else. `fault` is where it kills its own process."""

    name = "scribe"
    effect = Effect.WRITE
    summary = "Writes one line."
    restricted_by_default = True
    schema: Mapping[str, Any] = {
        "type": "object",
        "properties": {"line": {"type": "string"}},
        "required": ["line"],
        "additionalProperties": False,
    }

    def __init__(self, fault: str = "") -> None:
        self._fault = fault

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        return Preview(sentence="Writes one line.")

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        if self._fault == Point.RUNNING:
            die()
        await asyncio.to_thread(write_line, Path(run.place.folder), args["line"])
        if self._fault == Point.EFFECT_MADE:
            die()
        return ToolResult(value={"written": True})


def write_line(folder: Path, line: str) -> None:
    """The effect: one more line, on the disk when this returns."""
    with (folder / "lines.txt").open("a") as lines:
        lines.write(line + "\n")
        lines.flush()
        os.fsync(lines.fileno())


def lines_in(folder: Path) -> list[str]:
    """The effects that were made so far."""
    path = folder / "lines.txt"
    return path.read_text().splitlines() if path.exists() else []


def plant(point: str) -> None:
    """Put the point around the engine's method. Whoever gets there goes no further."""
    if point == Point.BEFORE_ROW:
        Gate._write = dies_after(Gate._write)  # type: ignore[method-assign]  # in the transaction, not committed
    elif point == Point.ROW_WRITTEN:
        Gate._admit = dies  # type: ignore[method-assign]
    elif point == Point.APPROVED:
        Runner.start = dies  # type: ignore[method-assign]
        OpenCalls.finish = dies  # type: ignore[method-assign]  # where a harness would be told
    elif point == Point.EFFECT_MADE:
        Outcomes.report = dies  # type: ignore[method-assign]
    elif point == Point.COMMITTED:
        Bus.publish = dies_on_completion(Bus.publish)  # type: ignore[method-assign]


def dies(*_: Any, **__: Any) -> NoReturn:
    die()


def dies_after(act: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(act)
    def acting(*args: Any, **more: Any) -> NoReturn:
        act(*args, **more)
        die()

    return acting


def dies_on_completion(publish: Callable[[Bus, tuple[Event, ...]], None]) -> Callable[..., None]:
    def publishing(bus: Bus, events: tuple[Event, ...]) -> None:
        if any(it.type == "task.moved" and it.payload["to"] == "completed" for it in events):
            die()
        publish(bus, events)

    return publishing


def tools(fault: str = "") -> list[Any]:
    """Placet's own tools and the scribe."""
    registry = builtin()
    return [*(registry.get(name) for name in registry.names()), Scribe(fault)]


def main(data: Path, fault: str) -> None:
    """Serve until the point is reached."""
    plant(fault)
    serve(data, tools=tools(fault))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
