"""huey's work: a queue in SQLite, each write flushed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from huey import SqliteHuey

PACKAGE = "huey"
Spread = Callable[[Callable[[], Any]], float]


def _opened(folder: Path) -> tuple[Any, Any]:
    huey = SqliteHuey("peer", filename=str(folder / "huey.db"), fsync=True)
    return huey, huey.task()(lambda path: {"bytes": 64, "path": path})


def _create(folder: Path, spread: Spread) -> float:
    _, task = _opened(folder)
    return spread(lambda: task("notes/today.txt"))


def _live(folder: Path, spread: Spread) -> float:
    huey, task = _opened(folder)

    def one() -> None:
        task("notes/today.txt")
        huey.execute(huey.dequeue())

    return spread(one)


WORKS = {"durable creation": _create, "created, claimed and finished": _live}
