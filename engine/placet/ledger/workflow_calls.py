"""Looking at what the runs of workflows asked for, and how many there are. Nothing here can write."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import func, select

from placet.ledger import generation_tables, rows, schema
from placet.ledger.statements import PREFIX, Prepared, given
from placet.rules.basics import TaskId
from placet.rules.records import CallGist

_workflows = schema.workflows
_tasks, _approvals, _generations = schema.tasks, schema.approvals, generation_tables.generations

_GIST: Final = rows.gist_columns()
_OF_ITS_TURNS: Final = select(_generations.c.turn_id).where(_generations.c.parent_id == given("workflow_id"))
_CALLS: Final = Prepared(
    select(*_GIST, _tasks.c.parent_id, *rows.APPROVAL_COLUMNS)
    .select_from(_tasks.outerjoin(_approvals, _approvals.c.task_id == _tasks.c.id))
    .where(_tasks.c.turn_id.in_(_OF_ITS_TURNS), _tasks.c.seq > given("after"))
    .order_by(_tasks.c.seq)
    .limit(given("limit")),
    PREFIX,
)
_COUNTS: Final = Prepared(
    select(_workflows.c.status, func.count())
    .where(_workflows.c.archived_at.is_(None))
    .group_by(_workflows.c.status)
)


class WorkflowCallReads:
    """The read-only queries for the page of workflows. Any thread may ask."""

    def __init__(
        self,
        run: Callable[[Prepared, Mapping[str, Any]], list[Any]],
        readable: Callable[[Sequence[Any], Callable[[Any], Any]], list[Any]],
    ) -> None:
        self._run = run
        self._readable = readable

    def listed(self, workflow_id: str, limit: int, after: int = 0) -> list[CallGist]:
        """The calls of all its runs, oldest first, those with a higher `seq` than `after`.

        The price is that of the turns' calls, however large the calls' arguments are.
        """
        found = self._run(_CALLS, {"workflow_id": workflow_id, "after": after, "limit": limit})
        return self._readable(found, _call)

    def counts(self) -> dict[str, int]:
        """How many workflows that aren't archived stand in each status; statuses without any are left out."""
        return dict(self._run(_COUNTS, {}))


def _call(row: Sequence[Any]) -> CallGist:
    width = len(_GIST)
    parent_id, approval = row[width], row[width + 1 :]
    return CallGist(
        gist=rows.gist(row[:width]),
        asked_by=None if parent_id is None else TaskId(parent_id),
        approval=None if approval[0] is None else rows.approval(approval),
    )
