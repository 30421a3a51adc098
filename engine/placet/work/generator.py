"""Takes generations in, lets them run one after the other, and cancels them.

A client's generation waits in the queue for one of `lmsp.max_running_tasks` places, in the order of coming. An agent's
has a place of its own: an agent runs one turn at a time, and waits for nothing but its model.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from placet.ledger.tx import Tx
from placet.rules import response_requests, responses, snapshots
from placet.rules.basics import Clock, ConversationId, Instant, ResponseId, TaskId, TurnId
from placet.rules.errors import (
    BadInput,
    EngineStopping,
    IdempotencyKeyRequired,
    IdempotencyKeyReused,
    QueueFull,
    TaskNotCancelable,
    TaskNotFound,
    UnsupportedCapability,
)
from placet.rules.generations import EventType, Generation, IdempotencyKey, OnRestart
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import GenerationStatus
from placet.rules.records import Agent
from placet.work.attempts import Attempt, Means
from placet.work.jobs import Jobs
from placet.work.models import Choice, Models

NO_SNAPSHOTS = "No backend here makes snapshots that a generation could be resumed from."


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A generation as a client asks for it. `key` is an idempotency key, and `fingerprint` the digest of its body."""

    request: Mapping[str, Any]
    principal: str
    on_restart: str = OnRestart.FAIL.value
    route: str = ""
    key: str | None = None
    fingerprint: str | None = None


@dataclass(frozen=True, kw_only=True)
class Behalf:
    """For whose turn a generation is made; `parent_id` is what it is a part of: that turn, or its workflow."""

    agent: Agent
    turn_id: TurnId
    conversation_id: ConversationId
    parent_id: str
    on_text: Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class Made:
    """The generation of a request. `replayed`: an earlier one had the same key; `row` is as it was born."""

    row: Generation
    replayed: bool


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """The owner's limits, looked up anew each time."""

    max_running: Callable[[], int]
    max_queued: Callable[[], int]
    key_retention_s: Callable[[], int]


class Generator:
    """The scheduler of generations. Lives on the engine's loop; `start` it once, after the sweep."""

    def __init__(self, *, means: Means, models: Models, clock: Clock, bounds: Bounds, jobs: Jobs) -> None:
        """`jobs` are its own: closing ends them all."""
        self._means = means
        self._ledger = means.ledger
        self._models = models
        self._clock = clock
        self._bounds = bounds
        self._jobs = jobs
        self._waiting: deque[TaskId] = deque()
        self._attempts: dict[TaskId, Attempt] = {}
        self._places_taken = 0
        self._closing = False

    def start(self) -> None:
        """Go on with what waits since an earlier boot, oldest first."""
        self._waiting.extend(self._ledger.reads.generations.queued())
        self._fill_places()

    async def create(self, asked: Asked) -> Made:
        """Take a client's request in; it is on the disk when this returns, and runs when its place comes.

        Raises:
            BadInput, UnsupportedCapability, IdempotencyKeyRequired: what is asked can't be done.
            ModelNotFound: nobody offers the model. IdempotencyKeyReused: the key stands for another body.
            QueueFull: too many wait. EngineStopping: too late.
        """
        self._check_open()
        policy = _policy(asked)
        if (earlier := self._earlier(asked)) is not None:
            return Made(row=_as_born(earlier), replayed=True)
        response_requests.check(asked.request)
        choice = await self._models.find(asked.request["model"])
        self._check_open()
        row = self._new(asked.request, choice, asked.principal, policy)
        most = self._bounds.max_queued() + max(0, self._bounds.max_running() - self._places_taken)
        step = partial(_create, row=row, asked=asked, most_waiting=most, is_over=self._is_over)
        made = await self._ledger.commit(step)
        if not made.replayed:
            self._waiting.append(made.row.id)
            self._fill_places()
        return made

    async def begin_for(self, behalf: Behalf, request: Mapping[str, Any], choice: Choice) -> Attempt:
        """Make a generation for an agent's turn and let it run at once. Wait for its `ended`."""
        self._check_open()
        row = replace(
            self._new(request, choice, f"agent:{behalf.agent.id}", OnRestart.FAIL),
            agent_id=behalf.agent.id,
            agent=behalf.agent.name,
            parent_id=behalf.parent_id,
            turn_id=behalf.turn_id,
            conversation_id=behalf.conversation_id,
        )
        await self._ledger.commit(partial(Tx.create_generation, generation=row, created=_created(row)))
        return self._let_run(row.id, behalf.on_text)

    async def cancel(self, task_id: TaskId, principal: str | None = None) -> Generation:
        """Take a generation back; a repeat changes nothing (LMSP 7.3). With a `principal`, only its own.

        Raises:
            TaskNotFound: there is none, or it is somebody else's.
            TaskNotCancelable: it has succeeded or failed already.
        """
        row = await self._ledger.commit(partial(_cancel, task_id=task_id, principal=principal))
        self._means.wakes.wake(task_id)
        if row.status is GenerationStatus.CANCELLING and (attempt := self._attempts.get(task_id)) is not None:
            attempt.stop()
        return row

    async def close(self) -> None:
        """Run nothing more. Rows stay as they are: the next start treats an orderly stop like a crash (K12)."""
        self._closing = True
        await self._jobs.cancel()

    def _check_open(self) -> None:
        if self._closing:
            raise EngineStopping("The engine is shutting down.")

    def _earlier(self, asked: Asked) -> Generation | None:
        """The generation that the same request made before; whoever repeats it must not be judged anew."""
        if asked.key is None:
            return None
        claim = self._ledger.reads.generations.key(asked.principal, asked.route, asked.key)
        if claim is None:
            return None
        row = self._ledger.reads.generations.one(claim.task_id)
        return None if self._is_over(claim, row) else _same_body(claim, asked, row)

    def _is_over(self, claim: IdempotencyKey, row: Generation) -> bool:
        """Whether a key is free again: old enough, and so is the end of what it stands for (generations 1.7)."""
        kept_ms = self._bounds.key_retention_s() * 1000
        now = self._clock.now_ms()
        return row.finished_at is not None and max(claim.created_at, row.finished_at) + kept_ms <= now

    def _new(
        self, request: Mapping[str, Any], choice: Choice, principal: str, policy: OnRestart
    ) -> Generation:
        now = self._clock.now_ms()
        row = Generation(
            id=TaskId(self._means.new_id("task_")),
            seq=0,
            response_id=ResponseId(self._means.new_id("resp_")),
            principal=principal,
            model=request["model"],
            backend=choice.backend,
            backend_model=choice.model,
            request=json.dumps(request),
            on_restart=policy,
            status=GenerationStatus.QUEUED,
            boot=self._means.boot,
            created_at=Instant(now),
            updated_at=Instant(now),
            response="",
        )
        return replace(row, response=snapshots.text(snapshots.snapshot(row, responses.QUEUED)))

    def _fill_places(self) -> None:
        while self._waiting and self._places_taken < self._bounds.max_running() and not self._closing:
            self._places_taken += 1
            attempt = self._let_run(self._waiting.popleft(), None)
            attempt.ended.add_done_callback(self._free_place)

    def _free_place(self, _: object) -> None:
        self._places_taken -= 1
        self._fill_places()

    def _let_run(self, task_id: TaskId, on_text: Callable[[str], None] | None) -> Attempt:
        attempt = Attempt(self._means, task_id, on_text)
        self._attempts[task_id] = attempt
        attempt.ended.add_done_callback(lambda _: self._attempts.pop(task_id, None))
        self._jobs.start(attempt.run(), f"generation {task_id}")
        return attempt


