"""What shares a lane comes one after the other, and a lane is there only while it is used."""

from __future__ import annotations

import asyncio

import pytest

from placet.work.lanes import Lanes

pytestmark = pytest.mark.anyio


async def test_one_at_a_time_in_the_order_of_coming() -> None:
    lanes, order, free = Lanes(), list[str](), asyncio.Event()

    async def go(name: str) -> None:
        async with lanes.within("w1"):
            order.append(f"{name} in")
            await free.wait()
            order.append(f"{name} out")

    async with asyncio.TaskGroup() as group:
        for name in ("first", "second", "third"):
            group.create_task(go(name))
        await asyncio.sleep(0)
        assert order == ["first in"]
        free.set()
    assert order == [f"{name} {way}" for name in ("first", "second", "third") for way in ("in", "out")]
    assert len(lanes) == 0


async def test_another_lane_is_free() -> None:
    lanes = Lanes()
    async with lanes.within("w1"), lanes.within("w2"):
        assert len(lanes) == 2


async def test_whoever_fails_or_waits_no_longer_leaves_the_lane_free() -> None:
    lanes = Lanes()

    async def fail() -> None:
        async with lanes.within("w1"):
            waiting = asyncio.get_running_loop().create_task(lanes.within("w1").__aenter__())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.wait({waiting})
            raise OSError("it broke")

    with pytest.raises(OSError, match="broke"):
        await fail()
    assert len(lanes) == 0
    async with lanes.within("w1"):
        assert len(lanes) == 1
