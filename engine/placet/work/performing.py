"""Runs one tool once, and says in plain values how that ended: nothing that a tool raises gets any further."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from placet.rules import strict_json
from placet.rules.errors import BadArguments, PlacetError, ToolFailed, ToolStopped
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TaskStatus
from placet.rules.ports import FileChange, Tool, ToolResult, ToolRun

_log = logging.getLogger(__name__)
BROKE: Final = "The tool broke in the middle, so its outcome is unknown."
UNTELLABLE: Final = "The tool ran, but its answer can't be recorded, so its outcome is unknown."


@dataclass(frozen=True, kw_only=True)
class Ended:
    """What a tool's run came to. A failure may have a result too: what was written, without a value.

    `not_executed`: trusted code says that nothing was so much as attempted.
    """

    status: TaskStatus
    cause: Cause
    result: ToolResult | None = None
    code: str | None = None
    error: str | None = None
    not_executed: bool = False

    @property
    def files(self) -> tuple[FileChange, ...]:
        """The files that it changed."""
        return self.result.files if self.result else ()

    @property
    def returned(self) -> bool:
        """Whether the tool came back without an error of its own, whatever that proves."""
        return self.result is not None


async def perform(tool: Tool, args: Mapping[str, Any], run: ToolRun) -> Ended:
    """Run a tool. Raises nothing but what ends the engine's own work."""
    try:
        result = await tool.run(args, run)
    except ToolStopped as stopped:
        return cancelled("cancelled", stopped.message)
    except ToolFailed as failure:
        return failed(failure.code, failure.message, not_executed=failure.not_executed)
    except PlacetError as refused:
        return failed(refused.code, refused.message)
    except Exception:
        _log.exception("tool %s broke", tool.name)
        return failed("tool_error", BROKE)
    return _answered(tool, result)


def _answered(tool: Tool, result: ToolResult) -> Ended:
    """How a tool ended that came back: only what can be written down, and read again, counts as its answer."""
    try:
        strict_json.dump(result.value)
    except BadArguments as flaw:
        _log.error("tool %s answered what can't be recorded: %s", tool.name, flaw.message)
        return unsaid(result, "tool_error", UNTELLABLE)
    return Ended(
        status=TaskStatus.COMPLETED, cause=Cause.FINISH, result=result, not_executed=result.not_executed
    )


def completed(value: Any) -> Ended:
    """A call whose answer was there without its tool."""
    result = ToolResult(value=value, not_executed=True)
    return Ended(status=TaskStatus.COMPLETED, cause=Cause.FINISH, result=result, not_executed=True)


def unsaid(result: ToolResult, code: str, message: str) -> Ended:
    """A tool that came back, and whose answer is kept from its caller; what it changed stays known."""
    effects = replace(result, value=None, end_turn=False)
    return replace(failed(code, message), result=effects)


def failed(code: str, message: str, *, not_executed: bool = False) -> Ended:
    """A call that failed."""
    return Ended(
        status=TaskStatus.FAILED, cause=Cause.FINISH, code=code, error=message, not_executed=not_executed
    )


def cancelled(code: str, message: str) -> Ended:
    """A call that was stopped before it changed anything."""
    return Ended(status=TaskStatus.CANCELLED, cause=Cause.CANCEL, code=code, error=message, not_executed=True)
