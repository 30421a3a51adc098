"""The room where agents ask the ledger in SQL: `db_query`'s own connection (DECISIONS T14).

The problem: an agent may ask anything, and may see nothing but its own tasks, files and log. Reading the SQL to tell
good from bad fails: whatever looks like a name may be quoted, aliased or a literal. So SQLite itself is asked.

What we do, fence by fence, each for a question of its own on a connection of its own:

1. The file is opened read-only, and `query_only` is on.
2. Temporary views (`VIEWS`) show the agent's own rows. Each reads a second view, whose name is drawn for this one
   question, and only that one reads a table.
3. An authorizer lets through: reading those views; reading a table from inside a view with a drawn name; functions
   that only compute. Everything else, whatever its spelling, is refused before it runs. The drawn name matters: SQLite tells
   the authorizer the name of the innermost view *or common table expression*, and a question may call its own
   expression `adf_tasks`. It can't call it by a name that it can't know.
4. `LIMIT -1` in the drawn views keeps SQLite from moving the question's own conditions into them, where they would be
   evaluated on rows of other agents, and an error or the time taken would tell of them.
5. A progress handler ends what takes too long, and what was asked to stop; rows and bytes of the answer are capped.

What it costs: a connection for each question, some milliseconds. Not promised: a bound on the temporary space that a sort
takes within its time.
"""

from __future__ import annotations

import base64
import math
import re
import secrets
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from placet.ledger import database
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import StopSignal

MAX_ROWS: Final = 500
MAX_ANSWER_BYTES: Final = 1024 * 1024
MAX_FULL_BYTES: Final = 4 * 1024 * 1024
"""For code, which reads the rows instead of a model."""
TIME_LIMIT_S: Final = 5.0
_STEPS_BETWEEN_LOOKS: Final = 2_000
"""Instructions of SQLite's machine between two looks at the clock: some tens of microseconds."""

MAX_SQL_CHARS: Final = 100_000
_FIRST_WORD = re.compile(r"(?:\s|--[^\n]*\n|/\*.*?\*/)*(\w+)", re.DOTALL)

_LIMITS: Final = {
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 4 * MAX_SQL_CHARS,
    sqlite3.SQLITE_LIMIT_LENGTH: 32 * 1024 * 1024,  # a row of the ledger must fit
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 50,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1_000,  # one comparison can't be interrupted
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}

_SOURCES: Final = {
    # The guide's table, "Task Schema": these eleven columns, in this order.
    "adf_tasks": """
        SELECT id, tool, args, status, result, error, created_at, completed_at, origin, requires_authorization,
               executor_managed
        FROM main.tasks WHERE agent_id = {agent} AND kind = 'tool_call'
    """,
    "adf_files": """
        SELECT path, size, sha256, authorized, created_at, updated_at FROM main.files WHERE agent_id = {agent}
    """,
    "adf_logs": """
        SELECT e.seq AS id,
               CASE WHEN NOT json_valid(e.payload) THEN 'info'
                    WHEN json_extract(e.payload, '$.to') = 'failed'
                      OR json_extract(e.payload, '$.status') = 'failed'
                      OR json_extract(e.payload, '$.state') = 'error' THEN 'error'
                    WHEN e.type IN ('loop.recovered', 'call.refused_repeat', 'call.refused', 'file.deauthorized')
                    THEN 'warn'
                    ELSE 'info' END AS level,
               coalesce(t.origin, 'placet') AS origin, e.type AS event, e.payload AS message,
               e.at_ms AS created_at
        FROM main.events e LEFT JOIN main.tasks t ON t.id = e.task_id
        WHERE e.agent_id = {agent}
    """,
    # `sender` is the engine's word, whatever the text says: the agent that wrote it, `owner`, `events`, or NULL for what
    # the agent itself said or was told by its tools.
    "adf_messages": """
        SELECT m.seq AS id,
               CASE WHEN m.role <> 'owner' THEN NULL
                    WHEN m.payload IS NULL OR NOT json_valid(m.payload) THEN 'owner'
                    WHEN json_extract(m.payload, '$.from_agent') IS NOT NULL
                    THEN 'agent:' || json_extract(m.payload, '$.from_agent')
                    WHEN json_extract(m.payload, '$.from_triggers') IS NOT NULL THEN 'events'
                    ELSE 'owner' END AS sender,
               m.role AS role, m.text AS text, m.at_ms AS created_at
        FROM main.messages m JOIN main.conversations c ON c.id = m.conversation_id
        WHERE c.agent_id = {agent}
    """,
}
VIEWS: Final = tuple(_SOURCES)
"""What may be asked, by name."""

_TABLES: Final = frozenset({"tasks", "files", "events", "messages", "conversations"})
_JSON_TABLES: Final = frozenset({"json_each", "json_tree"})

