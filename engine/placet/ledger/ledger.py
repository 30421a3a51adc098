"""The ledger as the engine holds it: `commit` is the one way to write, `reads` the one way to look."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self, TypeVar, cast

from sqlalchemy.exc import OperationalError

from placet.ledger import backup, chain_check, database, evidence, receipt_export
from placet.ledger.backup import BackedUp, Tell
from placet.ledger.checkpoints import Checkpoints
from placet.ledger.reads import Reads
from placet.ledger.receipt_export import Exported, Signer
from placet.ledger.search import FROM_ROWS, Progress, Search
from placet.ledger.standing import Standing
from placet.ledger.tx import Tx
from placet.ledger.writer import Command, Stats, Writer
from placet.rules import chain, errors
from placet.rules.basics import Clock
from placet.rules.records import Event

T = TypeVar("T")


class Ledger:
    """An open ledger. Made by `open`, closed by `close`; any thread may use it in between.

    The caller holds the folder's `FolderLock` for as long as the ledger is open.
    """

    def __init__(
        self,
        path: Path,
        clock: Clock,
        on_commit: Callable[[tuple[Event, ...]], None],
        search_from_rows: int = FROM_ROWS,
    ) -> None:
        """Use `open`: the file must have been prepared. A ledger of so many ended tasks has a search index."""
        self._path = path
        self._same_file = database.SameFile(path)
        self._flaw: chain.Flaw | None = None
        self._stop_looking = threading.Event()
        self._distrusted: errors.LedgerDamaged | None = None
        self._writing = database.writing_engine(path)
        self._connection = self._writing.raw_connection()
        self._reading = database.reading_engine(path)
        self._checkpoints = Checkpoints(path)
        self._search = Search(path, search_from_rows)
        standing = Standing()
        self._writer = Writer(
            database.driver_connection(self._connection),
            clock,
            on_commit,
            on_written=self._after_a_batch,
            check=self._may_write,
            standing=standing,
        )
        self._closed = False
        self.reads = Reads(self._reading, self._search, standing)

    @classmethod
    def open(cls, path: Path, *, clock: Clock, on_commit: Callable[[tuple[Event, ...]], None]) -> Self:
        """Open the ledger at `path`, making it when there is none and bringing an older one up to date.

        `on_commit` is called on the writer thread with the events of each commit, in order and before the
        callers of that commit go on; it must be quick, and what it raises is only logged.

        Raises:
            LedgerDamaged: the file isn't whole, isn't ours or is too new; nothing of it was changed.
            LedgerWriteFailed: it can't be made, checked or brought up to date: the disk is full or read-only, or
                another program holds the file. What was there is there.
        """
        try:
            database.prepare(path)
            evidence.check(path)
            chain_check.check_at_open(path)
            return cls(path, clock, on_commit)
        except (sqlite3.OperationalError, OperationalError) as error:
            cause = error.orig if isinstance(error, OperationalError) else error
            raise errors.LedgerWriteFailed(f"The ledger {path} can't be opened: {cause}.") from error

    def _after_a_batch(self) -> None:
        self._checkpoints.look()
        self._search.look()

    @property
    def search(self) -> Progress | None:
        """How far the search index is; None while there is none, and searching looks through the rows."""
        return self._search.progress

    @property
    def stats(self) -> Stats:
        """How many commits (flushes) and steps there were since it was opened."""
        return self._writer.stats

    async def commit(self, step: Callable[[Tx], T]) -> T:
        """Run a plain function on the writer thread, durably; returns what it returns, raises what it raises.

        The step may run twice, the first time undone, so it must change nothing but through its transaction.
        It is whole or not at all, and is on the disk, its events told, before this returns. Steps of
        other callers may share its commit but never its fate. Cancelling the wait doesn't take the step back.

        Raises:
            LedgerWriteFailed: the disk refused; nothing of the step happened.
            EngineStopping: the ledger is closed.
        """
        return cast("T", await self._writer.submit_from_loop(step, asyncio.get_running_loop()))

    def commit_blocking(self, step: Callable[[Tx], T]) -> T:
        """As `commit`, for a thread without a loop: start-up, the sweep, offline commands. Never on the
        engine's loop.

        Raises:
            LedgerWriteFailed: the disk refused; nothing of the step happened.
            EngineStopping: the ledger is closed.
        """
        command = Command(step)
        self._writer.submit(command).wait()
        return cast("T", command.outcome())

    def distrust(self, why: errors.LedgerDamaged) -> None:
        """Close it, since something outside says that it isn't what it was: nothing is written any more (DECISIONS W6)."""
        self._distrusted = self._distrusted or why

    def flaws(self) -> list[str]:
        """What is wrong with the file, nothing as a rule; SQLite's words without a stop. Blocking: it reads all of it."""
        said = [] if self._distrusted is None else [self._distrusted.message.removesuffix(".")]
        return [*said, *database.flaws(self._path)]

    def chain_flaw(self, leisure: chain_check.Leisure | None = None) -> chain.Flaw | None:
        """Where the chain is broken, None as a rule. Blocking: it reads every fact and every record.

        At `leisure` it takes three times as long or more, hardly keeps anybody else from working, and ends without a finding
        when that is stopped. A flaw that is found closes the ledger: nothing is written any more (DECISIONS W6).
        """
        stop = self._stop_looking if leisure is None else leisure.stop
        self._flaw = self._flaw or chain_check.found(self._path, stop=stop, rest=leisure)
        return self._flaw

    def stop_looking(self) -> None:
        """End a look at the chain that is under way, without a finding: the ledger is about to be closed."""
        self._stop_looking.set()

    def export_receipts(
        self, write: Callable[[bytes], Any], signer: Signer, *, at_ms: int, by: str
    ) -> Exported:
        """Hand the chain to `write` line by line, signed, as it is at this moment (`engine/receipts.md`). Blocking."""
        return receipt_export.export(self._path, write, signer, at_ms=at_ms, by=by)

    @property
    def folder(self) -> Path:
        """The folder that it lies in."""
        return self._path.parent

    def back_up(self, target: Path, tell: Tell) -> BackedUp:
        """Copy it as it is at this moment into one file, whole or not at all. Blocking; callers may write meanwhile.

        Raises:
            OSError: the file can't be written; what was there is there.
        """
        try:
            return backup.back_up(self._path, target, tell)
        except sqlite3.Error as error:
            raise OSError(str(error)) from error

    def _may_write(self) -> None:
        """Raises:
        LedgerWriteFailed: another file lies in its place. LedgerDamaged: its chain is broken, or it is distrusted.
        """
        self._same_file.check()
        if self._distrusted is not None:
            raise self._distrusted
        if self._flaw is not None:
            raise chain_check.damage(self._path, self._flaw)

    def close(self) -> None:
        """Finish what was handed in, then let go of the file. May be called more than once."""
        if self._closed:
            return
        self._closed = True
        self._writer.close()
        self._checkpoints.close()
        self._search.close()
        self.reads.close()
        self._reading.dispose()
        self._connection.close()
        self._writing.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
