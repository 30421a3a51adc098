"""The verbs on generations: making and moving them, and writing the events of their responses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from placet.ledger import generation_statements as statements
from placet.ledger import rows
from placet.ledger.verbs.base import VerbBase, check_edge, check_start
from placet.rules import errors
from placet.rules.basics import TaskId
from placet.rules.events import GenerationCreated, GenerationMoved
from placet.rules.generations import Generation, IdempotencyKey, Said
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import GENERATION, GenerationStatus
from placet.rules.responses import numbered

Payloads = Sequence[Mapping[str, Any]]

_MOVABLE: Final = frozenset({"response", "error", "attempt", "boot", "input_tokens", "output_tokens"})


class GenerationVerbs(VerbBase):
    """Writes generations. A number of an event is given here, in the transaction that writes it, and never again."""

    def create_generation(self, generation: Generation, created: Mapping[str, Any]) -> Generation:
        """Write a new generation with its first event, number 0, and tell of it (LMSP 7.4)."""
        check_start(GENERATION.kind, generation.status)
        self._run(statements.INSERT, {**rows.generation_values(generation), "seq": None, "last_seq": 0})
        seq = self._assigned()
        self._write_events([(seq, 0, generation.attempt, [created])])
        self.record(
            GenerationCreated(
                agent_id=generation.agent_id,
                task_id=generation.id,
                model=generation.model,
                status=generation.status.value,
            )
        )
        return rows.changed(generation, {"seq": seq, "last_seq": 0})

    def move_generation(
        self,
        task_id: TaskId,
        frm: GenerationStatus,
        to: GenerationStatus,
        by: Cause,
        *,
        events: Payloads = (),
        **columns: Any,
    ) -> Generation:
        """Walk one declared edge, write these events before it in the same commit, and tell of it.

        Columns: `response`, `error`, `attempt`, `boot`, `input_tokens`, `output_tokens`.

        Raises:
            LostRace: the generation isn't in `frm` any more; `details["status"]` is where it is.
            TaskNotFound: there is no such generation.
        """
        check_edge(GENERATION.kind, frm, to, by)
        if not _MOVABLE.issuperset(columns):
            raise RuntimeError(f"a move can't set {sorted(columns.keys() - _MOVABLE)}")
        before = self.generation(task_id)
        if before.status is not frm:
            raise _lost(task_id, before.status)
        last_seq = before.last_seq + len(events)
        attempt = columns.get("attempt", before.attempt)
        if events and to in GENERATION.ended:  # nothing can be written behind the end
            self._run(statements.GROW, {"seq": before.seq, "last_seq": last_seq})
            self._write_events([(before.seq, last_seq, attempt, events)])
        changes = {**columns, **self._moments(before, to), "status": to, "last_seq": last_seq}
        given = {**changes, "status": to.value, "id": task_id, "frm": frm.value}
        if not self._run(statements.move(tuple(changes)), given).rowcount:
            raise _lost(task_id, frm)
        if events and to not in GENERATION.ended:
            self._write_events([(before.seq, last_seq, attempt, events)])
        moved = rows.changed(before, changes)
        fact = GenerationMoved(
            agent_id=moved.agent_id, task_id=task_id, frm=frm.value, to=to.value, by=by.value,
            attempt=moved.attempt,
        )  # fmt: skip
        self.record(fact)
        return moved

    def _moments(self, before: Generation, to: GenerationStatus) -> dict[str, int]:
        """When it moved, began, ended. A clock set back never makes a moment earlier than the one before."""
        now = max(self.now, before.updated_at)
        moments: dict[str, int] = {"updated_at": now}
        if to is GenerationStatus.RUNNING:
            moments["started_at"] = now
        if to in GENERATION.ended:
            moments["finished_at"] = now
        return moments

    def append_generation_events(self, said: Sequence[Said]) -> frozenset[TaskId]:
        """Write what models said, each as the next events of its response; the answer is whose were written.

        Left out is an attempt that may say nothing any more, since a cancel or an end was committed first. No task
        comes twice.
        """
        grows = [(it.task_id, it.attempt, len(it.events)) for it in said]
        grown = {
            task_id: (seq, last_seq)
            for task_id, seq, last_seq in self._run(
                statements.GROW_WHILE_TELLING, {"listed": json.dumps(grows)}
            ).fetchall()
        }
        self._write_events(
            [(*grown[it.task_id], it.attempt, it.events) for it in said if it.task_id in grown]
        )
        return frozenset(grown)

    def _write_events(self, written: Sequence[tuple[int, int, int, Payloads]]) -> None:
        """Write these as the events up to the number of each, to which its row has grown already."""
        listed = [
            (generation, seq, attempt, event["type"], numbered(event, seq))
            for generation, last_seq, attempt, events in written
            for seq, event in enumerate(events, last_seq - len(events) + 1)
        ]
        self._run(statements.INSERT_EVENTS, {"listed": json.dumps(listed)})

    def generation(self, task_id: TaskId) -> Generation:
        """The generation as it stands in this transaction.

        Raises:
            TaskNotFound: there is none.
        """
        row = self._one(statements.BY_ID, id=task_id)
        if row is None:
            raise errors.TaskNotFound("There is no such task.")
        return rows.generation(row)

    def waiting_generations(self) -> int:
        """How many generations of clients wait in the queue."""
        count: int = self._one(statements.COUNT_WAITING)[0]
        return count

    def find_idempotency_key(self, principal: str, route: str, key: str) -> IdempotencyKey | None:
        """The claim of a key, if somebody made one."""
        row = self._one(statements.KEY, principal=principal, route=route, key=key)
        return rows.idempotency_key(row) if row else None

    def claim_idempotency_key(self, claim: IdempotencyKey) -> None:
        """Claim a key for a generation of the same step, in the place of an older claim that has expired."""
        where = {"principal": claim.principal, "route": claim.route, "key": claim.key}
        self._run(statements.FORGET_KEY, where)
        self._run(statements.INSERT_KEY, claim.__dict__)

    def prune_generation_events(self, task_id: TaskId, most: int) -> int:
        """Take at most about so many of an ended generation's oldest events away; the answer is how many went."""
        seq = self.generation(task_id).seq
        return self._run(statements.PRUNE_EVENTS, {"seq": seq, "most": most}).rowcount

    def forget_generation(self, task_id: TaskId) -> None:
        """Take an ended generation and its keys away, whose events are gone already (generations 1.5)."""
        self._run(statements.FORGET_KEYS, {"id": task_id})
        self._run(statements.FORGET, {"id": task_id})


def _lost(task_id: TaskId, status: GenerationStatus) -> errors.LostRace:
    return errors.LostRace(f"The task {task_id} is {status.value} already.", status=status.value, task=None)
