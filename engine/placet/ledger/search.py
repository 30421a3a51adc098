"""Finding text in a long ledger: an index in a file of its own, filled behind the ledger's back.

The problem: looking through a million rows for a word that few of them hold takes most of a second, and an index that
is kept by trigger slows every write to a fiftieth (PERFORMANCE 3). What we do: a thread follows the ledger and puts
each ended task into `search.sqlite`, once; nothing of an ended task changes any more. Those that are open, and those
that ended too lately to be in it, are few and are looked through as they are. What it costs: a second file, which holds
nothing that the ledger doesn't and is made anew whenever it is missing, strange or behind the truth.

The index knows three letters at a time, so it finds more than was asked for; whoever asks compares the rows themselves.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from placet.ledger.statements import json_form
from placet.rules.lifecycles import TOOL_CALL

LOG = logging.getLogger(__name__)

FROM_ROWS: Final = 20_000
"""From how many ended tasks on there is an index; a shorter ledger is looked through as quickly."""

LONGEST_TAIL: Final = 5_000
"""How many facts the index may be behind and still be asked; the rows of those are looked through."""

_FORMAT: Final = 2
_CHUNK: Final = 2_000
_LONGEST_PAUSE_S: Final = 60.0
_PAUSE_S: Final = 0.25  # what ends meanwhile goes in with one flush
_MOST_TRIGRAMS: Final = 24

_ENDED: Final = ", ".join(f"'{status}'" for status in sorted(TOOL_CALL.ended))
_TEXT: Final = (
    "t.id || char(10) || t.tool || char(10) || t.agent || char(10) || t.args || char(10) || t.sentence || char(10) || "
    "coalesce(t.claim, '') || char(10) || coalesce(t.error, '') || char(10) || coalesce(t.approved_args, '') || char(10) || "
    "coalesce(t.result, '')"
)
_SCAN: Final = f"SELECT t.seq, {_TEXT} FROM tasks t WHERE t.seq > ? AND t.seq <= ? AND t.status IN ({_ENDED})"  # noqa: S608 - our words
# CROSS JOIN and the plus keep SQLite to walking the facts: by status it would look at every ended task each time.
_FOLLOW: Final = (
    f"SELECT t.seq, {_TEXT} FROM events e CROSS JOIN tasks t ON t.id = e.task_id "  # noqa: S608 - our words
    f"WHERE e.seq > ? AND e.seq <= ? AND e.type = 'task.moved' AND +t.status IN ({_ENDED})"
)
_COUNT_ENDED: Final = f"SELECT coalesce(sum(tasks), 0) FROM task_counts WHERE status IN ({_ENDED})"  # noqa: S608
_LAST_FACT: Final = "SELECT coalesce(max(seq), 0) FROM events"
_LAST_TASK: Final = "SELECT coalesce(max(seq), 0) FROM tasks"
_TABLES: Final = (
    "CREATE VIRTUAL TABLE search USING fts5(text, content = '', tokenize = 'trigram', detail = none)",
    "CREATE TABLE state (position INTEGER NOT NULL)",
    f"PRAGMA user_version = {_FORMAT}",
)


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far the index is: the last fact that it has followed, and how many ended tasks it holds."""

    position: int
    indexed: int


