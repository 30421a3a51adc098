"""One attempt at one generation: from the queue to its end.

The order, each part on the disk before the next: `loading`; then `running` with `response.in_progress`, at the
backend's first byte; then what the model says, in groups; then the closing events, the final one and the final status
in a single commit. Whichever of a cancel and an end is committed first has won (LMSP 7.2): the other finds another
status than it names, writes nothing of its own, and follows the winner.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import response_requests, responses, snapshots
from placet.rules.basics import BootId, TaskId
from placet.rules.errors import (
    BackendFailed,
    BackendLost,
    BackendUnavailable,
    LostRace,
    PlacetError,
)
from placet.rules.generations import EventType, Generation, error_text
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import GenerationStatus
from placet.rules.ports import Backend, Began, Piece, TextDelta
from placet.rules.responses import Draft, Payload
from placet.work.groups import Groups, written
from placet.work.wakes import Wakes

_log = logging.getLogger(__name__)
T = TypeVar("T")

_FAULT: Final = "Something went wrong inside; the log says what."
_FAULT_CODE: Final = "internal_error"


@dataclass(frozen=True, kw_only=True)
class Means:
    """What every attempt works with. `backend` finds one by its id; `grace_s` is how long a cancel may take."""

    ledger: Ledger
    groups: Groups
    wakes: Wakes
    boot: BootId
    backend: Callable[[str], Backend]
    new_id: Callable[[str], str]
    grace_s: Callable[[], float]


class Attempt:
    """Runs once. Lives on the engine's loop; cancelling `run` leaves the row as it is, for the next start to find.

    `on_text` hears each piece of text once it is committed. `pid` is the process that answered, if it is ours.
    """

    def __init__(self, means: Means, task_id: TaskId, on_text: Callable[[str], None] | None = None) -> None:
        self.task_id = task_id
        self.pid: int | None = None
        self.ended: asyncio.Future[Generation] = asyncio.get_running_loop().create_future()
        self._means = means
        self._on_text = on_text
        self._draft = Draft(means.new_id)
        self._pieces: list[Piece] = []
        self._taken: list[Piece] = []
        self._unwritten: list[Payload] = []
        self._news = asyncio.Event()
        self._stop = asyncio.Event()
        self._at_work = False

    def stop(self) -> None:
        """A cancel was committed: have the backend stop."""
        self._stop.set()
        self._hurry()

    def _hurry(self, _: object = None) -> None:
        self._news.set()

    async def run(self) -> None:
        """Take the generation from the queue and bring it to an end, whatever happens to it meanwhile."""
        try:
            await self._run()
        except Exception as error:
            await self._give_up()
            if not self.ended.done():
                self.ended.set_exception(error)
                self.ended.exception()  # it may be that nobody waits; whoever runs this has it too
            raise

    async def _give_up(self) -> None:
        """After a fault of ours: have the row say that it failed, so that its readers don't wait for the next start."""
        try:
            await self._write(partial(_abandon, task_id=self.task_id))
        except Exception:
            _log.exception("the end of %s can't be written, so the next start will", self.task_id)

    async def _run(self) -> None:
        row = await self._begin()
        if row is None:
            self.ended.set_result(self._means.ledger.reads.generations.one(self.task_id))
            return
        # A job of its own: what it waits for must not hold up a cancel.
        producer = asyncio.get_running_loop().create_task(self._produce(row), name=f"backend of {row.id}")
        producer.add_done_callback(self._hurry)
        try:
            await self._follow(row, producer)
        finally:
            producer.cancel()
            await asyncio.gather(producer, return_exceptions=True)

    async def _begin(self) -> Generation | None:
        """From the queue to `loading`; None when somebody cancelled it there."""
        move = partial(
            Tx.move_generation, task_id=self.task_id, frm=GenerationStatus.QUEUED, to=GenerationStatus.LOADING,
            by=Cause.START, boot=self._means.boot,
        )  # fmt: skip
        try:
            return await self._write(move)
        except LostRace:
            return None

    async def _produce(self, row: Generation) -> None:
        """Have the model loaded, and gather what it says."""
        backend = self._backend(row)
        request = response_requests.model_request(json.loads(row.request), row.backend_model)
        await backend.load(row.backend_model)
        async with aclosing(backend.generate(request)) as pieces:
            async for piece in pieces:
                self._pieces.append(piece)
                self._news.set()

    def _backend(self, row: Generation) -> Backend:
        try:
            return self._means.backend(row.backend)
        except PlacetError as error:  # its row is gone from the settings, or can't be used any more
            raise BackendUnavailable(error.message) from error

    async def _follow(self, row: Generation, producer: asyncio.Task[None]) -> None:
        try:
            while not (producer.done() or self._stop.is_set()):
                await self._news.wait()
                self._news.clear()
                if not producer.done():
                    await self._write_group(row)
            if not self._stop.is_set():
                await self._end(row, producer)
                return
        except LostRace:
            pass  # a cancel was committed
        await self._cancelled(row, producer)

    async def _write_group(self, row: Generation) -> None:
        """Commit what came since, together with what others have to write; the first piece of all makes it `running`."""
        if self._at_work:
            await self._means.groups.append(row.id, row.attempt, self._gather)
            self._unwritten = []
        else:
            self._gather()
            if self._taken:
                await self._begin_work(row)
        self._tell()

    def _gather(self) -> list[Payload]:
        """Take in what came since; the answer is all that is unwritten."""
        pieces, self._pieces = self._pieces, []
        for piece in pieces:
            if isinstance(piece, Began):
                self.pid = piece.pid
            self._unwritten += self._draft.take(piece)
        self._taken += pieces
        return self._unwritten

    async def _begin_work(self, row: Generation) -> None:
        await self._write(partial(_to_running, row=row, events=self._unwritten))
        self._at_work, self._unwritten = True, []

    def _tell(self) -> None:
        """Pass on what is on the disk now."""
        taken, self._taken = self._taken, []
        if self._on_text is not None:
            for piece in taken:
                if isinstance(piece, TextDelta):
                    self._on_text(piece.text)

    async def _end(self, row: Generation, producer: asyncio.Task[None]) -> None:
        self._gather()
        error = producer.exception()
        if error is None and self._draft.finish is None:
            error = BackendLost("The model server's reply broke off before its end.")
        if self._taken and not self._at_work:
            await self._begin_work(row)
        last = _succeed if error is None else partial(_fail, error=_known(row, error), at_work=self._at_work)
        ended = await self._write(partial(last, row=row, draft=self._draft, events=self._unwritten))
        self._tell()
        self.ended.set_result(ended)

    async def _cancelled(self, row: Generation, producer: asyncio.Task[None]) -> None:
        """Stop the backend, for as long as the grace lasts; then it is cancelled, whatever the backend still says."""
        producer.cancel()
        try:
            async with asyncio.timeout(self._means.grace_s()):
                await asyncio.wait({producer})
                await self._backend(row).settled()
        except TimeoutError:
            _log.warning("the backend of %s didn't come to rest in time", row.id)
        except PlacetError as error:
            _log.warning("whether the backend of %s came to rest can't be seen: %s", row.id, error)
        self._gather()
        if not self._at_work:  # no reader ever heard of it, so it said nothing
            self._taken, self._unwritten, self._draft = [], [], Draft(self._means.new_id)
        ended = await self._write(partial(_cancel, row=row, draft=self._draft, events=self._unwritten))
        self._tell()
        self.ended.set_result(ended)

    async def _write(self, step: Callable[[Tx], T]) -> T:
        """Commit a step and wake its readers.

        Raises:
            LostRace: a cancel was committed first.
        """
        done = await written(self._means.ledger, step, self.task_id)
        self._means.wakes.wake(self.task_id)
        return done


