"""A child process that said more than anybody read leaves no pipe open."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from typing import Any

import pytest

from placet.child_pipes import let_go

TALKATIVE = [sys.executable, "-c", "import sys; sys.stdout.write('x' * 2**22); sys.stdout.flush(); input()"]


def pipe_of(process: Process) -> Any:
    """The transport under its standard output."""
    return process._transport.get_pipe_transport(1)  # type: ignore[attr-defined]


async def until_nobody_reads(process: Process) -> None:
    """Wait until so much is kept that asyncio reads no more."""
    async with asyncio.timeout(60):
        while pipe_of(process).is_reading():
            await asyncio.sleep(0.01)


@pytest.mark.anyio
async def test_what_nobody_read_keeps_no_pipe_open() -> None:
    process = await asyncio.create_subprocess_exec(*TALKATIVE, stdin=PIPE, stdout=PIPE)
    await until_nobody_reads(process)
    pipe = pipe_of(process).get_extra_info("pipe")
    process.kill()
    for _ in range(2):
        let_go(process)
    await process.wait()  # which would never end
    assert pipe.closed
