"""Code that the engine itself starts: for a trigger, a timer, or the owner's own try.

Everybody else asks for a call of `sys_lambda`, which goes through the gate.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Protocol

from placet.rules.basics import TaskId
from placet.rules.errors import PlacetError
from placet.rules.records import Agent


class StartedBy(enum.StrEnum):
    """Who had code started, as the log of runs says it."""

    CALL = "call"  # a tool call, of a model or of other code
    TRIGGER = "trigger"
    TIMER = "timer"
    OWNER = "owner"


@dataclass(frozen=True, kw_only=True)
class Ran:
    """How a run ended. `code` and `message` say what went wrong, None when nothing did; `value` is JSON.

    `console` is what the code printed, its own words, `cut` when there was more. `started`: False when nothing of it
    ran at all (no such file, no sandbox, too many runs), so that trying again repeats no effect.
    """

    run_id: str
    value: Any = None
    code: str | None = None
    message: str | None = None
    console: str = ""
    cut: bool = False
    authorized: bool = False
    started: bool = True

    @property
    def ok(self) -> bool:
        """Whether the function returned."""
        return self.code is None


class Starter(Protocol):
    """Runs code (`placet.work.executions`)."""

    async def start(
        self, agent: Agent, source: str, args: Any, by: StartedBy, cause: TaskId | None = None
    ) -> Ran:
        """Read a file once and run a function of it in nobody's turn, because of a task, if any.

        Raises:
            PlacetError: nothing of it ran.
        """
        ...


class Lambdas:
    """Runs functions of agents' files in nobody's turn. Lives on the engine's loop."""

    def __init__(self, starter: Starter) -> None:
        self._starter = starter

    async def run(
        self, agent: Agent, source: str, args: Any, *, by: StartedBy, cause: TaskId | None = None
    ) -> Ran:
        """Run `path:function` (default `main`) with one argument, to its end, and write the run into the log.

        The file is read once, now: its bytes decide about its authority, which lasts for this run. Never raises for
        what the code does or is; cancelling the wait ends the run.
        """
        try:
            return await self._starter.start(agent, source, args, by, cause)
        except PlacetError as refused:
            return Ran(run_id="", code=refused.code, message=refused.message, started=False)
