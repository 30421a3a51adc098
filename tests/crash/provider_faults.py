"""A serving child that kills itself at one point of a draft's or an entry's way to its real server.

The points are put around the engine's own functions here: the shipped program has no switch for them (DECISIONS X1).
"""

import functools
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

from placet.agents.workflow_runs import WorkflowRuns
from placet.ledger.verbs.workflows import WorkflowVerbs
from placet.tools.calendar.dav import Dav
from placet.tools.mail import mailbox
from placet.work.effects import Effects
from placet.work.workflows import Workflows
from tests.crash.faults import die, dies, dies_after
from tests.crash.serving import serve


class Point(StrEnum):
    """Where the process dies: the twelve points of the specification, at what both providers do (spec/workflows 12)."""

    CONVERSATION = "conversation made and the run not begun"
    BEFORE_RECORD = "before the record is written"
    WRITING_RECORD = "in the commit of the record"
    RECORDED = "record written and the tool not called"
    CONNECTED = "connected and nothing sent"
    SENT = "taken by the server and its answer not read"
    ANSWERED = "answer read and nothing read back"
    READ_BACK = "read back and the tool not returned"
    RETURNED = "tool returned and the proof not written"
    WRITING_PROOF = "in the commit of the proof"
    PROVEN = "proof written and the model not told"
    TOLD = "model told and the run not ended"


BEFORE = (Point.CONVERSATION, Point.BEFORE_RECORD, Point.WRITING_RECORD)
"""Nothing is on record: it is had once on resume."""
LOST = (Point.RECORDED, Point.CONNECTED)
"""On record, and it did not happen: nobody knows that, so it never is."""
TAKEN = (Point.SENT, Point.ANSWERED, Point.READ_BACK, Point.RETURNED, Point.WRITING_PROOF)
"""It happened and nothing proves it yet: it is found."""
DONE = (Point.PROVEN, Point.TOLD)
"""It is proven: nothing is looked up."""


def plant(point: str) -> None:
    """Put the point around the engine's functions. Whoever gets there goes no further."""
    places: dict[str, tuple[tuple[Any, str, Callable[..., Any]], ...]] = {
        Point.CONVERSATION: ((WorkflowRuns, "begin", dies),),
        Point.BEFORE_RECORD: ((Effects, "_begun", _at_writes(Effects._begun)),),
        Point.WRITING_RECORD: ((WorkflowVerbs, "begin_operation", _after_writes(WorkflowVerbs.begin_operation)),),
        Point.RECORDED: ((Effects, "_have", _having_writes(Effects._have)),),
        Point.CONNECTED: ((mailbox, "save_draft", dies), (Dav, "put_new", dies)),
        Point.SENT: ((mailbox, "save_draft", dies_after(mailbox.save_draft)), (Dav, "put_new", _once(Dav.put_new))),
        Point.ANSWERED: ((mailbox, "read_back", dies), (Dav, "get", dies)),
        Point.READ_BACK: ((mailbox, "read_back", dies_after(mailbox.read_back)), (Dav, "get", _once(Dav.get))),
        Point.RETURNED: ((Effects, "_settled", _at_writes(Effects._settled)),),
        Point.WRITING_PROOF: ((WorkflowVerbs, "settle_operation", _proving(WorkflowVerbs.settle_operation)),),
        Point.PROVEN: ((Effects, "_settled", _settling_writes(Effects._settled)),),
        Point.TOLD: ((Workflows, "finish", dies),),
    }  # fmt: skip
    for owner, name, fault in places[point]:
        setattr(owner, name, fault)


def _is_write(operation: Any) -> bool:
    return operation.effect.value == "write"


def _at_writes(act: Callable[..., Any]) -> Callable[..., Any]:
    """Dies where the act would begin, for a write; looks go through."""

    @functools.wraps(act)
    async def acting(self: Any, first: Any, *args: Any) -> Any:
        if hasattr(first, "effect"):
            if _is_write(first):
                die()
        elif _closes_over_a_write(first):
            die()
        return await act(self, first, *args)

    return acting


def _closes_over_a_write(step: Any) -> bool:
    """Whether the commit that would write a record is for a write: what it is for is in its own cells."""
    held = [cell.cell_contents for cell in step.__closure__ or ()]
    return any(getattr(it, "effect", None) is not None and _is_write(it) for it in held)


def _after_writes(act: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(act)
    def acting(self: Any, operation: Any) -> Any:
        made = act(self, operation)
        if _is_write(operation):
            die()
        return made

    return acting


def _having_writes(act: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(act)
    async def acting(self: Any, operation: Any, *args: Any) -> Any:
        if _is_write(operation):
            die()
        return await act(self, operation, *args)

    return acting


def _settling_writes(act: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(act)
    async def acting(self: Any, operation: Any, *args: Any) -> Any:
        ended = await act(self, operation, *args)
        if _is_write(operation):
            die()
        return ended

    return acting


def _proving(act: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(act)
    def acting(self: Any, *args: Any, **more: Any) -> Any:
        moved = act(self, *args, **more)
        if _is_write(moved):
            die()
        return moved

    return acting


def _once(act: Callable[..., Any]) -> Callable[..., Any]:
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
