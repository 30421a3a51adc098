"""litequeue's work: a queue in SQLite, here with each write flushed, which it doesn't do by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from litequeue import LiteQueue

PACKAGE = "litequeue"
Spread = Callable[[Callable[[], Any]], float]


class _Queues:
    """One for each thread, on the same file."""

    def __init__(self, folder: Path) -> None:
        self._file = str(folder / "queue.db")
        self._mine = threading.local()
        self.mine()

    def mine(self) -> Any:
        if not hasattr(self._mine, "queue"):
            self._mine.queue = LiteQueue(self._file, timeout=60)
            self._mine.queue.conn.execute("PRAGMA synchronous = FULL")
        return self._mine.queue


def _create(folder: Path, spread: Spread) -> float:
    queues = _Queues(folder)
    return spread(lambda: queues.mine().put("notes/today.txt"))


def _live(folder: Path, spread: Spread) -> float:
    queues = _Queues(folder)

    def one() -> None:
        queue = queues.mine()
        queue.put("notes/today.txt")
        queue.done(queue.pop().message_id)

    return spread(one)


WORKS = {"durable creation": _create, "created, claimed and finished": _live}
