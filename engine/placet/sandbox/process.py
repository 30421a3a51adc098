"""A Deno process that may do nothing, with our two files in it: started, bounded, spoken with, ended."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from placet.child_pipes import let_go
from placet.sandbox import framing, machine, program
from placet.sandbox.framing import Frame

MIB: Final = 1024 * 1024
_STDERR_BYTES = 16 * 1024
_PIPE_BYTES = 256 * 1024
_OUT_OF_MEMORY = (b"out of memory", b"memory allocation of")


@dataclass(frozen=True, kw_only=True)
class Allowance:
    """The memory of one child, in MiB: of its objects, and of all its data together."""

    heap_mb: int
    data_mb: int


class DenoProcess:
    """Belongs to the event loop that started it. It ends with its stdin, so it never outlives the engine."""

    def __init__(self, process: asyncio.subprocess.Process, key: str) -> None:
        """Use `start`."""
        self._process = process
        self._key = key
        self._complaints = bytearray()
        self._listening = asyncio.create_task(self._listen_to_stderr(), name="stderr of a sandbox child")

    @classmethod
    async def start(cls, deno: Path, allowed: Allowance) -> DenoProcess:
        """Start one; it says `ready` when code can be loaded.

        Raises:
            OSError: it can't be started, or not be bounded.
        """
        secret, key = secrets.token_hex(16), secrets.token_hex(16)
        process = await _spawn(program.words(deno, heap_mb=allowed.heap_mb, secret=secret))
        try:
            machine.confine(process.pid, allowed.data_mb * MIB)
        except ProcessLookupError:
            pass  # it has ended already, which is found out by listening
        except OSError:
            process.kill()
            await process.wait()
            raise
        started = cls(process, key)
        started.send(Frame(word="guest", id=key, payload=program.guest(secret)))
        return started

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def send(self, frame: Frame) -> None:
        """Say something; what a process that has ended is told is lost.

        Not waited for: our file always reads, and what it is told is bounded by what it asked.
        """
        if self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write(frame.bytes())

    async def receive(self, most_bytes: int) -> Frame | None:
        """The next frame, with a payload of at most `most_bytes`; None when it has closed its end.

        Raises:
            framing.Broken: what came isn't from our own file, or too much.
        """
        if self._process.stdout is None:
            raise RuntimeError("the child was started without pipes")
        return await framing.read(self._process.stdout, self._key, most_bytes)

    def kill(self) -> None:
        """End it at once."""
        if self._process.returncode is None:
            try:
                # WORKAROUND: asyncio's own kill() may take the end away from whoever waits for it (Popen.poll reaps).
                os.kill(self._process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass  # it has ended by itself

    async def end(self) -> bool:
        """Kill it and wait until it is gone; says whether it had run out of memory before."""
        self.kill()
        let_go(self._process, (0, 1))  # its last words are on the other one
        await self._process.wait()
        await self._listening
        complaints = bytes(self._complaints).lower()
        return any(words in complaints for words in _OUT_OF_MEMORY)

    async def _listen_to_stderr(self) -> None:
        """Read all of it, or the process would stand still, and keep the beginning."""
        stderr = self._process.stderr
        while stderr is not None and (piece := await stderr.read(4096)):
            self._complaints += piece[: _STDERR_BYTES - len(self._complaints)]


async def _spawn(words: list[str]) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=program.ENVIRONMENT,
        cwd=program.HOST.anchor,  # the root: a child has no business in the folder that the engine is in
        limit=_PIPE_BYTES,
        start_new_session=True,  # a Ctrl-C meant for the engine isn't for its children: they are ended in order
    )
