"""How quickly a workflow's evidence says whether its goal is met (PERFORMANCE 6, ADR 0038)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from placet.bench.measures import Measured, at_most, median, took_ms
from placet.rules.basics import Instant, TaskId
from placet.rules.lifecycles import OperationState
from placet.rules.operations import Operation
from placet.rules.ports import Effect
from placet.rules.receipts import Receipt
from placet.rules.verification import Evidence, Expectation, assess

__all__ = ["measure"]

_ROUNDS: Final = 5
_TOOLS: Final = 100
_PER_GOAL: Final = 1_000
"""How many operations each goal has: a workflow that long was continued often."""


def measure(operations: int) -> list[Measured]:
    """Fold so many operations, and ask for the verdict, beside a plain dict of the same records."""
    history = _history(operations)
    last = history[-1].goal_revision
    demands = tuple(Expectation(tool=f"tool_{number}", unless_empty="shelf") for number in range(_TOOLS))
    folding = median([took_ms(lambda: Evidence(history)) for _ in range(_ROUNDS)])
    floor = median([took_ms(lambda: {it.key: it for it in history}) for _ in range(_ROUNDS)])
    evidence = Evidence(history)
    verdict = median([took_ms(lambda: assess(demands, last, evidence)) for _ in range(_ROUNDS)])
    known = {it.tool: it for it in history}
    asking = median([took_ms(lambda: [known.get(it.tool) for it in demands]) for _ in range(_ROUNDS)])
    note = f"{operations:,} operations"
    return [
        Measured(
            name="a workflow's verdict", unit="ms", floor=asking, ours=verdict, budget=at_most(5),
            note=f"{note}, folded before; floor: as many demands looked up in a dict",
        ),
        Measured(
            name="folding a workflow's operations", unit="ms", floor=floor, ours=folding,
            note=f"{note}; floor: the same records put into one dict by their keys",
        ),
    ]  # fmt: skip


def _history(operations: int) -> list[Operation]:
    """Proven writes of a hundred tools, and now and then a look that found nothing."""
    first = Operation(
        id="op_0",
        workflow_id=TaskId("task_1"),
        ordinal=0,
        key="k0",
        tool="tool_0",
        effect=Effect.WRITE,
        input_digest="d0",
        account="local",
        consent="c",
        goal_revision=0,
        attempt=1,
        state=OperationState.CONFIRMED,
        started_at=Instant(0),
        expects_receipt=True,
        returned=True,
        receipt=Receipt(provider="files", id="r", label="file"),
    )
    empty = Receipt(provider="host", id="r", label="shelf", empty=True)
    look = replace(first, tool="shelf", effect=Effect.READ, receipt=empty)
    return [_numbered(look if number % 10 == 0 else first, number) for number in range(operations)]


def _numbered(record: Operation, number: int) -> Operation:
    return replace(
        record,
        id=f"op_{number}",
        ordinal=number,
        key=f"k{number}",
        goal_revision=number // _PER_GOAL,
        tool=record.tool if record.is_read else f"tool_{number % _TOOLS}",
    )