def _policy(asked: Asked) -> OnRestart:
    try:
        policy = OnRestart(asked.on_restart)
    except ValueError:
        raise BadInput("on_restart is fail, retry or resume.", pointer="/on_restart") from None
    if policy is OnRestart.RESUME:
        raise UnsupportedCapability(NO_SNAPSHOTS, pointer="/on_restart")
    if policy is OnRestart.RETRY and asked.key is None:
        raise IdempotencyKeyRequired("A generation that may run twice needs an Idempotency-Key.")
    return policy


def _created(row: Generation) -> dict[str, Any]:
    return snapshots.told(EventType.CREATED, json.loads(row.response))


def _create(
    tx: Tx,
    row: Generation,
    asked: Asked,
    most_waiting: int,
    is_over: Callable[[IdempotencyKey, Generation], bool],
) -> Made:
    """The claim of the key, the row and its first event, in one commit."""
    if asked.key is not None:
        claim = tx.find_idempotency_key(asked.principal, asked.route, asked.key)
        earlier = None if claim is None else tx.generation(claim.task_id)
        if claim is not None and earlier is not None and not is_over(claim, earlier):
            return Made(row=_as_born(_same_body(claim, asked, earlier)), replayed=True)
    if tx.waiting_generations() >= most_waiting:
        raise QueueFull("As many generations wait as may wait.")
    made = tx.create_generation(row, _created(row))
    if asked.key is not None:
        tx.claim_idempotency_key(
            IdempotencyKey(
                principal=asked.principal,
                route=asked.route,
                key=asked.key,
                fingerprint=asked.fingerprint or "",
                task_id=made.id,
                created_at=made.created_at,
            )
        )
    return Made(row=made, replayed=False)


def _same_body(claim: IdempotencyKey, asked: Asked, row: Generation) -> Generation:
    if claim.fingerprint != asked.fingerprint:
        raise IdempotencyKeyReused("This key came with another body before.", task_id=claim.task_id)
    return row


def _as_born(row: Generation) -> Generation:
    """A generation as its first answer told it."""
    born = replace(
        row, status=GenerationStatus.QUEUED, updated_at=row.created_at, attempt=1, last_seq=0, started_at=None,
        finished_at=None, error=None, input_tokens=None, output_tokens=None,
    )  # fmt: skip
    return replace(born, response=snapshots.text(snapshots.snapshot(born, responses.QUEUED)))


def _cancel(tx: Tx, task_id: TaskId, principal: str | None) -> Generation:
    row = tx.generation(task_id)
    if principal is not None and row.principal != principal:
        raise TaskNotFound("There is no such task.")
    if row.status in {GenerationStatus.CANCELLING, GenerationStatus.CANCELLED}:
        return row
    if row.status is GenerationStatus.QUEUED:
        response = snapshots.ended(row, responses.CANCELLED, tx.now // 1000)
        final = snapshots.told(EventType.CANCELLED, response)
        return tx.move_generation(
            task_id, row.status, GenerationStatus.CANCELLED, Cause.CANCEL, events=[final],
            response=snapshots.text(response),
        )  # fmt: skip
    if row.has_ended:
        raise TaskNotCancelable(f"The task has {row.status.value} already.", status=row.status.value)
    return tx.move_generation(task_id, row.status, GenerationStatus.CANCELLING, Cause.CANCEL)