_FUNCTIONS: Final = frozenset(
    {
        *(
            "abs",
            "char",
            "coalesce",
            "concat",
            "concat_ws",
            "format",
            "glob",
            "hex",
            "ifnull",
            "iif",
            "instr",
        ),
        *("length", "like", "likelihood", "likely", "lower", "ltrim", "max", "min", "nullif", "octet_length"),
        *(
            "printf",
            "quote",
            "replace",
            "round",
            "rtrim",
            "sign",
            "substr",
            "substring",
            "trim",
            "typeof",
            "unhex",
        ),
        *("unicode", "unlikely", "upper"),
        *("avg", "count", "group_concat", "string_agg", "sum", "total"),
        *("cume_dist", "dense_rank", "first_value", "lag", "last_value", "lead", "nth_value", "ntile"),
        *("percent_rank", "rank", "row_number"),
        *("date", "datetime", "julianday", "strftime", "time", "timediff", "unixepoch"),
        *("current_date", "current_time", "current_timestamp"),
        *(
            "json",
            "json_array",
            "json_array_length",
            "json_error_position",
            "json_extract",
            "json_group_array",
        ),
        *("json_group_object", "json_insert", "json_object", "json_patch", "json_quote", "json_remove"),
        *("json_replace", "json_set", "json_type", "json_valid", "->", "->>"),
        *(
            "ceil",
            "ceiling",
            "exp",
            "floor",
            "ln",
            "log",
            "log10",
            "log2",
            "mod",
            "pi",
            "pow",
            "power",
            "sqrt",
        ),
        "trunc",
    }
)
"""Functions that only compute: none reads a file, loads code, or makes something large out of nothing."""


class QueryRoom:
    """Answers agents' questions. Any thread may ask; each question has its own connection and its own moment.

    The file must have been prepared, and the caller holds the folder's lock.
    """

    def __init__(self, path: Path, *, time_limit_s: float = TIME_LIMIT_S) -> None:
        self._path = path
        self._time_limit_s = time_limit_s

    def ask(
        self, agent: str, sql: str, params: Sequence[Any], stop: StopSignal, *, full: bool = False
    ) -> dict[str, Any]:
        """Run one SELECT in an agent's name. Blocking. Answers `{"rows": [{…}], "truncated": bool}`.

        At most `MAX_ROWS` rows, or, when `full`, as many as fit into `MAX_FULL_BYTES`.

        Columns of one name are told apart by a number; blobs are `base64:…`; numbers that JSON can't hold are texts.

        Raises:
            ToolFailed: `query_refused` for what isn't allowed, `bad_query` for what SQLite doesn't understand,
                `query_timeout`, `too_large` when not even one row fits.
            ToolStopped: `stop` was set before the answer was there.
        """
        if len(sql) > MAX_SQL_CHARS:
            raise ToolFailed(f"A query has at most {MAX_SQL_CHARS:,} characters.", code="too_large")
        _check_kind(sql)
        with closing(database.asking_connection(self._path)) as connection:
            watch = _Watch(self._time_limit_s, stop)
            _furnish(connection, agent)
            connection.set_progress_handler(watch.look, _STEPS_BETWEEN_LOOKS)
            try:
                return _answer(connection.execute(sql, [_bound(each) for each in params]), full=full)
            except (sqlite3.Error, sqlite3.Warning, OverflowError) as error:
                raise watch.verdict(error) from error


class _Watch:
    """Looks at the clock and at the stop while a question runs."""

    def __init__(self, time_limit_s: float, stop: StopSignal) -> None:
        self._ends_at = time.monotonic() + time_limit_s
        self._limit_s = time_limit_s
        self._stop = stop
        self._why: Exception | None = None

    def look(self) -> int:
        """Anything but 0 interrupts the question."""
        if self._stop.is_set():
            self._why = ToolStopped("Stopped before the answer was there.")
        elif time.monotonic() > self._ends_at:
            text = f"The query took longer than {self._limit_s:g} s and was ended."
            self._why = ToolFailed(text, code="query_timeout")
        return int(self._why is not None)

    def verdict(self, error: Exception) -> Exception:
        """What to tell of a question that SQLite ended."""
        return self._why or _refusal(error)


def _check_kind(sql: str) -> None:
    """Say early, in a clear sentence, what can't be asked. The fences hold without it."""
    found = _FIRST_WORD.match(sql)
    if found is None or found[1].lower() not in {"select", "with", "values"}:
        raise ToolFailed("Only SELECT can be asked, with or without a WITH in front.", code="query_refused")


