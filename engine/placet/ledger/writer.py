"""The one thread that writes.

Callers append a step to the batch that is gathering; the thread takes the whole batch, runs it in one
transaction, commits once, tells the events, and only then wakes the callers: one wake-up for each loop, not one
for each caller. While a commit is on its way to the disk the next batch gathers, so the cost of a flush is shared
by everybody who came meanwhile.

A batch runs together first: writes are held back and given to SQLite in groups, and a step that raises before
SQLite has seen any of it is simply forgotten. When that isn't enough (SQLite refuses a row, or a step raises
after its writes are in the file) the batch is rolled back and runs again one by one, each step in a savepoint.
So a step may run twice before its commit: it must be a function of the transaction alone, and change nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from placet.ledger import chaining, writes
from placet.ledger.known import KnownTasks
from placet.ledger.pending import NotLanded
from placet.ledger.standing import TABLES, Standing
from placet.ledger.tx import Tx
from placet.rules import errors
from placet.rules.basics import Clock
from placet.rules.records import Event

LOG = logging.getLogger(__name__)

_SAVE: Final = "SAVEPOINT step"
_KEEP: Final = "RELEASE step"
_UNDO: Final = "ROLLBACK TO step"
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class Command:
    """One caller's step, and what became of it once its batch is done. `future`: how a caller on a loop hears of it."""

    __slots__ = ("_error", "_result", "future", "step")

    def __init__(self, step: Callable[[Tx], Any], future: asyncio.Future[Any] | None = None) -> None:
        self.step = step
        self.future = future
        self._result: Any = None
        self._error: BaseException | None = None

    def succeed(self, result: Any) -> None:
        """Note what the step returned."""
        self._result = result
        self._error = None

    def fail(self, error: BaseException) -> None:
        """Note why the step, or its whole batch, didn't happen."""
        self._error = error

    def outcome(self) -> Any:
        """What the step returned; raises what it raised."""
        if self._error is not None:
            try:
                raise self._error
            finally:
                self._error = None  # an error that holds this frame would hold itself
        return self._result

    def tell(self, future: asyncio.Future[Any]) -> None:
        """Give the outcome to whoever still waits for it."""
        if future.done():
            return
        if self._error is None:
            future.set_result(self._result)
        else:
            future.set_exception(self._error)


class Batch:
    """The steps that will share one commit, and whoever waits for them."""

    __slots__ = ("commands", "done", "loops")

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.loops: set[asyncio.AbstractEventLoop] = set()
        self.done = threading.Event()

    def wake(self) -> None:
        """Wake everybody who waits: one call into each loop, however many wait there."""
        self.done.set()
        for loop in self.loops:
            try:
                loop.call_soon_threadsafe(self._tell, loop)
            except RuntimeError:
                LOG.info("A loop closed while its commit was under way; the commit stands.")

    def _tell(self, loop: asyncio.AbstractEventLoop) -> None:
        for command in self.commands:
            future = command.future
            if future is not None and future.get_loop() is loop:
                command.tell(future)


@dataclass(frozen=True, kw_only=True)
class Stats:
    """How many transactions were committed (each is one flush), and how many steps they carried."""

    commits: int
    steps: int


