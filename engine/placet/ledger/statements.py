"""Core constructs compiled once, at first use, and run on the driver's own cursor: half the price of running them through
Core.
"""

from __future__ import annotations

import functools
import itertools
import json
import operator
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

from sqlalchemy import BindParameter, Column, Delete, Insert, Table, Update, bindparam, insert, update
from sqlalchemy.dialects.sqlite import pysqlite
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

_DIALECT: Final = pysqlite.dialect(paramstyle="qmark")

PREFIX: Final = "p_"
"""Keeps a parameter apart from the names that SQLAlchemy reserves in an UPDATE."""

Values: TypeAlias = tuple[Any, ...]
"""One row's values, in the order in which its statement takes them."""

_SIZES: Final = (64, 16, 4)
"""How many rows one run of a statement takes, the largest that fit first; what is left over goes one by one."""
_COMPILED: Final = frozenset({"sql", "_order", "_constants"})


class Prepared:
    """One statement, ready to run on any cursor: compiled when it is first asked for, since a start needs few of them.
    Nothing of it ever changes, so all threads may share it.
    """

    __slots__ = ("_constants", "_order", "_prefix", "_statement", "sql", "writes")

    sql: str
    writes: str | None
    """The table that it writes to; None: it only looks."""
    _order: Callable[[Mapping[str, Any]], Values]
    _constants: dict[str, Any]

    def __init__(self, statement: ClauseElement, prefix: str = "") -> None:
        """`prefix` is what its parameters are called more than the values that are given for them."""
        self._statement = statement
        self._prefix = prefix
        self.writes = None
        if isinstance(statement, Insert | Update | Delete):
            self.writes = cast("Table", statement.table).name

    def __getattr__(self, name: str) -> Any:
        # Asked only for a slot that nothing was put into yet, so it costs a compiled statement nothing.
        if name not in _COMPILED:
            raise AttributeError(name)
        self._compile()
        return getattr(self, name)

    def _compile(self) -> None:
        # Two threads may do it at once: both put the same in.
        compiled = cast("SQLCompiler", self._statement.compile(dialect=_DIALECT))
        short = functools.partial(_without, self._prefix)
        self.sql = str(compiled)
        self._order = _in_order(tuple(map(short, compiled.positiontup or ())))
        given = compiled.params.items()
        self._constants = {short(name): value for name, value in given if value is not None}

    def run(self, cursor: sqlite3.Cursor, values: Mapping[str, Any]) -> sqlite3.Cursor:
        """Run it with these values by parameter name; returns the cursor, ready to fetch from."""
        return cursor.execute(self.sql, self.given(values))

    def given(self, values: Mapping[str, Any]) -> Values:
        """These values in the order in which the statement takes them, with its own constants among them."""
        return self._order({**self._constants, **values} if self._constants else values)


def given(name: str) -> BindParameter[Any]:
    """A parameter of a statement, called `p_` and this name."""
    return bindparam(f"{PREFIX}{name}")


def guarded_step(standing: Column[Any], columns: Sequence[str]) -> Prepared:
    """The step of the row `id` that sets these columns, and only while it still stands at `frm` (ARCHITECTURE 1.6, fence 2).

    `standing` is the column that says how it stands, and one of those that are set.
    """
    table = standing.table
    still = (table.c.id == given("id"), standing == given("frm"))
    return Prepared(update(table).where(*still).values({name: given(name) for name in columns}), PREFIX)


def insert_into(table: Table, *, unset: tuple[str, ...] = ()) -> Prepared:
    """A new row, of all columns but these by their bare names; a `seq` of None is assigned by SQLite."""
    return Prepared(insert(table).values(values_of(table, unset=unset)))


def values_of(table: Table, *, unset: tuple[str, ...] = ()) -> dict[str, BindParameter[Any]]:
    """All columns of a table but these, each to be given under its bare name."""
    return {column.name: bindparam(column.name) for column in table.columns if column.name not in unset}


def containing(text: str | None) -> str | None:
    """The pattern for LIKE with a backslash as its escape, of whatever contains this text; None for no text."""
    if not text:
        return None
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def patterns(text: str | None) -> dict[str, str | None]:
    """Both patterns that a text is searched with: as it is, and as JSON writes it where that is another text."""
    written = text and json_form(text)
    return {"pattern": containing(text), "json_pattern": None if written == text else containing(written)}


def json_form(text: str) -> str:
    """A text as it stands inside of a JSON text of ours."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def run_all(cursor: sqlite3.Cursor, sql: str, rows: Sequence[Values]) -> int:
    """Write all of these rows; says how many landed. No two of an UPDATE may be about the same row of the table.

    The problem: SQLite starts the statement and all its triggers anew for each row, and the driver lets go of the
    interpreter's lock around each, which it gets back only after whoever took it meanwhile. What we do: one run
    takes many rows. What it costs: the same statement in a few sizes, each compiled at its first use.
    """
    landed = place = 0
    for size in _SIZES:
        while len(rows) - place >= size:
            given = list(itertools.chain.from_iterable(rows[place : place + size]))
            landed += cursor.execute(_for_rows(sql, size), given).rowcount
            place += size
    if place < len(rows):
        landed += cursor.executemany(sql, rows[place:]).rowcount
    return landed


@functools.lru_cache(maxsize=1024)
def _for_rows(sql: str, count: int) -> str:
    """The same statement for so many rows at once.

    An UPDATE reads them from a list of values, whose columns SQLite calls `column1` and so on; its WHERE finds each
    by the same index as before.
    """
    if sql.startswith("INSERT"):
        head, one_row = sql.split(" VALUES ", 1)
        return f"{head} VALUES {', '.join([one_row] * count)}"
    changes, condition = sql.split(" WHERE ", 1)
    one_row = f"({', '.join('?' * sql.count('?'))})"
    given = f"(VALUES {', '.join([one_row] * count)}) AS given"
    numbers = itertools.count(1)
    changes, condition = (
        re.sub(r"\?", lambda _: f"given.column{next(numbers)}", part) for part in (changes, condition)
    )
    return f"{changes} FROM {given} WHERE {condition}"


def _without(prefix: str, name: str) -> str:
    return name.removeprefix(prefix)


def _in_order(names: tuple[str, ...]) -> Callable[[Mapping[str, Any]], Values]:
    if len(names) > 1:
        return operator.itemgetter(*names)
    return lambda given: tuple(given[name] for name in names)  # an itemgetter of one name gives no tuple
