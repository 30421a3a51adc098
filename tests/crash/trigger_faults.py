"""A serving child that kills itself at one named point of a delivery's life (DECISIONS X1)."""

import functools
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

from placet.rules.records import Event
from placet.work.bus import Bus
from placet.work.system_targets import SystemTargets
from placet.work.triggers import Triggers
from placet.work.turns import Turns
from tests.crash.child import Child
from tests.crash.faults import die, dies
from tests.crash.serving import serve


class Point(StrEnum):
    """Where the process dies, in the order of a delivery's life."""

    DUE = "due and nobody told"
    STARTED = "started and its handler not begun"
    ENDED = "handler ended and that not written"
    TELLING = "about to tell the agent"
    WRITTEN = "end written and not told"


class FaultyChild(Child):
    """A child that dies at the point."""

    def __init__(self, data: Path, point: Point) -> None:
        super().__init__(data)
        self._command = [sys.executable, "-m", "tests.crash.trigger_faults", str(data), point]


def plant(point: str) -> None:
    """Put the point around the engine's method."""
    if point == Point.DUE:
        Triggers._serve = dies  # type: ignore[method-assign]
    elif point == Point.STARTED:
        SystemTargets.run = dies  # type: ignore[method-assign]
    elif point == Point.ENDED:
        SystemTargets.run = dies_after_it(SystemTargets.run)  # type: ignore[method-assign]
    elif point == Point.TELLING:
        Turns.start = dies  # type: ignore[method-assign]
    elif point == Point.WRITTEN:
        Bus.publish = dies_on_fired(Bus.publish)  # type: ignore[method-assign]


def dies_after_it(run: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(run)
    async def running(*args: Any, **more: Any) -> None:
        await run(*args, **more)
        die()

    return running


def dies_on_fired(publish: Callable[[Bus, tuple[Event, ...]], None]) -> Callable[..., None]:
    def publishing(bus: Bus, events: tuple[Event, ...]) -> None:
        if any(it.type == "trigger.fired" for it in events):
            die()
        publish(bus, events)

    return publishing


def main(data: Path, point: str) -> None:
    """Serve until the point is reached."""
    plant(point)
    serve(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
