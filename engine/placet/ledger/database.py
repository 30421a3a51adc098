"""The file under the ledger: who may open it, whether it is whole, and how connections to it are set up.

Order at start: `FolderLock`, then `prepare` (make, or check, migrate and fence), then `writing_engine` and
`reading_engine`. Everything that knows SQLite's pragmas is here.
"""

from __future__ import annotations

import fcntl
import functools
import logging
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Final, Self, cast

from sqlalchemy import Connection, Engine, PoolProxiedConnection, create_engine, create_mock_engine, event
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import ExecutableDDLElement

from placet.folder import sync_folder
from placet.ledger import chaining, schema, triggers
from placet.rules import errors

LOG = logging.getLogger(__name__)

LOCK_NAME: Final = "lock"
CHAINED_FROM: Final = 12
"""The first schema with a chain: an older ledger's begins when it is brought up to date."""
BUSY_TIMEOUT_MS: Final = 30_000
"""How long a write waits for another program that holds the file, such as an owner's SQLite shell."""

JOURNAL_BYTES: Final = 4 * 1024 * 1024
"""To this the journal is cut when it starts over. It keeps these bytes on purpose: a flush of bytes that are written
over takes half as long as one of a file that grows.
"""

_WRITER_PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # W6: on the disk before anybody is told
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
    f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}",
    "PRAGMA wal_autocheckpoint = 0",  # `checkpoint` does it off the writer thread
    f"PRAGMA journal_size_limit = {JOURNAL_BYTES}",
    "PRAGMA trusted_schema = OFF",
    *(("PRAGMA fullfsync = ON", "PRAGMA checkpoint_fullfsync = ON") if sys.platform == "darwin" else ()),
)

_NOT_THE_FILES_FAULT: Final = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)
"""What keeps a whole file from being looked at: a full disk has no room for the memory that its readers share."""


class FolderLock:
    """The exclusive hold on a data folder: one process at a time (the sweep at load relies on it).

    It is taken by making one and lasts until `close`, or until the process ends in any way.

    Raises:
        DataFolderInUse: another process holds the folder; `details["pid"]` says which, when it is known.
    """

    def __init__(self, folder: Path) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        self._descriptor: int | None = os.open(folder / LOCK_NAME, flags, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._descriptor, 32).decode("ascii", "replace").strip()
            self.close()
            raise errors.DataFolderInUse(
                f"Another Placet (process {holder or 'unknown'}) uses the data folder {folder}.",
                pid=int(holder) if holder.isdecimal() else None,
            ) from None
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{os.getpid()}\n".encode("ascii"), 0)

    def close(self) -> None:
        """Let go. May be called more than once."""
        if self._descriptor is not None:
            os.close(self._descriptor)  # the lock goes with the descriptor
            self._descriptor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class SameFile:
    """Whether the ledger's path still leads to the file that was opened.

    A synchroniser, or a copy put back by hand, can put another file in its place; what is written to the opened
    one would be lost with it.
    """

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._opened = self._look()

    def check(self) -> None:
        """Raises:
        LedgerWriteFailed: another file lies there, or none.
        """
        if self._look() != self._opened:
            raise errors.LedgerWriteFailed(
                f"The ledger {self._path} was taken away, or another file put in its place, while Placet was using "
                "it. Nothing more is written. Stop Placet, put the right file back, and start again."
            )

    def _look(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._path)  # noqa: PTH116 - asked before each commit; a Path takes thrice the time
        except OSError:
            return None
        return found.st_dev, found.st_ino


def prepare(path: Path) -> None:
    """Make `path` a whole, current and fenced ledger, or leave it exactly as it is and raise.

    Raises:
        LedgerDamaged: it isn't whole, isn't ours, or was written by a newer Placet.
        sqlite3.OperationalError, or SQLAlchemy's: the disk is full or read-only, or another program holds the file.
    """
    if not path.exists():
        _make(path)
        return
    version = _inspect(path)
    path.chmod(0o600)
    engine = writing_engine(path)
    try:
        with engine.begin() as connection:
            if version < schema.VERSION:
                _migrate(connection, version)
            if triggers.put_up(_cursor(connection)):
                LOG.warning("The ledger didn't carry the fences of this Placet; they were put up.")
    finally:
        engine.dispose()


def disarm(path: Path) -> None:
    """Take out of a database that came from elsewhere what would run by itself: its triggers and its views.

    Raises:
        sqlite3.DatabaseError: it can't be read.
    """
    with closing(_open(path, "rw")) as connection:
        connection.execute("BEGIN IMMEDIATE")
        found = connection.execute(
            "SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY type"
        ).fetchall()
        for kind, name in found:  # triggers come first: a view takes its own along
            connection.execute(f'DROP {kind} "{name.replace(chr(34), chr(34) * 2)}"')
        connection.execute("COMMIT")


