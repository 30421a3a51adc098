"""Putting a backup back: a union, never a step back (ADR 0038, DECISIONS W7, spec/workflows 8.1).

Receipts, operations and request keys of both sides stay; what is archived on either is; every workflow that the backup
knows is marked for good, its effects are uncertain until they are looked up, and it may have no new ones. All of it is one
transaction of the ledger: a process that dies in it has changed nothing. Only for a ledger that nobody has open.
"""

from __future__ import annotations

import itertools
import json
import operator
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from placet.ledger import backup, chain_check, chaining, database, foreign, schema, triggers
from placet.ledger import restore_statements as statements
from placet.ledger.backup import Tell
from placet.ledger.chain_check import Walk
from placet.ledger.chain_records import KINDS, ONE
from placet.ledger.restore_statements import Taking
from placet.ledger.verbs.base import payload_text
from placet.rules import chain, declarations, strict_json
from placet.rules.basics import AgentId, TaskId
from placet.rules.chain import Flaw
from placet.rules.errors import BadBackup, LedgerDamaged, PlacetError
from placet.rules.events import Fact, WorkflowMoved
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import WorkflowStatus
from placet.rules.restores import LedgerRestored

_MOST_CONFLICTS: Final = 100
_CACHE_KIB: Final = 256 * 1024
_LINK_RECORDS: Final = 1_000
_MADE_AT: Final = "SELECT at_ms FROM chain ORDER BY number DESC LIMIT 1"
_TOUCHED: Final = "CREATE TEMP TABLE touched (kind TEXT, key BLOB, PRIMARY KEY (kind, key)) WITHOUT ROWID"
_VERBATIM: Final = frozenset({"task", "approval"})
_OPEN: Final = "SELECT task_id FROM old.approvals WHERE state = 'open'"
_EVENT: Final = "INSERT INTO main.events VALUES (?, ?, ?, ?, ?, ?, ?)"


def restore(ledger: Path, source: Path, now: int, tell: Tell) -> LedgerRestored:
    """Take a backup into the ledger at this path, which must be whole and current (`database.prepare`). Blocking.

    While its rows come in, another thread looks at the backup's chain; nothing is committed before that found no flaw.

    Raises:
        BadBackup: the file isn't a whole backup, its chain is broken, or a newer Placet made it. Nothing was changed.
        OSError, sqlite3.Error: the disk refused. Nothing was changed.
    """
    with _own_copy(ledger, source, tell) as copy:
        tell("checking", 0, 0)
        stop = threading.Event()
        with ThreadPoolExecutor(max_workers=1) as aside, chain_check.walk(copy, stop=stop) as walk:
            look = _Look(source, walk, aside.submit(walk.flaw))
            try:
                return _taken_in(ledger, copy, now, tell, look)
            except sqlite3.DatabaseError:
                look.end()  # a row that doesn't fit in is told as what it is
                raise
            finally:
                stop.set()
                wait([look.found])


def _taken_in(ledger: Path, copy: Path, now: int, tell: Tell, look: _Look) -> LedgerRestored:
    engine = database.writing_engine(ledger)
    try:
        pooled = engine.raw_connection()
        try:
            return _Restore(database.driver_connection(pooled), copy, now, tell, look).run()
        finally:
            pooled.close()
    finally:
        engine.dispose()


@dataclass(frozen=True)
class _Look:
    """A look at the chain of a backup, under way in another thread."""

    source: Path
    walk: Walk
    found: Future[Flaw | None]

    def end(self) -> None:
        """Wait until all was looked at.

        Raises:
            BadBackup: the chain is broken.
        """
        try:
            flaw = self.found.result()
        except sqlite3.DatabaseError as error:
            raise BadBackup(f"{self.source} can't be read: {error}.") from error
        if flaw is not None:
            raise BadBackup(f"The chain of {self.source} is broken: {flaw}.")


@contextmanager
def _own_copy(ledger: Path, source: Path, tell: Tell) -> Iterator[Path]:
    """A copy of the backup that nobody else can change, as a database of this schema."""
    copy = ledger.with_name("restore.draft.sqlite")
    copies = [copy.with_name(f"{copy.name}{suffix}") for suffix in ("", "-wal", "-shm", "-journal")]
    _remove(copies)  # what a crash left
    try:
        backup.take(source, copy, tell)
        _bring_up_to_date(copy, source)
        yield copy
    finally:
        _remove(copies)


def _bring_up_to_date(copy: Path, source: Path) -> None:
    try:
        if database.version_of(copy) != schema.VERSION:
            database.prepare(copy)
    except LedgerDamaged as flaw:
        raise BadBackup(flaw.message.replace(str(copy), str(source))) from flaw


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


