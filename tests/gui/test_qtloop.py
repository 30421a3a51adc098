"""The main thread's loop keeps asyncio's promises, whoever drives Qt."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import threading
import time
from collections.abc import AsyncIterator, Iterator

import pytest
from PySide6.QtWidgets import QApplication

from placet_gui.qtloop import QtLoop


@pytest.fixture
def loop(qapp: QApplication) -> Iterator[QtLoop]:
    made = QtLoop(qapp)
    yield made
    made.close()
    qapp.setQuitOnLastWindowClosed(True)


def live_timers(loop: QtLoop) -> int:
    return len(loop._timer._handles)


def test_a_timer_never_fires_early(loop: QtLoop) -> None:
    async def early() -> list[float]:
        missed = []
        for wait_s in (0.001, 0.0105, 0.0333):
            due = loop.time() + wait_s
            await asyncio.sleep(wait_s)
            missed.append(loop.time() - due)
        return missed

    assert min(loop.run_until_complete(early())) >= -0.001


def test_a_cancelled_timer_is_gone_at_once(loop: QtLoop) -> None:
    handles = [loop.call_later(3600, print) for _ in range(100)]
    assert live_timers(loop) == 100
    for handle in handles:
        handle.cancel()
    assert live_timers(loop) == 0


def test_equal_timers_are_still_two(loop: QtLoop) -> None:
    when = loop.time() + 3600
    first, second = loop.call_at(when, print, 1), loop.call_at(when, print, 1)
    assert first == second
    first.cancel()
    assert live_timers(loop) == 1
    second.cancel()
    assert live_timers(loop) == 0


def test_a_wait_of_more_than_the_days_that_a_timer_holds_is_taken(loop: QtLoop) -> None:
    handle = loop.call_later(60 * 86_400, print)
    assert live_timers(loop) == 1
    handle.cancel()


def test_a_call_from_another_thread_keeps_its_context_and_gives_a_handle(loop: QtLoop) -> None:
    variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable", default="lost")
    seen: list[str] = []
    handles: list[asyncio.Handle] = []

    async def main() -> None:
        done = asyncio.Event()
        context = contextvars.copy_context()
        context.run(variable.set, "kept")

        def note() -> None:
            seen.append(variable.get())
            done.set()

        thread = threading.Thread(
            target=lambda: handles.append(loop.call_soon_threadsafe(note, context=context))
        )
        thread.start()
        await asyncio.wait_for(done.wait(), 10)
        thread.join()

    loop.run_until_complete(main())
    assert seen == ["kept"]
    assert isinstance(handles[0], asyncio.Handle)


def test_an_abandoned_generator_is_finished_on_the_loop(loop: QtLoop) -> None:
    finished: list[bool] = []

    async def numbers() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
        finally:
            finished.append(asyncio.get_running_loop() is loop)

    async def main() -> None:
        async for _ in numbers():
            break
        gc.collect()
        while not finished:
            await asyncio.sleep(0)

    loop.run_until_complete(asyncio.wait_for(main(), 10))
    assert finished == [True]


def test_a_job_runs_while_somebody_else_drives_qt(loop: QtLoop, qtbot) -> None:
    seen: list[object] = []

    async def job() -> None:
        seen.append(asyncio.get_running_loop())
        await asyncio.sleep(0.001)
        seen.append(asyncio.get_running_loop())

    task = loop.create_task(job())
    qtbot.waitUntil(task.done)
    assert seen == [loop, loop]
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()


def test_a_job_runs_while_another_loop_runs_on_this_thread(loop: QtLoop, qapp: QApplication) -> None:
    async def job() -> asyncio.AbstractEventLoop:
        await asyncio.sleep(0)
        return asyncio.get_running_loop()

    async def foreign() -> bool:
        task = loop.create_task(job())
        end = time.monotonic() + 10
        while not task.done() and time.monotonic() < end:
            qapp.processEvents()
            await asyncio.sleep(0)
        return task.result() is loop and asyncio.get_running_loop() is not loop

    assert asyncio.run(foreign())


def test_closing_kills_every_timer(qapp: QApplication) -> None:
    made = QtLoop(qapp)
    made.call_later(3600, print)
    made.close()
    assert live_timers(made) == 0
    with pytest.raises(RuntimeError):
        made.call_soon(print)


def test_a_time_out_inside_a_job_ends_it_on_time(loop: QtLoop) -> None:
    async def main() -> None:
        async with asyncio.timeout(0.01):
            await asyncio.Event().wait()

    with pytest.raises(TimeoutError):
        loop.run_until_complete(main())
