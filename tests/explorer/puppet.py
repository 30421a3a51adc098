"""A tool whose every moment a walk decides: when it makes its effect, and how it ends."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun


@dataclass
class Strings:
    """What moves one call's run."""

    work: threading.Event = field(default_factory=threading.Event)
    end: threading.Event = field(default_factory=threading.Event)
    made: threading.Event = field(default_factory=threading.Event)
    well: bool = True


class Puppet:
    """Makes its effect when told, ends when told. One for each life of the engine; the effects outlive it."""

    effect = Effect.WRITE
    summary = "Waits to be moved."
    restricted_by_default = True
    schema: Mapping[str, Any] = {
        "type": "object",
        "properties": {"n": {"type": "integer"}, "text": {"type": "string"}},
        "additionalProperties": False,
    }

    def __init__(self, name: str, effects: list[int]) -> None:
        self.name = name
        self._effects = effects
        self._strings: dict[int, Strings] = defaultdict(Strings)
        self._dead = threading.Event()

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        return Preview(sentence="Waits to be moved.")

    def work(self, n: int, patience_s: float) -> None:
        """Let a run make its effect, and wait until it did."""
        self._strings[n].work.set()
        assert self._strings[n].made.wait(patience_s)

    def end(self, n: int, *, well: bool) -> None:
        """Let a run end."""
        self._strings[n].well = well
        self._strings[n].end.set()

    def abandon(self) -> None:
        """The process of this puppet is dead: whatever still runs makes no effect any more."""
        self._dead.set()

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        mine = self._strings[args["n"]]
        await self._until(mine.work, run)
        self._effects.append(args["n"])
        mine.made.set()
        await self._until(mine.end, None)
        if not mine.well:
            raise ToolFailed("It was told to fail.")
        return ToolResult(value={"n": args["n"]})

    async def _until(self, moved: threading.Event, run: ToolRun | None) -> None:
        # Two flags end this wait and nothing wakes for both, so it looks at each in turn.
        while not await asyncio.to_thread(moved.wait, 0.01):
            if self._dead.is_set() or (run is not None and run.stop.is_set()):
                raise ToolStopped("It stopped before anything changed.")
