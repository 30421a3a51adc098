"""The children that run code: one per agent, file, bytes and authority; found, started, kept warm, ended."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from placet.sandbox.errors import SandboxUnavailable
from placet.sandbox.runs import Ended, Invocation, OnCall, Script


@dataclass(frozen=True, kw_only=True)
class SandboxLimits:
    """What all children together, and each of them, may take."""

    children: int = 8
    nested_children: int = 32
    executions_per_child: int = 16
    wait_ms: int = 60_000
    idle_ms: int = 5 * 60_000
    heap_mb: int = 64
    data_mb: int = 600


class Sandbox:
    """Runs scripts. Belongs to one event loop; `close` ends every child."""

    def __init__(self, deno: Path | None, limits: SandboxLimits | None = None) -> None:
        """`deno` is the program (`program.find_deno`); None when there is none."""
        self._deno = deno
        self._limits = limits or SandboxLimits()

    async def why_not(self) -> str | None:
        """Why code can't be run here, in a sentence; None when it can. The first call tries it."""
        raise SandboxUnavailable("The sandbox isn't built yet.")

    async def run(self, script: Script, call: Invocation, on_call: OnCall) -> Ended:
        """Run one function of a script to its end; every `adf.METHOD(args)` of it goes to `on_call`.

        Returns after the calls that it made have been answered; when the wait is cancelled, the execution is ended.

        Raises:
            SandboxUnavailable: no code can be run here.
        """
        raise SandboxUnavailable("The sandbox isn't built yet.")

    async def retire(self, agent: str, path: str) -> None:
        """The file changed: its idle children end now, a busy one after what it runs; none gets new work."""

    async def kill(self, agent: str, path: str | None = None) -> None:
        """End the children of a file, or of all files of an agent, with all that they run."""

    async def close(self) -> None:
        """End every child; running executions end as stopped. Nothing can be run afterwards."""
