"""Core constructs compiled once and run on the driver's own cursor: half the price of running them through
Core.
"""

from __future__ import annotations

import operator
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from sqlalchemy import Select
from sqlalchemy.dialects.sqlite import pysqlite
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

_DIALECT: Final = pysqlite.dialect(paramstyle="qmark")


class Prepared:
    """One statement, ready to run on any cursor. Immutable, so all threads may share it."""

    __slots__ = ("_constants", "_order", "sql", "writes")

    def __init__(self, statement: ClauseElement, prefix: str = "") -> None:
        """`prefix` is what its parameters are called more than the values that are given for them."""
        compiled = cast("SQLCompiler", statement.compile(dialect=_DIALECT))
        self.sql = str(compiled)
        self.writes = not isinstance(statement, Select)
        self._order = _in_order(tuple(name.removeprefix(prefix) for name in compiled.positiontup or ()))
        self._constants = {
            name.removeprefix(prefix): value for name, value in compiled.params.items() if value is not None
        }

    def run(self, cursor: sqlite3.Cursor, values: Mapping[str, Any]) -> sqlite3.Cursor:
        """Run it with these values by parameter name; returns the cursor, ready to fetch from."""
        return cursor.execute(self.sql, self.given(values))

    def given(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """These values in the order in which the statement takes them, with its own constants among them."""
        return self._order({**self._constants, **values} if self._constants else values)


def _in_order(names: tuple[str, ...]) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
    if len(names) > 1:
        return operator.itemgetter(*names)
    return lambda given: tuple(given[name] for name in names)  # an itemgetter of one name gives no tuple
