"""The connections that the ledger is looked at through: they can't write, and any thread may ask."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, PoolProxiedConnection

from placet.ledger.database import driver_connection
from placet.ledger.statements import Prepared
from placet.rules import errors


class ReadConnections:
    """As many as threads ask at once, kept until `close`."""

    def __init__(self, engine: Engine) -> None:
        """`engine` opens them read-only (`ledger.database`)."""
        self._engine = engine
        self._free: deque[PoolProxiedConnection] = deque()

    def run(self, statement: Prepared, values: Mapping[str, Any]) -> list[Any]:
        """All rows that a statement finds with these values.

        Raises:
            LedgerDamaged: the file isn't whole any more.
        """
        with self.cursor() as cursor:
            try:
                return statement.run(cursor, values).fetchall()
            except sqlite3.OperationalError:
                with _undecodable_as_bytes(cursor.connection):
                    return statement.run(cursor, values).fetchall()
            except sqlite3.DatabaseError as error:
                # Whole at the start, so something else has written over it meanwhile.
                raise errors.LedgerDamaged(f"The ledger can't be read any more: {error}.") from error

    @contextmanager
    def cursor(self) -> Iterator[sqlite3.Cursor]:
        """A cursor of a connection that nobody else has meanwhile."""
        # Taking a connection out of the engine's pool costs as much as most queries, so it is kept out.
        try:
            connection = self._free.pop()
        except IndexError:
            connection = self._engine.raw_connection()
        try:
            yield driver_connection(connection).cursor()
        finally:
            self._free.append(connection)

    def close(self) -> None:
        """Give the connections back; nobody asks any more."""
        while self._free:
            self._free.pop().close()


@contextmanager
def _undecodable_as_bytes(connection: sqlite3.Connection) -> Iterator[None]:
    """Hand out text that isn't UTF-8 as the bytes that it is, so that one such row doesn't hide the others."""

    def decode(text: bytes) -> str | bytes:
        try:
            return text.decode()
        except UnicodeDecodeError:
            return text

    connection.text_factory = decode
    try:
        yield
    finally:
        connection.text_factory = str