def _known(row: Generation, error: BaseException) -> BackendFailed:
    """An error in words that may be told; one of ours is logged and told as nothing but that."""
    if isinstance(error, BackendFailed):
        return error
    _log.error("the attempt at %s broke", row.id, exc_info=error)
    fault = BackendFailed(_FAULT)
    fault.code = _FAULT_CODE
    return fault


def _to_running(tx: Tx, row: Generation, events: list[Payload]) -> Generation:
    response = snapshots.snapshot(row, responses.IN_PROGRESS)
    first = snapshots.told(EventType.IN_PROGRESS, response)
    return tx.move_generation(
        row.id, GenerationStatus.LOADING, GenerationStatus.RUNNING, Cause.START, events=[first, *events],
        response=snapshots.text(response),
    )  # fmt: skip


def _succeed(tx: Tx, row: Generation, draft: Draft, events: list[Payload]) -> Generation:
    status, members = draft.ending()
    return _over(
        tx, row, GenerationStatus.RUNNING, GenerationStatus.SUCCEEDED, status, members, draft,
        events=[*events, *draft.closing()],
    )  # fmt: skip


def _fail(
    tx: Tx, row: Generation, draft: Draft, events: list[Payload], error: BackendFailed, *, at_work: bool
) -> Generation:
    frm = GenerationStatus.RUNNING if at_work else GenerationStatus.LOADING
    members = {**draft.broken_off(), "error": {"code": error.code, "message": error.message}}
    text = error_text(error.code, error.message)
    return _over(
        tx, row, frm, GenerationStatus.FAILED, responses.FAILED, members, draft, events=events, error=text
    )


def _cancel(tx: Tx, row: Generation, draft: Draft, events: list[Payload]) -> Generation:
    return _over(
        tx, row, GenerationStatus.CANCELLING, GenerationStatus.CANCELLED, responses.CANCELLED,
        draft.broken_off(), draft, events=events,
    )  # fmt: skip


def _abandon(tx: Tx, task_id: TaskId) -> Generation:
    """The end of a generation whose attempt broke, out of nothing but its row: its reply may be what is at fault."""
    row = tx.generation(task_id)
    if row.has_ended:
        return row
    if row.status is GenerationStatus.CANCELLING:
        return _over(tx, row, row.status, GenerationStatus.CANCELLED, responses.CANCELLED, {})
    members = {"error": {"code": _FAULT_CODE, "message": _FAULT}}
    text = error_text(_FAULT_CODE, _FAULT)
    return _over(tx, row, row.status, GenerationStatus.FAILED, responses.FAILED, members, error=text)


def _over(
    tx: Tx,
    row: Generation,
    frm: GenerationStatus,
    to: GenerationStatus,
    status: str,
    members: Payload,
    draft: Draft | None = None,
    *,
    events: list[Payload] | None = None,
    **columns: Any,
) -> Generation:
    """The last step: what is left to tell, the final event, and the final status, in one commit."""
    response = snapshots.ended(row, status, tx.now // 1000, **members)
    if draft is not None and draft.usage is not None:
        columns |= {
            "input_tokens": draft.usage.input_tokens, "output_tokens": draft.usage.output_tokens,
        }  # fmt: skip
    final = snapshots.told(responses.FINALS[status], response)
    return tx.move_generation(
        row.id,
        frm,
        to,
        Cause.FINISH,
        events=[*(events or ()), final],
        response=snapshots.text(response),
        **columns,
    )
