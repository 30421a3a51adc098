"""Moving the journal (WAL) into the file, off the writer thread, so that no commit waits for it."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from pathlib import Path
from typing import Final

from placet.ledger.database import JOURNAL_BYTES, checkpoint_connection

LOG = logging.getLogger(__name__)

DUE_BYTES: Final = JOURNAL_BYTES
"""The journal's size beyond which it is moved: it has grown since it last started over."""

PRESSING_BYTES: Final = 32 * 1024 * 1024
"""The size at which the writer is held up for a moment, so that the journal can start over."""

STARVED_BYTES: Final = 256 * 1024 * 1024
"""The size that says that somebody looks at an old state of the ledger and doesn't let go; the owner is told."""

_SHORT_PAGES: Final = 128
"""What the writer itself moves at the end: at most about this much, in a millisecond or two."""
_ROUNDS: Final = 3


class Checkpoints:
    """A thread that moves the journal when it has grown. `look` is called after commits, for one stat.

    The problem: the journal can only start over once nothing in it is left to be moved, and while the thread moves,
    the writer goes on. What we do: the thread moves nearly all of it, and the writer moves the short rest between two
    commits. The two never use the connection at once: each waits for the other's word.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal = path.with_name(path.name + "-wal")
        self._connection = checkpoint_connection(path)
        self._due = threading.Event()
        self._rest_is_writers = False
        self._press_at_bytes = PRESSING_BYTES
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="placet-ledger-checkpoints", daemon=True)
        self._thread.start()

    def look(self) -> None:
        """Move the rest that the thread left, or wake it when there is enough to move. On the writer's thread."""
        if self._rest_is_writers:
            self._rest_is_writers = False
            self._move("PASSIVE")
        elif not self._due.is_set() and self._size_bytes() > DUE_BYTES:
            self._due.set()

    def _size_bytes(self) -> int:
        try:
            return os.stat(self._journal).st_size  # noqa: PTH116 - asked after each commit; a Path takes thrice the time
        except FileNotFoundError:
            return 0

    def close(self) -> None:
        """End the thread. What is left in the journal goes into the file when the last connection closes."""
        self._stopping = True
        self._due.set()
        self._thread.join()
        self._connection.close()

    def _work(self) -> None:
        while self._due.wait() and not self._stopping:
            self._move_most()
            self._rest_is_writers = True
            self._due.clear()
            if self._stopping:  # said before the wake-up that was just cleared
                return

    def _move_most(self) -> None:
        # PASSIVE waits for nobody; what it leaves is what was written meanwhile. A reader that stays where it is keeps
        # the journal from starting over: once it is long, RESTART holds the writer up until that reader is done.
        for _ in range(_ROUNDS):
            if self._move("PASSIVE") <= _SHORT_PAGES:
                break
        if self._size_bytes() >= self._press_at_bytes:
            self._press()

    def _press(self) -> None:
        """Have the journal start over. While a reader prevents that, each try holds up the writer for nothing, so the
        next one comes when the journal has grown by as much again.
        """
        if self._move("RESTART") == 0:
            self._press_at_bytes = PRESSING_BYTES
            return
        size_bytes = self._size_bytes()
        self._press_at_bytes = size_bytes + PRESSING_BYTES
        if size_bytes >= STARVED_BYTES:
            LOG.warning(
                "Another program reads an old state of the ledger and doesn't let go, so the journal beside it can't "
                "start over and has grown to %d bytes. It shrinks once that program ends.",
                size_bytes,
            )

    def _move(self, mode: str) -> int:
        """Move what can be moved; says how many pages are left, or one where a reader stood in the way."""
        try:
            busy, pages, moved = self._connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
        except sqlite3.Error:
            LOG.exception("Moving the ledger's journal failed; it is tried again after the next commits.")
            return 0
        left: int = max(busy, pages - moved)
        return left
