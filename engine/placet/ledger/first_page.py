"""What waits for the owner, read straight from the ledger's file before there is an engine.

The problem: making the engine takes several times as long as painting a window (PERFORMANCE 4). What we do: the
window reads one page with plain `sqlite3`, which needs no more imports than that. Not promised: that the file is
whole, current or nobody else's; the engine that comes up behind looks at all of that, and its rows take the place of
these.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

HEAD_CHARS: Final = 107
TAIL_CHARS: Final = 53
_COLUMNS: Final = (
    "t.id, t.agent, t.tool, t.status, t.risk, t.requires_authorization, t.sentence, t.created_at, length(s.args), "
    f"substr(s.args, 1, {HEAD_CHARS}), CASE WHEN length(s.args) > {HEAD_CHARS + TAIL_CHARS} "
    f"THEN substr(s.args, -{TAIL_CHARS}) ELSE substr(s.args, {HEAD_CHARS + 1}) END"
)
# CROSS JOIN: the walk begins with the few open approvals, never with all tasks.
_FROM: Final = "FROM approvals a CROSS JOIN tasks t ON t.id = a.task_id"
# Nobody waits any more for what was asked before this start and managed by who asked: it ends with the restart
# (`rules.restart`).
_WAITING: Final = "a.state = 'open' AND (t.decision_only = 1 OR t.executor_managed = 0)"
_OPEN: Final = (
    f"SELECT {_COLUMNS} {_FROM} "
    "LEFT JOIN tasks s ON s.seq = t.seq AND s.sentence = '' "  # else nobody asks for the arguments, which may be huge
    f"WHERE {_WAITING} ORDER BY a.opened_at, t.seq LIMIT ?"
)
_COUNT: Final = f"SELECT count(*) {_FROM} WHERE {_WAITING}"


def read(path: Path, limit: int) -> tuple[list[tuple[Any, ...]], int]:
    """The first of the tasks that will still wait when the engine is there, and how many they are.

    Nothing where nothing can be read.

    A row is: id, agent, tool, status, risk, whether it requires authorization, sentence, when it was made (ms); and
    where the sentence is empty, how many characters the arguments have, and their head and tail.
    """
    try:
        with closing(sqlite3.connect(_address(path), uri=True)) as connection:
            connection.execute("PRAGMA query_only = ON")
            count: int = connection.execute(_COUNT).fetchone()[0]
            return connection.execute(_OPEN, (limit,)).fetchall(), count
    except sqlite3.Error:
        return [], 0  # there is none yet, it is an older one, or it is damaged: the engine will say which


def _address(path: Path) -> str:
    # `as_uri` would load all of urllib for these three replacements, which are SQLite's own rule.
    escaped = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{escaped}?mode=ro"
