"""Wake-ups: each watch its own, and nothing missed between a look and a wait."""

import asyncio

import pytest

from placet.rules.basics import TaskId
from placet.work.wakes import Wakes

pytestmark = pytest.mark.anyio
ONE, OTHER = TaskId("task_1"), TaskId("task_2")


async def test_what_is_committed_after_the_look_wakes_the_wait_that_comes_later() -> None:
    wakes = Wakes()
    with wakes.watch(ONE) as watch:
        watch.clear()
        wakes.wake(ONE)
        async with asyncio.timeout(10):
            await watch.wait()


async def test_everybody_who_watches_is_woken_and_nobody_else() -> None:
    wakes = Wakes()
    with wakes.watch(ONE) as first, wakes.watch(ONE) as second, wakes.watch(OTHER) as other:
        wakes.wake(ONE)
        await first.wait()
        await second.wait()
        waiting = asyncio.ensure_future(other.wait())
        await asyncio.sleep(0)
        assert not waiting.done()
        wakes.wake(OTHER)
        await waiting


async def test_who_left_is_kept_no_more() -> None:
    wakes = Wakes()
    with wakes.watch(ONE):
        assert wakes._watches
    assert not wakes._watches
    wakes.wake(ONE)
    wakes.remove(ONE, wakes.watch(ONE))
