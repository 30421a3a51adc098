"""A serving child that kills itself at one point of an effect's way below a workflow.

The points are put around the engine's own functions here: the shipped program has no switch for them (DECISIONS X1).
"""

import functools
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

from placet.ledger.verbs.workflows import WorkflowVerbs
from placet.tools.files import fs_delete, fs_edit, fs_write, replacing
from placet.work.effects import Effects
from placet.work.workflows import Workflows
from tests.crash.faults import die, dies, dies_after
from tests.crash.serving import serve


class Point(StrEnum):
    """Where the process dies, in the order of an effect's life."""

    QUEUED = "workflow on record and its run not begun"
    BEFORE_RECORD = "before the record is written"
    WRITING_RECORD = "in the commit of the record"
    RECORDED = "record written and the tool not called"
    PREPARED = "bytes in a temporary file and not in their place"
    ON_DISK = "bytes on the disk and not read back"
    ANSWERED = "tool answered and the proof not written"
    WRITING_PROOF = "in the commit of the proof"
    PROVEN = "proof written and the model not told"
    TOLD = "model told and the run not ended"
    ENDING = "in the commit of the run's end"
    FOUND = "looked up after a kill, in the commit of what was found"


def plant(point: str) -> None:
    """Put the point around the engine's function. Whoever gets there goes no further."""
    places: dict[str, tuple[Any, str, Callable[..., Any]]] = {
        Point.QUEUED: (Workflows, "begin", dies),
        Point.BEFORE_RECORD: (Effects, "_begun", dies),
        Point.WRITING_RECORD: (WorkflowVerbs, "begin_operation", _after(WorkflowVerbs.begin_operation)),
        Point.RECORDED: (Effects, "_have", dies),
        Point.PREPARED: (replacing, "_give_name", dies),
        Point.ANSWERED: (Effects, "_settled", dies),
        Point.WRITING_PROOF: (WorkflowVerbs, "settle_operation", _after(WorkflowVerbs.settle_operation)),
        Point.PROVEN: (Effects, "_settled", _once_committed(Effects._settled)),
        Point.TOLD: (Workflows, "finish", dies),
        Point.ENDING: (Workflows, "finish", staticmethod(_after(Workflows.finish))),
        Point.FOUND: (WorkflowVerbs, "reconcile_operation", _after(WorkflowVerbs.reconcile_operation)),
    }
    for owner, name, fault in ON_DISK if point == Point.ON_DISK else (places[point],):
        setattr(owner, name, fault)


_after = dies_after
ON_DISK = (  # where each file tool looks at what it just did
    (fs_write, "read_back", dies),
    (fs_edit, "read_back", dies),
    (fs_delete, "find_deleted", dies),
)


def _once_committed(act: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(act)
    async def acting(*args: Any) -> None:
        await act(*args)
        die()

    return acting


def main(data: Path, point: str) -> None:
    """Serve until the point is reached."""
    plant(point)
    serve(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
