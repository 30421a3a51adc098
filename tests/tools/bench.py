"""One agent's folder and the tools at work in it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from placet.rules.errors import ToolFailed
from placet.rules.ports import Place, Preview, Tool, ToolResult, ToolRun


class Signal:
    """A stop signal whose steps run one by one, each time that the tool asks; a step that returns True stops.

    Writing asks twice: at the start, and when the new bytes are on the disk under another name.
    """

    def __init__(self, *steps: Callable[[], bool | None]) -> None:
        self.steps = list(steps)
        self.askers: list[threading.Thread] = []

    def is_set(self) -> bool:
        self.askers.append(threading.current_thread())
        return bool(self.steps.pop(0)()) if self.steps else False


class Bench:
    """Previews and runs tools in one agent's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.place = Place(agent="clerk", folder=str(folder))

    def preview(self, tool: Tool, **args: Any) -> Preview:
        return tool.preview(args, self.place)

    def run(
        self, tool: Tool, *, target: dict[str, Any] | None = None, stop: Signal | None = None, **args: Any
    ) -> ToolResult:
        run = ToolRun(place=self.place, task_id="task_1", stop=stop or Signal(), target=target)
        return asyncio.run(tool.run(args, run))

    def refusal(self, tool: Tool, **args: Any) -> str:
        """The code with which both the preview and the run are refused; they must agree."""
        with pytest.raises(ToolFailed) as shown:
            self.preview(tool, **args)
        with pytest.raises(ToolFailed) as ran:
            self.run(tool, **args)
        assert shown.value.code == ran.value.code
        assert str(self.folder) not in shown.value.message + ran.value.message
        return ran.value.code

    def changed(
        self, tool: Tool, target: dict[str, Any] | None, stop: Signal | None = None, **args: Any
    ) -> ToolFailed:
        """Run with what was shown and expect `target_changed`."""
        with pytest.raises(ToolFailed) as caught:
            self.run(tool, target=target, stop=stop, **args)
        assert caught.value.code == "target_changed"
        return caught.value

    def everything(self) -> list[str]:
        """All names below the folder: nothing may be left behind."""
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))
