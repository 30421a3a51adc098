"""The operations that bear on a workflow's verdict: `assess` comes to the same by them as by all (rules/verification).

The problem: a workflow may have had tens of thousands of effects, and whoever looks at it wants its verdict at once.
What we do: read those that `assess` can ask for, which are those of the demanded tools for the current goal, and what may
have changed something that nobody can show. What it costs: a demand on a tool that was used ten thousand times for one
goal still reads them all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from placet.ledger import workflow_rows as rows
from placet.ledger import workflow_statements as statements
from placet.ledger.statements import Prepared
from placet.rules.verification import Evidence
from placet.rules.workflows import Workflow

MOST_UNSHOWN: Final = 1_000
"""How many operations that nobody can show are looked at. One is enough for the verdict; the rest is told of."""


def evidence(run: Callable[[Prepared, dict[str, Any]], Iterable[Any]], workflow: Workflow) -> Evidence:
    """What decides the verdict on a workflow's current goal. `run` says what the rows of a statement are.

    Raises:
        CorruptRow: one of the operations can't be understood.
    """
    mine: Mapping[str, Any] = {"workflow_id": workflow.id}
    found = [rows.operation(row) for row in run(statements.UNSHOWN, {**mine, "limit": MOST_UNSHOWN})]
    tools = {demand.tool for demand in workflow.expectations}
    tools |= {demand.unless_empty for demand in workflow.expectations if demand.unless_empty is not None}
    if tools:
        given = {**mine, "revision": workflow.goal_revision, "tools": json.dumps(sorted(tools))}
        found += [rows.operation(row) for row in run(statements.DEMANDED, given)]
    return Evidence(found)
