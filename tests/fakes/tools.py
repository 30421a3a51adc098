"""Tools whose moment a test decides. They are real tools to the engine: schema, preview, run, stop."""

import asyncio
import threading
from collections.abc import Mapping
from typing import Any

from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun


class HeldTool:
    """Runs until the test lets it go; counts how often it ran and with what."""

    effect = Effect.WRITE
    summary = "Waits until it is let go."
    restricted_by_default = True
    schema: Mapping[str, Any] = {
        "type": "object",
        "properties": {"n": {"type": "integer"}, "text": {"type": "string"}},
        "additionalProperties": False,
    }

    def __init__(self, name: str = "held", *, open_at_once: bool = False) -> None:
        self.name = name
        self.started = threading.Semaphore(0)
        self._go = threading.Event()
        self.runs: list[dict[str, Any]] = []
        if open_at_once:
            self._go.set()

    def let_go(self) -> None:
        self._go.set()

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        return Preview(sentence=f"Waits in the name of {place.agent}.")

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        self.runs.append(dict(args))
        self.started.release()
        while not await asyncio.to_thread(self._go.wait, 0.02):
            if run.stop.is_set():
                raise ToolStopped("It stopped before anything changed.")
        return ToolResult(value={"ran": len(self.runs)})


class FailingTool(HeldTool):
    """Fails when it runs, in its own words."""

    def __init__(self, name: str = "failing") -> None:
        super().__init__(name, open_at_once=True)

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        await super().run(args, run)
        raise ToolFailed("The printer is on fire.", code="printer_on_fire")
