"""A call that was taken in and may wait for hours: what stands behind it, and how each era is told of that."""

from __future__ import annotations

import asyncio
import enum
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from placet.mcp import eras
from placet.mcp.wire import WireError

TASK_TOOL: Final = "placet_task"
"""The tool by which a client that knows no tasks asks again."""
TASK_TOOL_DEFINITION: Final[Mapping[str, Any]] = {
    "name": TASK_TOOL,
    "title": "Ask again",
    "description": (
        "Ask how a call stands that was told to be still waiting, with the task id from that answer. "
        "Waits a while, and answers what the call answered once it has ended."
    ),
    "inputSchema": {
        "type": "object",
        "properties": {"task_id": {"type": "string", "description": "The id from the answer."}},
        "required": ["task_id"],
        "additionalProperties": False,
    },
    "annotations": {"readOnlyHint": True},
}
POLL_MS: Final = 2_000
"""How often a client that polls is asked to do so."""


class Stage(enum.StrEnum):
    """Where a call is: nobody has decided; it runs; it is over."""

    WAITING = "waiting"
    RUNNING = "running"
    ENDED = "ended"


ELSEWHERE: Final = "Nobody here waits for this call: it was asked for elsewhere, or before a restart."
_SAYS: Final = {
    Stage.WAITING: "Waiting for the owner's decision; nothing has been run.",
    Stage.RUNNING: "Allowed; it runs now.",
    Stage.ENDED: "It is over.",
}


@dataclass(kw_only=True)
class Hold:
    """One call. `done` tells its result (a tool's, errors of the tool included), or raises the WireError it ended with.

    `cancelled`: it was taken back, so that its result says no more than that. `is_elsewhere`: nobody here will ever hear how
    it ends.
    """

    id: str
    tool: str
    done: asyncio.Future[Mapping[str, Any]]
    stage: Stage = Stage.WAITING
    cancelled: bool = False
    is_elsewhere: bool = False
    created_s: float = field(default_factory=time.time)
    changed_s: float = field(default_factory=time.time)

    def enter(self, stage: Stage) -> None:
        """Note that it has got there."""
        self.stage, self.changed_s = stage, time.time()

    def finish(self, result: Mapping[str, Any]) -> None:
        """Tell the result; only the first one counts."""
        if not self.done.done():
            self.enter(Stage.ENDED)
            self.done.set_result(result)

    def fail(self, error: WireError) -> None:
        """Tell that it ended without a result."""
        if not self.done.done():
            self.enter(Stage.ENDED)
            self.done.set_exception(error)
            self.done.exception()  # it may be that nobody asks

    @property
    def is_waited_in_vain(self) -> bool:
        """Whether waiting for its end here would never end."""
        return self.is_elsewhere and not self.done.done()

    @property
    def status(self) -> str:
        """The word of both eras for it (spec/integrations 3.11). The client has nothing to supply, so it is `working`."""
        if not self.done.done():
            return "working"
        if self.cancelled:
            return "cancelled"
        return "completed" if self.done.exception() is None else "failed"

    def task(self, era: eras.Era) -> dict[str, Any]:
        """How a client of this era is told of it."""
        modern = era is eras.Era.MODERN
        return {
            "taskId": self.id,
            "status": self.status,
            "statusMessage": ELSEWHERE if self.is_waited_in_vain else _SAYS[self.stage],
            "createdAt": _iso(self.created_s),
            "lastUpdatedAt": _iso(self.changed_s),
            "ttlMs" if modern else "ttl": None,
            "pollIntervalMs" if modern else "pollInterval": POLL_MS,
        }

    def detail(self) -> dict[str, Any]:
        """A task of the modern era with what it came to (SEP-2663)."""
        told = self.task(eras.Era.MODERN)
        if self.status == "completed":
            told["result"] = {"resultType": "complete", **self.done.result()}
        elif self.status == "failed":
            error = self.done.exception()
            told["error"] = {"code": getattr(error, "code", -32603), "message": str(error)}
        return told

    def still(self) -> dict[str, Any]:
        """The answer to a client that can't wait any longer and knows no tasks."""
        said = (
            "Still waiting for the owner; nothing has been run."
            if self.stage is Stage.WAITING
            else "Still running."
        )
        return failed_text(
            f'{said} Ask again with {TASK_TOOL} {{"task_id": "{self.id}"}}; do not repeat the call.'
        )


def failed_text(text: str) -> dict[str, Any]:
    """A tool's result that says that it didn't work."""
    return {"content": [{"type": "text", "text": text}], "isError": True}


def with_edit(result: Mapping[str, Any], edited: str | None) -> Mapping[str, Any]:
    """A result with a word on how the owner changed the call (DECISIONS T10); None: the owner didn't."""
    content = result.get("content")
    if edited is None or not isinstance(content, list):
        return result
    said = f"Note from Placet: the owner edited the arguments before this ran.\n{edited}"
    return {**result, "content": [*content, {"type": "text", "text": said}]}


def _iso(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
