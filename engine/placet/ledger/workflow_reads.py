"""Looking at workflows and their operations. Nothing here can write."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from placet.ledger import bearing
from placet.ledger import workflow_rows as rows
from placet.ledger import workflow_statements as statements
from placet.ledger.standing import Standing
from placet.ledger.statements import Prepared
from placet.rules.basics import AgentId, ConversationId, TaskId, TurnId
from placet.rules.errors import NotFound
from placet.rules.lifecycles import OPERATION, OperationState
from placet.rules.operations import Operation
from placet.rules.verification import Evidence
from placet.rules.workflows import Looked, Revision, Workflow


class WorkflowReads:
    """The read-only queries about workflows. Any thread may ask; each answer is of its own moment."""

    def __init__(
        self,
        run: Callable[[Prepared, Mapping[str, Any]], list[Any]],
        readable: Callable[[Sequence[Any], Callable[[Any], Any]], list[Any]],
        standing: Standing,
    ) -> None:
        self._run = run
        self._readable = readable
        self._standing = standing

    def one(self, workflow_id: str) -> Workflow:
        """One workflow, archived or not.

        Raises:
            NotFound: there is none. CorruptRow: it can't be understood.
        """
        found = self._run(statements.BY_ID, {"id": workflow_id})
        if not found:
            raise NotFound("There is no such workflow.")
        return rows.workflow(found[0])

    def by_key(self, key: str) -> Workflow | None:
        """The workflow that a request key belongs to, archived or not."""
        found = self._run(statements.BY_KEY, {"key": key})
        return rows.workflow(found[0]) if found else None

    def listed(
        self,
        limit: int,
        *,
        statuses: Sequence[str] = (),
        agent_id: AgentId | None = None,
        q: str | None = None,
        before: int | None = None,
    ) -> list[Workflow]:
        """The workflows that aren't archived, newest first; `before` is the `seq` of the last one shown.

        `q` is looked for in titles and goals; no case is told apart in ASCII letters.
        """
        filters = {
            "statuses": json.dumps(sorted(statuses)) if statuses else None,
            "agent_id": agent_id,
            "q": q or None,
            "before": before,
        }
        return self._readable(self._run(statements.LISTED, {**filters, "limit": limit}), rows.workflow)

    def of_conversation(self, conversation_id: ConversationId) -> Workflow | None:
        """The newest workflow of a conversation, if it has one."""
        found = self._run(statements.OF_CONVERSATION, {"conversation_id": conversation_id})
        return rows.workflow(found[0]) if found else None

    def of_turn(self, conversation_id: ConversationId, turn_id: TurnId) -> Workflow | None:
        """The workflow whose newest run is this turn, whatever its status."""
        given = {"conversation_id": conversation_id, "turn_id": turn_id}
        found = self._run(statements.OF_TURN, given)
        return rows.workflow(found[0]) if found else None

    def running_of(self, agent_id: AgentId) -> Workflow | None:
        """The workflow that an agent is at work on, if there is one: it has one turn at a time."""
        return self._standing.find(("running_of", agent_id), lambda: self._running_of(agent_id))

    def _running_of(self, agent_id: AgentId) -> Workflow | None:
        found = self._run(statements.RUNNING_OF_AGENT, {"agent_id": agent_id})
        return rows.workflow(found[0]) if found else None

    def queued(self) -> list[Workflow]:
        """The workflows that wait for their run, oldest first."""
        return self._readable(self._run(statements.QUEUED, {}), rows.workflow)

    def unswept(self) -> list[TaskId]:
        """The workflows that wait or run: after a start, those that a dead process left."""
        return [row[0] for row in self._run(statements.UNSWEPT, {})]

    def revisions(self, workflow_id: str) -> list[Revision]:
        """A workflow's goals, oldest first."""
        return [rows.revision(row) for row in self._run(statements.REVISIONS, {"workflow_id": workflow_id})]

    def page_of_operations(
        self,
        workflow_id: str,
        limit: int,
        *,
        state: OperationState | None = None,
        after: str | None = None,
        newest_first: bool = False,
    ) -> list[Operation]:
        """At most `limit` of a workflow's operations, in the order of their beginning or the other way round.

        `after` is the id of the last one of the page before.

        Raises:
            NotFound: this workflow has no operation `after`. CorruptRow: one can't be understood.
        """
        statement = statements.operation_page(state=state is not None, newest_first=newest_first)
        given = {"workflow_id": workflow_id, "state": state, "limit": limit}
        place = statements.FAR if newest_first else 0
        if after is not None:
            known = self.operation(after)
            if known.workflow_id != workflow_id:
                raise NotFound("This workflow has no such operation.")
            place = known.ordinal
        return [rows.operation(row) for row in self._run(statement, {**given, "after": place})]

    def count_operations(self, workflow_id: str) -> dict[str, int]:
        """How many operations of a workflow stand in each state, with a zero for each that has none."""
        found = dict(self._run(statements.COUNT_OPERATIONS, {"workflow_id": workflow_id}))
        return {str(state): found.get(state, 0) for state in OPERATION.statuses}

    def evidence(self, workflow: Workflow) -> Evidence:
        """What decides a workflow's verdict for its current goal, however long its past is; see `bearing`.

        Raises:
            CorruptRow: one of its operations can't be understood.
        """
        return bearing.evidence(self._run, workflow)

    def concerning(self, workflow_id: str, tool: str) -> list[Operation]:
        """What decides about another effect of a tool: its own operations, and all that may have changed something.

        In the order of their beginning.

        Raises:
            CorruptRow: leaving one out would let its effect happen again.
        """
        found = self._run(statements.CONCERNING, {"workflow_id": workflow_id, "tool": tool})
        return [rows.operation(row) for row in found]

    def newest_had(self, workflow: Workflow, tool: str) -> Operation | None:
        """The newest operation of a tool's call for the current goal whose effect may have happened, if there is one."""
        given = {"workflow_id": workflow.id, "revision": workflow.goal_revision, "tool": tool}
        found = self._run(statements.NEWEST_HAD, given)
        return rows.operation(found[0]) if found else None

    def newest_proven(self, workflow_id: str, limit: int) -> list[Operation]:
        """The newest operations of a workflow that have a receipt, newest first."""
        given = {"workflow_id": workflow_id, "limit": limit}
        return [rows.operation(row) for row in self._run(statements.NEWEST_PROVEN, given)]

    def operation(self, operation_id: str) -> Operation:
        """One operation.

        Raises:
            NotFound: there is none. CorruptRow: it can't be understood.
        """
        found = self._run(statements.OPERATION, {"id": operation_id})
        if not found:
            raise NotFound("There is no such operation.")
        return rows.operation(found[0])

    def newest_of_account(self, account: str) -> Operation | None:
        """The newest operation with an account, as it is kept (`judging.account_of`). For one that was never used, all
        operations are looked through.
        """
        found = self._run(statements.NEWEST_OF_ACCOUNT, {"account": account})
        return rows.operation(found[0]) if found else None

    def in_flight(self) -> list[str]:
        """The ids of operations whose end nobody wrote: after a start, those that a dead process left."""
        return [row[0] for row in self._run(statements.IN_FLIGHT, {})]

    def looks(self, operation_ids: Sequence[str]) -> list[Looked]:
        """What the owner saw of these operations, oldest first."""
        return [
            rows.looked(row) for row in self._run(statements.LOOKS, {"ids": json.dumps(list(operation_ids))})
        ]
