"""What a workflow's page asks beside the workflow itself: the goals it was given and what its runs asked for.

The chain of one act is want, think, ask, do (ARCHITECTURE 1.2): `ListRevisions`, `ListGenerations` with the workflow as
`parent_id`, `ListCalls`, `ListOperations`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from placet.api.queries import Query
from placet.api.rows import approval_row, block, task_line
from placet.api.views import ApprovalRow, TaskLine
from placet.rules.errors import BadInput
from placet.rules.lifecycles import WORKFLOW
from placet.rules.records import CallGist
from placet.rules.workflows import Revision, Workflow

_MAX_LIMIT: Final = 1000
_NONE: Final = dict.fromkeys(sorted(WORKFLOW.statuses), 0)


@dataclass(frozen=True, kw_only=True)
class ListRevisions(Query):
    """The goals that a workflow was given, oldest first. Answer: a tuple of `RevisionRow`; `NotFound`."""

    workflow_id: str


@dataclass(frozen=True, kw_only=True)
class ListCalls(Query):
    """The tool calls of a workflow's runs, oldest first. Answer: a tuple of `CallRow`; `NotFound`.

    `after` is the `seq` of the last call shown; `limit` is 1 to 1000. A call that was free and came back at once is no
    task and isn't among them; its operation is.
    """

    workflow_id: str
    limit: int = 200
    after: int = 0


@dataclass(frozen=True, kw_only=True)
class CountWorkflows(Query):
    """How many workflows that aren't archived stand in each status. Answer: a mapping, total over the statuses."""


@dataclass(frozen=True, kw_only=True)
class RevisionRow:
    """One goal, in the owner's words. `shown_text` is showable; the moment in ms."""

    number: int
    shown_text: str
    at_ms: int


@dataclass(frozen=True, kw_only=True)
class CallRow:
    """One tool call, and how its approval stands, if it needed one. `asked_by` is the generation that asked."""

    call: TaskLine
    asked_by: str | None
    approval: ApprovalRow | None


class Goals(Protocol):
    """What is asked of the ledger's reader of workflows."""

    def one(self, workflow_id: str) -> Workflow:
        """One; raises NotFound."""
        ...

    def revisions(self, workflow_id: str) -> list[Revision]:
        """Its goals, oldest first."""
        ...


class Calls(Protocol):
    """What is asked of the ledger's reader of workflows' calls."""

    def listed(self, workflow_id: str, limit: int, after: int = 0) -> Sequence[CallGist]:
        """The calls of its runs, oldest first."""
        ...

    def counts(self) -> dict[str, int]:
        """How many workflows stand in each status."""
        ...


class ChainReadings:
    """Answers the queries. From any thread."""

    def __init__(self, goals: Goals, calls: Calls) -> None:
        self._goals = goals
        self._calls = calls
        self.answers: dict[type[Query], Callable[[Any], Any]] = {
            ListRevisions: self._list_revisions,
            ListCalls: self._list_calls,
            CountWorkflows: lambda _: {**_NONE, **self._calls.counts()},
        }

    def _list_revisions(self, query: ListRevisions) -> tuple[RevisionRow, ...]:
        self._goals.one(query.workflow_id)
        return tuple(
            RevisionRow(number=it.number, shown_text=block(it.text), at_ms=it.at_ms)
            for it in self._goals.revisions(query.workflow_id)
        )

    def _list_calls(self, query: ListCalls) -> tuple[CallRow, ...]:
        if not 1 <= query.limit <= _MAX_LIMIT:
            raise BadInput(f"limit is 1 to {_MAX_LIMIT}.", pointer="/limit")
        self._goals.one(query.workflow_id)
        found = self._calls.listed(query.workflow_id, query.limit, query.after)
        return tuple(
            CallRow(
                call=task_line(it.gist),
                asked_by=it.asked_by,
                approval=None if it.approval is None else approval_row(it.approval),
            )
            for it in found
        )