class Search:
    """The index of one ledger and the thread that fills it. Any thread may ask; `look` is for the writer's."""

    def __init__(self, ledger: Path, from_rows: int = FROM_ROWS) -> None:
        self._ledger = ledger
        self._file = ledger.with_name("search.sqlite")
        self._from_rows = from_rows
        self._progress: Progress | None = None
        self._indexed: int | None = None  # how many it holds, once they were counted
        self._due = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="placet-ledger-search", daemon=True)
        self._thread.start()
        self._due.set()

    @property
    def progress(self) -> Progress | None:
        """How far it is; None while there is no index to ask."""
        return self._progress

    def within_reach(self, last_fact: int) -> Progress | None:
        """How far it is, if that is far enough: what it hasn't got to can be looked through."""
        progress = self._progress
        if progress is None or last_fact - progress.position > LONGEST_TAIL:
            return None
        return progress

    def look(self) -> None:
        """Tell the thread that something was committed."""
        self._due.set()

    def close(self) -> None:
        """End the thread. What it didn't get to is followed after the next start."""
        self._stopping.set()
        self._due.set()
        self._thread.join()

    def newest(self, q: str, below: int, count: int) -> list[int] | None:
        """At most so many `seq` below this one of ended tasks that may hold the text, the newest first.

        None: the index can't tell, because it isn't there or the text is too short.
        """
        match = _either(q)
        if match is None or self._progress is None:
            return None
        try:
            with closing(self._open("ro")) as index:
                found = index.execute(
                    "SELECT rowid FROM search WHERE search MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?",
                    (match, below, count),
                )
                return [row[0] for row in found]
        except sqlite3.Error as error:
            LOG.warning("The search index couldn't be asked: %s", error)
            return None

    def _open(self, mode: str) -> sqlite3.Connection:
        return sqlite3.connect(
            f"{self._file.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None
        )

    # The thread.

    def _work(self) -> None:
        pause_s = _PAUSE_S
        while self._due.wait() and not self._stopping.is_set():
            self._due.clear()
            try:
                self._follow()
                pause_s = _PAUSE_S
            except (sqlite3.Error, OSError):
                LOG.exception("The search index couldn't be brought up to date; it is made anew.")
                self._remove()
                pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)  # a full disk isn't emptied by asking it
            self._stopping.wait(pause_s)

    def _follow(self) -> None:
        with closing(_reader(self._ledger)) as source:
            ended = _one(source, _COUNT_ENDED)
            if ended < self._from_rows:
                return
            with self._writing() as index:
                self._catch_up(source, index)
                if self._count(index) > _one(source, _COUNT_ENDED):
                    raise sqlite3.DatabaseError("it holds more tasks than have ended")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The index, made when it isn't there or isn't one of ours."""
        if self._file.exists():
            with closing(self._open("ro")) as found:
                ours = found.execute("PRAGMA user_version").fetchone()[0] == _FORMAT
            if not ours:
                self._remove()
        # Whatever an agent asked for is in here too, so it is as private as the ledger.
        os.close(os.open(self._file, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600))
        with closing(self._open("rw")) as index:
            index.execute("PRAGMA journal_mode = WAL")
            index.execute("PRAGMA synchronous = NORMAL")  # what a crash takes is followed again
            if index.execute("PRAGMA user_version").fetchone()[0] != _FORMAT:
                with _transaction(index):
                    for statement in _TABLES:
                        index.execute(statement)
            yield index

    def _count(self, index: sqlite3.Connection) -> int:
        if self._indexed is None:
            self._indexed = _one(index, "SELECT count(*) FROM search_docsize")
        return self._indexed

    def _remove(self) -> None:
        self._progress = self._indexed = None
        for suffix in ("", "-wal", "-shm"):
            self._file.with_name(self._file.name + suffix).unlink(missing_ok=True)

    def _catch_up(self, source: sqlite3.Connection, index: sqlite3.Connection) -> None:
        found = index.execute("SELECT position FROM state").fetchone()
        if found is None:
            position = _one(source, _LAST_FACT)  # what ends while the rows are walked is followed afterwards
            self._take(source, index, _SCAN, 0, _one(source, _LAST_TASK))
            if self._stopping.is_set():
                return  # a walk that was broken off goes on from the start, past what is in already
            index.execute("INSERT INTO state (position) VALUES (?)", (position,))
        else:
            position = found[0]
        with _transaction(source, "BEGIN"):
            last, ended = _one(source, _LAST_FACT), _one(source, _COUNT_ENDED)
        if position > last:
            raise sqlite3.DatabaseError("it has followed another ledger than this one")
        position = self._take(source, index, _FOLLOW, position, last)
        if position == last and self._count(index) < ended:  # another program ended tasks and told nobody
            self._take(source, index, _SCAN, 0, _one(source, _LAST_TASK))
        index.execute("UPDATE state SET position = ?", (position,))
        self._progress = Progress(position=position, indexed=self._count(index))

    def _take(
        self, source: sqlite3.Connection, index: sqlite3.Connection, sql: str, after: int, last: int
    ) -> int:
        """Put in what this statement finds after one number and up to another; returns how far it came."""
        while after < last and not self._stopping.is_set():
            until = min(after + _CHUNK, last)
            texts = dict(source.execute(sql, (after, until)).fetchall())
            with _transaction(index):
                known = index.execute(
                    "SELECT id FROM search_docsize WHERE id IN (SELECT value FROM json_each(?))",
                    (json.dumps(list(texts)),),
                )
                for (seq,) in known.fetchall():
                    del texts[seq]
                index.executemany("INSERT INTO search (rowid, text) VALUES (?, ?)", texts.items())
            self._indexed = self._count(index) if self._indexed is None else self._indexed + len(texts)
            after = until
        return after


def _reader(ledger: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{ledger.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.execute("PRAGMA query_only = ON")
    connection.text_factory = lambda text: text.decode(errors="replace")
    return connection


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    connection.execute(begin)
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.execute("COMMIT")


def _one(connection: sqlite3.Connection, sql: str) -> int:
    value: int = connection.execute(sql).fetchone()[0]
    return value


def _either(q: str) -> str | None:
    """What to ask so that a text is found as it is, and as JSON writes it where that is another text."""
    asked, written = _trigrams(q), json_form(q)
    return asked if asked is None or written == q else f"({asked}) OR ({_trigrams(written)})"


def _trigrams(q: str) -> str | None:
    """What to ask the index so that every row that holds the text is found; None when it is too short for that."""
    if len(q) < 3 or "\0" in q:
        return None
    threes = list(dict.fromkeys(q[place : place + 3] for place in range(len(q) - 2)))
    step = -(-len(threes) // _MOST_TRIGRAMS)
    return " AND ".join('"' + three.replace('"', '""') + '"' for three in threes[::step])
