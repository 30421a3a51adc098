"""Puts a backup back and is killed in the middle of it, at a point that a test names.

`python -m tests.crash.restore_faults DATA BACKUP POINT`: at the point the process kills itself with SIGKILL.
"""

import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import placet.app
from placet.ledger import database, foreign, restore
from placet.ledger import witness as witnesses

POINTS = (
    "checking",
    "taking tasks",
    "taking operations",
    "segment",
    "binding",
    "before commit",
    "after commit",
)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def at(point: str) -> Callable[[str, int, int], None]:
    """A listener that dies when the restore says that it begins this."""

    def tell(doing: str, _done: int, _count: int) -> None:
        if doing == point:
            die()

    return tell


def arm(point: str) -> None:
    """Die at a point that nothing is told of."""
    if point == "segment":
        foreign.keep = restore.foreign.keep = lambda *_: die()  # type: ignore[assignment]
    if point == "after commit":
        witnesses.Witness.write = lambda *_: die()  # type: ignore[method-assign]
    if point == "before commit":
        plain = database.driver_connection

        def driver(connection: Any) -> Any:
            return _Fated(plain(connection))

        database.driver_connection = driver


class _Fated:
    """A connection whose commit is the last thing that its process would have done."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def cursor(self) -> "_FatedCursor":
        return _FatedCursor(self._connection.cursor())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


class _FatedCursor:
    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor

    def execute(self, statement: str, *given: Any) -> Any:
        if statement == "COMMIT":
            die()
        return self._cursor.execute(statement, *given)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)


def main(data: Path, backup: Path, point: str) -> None:
    arm(point)
    placet.app.restore_offline(data, backup, at(point))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
