"""Looking at generations, their events and their keys. Nothing here can write."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from placet.ledger import generation_statements as statements
from placet.ledger import rows
from placet.ledger.statements import Prepared, containing
from placet.rules import errors
from placet.rules.basics import AgentId, BootId, Instant, TaskId
from placet.rules.generations import (
    Generation,
    GenerationEvent,
    GenerationGist,
    GenerationHead,
    IdempotencyKey,
)
from placet.rules.lifecycles import GENERATION, GenerationStatus

Run = Callable[[Prepared, Mapping[str, Any]], list[Any]]
Readable = Callable[[Sequence[Any], Callable[[Any], Any]], list[Any]]

_ALL: Final = 2**53


class GenerationReads:
    """The read-only queries about generations. Any thread may ask; each answer is of its own moment."""

    def __init__(self, run: Run, readable: Readable) -> None:
        self._run = run
        self._readable = readable

    def one(self, task_id: str) -> Generation:
        """One generation by its task's id.

        Raises:
            TaskNotFound: there is none.
        """
        found = self._run(statements.BY_ID, {"id": task_id})
        if not found:
            raise errors.TaskNotFound("There is no such task.")
        return rows.generation(found[0])

    def by_response(self, response_id: str) -> Generation:
        """The generation that makes this response.

        Raises:
            ResponseNotFound: there is none.
        """
        found = self._run(statements.BY_RESPONSE, {"response_id": response_id})
        if not found:
            raise errors.ResponseNotFound("There is no such response.")
        return rows.generation(found[0])

    def gists(
        self,
        *,
        statuses: Sequence[str] = (),
        agent_id: AgentId | None = None,
        principal: str | None = None,
        parent_id: str | None = None,
        q: str | None = None,
        limit: int,
        before: str | None = None,
    ) -> list[GenerationGist]:
        """Generations that fit all of this, newest first; `before` is the id of the last one of the page above.

        `q` is looked for in ids, models, agents and requests.

        Raises:
            TaskNotFound: there is no generation `before`.
        """
        statement = statements.listing(
            statuses=len(statuses), agent=agent_id is not None, principal=principal is not None,
            parent=parent_id is not None, search=bool(q), before=before is not None,
        )  # fmt: skip
        given = {f"status_{index}": word for index, word in enumerate(statuses)}
        more = {
            "agent_id": agent_id,
            "principal": principal,
            "parent_id": parent_id,
            "pattern": containing(q),
        }
        seq = None if before is None else self._seq(before)
        found = self._run(statement, {**given, **more, "limit": limit, "before": seq})
        return self._readable(found, rows.generation_gist)

    def counts(self, agent_id: AgentId | None = None, principal: str | None = None) -> dict[str, int]:
        """How many generations stand in each status, with a zero for each that has none."""
        if agent_id is None and principal is None:
            found = dict(self._run(statements.KEPT_COUNTS, {}))
        else:
            statement = statements.counts(agent=agent_id is not None, principal=principal is not None)
            found = dict(self._run(statement, {"agent_id": agent_id, "principal": principal}))
        return {str(status): found.get(status, 0) for status in GENERATION.phases}

    def head(self, task_id: str) -> GenerationHead:
        """What a reader of events needs of a generation.

        Raises:
            TaskNotFound: there is none.
        """
        found = self._run(statements.HEAD, {"id": task_id})
        if not found:
            raise errors.TaskNotFound("There is no such task.")
        seq, principal, status, last_seq, finished_at, oldest_seq = found[0]
        return GenerationHead(
            seq=seq,
            principal=principal,
            status=GenerationStatus(status),
            last_seq=last_seq,
            finished_at=finished_at,
            oldest_seq=oldest_seq,
        )

    def events(self, seq: int, after: int = -1, limit: int = _ALL) -> list[GenerationEvent]:
        """At most `limit` events of the generation with this `seq` whose number is above `after`, in order."""
        given = {"generation": seq, "after": after, "limit": limit}
        return self._readable(self._run(statements.EVENTS, given), rows.generation_event)

    def key(self, principal: str, route: str, key: str) -> IdempotencyKey | None:
        """The claim of an idempotency key, if somebody made one."""
        found = self._run(statements.KEY, {"principal": principal, "route": route, "key": key})
        return rows.idempotency_key(found[0]) if found else None

    def queued(self) -> list[TaskId]:
        """The generations that wait, in the order in which they came."""
        return [TaskId(row[0]) for row in self._run(statements.QUEUED, {})]

    def unswept(self, boot_id: BootId) -> list[TaskId]:
        """The generations that aren't over and that another boot left behind, oldest first."""
        return [TaskId(row[0]) for row in self._run(statements.UNSWEPT, {"boot": boot_id})]

    def with_old_events(self, after: Instant, until: Instant, limit: int) -> list[tuple[TaskId, Instant]]:
        """Generations that ended after the one moment and by the other, and whose events are there; oldest first."""
        found = self._run(statements.ENDED_BETWEEN, {"after": after, "until": until, "limit": limit})
        return [(TaskId(row[0]), Instant(row[1])) for row in found]

    def ended_by(self, until: Instant, limit: int) -> list[TaskId]:
        """Generations that ended by this moment, oldest first."""
        found = self._run(statements.ENDED_BEFORE, {"until": until, "limit": limit})
        return [TaskId(row[0]) for row in found]

    def first_end_after(self, moment: Instant) -> Instant | None:
        """When the first generation ended after this moment, if any did."""
        found: Instant | None = self._run(statements.FIRST_END_AFTER, {"after": moment})[0][0]
        return found

    def _seq(self, task_id: str) -> int:
        found = self._run(statements.SEQ, {"id": task_id})
        if not found:
            raise errors.TaskNotFound("There is no such task.")
        seq: int = found[0][0]
        return seq
