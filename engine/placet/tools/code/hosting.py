"""What the code tools ask of the engine: whose bytes are authorized, and running them."""

from __future__ import annotations

from typing import Any, Protocol

from placet.rules.code import Source
from placet.rules.ports import ToolRun
from placet.tools.code.reading import CodeFile


class CodeHost(Protocol):
    """Runs code and decides with whose authority (`placet.work.executions`)."""

    def is_authorized(self, agent: str, path: str, sha256: str) -> bool:
        """Whether exactly these bytes in this place are authorized. Blocking; from any thread."""
        ...

    async def run_file(self, file: CodeFile, source: Source, args: tuple[Any, ...], run: ToolRun) -> Any:
        """Run a function of a file to its end; what it returned.

        Raises:
            ToolFailed: it may not be started, it threw, or it was ended. ToolStopped: `run.stop` was set.
        """
        ...

    async def run_inline(self, code: str, run: ToolRun) -> Any:
        """Run the body of an async function to its end, never with authority; what it returned.

        Raises:
            ToolFailed: it threw, or it was ended. ToolStopped: `run.stop` was set.
        """
        ...
