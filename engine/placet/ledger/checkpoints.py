"""Moving the journal (WAL) into the file, off the writer thread, so that no commit waits for it."""

from __future__ import annotations

import logging
import sqlite3
import threading
from pathlib import Path
from typing import Final

from placet.ledger.database import checkpoint_connection

LOG = logging.getLogger(__name__)

DUE_BYTES: Final = 4 * 1024 * 1024
"""The journal's size at which it is moved. More than the `journal_size_limit` that it is cut to afterwards.
"""

PRESSING_BYTES: Final = 32 * 1024 * 1024
"""The size at which the writer is held up for a moment, so that the journal can start over."""


class Checkpoints:
    """A thread that moves the journal when it has grown. `look` is called after commits, for one stat."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal = path.with_name(path.name + "-wal")
        self._due = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="placet-ledger-checkpoints", daemon=True)
        self._thread.start()

    def look(self) -> None:
        """Wake the thread when there is enough to move."""
        if not self._due.is_set() and self._size_bytes() >= DUE_BYTES:
            self._due.set()

    def _size_bytes(self) -> int:
        return self._journal.stat().st_size if self._journal.exists() else 0

    def close(self) -> None:
        """End the thread. What is left in the journal goes into the file when the last connection closes."""
        self._stopping = True
        self._due.set()
        self._thread.join()

    def _work(self) -> None:
        connection = checkpoint_connection(self._path)
        try:
            while self._due.wait() and not self._stopping:
                self._due.clear()
                self._move(connection)
        finally:
            connection.close()

    def _move(self, connection: sqlite3.Connection) -> None:
        # PASSIVE waits for nobody. Under steady load it never catches the writer's last frames, so the
        # journal would grow without end; once it is long, RESTART holds the writer up for the few frames that
        # PASSIVE left.
        try:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            if self._size_bytes() >= PRESSING_BYTES:
                connection.execute("PRAGMA wal_checkpoint(RESTART)")
        except sqlite3.Error:
            LOG.exception("Moving the ledger's journal failed; it is tried again after the next commits.")