class _Restore:
    """One restore, in one transaction."""

    def __init__(
        self, connection: sqlite3.Connection, source: Path, now: int, tell: Tell, look: _Look
    ) -> None:
        self._look = look
        self._connection = connection
        self._cursor = connection.cursor()
        self._now = now
        self._tell = tell
        self._cursor.execute("ATTACH ? AS old", (f"{source.absolute().as_uri()}?mode=ro",))
        self._cursor.execute("PRAGMA temp_store = FILE")
        # With less, pages of the indexes would go to the disk and come back for each few rows.
        self._cursor.execute(f"PRAGMA main.cache_size = -{_CACHE_KIB}")
        self._taken: dict[str, int] = {}
        self._there: dict[str, int] = {}
        self._conflicts: list[dict[str, str]] = []

    def run(self) -> LedgerRestored:
        self._cursor.execute("BEGIN IMMEDIATE")
        try:
            told = self._merged()
            self._cursor.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.rollback()
            raise
        finally:
            self._cursor.close()
        return told

    def _merged(self) -> LedgerRestored:
        self._cursor.execute(_TOUCHED)
        self._changed = {row[0] for row in self._cursor.execute(_OPEN).fetchall()}
        fences = triggers.fences()
        for name in fences:  # rows come in as they ended, which no step may make them
            self._cursor.execute(f"DROP TRIGGER main.{name}")
        self._find_conflicts()
        self._take_agents()
        for taking in statements.BEFORE_EFFECTS:
            self._take(taking)
        moved = self._meet()
        segment = foreign.keep(self._cursor, self._now)
        if segment is not None:
            self._cursor.execute("INSERT INTO touched VALUES ('segment', ?)", (segment,))
        told = self._told(segment)
        self._tell("checking", 0, 0)
        self._look.end()
        self._bind([*moved, told])
        for statement in fences.values():
            self._cursor.execute(statement)
        triggers.count_anew(self._cursor.execute)
        return told

    def _count(self, statement: str) -> int:
        found: int = self._cursor.execute(statement).fetchone()[0]
        return found

    def _take(self, taking: Taking) -> None:
        name = taking.table.name
        self._tell(f"taking {name}", 0, 0)
        self._there[name] = self._count(taking.there)
        for kind in KINDS.values():
            if kind.table is taking.table and kind.key != taking.place:
                self._cursor.execute(taking.keys(kind.name, kind.key))
        last = None
        if taking.place == "ordinal":
            last = self._count(f"SELECT coalesce(max(ordinal), 0) FROM main.{name}")  # noqa: S608 - our words
        self._taken[name] = self._cursor.execute(taking.insert, {"now": self._now}).rowcount
        for kind in KINDS.values():
            if last is not None and kind.table is taking.table and kind.key == taking.place:
                self._cursor.execute(statements.TOUCH_NEW.format(kind=kind.name, table=name), {"last": last})

    def _find_conflicts(self) -> None:
        for statement, kind, why in (
            (statements.KEY_CONFLICTS, "request_key", "The key stands for another call here, and stays so."),
            (statements.GOAL_KEY_CONFLICTS, "workflow", "Its request key belongs to another workflow here."),
            (
                statements.CHANGED_CONFLICTS,
                "operation",
                "The same effect has other contents here, which stay.",
            ),
        ):
            found = self._cursor.execute(statement).fetchmany(_MOST_CONFLICTS - len(self._conflicts))
            self._conflicts += [{"kind": kind, "id": str(row[0]), "why": why} for row in found]

    def _take_agents(self) -> None:
        """Agents that we lack, stopped: their timers and turns are authority, which the owner gives anew."""
        found = self._cursor.execute(
            "SELECT id, name, declaration, created_at FROM old.agents o "
            "WHERE NOT EXISTS (SELECT 1 FROM main.agents m WHERE m.id = o.id) ORDER BY created_at, id"
        ).fetchall()
        self._there["agents"] = self._count("SELECT count(*) FROM old.agents") - len(found)
        self._taken["agents"] = len(found)
        for agent_id, name, declaration, created_at in found:
            _check_agent(name, declaration)
            free = self._free_name(name)
            if free != name:
                why = f"Another agent has its name here, so it is called {free}."
                self._conflicts.append({"kind": "agent", "id": name, "why": why})
            given = (agent_id, free, _named(declaration, free), "stopped", None, created_at, self._now)
            self._cursor.execute("INSERT INTO main.agents VALUES (?, ?, ?, ?, ?, ?, ?)", given)

    def _free_name(self, name: str) -> str:
        names = itertools.chain(
            (name, f"{name}-restored"), (f"{name}-restored-{n}" for n in itertools.count(2))
        )
        taken = "SELECT 1 FROM main.agents WHERE name = ?"
        return next(it for it in names if self._cursor.execute(taken, (it,)).fetchone() is None)

    def _meet(self) -> list[WorkflowMoved]:
        """Take the effects, and mark everything of a workflow that the backup knows."""
        for statement in statements.MEET:
            self._cursor.execute(statement)
        for taking in statements.EFFECTS:
            self._take(taking)
        moved = [
            WorkflowMoved(
                agent_id=AgentId(agent_id), task_id=TaskId(workflow_id),
                frm=status, to=WorkflowStatus.INTERRUPTED.value, by=Cause.RESTORE.value,
            )
            for workflow_id, agent_id, status in self._cursor.execute(statements.MOVED).fetchall()
        ]  # fmt: skip
        self._marked = {
            "workflows": self._cursor.execute(
                statements.MARK_WORKFLOWS, {"now": self._now, "said": statements.RESTORED}
            ).rowcount,
            "operations": self._cursor.execute(
                statements.MARK_OPERATIONS, {"now": self._now, "said": statements.UNCERTAIN}
            ).rowcount,
        }
        self._cursor.execute(statements.TOUCH_WORKFLOWS)
        self._cursor.execute(statements.TOUCH_OPERATIONS)
        return moved

    def _told(self, segment: str | None) -> LedgerRestored:
        left = {name: self._count(f"SELECT count(*) FROM old.{name}") for name in statements.LEFT}  # noqa: S608
        old = self._connection.cursor()
        return LedgerRestored(
            head=str(old.execute("SELECT head FROM old.chain ORDER BY number DESC LIMIT 1").fetchone()[0]),
            made_at=int(old.execute(_MADE_AT.replace("chain", "old.chain")).fetchone()[0]),
            taken=_some(self._taken),
            there=_some(self._there),
            left=_some(left),
            marked=self._marked,
            conflicts=self._conflicts[:_MOST_CONFLICTS],
            segment=segment,
        )

    def _bind(self, facts: list[Fact]) -> None:
        """Write what is told of it, and bind every record that came in or was marked into our chain."""
        tip = chaining.tip(self._cursor)
        last = self._count("SELECT coalesce(max(seq), 0) FROM main.events")
        written = [
            (
                seq,
                fact.type,
                self._now,
                fact.agent_id,
                self._name(fact.agent_id),
                fact.task_id,
                payload_text(fact.payload()),
            )
            for seq, fact in enumerate(facts, last + 1)
        ]
        self._cursor.executemany(_EVENT, written)
        tip = chaining.forge(self._cursor, tip, self._now, last, written, "")
        last += len(written)
        count, done = self._count("SELECT count(*) FROM touched"), 0
        touched = self._connection.cursor().execute("SELECT kind, key FROM touched ORDER BY kind, key")
        while found := touched.fetchmany(_LINK_RECORDS):
            tip = chaining.forge(self._cursor, tip, self._now, last, (), "".join(self._lines(found)))
            done += len(found)
            self._tell("binding", done, count)

    def _lines(self, found: list[tuple[str, Any]]) -> Iterator[str]:
        for kind, some in itertools.groupby(found, operator.itemgetter(0)):
            keys = [key for _, key in some]
            known = self._look.walk.digests_of(kind, keys) if kind in _VERBATIM else {}
            for key in keys:
                # What came in as it was needs no other look than the one that was just had.
                same = None if key in self._changed else known.get(key)
                yield chain.record_line(kind, str(key), same or self._digest(kind, key))

    def _digest(self, kind: str, key: Any) -> str:
        row = self._cursor.execute(ONE[kind].sql, (key,)).fetchone()
        return chain.text_digest(KINDS[kind].of_row(row))

    def _name(self, agent_id: AgentId | None) -> str | None:
        if agent_id is None:
            return None
        row = self._cursor.execute("SELECT name FROM main.agents WHERE id = ?", (agent_id,)).fetchone()
        return None if row is None else str(row[0])


def _check_agent(name: str, declaration: str) -> None:
    """Say nothing when an agent is one that could have been declared here: no chain vouches for it."""
    try:
        told = strict_json.parse(declaration)
        whole = {**told, "name": name} if isinstance(told, dict) else {}
        declarations.parse(whole, restricted_by_default=lambda _: True)
    except PlacetError as flaw:
        raise BadBackup(f"An agent in the backup can't be read: {flaw.message}") from flaw


def _named(declaration: str, name: str) -> str:
    told = json.loads(declaration)
    return (
        declaration
        if told.get("name", name) == name
        else json.dumps({**told, "name": name}, ensure_ascii=False)
    )


def _some(counts: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count}
