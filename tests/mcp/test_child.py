"""A program that speaks MCP: however it behaves, it is ended, and nobody waits for it longer than that takes."""

import asyncio
import os
import sys

import pytest

from placet.mcp.child import Child
from tests.flows.house import PATIENCE_S
from tests.test_child_pipes import TALKATIVE, pipe_of, until_nobody_reads

pytestmark = pytest.mark.anyio
DEAF = (sys.executable, "-S", "-c", "import signal; signal.pause()")


async def test_a_program_that_reads_nothing_is_ended_all_the_same() -> None:
    child = await Child.start(DEAF, os.environ)
    telling = asyncio.create_task(child.send("x" * 2**22))  # more than a pipe takes
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE_S):
        await child.close()
    with pytest.raises(ProcessLookupError):
        os.kill(child.pid, 0)
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(telling, return_exceptions=True)


async def test_a_program_that_is_closed_in_the_middle_of_what_it_says_leaves_no_pipe() -> None:
    child = await Child.start(TALKATIVE, os.environ)
    await until_nobody_reads(child._process)
    pipe = pipe_of(child._process).get_extra_info("pipe")
    async with asyncio.timeout(PATIENCE_S):
        await child.close()
    await asyncio.sleep(0)
    assert pipe.closed