def _make(path: Path) -> None:
    """Write a fresh ledger aside and move it into place whole, so an empty ledger file is always damage."""
    if path.with_name(path.name + "-wal").exists():
        raise errors.LedgerDamaged(f"The ledger {path} is gone, but its journal is still there.")
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    engine = writing_engine(draft)
    try:
        with engine.begin() as connection:
            cursor = _cursor(connection)
            for statement in _tables():
                cursor.execute(statement)
            triggers.put_up(cursor)
            chaining.plant(cursor)
            _stamp(connection)
    finally:
        engine.dispose()  # the last connection to go folds the journal into the file
    draft.rename(path)
    sync_folder(path.parent)


@functools.cache
def _tables() -> tuple[str, ...]:
    """What makes all tables and their indexes, in order. SQLAlchemy takes longer to write it than SQLite to do it."""
    statements: list[str] = []

    def write(ddl: ExecutableDDLElement, *_: object, **__: object) -> None:
        statements.append(str(ddl.compile(dialect=writing.dialect)))

    writing = create_mock_engine("sqlite://", write)
    schema.ALL.create_all(writing, checkfirst=False)
    return tuple(statements)


def _stamp(connection: Connection) -> None:
    connection.exec_driver_sql(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version = {schema.VERSION}")


def _inspect(path: Path) -> int:
    """Look at the file without changing a byte of it; returns its schema version."""
    try:
        connection = _open(path, "ro")
        try:
            found = [row[0] for row in connection.execute("PRAGMA quick_check(20)")]
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in _NOT_THE_FILES_FAULT:
            raise
        raise errors.LedgerDamaged(f"The ledger {path} can't be read: {error}.") from error
    if found != ["ok"]:
        raise errors.LedgerDamaged(f"The ledger {path} is damaged: {found[0]}", findings=found)
    if application != schema.APPLICATION_ID or version < 1:
        raise errors.LedgerDamaged(f"{path} isn't a ledger of Placet.")
    if version > schema.VERSION:
        raise errors.LedgerDamaged(f"The ledger {path} was written by a newer Placet (schema {version}).")
    return version


def version_of(path: Path) -> int:
    """The schema that a file is of, if it is a whole ledger. Changes nothing.

    Raises:
        LedgerDamaged: it isn't whole, isn't ours, or was written by a newer Placet.
    """
    return _inspect(path)


def flaws(path: Path) -> list[str]:
    """What SQLite finds wrong with a ledger that is open; nothing, as a rule. It reads the whole file."""
    try:
        connection = _open(path, "ro")
        try:
            found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(20)")]
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [] if found == ["ok"] else found


def _migrate(connection: Connection, version: int) -> None:
    from placet.ledger import migrations  # noqa: PLC0415 - Alembic is loaded only for a file that needs it

    LOG.info("Bringing the ledger from schema %d to %d.", version, schema.VERSION)
    migrations.upgrade(connection, version)
    if version < CHAINED_FROM:
        chaining.adopt(_cursor(connection))
    _stamp(connection)


def _cursor(connection: Connection) -> sqlite3.Cursor:
    return cast("sqlite3.Cursor", connection.connection.cursor())


def _open(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    # A connection is handed from the opening thread to its own, or out of a pool: never used by two at once.
    return sqlite3.connect(
        address,
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=512,  # more than there are: the writer's come in several sizes each
    )


def writing_engine(path: Path) -> Engine:
    """An engine whose transactions begin with `BEGIN IMMEDIATE`, durable at commit. Only the writer may keep
    one.

    A read through it takes the write lock too; that is why reads have an engine of their own.
    """

    def connect() -> sqlite3.Connection:
        connection = _open(path, "rw")
        for pragma in _WRITER_PRAGMAS:
            connection.execute(pragma)
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _last_place(text: str, part: str) -> int:
    """As SQLite's `instr`, from the end: where the last such part begins, counted from 1; 0 where there is none."""
    return text.rfind(part) + 1


def reading_engine(path: Path) -> Engine:
    """An engine that can't write, for any thread. Its readers never hold up the writer.

    Its statements have one function that SQLite lacks: `last_place(text, part)`.
    """

    def connect() -> sqlite3.Connection:
        connection = _open(path, "ro")
        connection.execute("PRAGMA query_only = ON")
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        connection.create_function("last_place", 2, _last_place, deterministic=True)
        return connection

    return create_engine(
        "sqlite://",
        creator=connect,
        poolclass=NullPool,  # `Reads` keeps its connections itself
    )


def checkpoint_connection(path: Path) -> sqlite3.Connection:
    """A connection for moving the journal into the file, used by one thread and for nothing else."""
    connection = _open(path, "rw")
    connection.execute("PRAGMA busy_timeout = 30")  # at most this long is waited for a reader to step aside
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def looking_connection(path: Path) -> sqlite3.Connection:
    """A connection for one look at the whole file; text that isn't UTF-8 is an error of the file."""
    connection = _open(path, "ro")
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    return connection


def asking_connection(path: Path) -> sqlite3.Connection:
    """A connection for one question of an agent's: it can't write, and broken text becomes marks, not an error."""
    connection = _open(path, "ro")
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return connection


def driver_connection(connection: PoolProxiedConnection) -> sqlite3.Connection:
    """The driver's own connection under one of SQLAlchemy's, for statements that are compiled already."""
    return cast("sqlite3.Connection", connection.driver_connection)
