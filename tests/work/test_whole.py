"""Work goes on to its end without whoever asked for it."""

import asyncio

import pytest

from placet.work.whole import Whole


@pytest.mark.anyio
async def test_what_nobody_waits_for_any_more_is_carried_out_to_its_end() -> None:
    begun, may_end, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        await may_end.wait()
        ended.set()

    whole = Whole("a piece of work")
    asker = asyncio.create_task(whole.do(work()))
    await begun.wait()
    asker.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asker
    may_end.set()
    await whole.settle()
    assert ended.is_set()


@pytest.mark.anyio
async def test_whoever_waits_gets_the_answer_or_the_error() -> None:
    async def answer() -> int:
        return 7

    async def fail() -> None:
        raise ValueError("no")

    whole = Whole("a piece of work")
    assert await whole.do(answer()) == 7
    with pytest.raises(ValueError, match="no"):
        await whole.do(fail())
    await whole.settle()
