"""Looks at the disk: each is answered once, in whatever company it comes, and one that hangs holds up nobody for long."""

import asyncio
import contextvars
import threading

import pytest

from placet.work.lookout import Lookout

pytestmark = pytest.mark.anyio

CALLER: contextvars.ContextVar[str] = contextvars.ContextVar("caller")


async def test_many_looks_are_made_by_one_thread_and_each_gets_its_own_answer() -> None:
    lookout, threads, ready = Lookout(), set[str](), threading.Event()

    def look(number: int) -> int:
        ready.wait()
        threads.add(threading.current_thread().name)
        return number * number

    asked = [asyncio.ensure_future(lookout.ask(look, number)) for number in range(100)]
    await asyncio.sleep(0)
    ready.set()
    assert await asyncio.gather(*asked) == [number * number for number in range(100)]
    assert len(threads) == 1


async def test_an_error_is_its_askers_alone() -> None:
    lookout = Lookout()
    answers = await asyncio.gather(
        lookout.ask(lambda: 1), lookout.ask(lambda: 1 // 0), lookout.ask(lambda: 3), return_exceptions=True
    )
    assert (answers[0], type(answers[1]), answers[2]) == (1, ZeroDivisionError, 3)


async def test_a_look_that_hangs_holds_up_nobody_for_long() -> None:
    lookout, hangs = Lookout(), threading.Event()
    hanging = asyncio.ensure_future(lookout.ask(hangs.wait))
    await asyncio.sleep(0)
    behind = asyncio.gather(*(lookout.ask(lambda it=it: it) for it in range(20)))  # type: ignore[misc]
    assert await asyncio.wait_for(behind, 10) == list(range(20))
    assert not hanging.done()
    hangs.set()
    assert await hanging


async def test_a_look_that_nobody_waits_for_any_more_is_no_trouble() -> None:
    lookout, goes_on = Lookout(), threading.Event()
    left = asyncio.ensure_future(lookout.ask(goes_on.wait))
    await asyncio.sleep(0)
    left.cancel()
    goes_on.set()
    assert await lookout.ask(lambda: "next") == "next"
    with pytest.raises(asyncio.CancelledError):
        await left


async def test_a_look_is_made_in_its_askers_context() -> None:
    CALLER.set("code")
    assert await Lookout().ask(CALLER.get) == "code"


async def test_looks_go_on_after_a_quiet_time() -> None:
    lookout = Lookout()
    assert [await lookout.ask(lambda it=it: it) for it in range(20)] == list(range(20))  # type: ignore[misc]
