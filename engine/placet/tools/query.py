"""The tool `db_query`: ask what Placet keeps about the agent, in SQL."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from placet.rules.ports import Effect, Place, Preview, StopSignal, ToolResult, ToolRun

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "sql": {
            "type": "string",
            "minLength": 1,
            "description": (
                "One SELECT of SQLite's over adf_tasks(id, tool, args, status, result, error, created_at, "
                "completed_at, origin, requires_authorization, executor_managed), adf_files(path, size, sha256, "
                "authorized, created_at, updated_at), adf_logs(id, level, origin, event, message, created_at), "
                "adf_messages(id, sender, role, text, created_at). "
                "Moments are in ms."
            ),
        },
        "params": {
            "type": "array",
            "items": {"type": ["string", "number", "boolean", "null"]},
            "maxItems": 100,
            "description": "The values of the ? in it, in order.",
        },
    },
    "required": ["sql"],
    "additionalProperties": False,
}


MOST_AT_ONCE: Final = 2
"""How many questions are worked on at once; the rest wait, so that threads stay free for everything else."""


class QueryRoom(Protocol):
    """Where the question is answered (`placet.ledger.query_room`); it sees to it that it is one, and an own one."""

    def ask(
        self, agent: str, sql: str, params: Sequence[Any], stop: StopSignal, *, full: bool = False
    ) -> dict[str, Any]:
        """Answer `{"rows": [{…}], "truncated": bool}`; `full` caps bytes and time alone, not rows. Blocking.

        Raises:
            ToolFailed: refused, not understood, or too long or large. ToolStopped: the stop came first.
        """
        ...


class DbQuery:
    """Reads the agent's own tasks, files and log; the rows of other agents are out of its reach (DECISIONS T14)."""

    name = "db_query"
    effect = Effect.READ
    summary = "Look up your own tasks, files and log with one SQL SELECT."
    restricted_by_default = False
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(self, room: QueryRoom) -> None:
        self._room = room
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """It reads what is there when it runs; there is nothing to pin."""
        return Preview(
            sentence="Looks up this agent's own tasks, files and log in what Placet keeps; it changes nothing."
        )

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Ask, in a thread, when one of the others has its answer.

        Raises:
            ToolFailed: `query_refused`, `bad_query`, `query_timeout`, `too_large`.
            ToolStopped: the stop came before the answer.
        """
        params = args.get("params", ())
        async with self._turns:
            answer = await asyncio.to_thread(
                self._room.ask, run.place.agent, args["sql"], params, run.stop, full=run.full
            )
        return ToolResult(value=answer)