class Writer:
    """Runs steps against the file, on a thread of its own. `submit` may be called from any thread.

    `on_commit` is called on the writer thread with the events of each commit, in order, before any caller of
    that commit goes on; it must be quick, and what it raises is only logged. `on_written` is called after
    each batch. `check` is called before each, and what it raises is what becomes of the batch. In `standing` nothing is
    kept that a commit, ours or another program's, made untrue.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        clock: Clock,
        on_commit: Callable[[tuple[Event, ...]], None],
        on_written: Callable[[], None],
        check: Callable[[], None],
        standing: Standing,
    ) -> None:
        self._check = check
        self._standing = standing
        self._wrote: set[str] = set()
        self._tx: Tx
        self._connection = connection
        self._cursor = connection.cursor()
        self._known = KnownTasks()
        self._clock = clock
        self._on_commit = on_commit
        self._on_written = on_written
        self._tip = chaining.tip(self._cursor)
        self._last_event_seq: int = writes.SELECT_LAST_EVENT.run(self._cursor, {}).fetchone()[0]
        self._gathering = Batch()
        self._stopping = False
        self._guard = threading.Lock()
        # Rung once for each batch that isn't empty, and at the end: half as long a way as by a condition.
        self._bell: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._commits = 0
        self._steps = 0
        self._thread = threading.Thread(target=self._work, name="placet-ledger-writer", daemon=True)
        self._thread.start()

    @property
    def stats(self) -> Stats:
        """The counts so far."""
        return Stats(commits=self._commits, steps=self._steps)

    def submit(self, command: Command) -> threading.Event:
        """Hand in a step from a thread; the event is set once its outcome stands.

        Raises:
            EngineStopping: the ledger is closed, or closing.
        """
        with self._guard:
            return self._add(command).done

    def submit_from_loop(
        self, step: Callable[[Tx], Any], loop: asyncio.AbstractEventLoop
    ) -> asyncio.Future[Any]:
        """Hand in a step from a loop; the future has its outcome. Cancelling that takes nothing back.

        Raises:
            EngineStopping: the ledger is closed, or closing.
        """
        future = loop.create_future()
        with self._guard:
            self._add(Command(step, future)).loops.add(loop)
        return future

    def _add(self, command: Command) -> Batch:
        if self._stopping:
            raise errors.EngineStopping("The ledger is closed.")
        batch = self._gathering
        batch.commands.append(command)
        if len(batch.commands) == 1:
            self._bell.put(None)
        return batch

    def close(self) -> None:
        """Take no more steps, finish those that were taken, and end the thread."""
        with self._guard:
            self._stopping = True
            self._bell.put(None)
        self._thread.join()
        self._cursor.close()

    def _work(self) -> None:
        while (batch := self._next()) is not None:
            events = self._commit(batch)
            if events:
                self._tell(events)
            batch.wake()
            self._on_written()

    def _next(self) -> Batch | None:
        """Wait for a batch; None once there won't be one any more."""
        self._bell.get()
        with self._guard:
            batch, self._gathering = self._gathering, Batch()
        return batch if batch.commands else None

    def _tell(self, events: tuple[Event, ...]) -> None:
        try:
            self._on_commit(events)
        except Exception:
            LOG.exception("Telling the events %d to %d failed.", events[0].seq, events[-1].seq)

    def _commit(self, batch: Batch) -> tuple[Event, ...]:
        """Run a batch in one transaction; afterwards each command knows what became of it."""
        try:
            self._check()
            events = self._run_together(batch)
            if events is None:
                self._connection.rollback()
                self._known.forget()
                events = self._run_one_by_one(batch)
            self._cursor.execute("COMMIT")
            if not TABLES.isdisjoint(self._wrote):
                self._standing.forget()
        except Exception as error:  # the thread outlives it, and nobody is left waiting
            self._give_up(batch, error)
            return ()
        self._last_event_seq += len(events)
        self._tip = self._tx.tip
        self._commits += 1
        self._steps += len(batch.commands)
        return events

    def _begin(self, *, at_once: bool) -> Tx:
        self._cursor.execute("BEGIN IMMEDIATE")
        if not self._known.begin(self._cursor.execute("PRAGMA data_version").fetchone()[0]):
            self._standing.forget()
        tx = Tx(self._cursor, self._known, self._clock, self._last_event_seq, self._tip, at_once=at_once)
        self._tx = tx
        self._wrote = tx.wrote
        return tx

    def _run_together(self, batch: Batch) -> tuple[Event, ...] | None:
        """Run the steps with their writes in groups; None: it must be done again, one by one."""
        tx = self._begin(at_once=False)
        try:
            for command in batch.commands:
                if not _run_free(command, tx):
                    return None
            return tx.write_all()
        except (sqlite3.Error, NotLanded):
            return None

    def _run_one_by_one(self, batch: Batch) -> tuple[Event, ...]:
        tx = self._begin(at_once=True)
        for command in batch.commands:
            self._run_saved(command, tx)
        return tx.write_all()

    def _run_saved(self, command: Command, tx: Tx) -> None:
        execute = self._cursor.execute
        mark = tx.begin_step()
        execute(_SAVE)
        try:
            command.succeed(command.step(tx))
        except BaseException as error:  # whatever it is, it is its caller's; the others go on
            if not self._connection.in_transaction:
                # SQLite gave up the whole transaction (full disk, I/O error), not just this statement.
                raise sqlite3.OperationalError(str(error)) from error
            execute(_UNDO)
            execute(_KEEP)
            tx.undo_step(mark)
            command.fail(_as_ours(error))
        else:
            execute(_KEEP)

    def _give_up(self, batch: Batch, error: Exception) -> None:
        LOG.error("A commit of %d steps failed: %s", len(batch.commands), error)
        if self._connection.in_transaction:
            self._connection.rollback()
        self._known.forget()
        for command in batch.commands:
            command.fail(_write_failed(error))


def _run_free(command: Command, tx: Tx) -> bool:
    """Run a step without a savepoint; False: it raised, and its writes can't be taken out by themselves."""
    mark = tx.begin_step()
    try:
        command.succeed(command.step(tx))
    except (sqlite3.Error, NotLanded):
        raise
    except BaseException as error:  # whatever it is, it is its caller's; the others go on
        command.fail(error)
        return tx.undo_step(mark)
    return True


def _write_failed(error: BaseException) -> errors.PlacetError:
    if isinstance(error, errors.LedgerWriteFailed | errors.LedgerDamaged):
        return type(error)(error.message)  # each caller gets one of its own
    failed = errors.LedgerWriteFailed(f"The ledger couldn't be written: {error}.")
    failed.__cause__ = error
    return failed


def _as_ours(error: BaseException) -> BaseException:
    """What the caller of a step gets: its own errors as they are, the file's in our words."""
    if isinstance(error, sqlite3.OperationalError):
        return _write_failed(error)
    if isinstance(error, sqlite3.Error) and error.sqlite_errorcode in _DAMAGE:
        return errors.LedgerDamaged(f"The ledger can't be written any more: {error}.")
    if isinstance(error, sqlite3.Error):
        refused = RuntimeError(f"the ledger refused a step: {error}")
        refused.__cause__ = error
        return refused
    return error