def _furnish(connection: sqlite3.Connection, agent: str) -> None:
    """Put the views up and lock the room: after this only questions are possible."""
    row = connection.execute("SELECT id FROM main.agents WHERE name = ?", (agent,)).fetchone()
    if row is None:
        raise ToolFailed("There is no such agent.", code="query_refused")
    drawn = {view: f"own_{secrets.token_hex(16)}" for view in _SOURCES}
    for view, source in _SOURCES.items():
        body = source.format(agent=_literal(row[0]))
        connection.execute(f"CREATE TEMP VIEW {drawn[view]} AS SELECT * FROM ({body}) LIMIT -1")  # noqa: S608  ours
        connection.execute(f"CREATE TEMP VIEW {view} AS SELECT * FROM {drawn[view]}")  # noqa: S608  our words
    # Made known now: SQLite sets them up by writing to its own list of tables, which is refused afterwards.
    connection.execute("SELECT 1 FROM json_each('[]'), json_tree('[]')").fetchall()
    fence = _Fence(frozenset(drawn.values()), _existing(connection))
    connection.execute("PRAGMA query_only = ON")
    for limit, value in _LIMITS.items():
        connection.setlimit(limit, value)
    connection.set_authorizer(fence.allow)


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class _Fence:
    """What SQLite asks for each thing that a question would do. `existing` are the names of real tables."""

    def __init__(self, drawn: frozenset[str], existing: frozenset[str]) -> None:
        self._drawn = drawn
        self._existing = existing

    def allow(
        self, action: int, one: str | None, two: str | None, place: str | None, inside: str | None
    ) -> int:
        """`SQLITE_OK` or `SQLITE_DENY`; an action that isn't named here is denied."""
        if action == sqlite3.SQLITE_READ:
            allowed = self._may_read(str(one), str(two), place, inside)
        elif action == sqlite3.SQLITE_FUNCTION:
            allowed = str(two).lower() in _FUNCTIONS
        else:
            allowed = action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE)
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

    def _may_read(self, table: str, column: str, place: str | None, inside: str | None) -> bool:
        if table in _TABLES:
            return inside in self._drawn
        if table in _SOURCES:
            return place != "main"  # where a view of this name shows the rows of all agents
        return table in self._drawn or table in _JSON_TABLES or self._is_own_expression(table, column, place)

    def _is_own_expression(self, table: str, column: str, place: str | None) -> bool:
        """A count(*) of an expression of the question's own: it has a name, no place, and no column is read."""
        return not column and place is None and table.lower() not in self._existing


def _existing(connection: sqlite3.Connection) -> frozenset[str]:
    rows = connection.execute(
        "SELECT name FROM main.sqlite_master UNION ALL SELECT name FROM pragma_module_list"
    ).fetchall()
    pragmas = connection.execute("SELECT 'pragma_' || name FROM pragma_pragma_list").fetchall()
    own = ("sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema")
    return frozenset(own) | {str(name).lower() for (name,) in rows + pragmas}


def _bound(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value


def _answer(cursor: sqlite3.Cursor, *, full: bool) -> dict[str, Any]:
    names = _told_apart([column[0] for column in cursor.description or ()])
    rows: list[dict[str, Any]] = []
    most_bytes = MAX_FULL_BYTES if full else MAX_ANSWER_BYTES
    left_bytes = most_bytes
    for values in cursor:
        row = {name: _plain(value) for name, value in zip(names, values, strict=True)}
        left_bytes -= _size_bytes(row)
        if left_bytes < 0 and not rows:
            raise ToolFailed(
                f"Not even one row fits into {most_bytes:,} bytes; ask for fewer columns or use substr().",
                code="too_large",
            )
        if left_bytes < 0 or (len(rows) == MAX_ROWS and not full):
            return {"rows": rows, "truncated": True}
        rows.append(row)
    return {"rows": rows, "truncated": False}


def _told_apart(names: Sequence[str]) -> list[str]:
    """The columns' names, each once: a second `id` is `id_2`."""
    told: list[str] = []
    for name in names:
        tries: Iterator[str] = (
            name if number == 1 else f"{name}_{number}" for number in range(1, len(names) + 2)
        )
        told.append(next(each for each in tries if each not in told))
    return told


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return "base64:" + base64.b64encode(value).decode("ascii")
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def _size_bytes(row: Mapping[str, Any]) -> int:
    """About what the row takes as JSON."""
    return sum(
        len(name) + 6 + (len(value.encode()) if isinstance(value, str) else 8) for name, value in row.items()
    )


def _refusal(error: Exception) -> ToolFailed:
    """SQLite's own words, which repeat at most the asker's."""
    if str(error).startswith(("not authorized", "access to ")):
        names = ", ".join(VIEWS)
        return ToolFailed(
            f"This query reaches beyond what may be asked: SELECT from {names}, your own rows only.",
            code="query_refused",
        )
    return ToolFailed(f"The query can't be answered: {str(error)[:500]}.", code="bad_query")
