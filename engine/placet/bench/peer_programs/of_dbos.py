"""DBOS's work on SQLite: workflows of one step, and workflows that wait for a message with a yes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dbos import DBOS, DBOSClient

PACKAGE = "dbos"
Spread = Callable[[Callable[[], Any]], float]
_QUEUE = "peer"


def _step(path: str) -> dict[str, Any]:
    return {"bytes": 64, "path": path}


def _write(path: str) -> Any:
    return _step_of(path)


def _ask_and_write(path: str) -> Any:
    return _step_of(path) if DBOS.recv("approval", timeout_seconds=600) else None


_step_of: Any = None


@contextmanager
def _launched(folder: Path) -> Iterator[tuple[str, Any, Any]]:
    """The address of its database, and the two workflows."""
    global _step_of  # noqa: PLW0603 - its decorators register functions for the whole process, once
    logging.disable(logging.CRITICAL)
    url = f"sqlite:///{folder / 'dbos.sqlite'}"
    DBOS(config={"name": "peer", "system_database_url": url, "run_admin_server": False})
    _step_of = DBOS.step()(_step)
    plain, asking = DBOS.workflow()(_write), DBOS.workflow()(_ask_and_write)
    DBOS.launch()
    try:
        yield url, plain, asking
    finally:
        DBOS.destroy(destroy_registry=True)


def _create(folder: Path, spread: Spread) -> float:
    with _launched(folder) as (url, _, _):
        pass  # its tables are there, and nobody works on the queue
    client = DBOSClient(system_database_url=url)
    asked = {"workflow_name": "_write", "queue_name": _QUEUE}
    try:
        return spread(lambda: client.enqueue(asked, "notes/today.txt"))
    finally:
        client.destroy()


def _live(folder: Path, spread: Spread) -> float:
    with _launched(folder) as (_, plain, _):
        return spread(lambda: DBOS.start_workflow(plain, "notes/today.txt").get_result())


def _live_approved(folder: Path, spread: Spread) -> float:
    with _launched(folder) as (_, _, asking):

        def one() -> None:
            handle = DBOS.start_workflow(asking, "notes/today.txt")
            DBOS.send(handle.workflow_id, True, "approval")
            handle.get_result()

        return spread(one)


WORKS = {
    "durable creation": _create,
    "created, claimed and finished": _live,
    "created, approved by somebody and finished": _live_approved,
}
