"""A program that speaks MCP on its standard input and output, in a process group of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping, Sequence
from typing import Final

from placet.child_pipes import let_go
from placet.mcp.lines import Lines, TooLong

MOST_BYTES: Final = 64 * 2**20
"""How long one message of a server may be."""
_CLOSING_S: Final = 2.0
"""How long a server may take to end once its input is closed, and once more when it is told to."""


class NotStarted(Exception):
    """The program can't be started; the message says why."""


class Child:
    """One server at work. Made by `start`; lives on the loop that started it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("a server is started with pipes")
        self._to = process.stdin
        self._lines = Lines(process.stdout, MOST_BYTES)

    @classmethod
    async def start(
        cls, command: Sequence[str], environment: Mapping[str, str], folder: str | None = None
    ) -> Child:
        """Start the program. Its error output is ours.

        Raises:
            NotStarted: there is no such program, or it may not be run.
        """
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=dict(environment),
                cwd=folder,
                start_new_session=True,
            )
        except (OSError, ValueError) as problem:
            why = problem.strerror if isinstance(problem, OSError) else str(problem)
            raise NotStarted(f"The program of the server can't be started: {why}.") from None
        return cls(process)

    @property
    def pid(self) -> int:
        """The process, which leads its group."""
        return self._process.pid

    async def send(self, text: str) -> None:
        """Write one message; `text` holds no line end.

        Raises:
            ConnectionError: the program reads no more.
        """
        self._to.write(text.encode() + b"\n")
        await self._to.drain()

    async def next(self) -> bytes | None:
        """The next message, as bytes; None when the program says no more.

        Raises:
            TooLong: it was longer than can be kept.
        """
        return await self._lines.next()

    async def close(self) -> None:
        """End the program: by closing its input, then by asking, then by force; its children go with it."""
        self._to.close()  # not waited for: one that doesn't read what was sent keeps it open
        for number in (None, signal.SIGTERM, signal.SIGKILL):
            if number is not None:
                self._tell(number)
                let_go(self._process)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), _CLOSING_S)
                break
        self._tell(signal.SIGKILL)  # what it left behind in its group
        let_go(self._process)

    def _tell(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)


__all__ = ["MOST_BYTES", "Child", "NotStarted", "TooLong"]
