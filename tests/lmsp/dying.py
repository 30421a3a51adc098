"""A serving child that kills itself at one named point of a generation's life, so that a restart can be looked at.

The points are put around the engine's own functions; the shipped program has no switch for them (DECISIONS X1).
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

from placet.ledger.tx import Tx
from placet.rules.generations import EventType
from placet.work import generation_restarts, groups
from tests.crash.child import ROOT, Child
from tests.crash.faults import dies_after
from tests.crash.serving import serve


class Point(StrEnum):
    """Where the process dies."""

    PIECES_WRITTEN = "what was said is written and not committed"
    PIECES_COMMITTED = "what was said is committed and nobody was told"
    SWEEP_WRITTEN = "one generation is swept and not committed"
    SWEEP_COMMITTED = "one generation is swept"


def command(data: Path, point: Point) -> list[str]:
    return [sys.executable, "-m", "tests.lmsp.dying", str(data), point]


class DyingChild(Child):
    """One that gets ready before it dies."""

    def __init__(self, data: Path, point: Point) -> None:
        super().__init__(data)
        self._command = command(data, point)


def expect_death_in_recovery(data: Path, point: Point) -> None:
    """Start one that dies before it is ready."""
    died = subprocess.run(
        command(data, point),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    assert (died.returncode, died.stdout) == (-signal.SIGKILL, b"")


def plant(point: str) -> None:
    """Put the point around the engine's function."""
    if point == Point.PIECES_WRITTEN:
        Tx.append_generation_events = on_words(Tx.append_generation_events)  # type: ignore[method-assign]
    elif point == Point.PIECES_COMMITTED:
        groups.written = _committed(groups.written)
    elif point == Point.SWEEP_WRITTEN:
        generation_restarts._sweep_generation = dies_after(generation_restarts._sweep_generation)
    elif point == Point.SWEEP_COMMITTED:
        generation_restarts.plan_generation = _second(generation_restarts.plan_generation)


def on_words(append: Callable[..., Any]) -> Callable[..., Any]:
    """Dies in the transaction that writes the second group with words."""
    seen: list[int] = []

    def appending(tx: Any, said: Any) -> Any:
        if any(event["type"] == EventType.TEXT_DELTA for it in said for event in it.events):
            seen.append(1)
        done = append(tx, said=said)
        if len(seen) > 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    return appending


def _committed(write: Callable[..., Any]) -> Callable[..., Any]:
    """Dies when the second group is on the disk, before its readers are woken."""
    seen: list[int] = []

    async def writing(*given: Any) -> Any:
        done = await write(*given)
        seen.append(1)
        if len(seen) > 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    return writing


def _second(plan: Callable[..., Any]) -> Callable[..., Any]:
    """Dies at the second generation, when the first one's sweep is on the disk."""
    seen: list[int] = []

    def planning(*given: Any, **more: Any) -> Any:
        seen.append(1)
        if len(seen) > 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return plan(*given, **more)

    return planning


def main(data: Path, point: str) -> None:
    """Serve until the point is reached."""
    plant(point)
    serve(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
