"""The event loop of the main thread: Qt and asyncio in one, on top of `qasync`.

qasync 0.28 lets timers fire early, overflows after 24.8 days, keeps cancelled timers, drops contexts and
doesn't finalise abandoned generators. `QtLoop` repairs these, and one thing more: its callbacks run whenever
Qt's events are processed, so a window works the same under somebody else's Qt loop (an embedding program, a
test).
"""

from __future__ import annotations

import asyncio
import contextvars
import os
import sys
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimerEvent, Signal, Slot
from PySide6.QtWidgets import QApplication

os.environ["QT_API"] = "pyside6"  # before anything else qasync obeys this word, whoever set it and to what
import qasync  # isort: skip

_LONGEST_MS = 1_000_000_000  # Qt's timers take 31 bits of milliseconds; longer waits are taken in pieces
_EARLY_S = 0.001


class _Timers(QObject):
    """Qt timers that run asyncio handles. Lives on the main thread; only `posted` may be emitted elsewhere.

    Signals:
        posted: a handle from another thread, to be run here.
    """

    posted = Signal(object)

    def __init__(self, loop: QtLoop) -> None:
        super().__init__()
        self._loop = loop
        self._handles: dict[int, asyncio.Handle] = {}
        self._timer_of: dict[int, int] = {}  # by id: equal timer handles aren't the same one
        self.posted.connect(self._on_posted, Qt.ConnectionType.QueuedConnection)

    def add_callback(self, handle: asyncio.Handle, delay: float = 0) -> asyncio.Handle:
        """Run the handle after `delay` seconds, never earlier. The name is qasync's."""
        if not handle.cancelled():
            wait_ms = min(-int(-max(0.0, delay) * 1000 // 1), _LONGEST_MS)
            timer = self.startTimer(wait_ms, Qt.TimerType.PreciseTimer)
            self._handles[timer] = handle
            self._timer_of[id(handle)] = timer
        return handle

    def drop(self, handle: asyncio.Handle) -> None:
        """Forget a cancelled handle at once instead of at its time."""
        timer = self._timer_of.pop(id(handle), None)
        if timer is not None:
            del self._handles[timer]
            self.killTimer(timer)

    def set_debug(self, enabled: bool) -> None:
        """Part of qasync's protocol; there is nothing to do."""

    def stop(self) -> None:
        """Kill every timer: a QObject with live timers, collected on another thread, ends the process."""
        for timer in self._handles:
            self.killTimer(timer)
        self._handles.clear()
        self._timer_of.clear()

    @Slot(object)
    def _on_posted(self, handle: asyncio.Handle) -> None:
        if not self._loop.is_closed():
            self.add_callback(handle)

    def timerEvent(self, event: QTimerEvent) -> None:
        timer = event.timerId()
        self.killTimer(timer)
        handle = self._handles.pop(timer, None)
        if handle is None:
            return
        del self._timer_of[id(handle)]
        early_s = handle.when() - self._loop.time() if isinstance(handle, asyncio.TimerHandle) else 0.0
        if early_s > _EARLY_S:
            self.add_callback(handle, early_s)
        elif not handle.cancelled():
            self._loop.run_handle(handle)


class QtLoop(qasync.QEventLoop):  # type: ignore[misc]  # qasync has no types
    """An asyncio loop driven by Qt. Make it on the main thread, after the `QApplication`; close it there."""

    def __init__(self, app: QApplication | None = None) -> None:
        super().__init__(app)
        self._timer = _Timers(self)

    def run_handle(self, handle: asyncio.Handle) -> None:
        """Run one callback as the running loop of this thread, whoever drives Qt."""
        before = asyncio._get_running_loop()  # noqa: SLF001  # the only way to stand in for a loop that isn't run
        asyncio._set_running_loop(self)  # noqa: SLF001
        try:
            handle._run()  # noqa: SLF001
        finally:
            asyncio._set_running_loop(before)  # noqa: SLF001

    def call_later(
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        """Run the callback after `delay` seconds."""
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        """Run the callback at a time of this loop's clock."""
        self._check_closed()
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        handle._scheduled = True  # type: ignore[attr-defined]  # noqa: SLF001  # else cancel() doesn't tell us
        self._timer.add_callback(handle, when - self.time())
        return handle

    def call_soon(
        self, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        """Run the callback at the next turn of Qt's loop."""
        self._check_closed()
        return self._timer.add_callback(asyncio.Handle(callback, args, self, context))

    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        """Run the callback here; may be called from any thread."""
        self._check_closed()
        handle = asyncio.Handle(callback, args, self, context)
        self._timer.posted.emit(handle)
        return handle

    def run_forever(self) -> Any:
        """Run until `stop`, with abandoned async generators finalised on this loop."""
        before = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(
            firstiter=self._asyncgen_firstiter_hook, finalizer=self._asyncgen_finalizer_hook
        )
        try:
            return super().run_forever()
        finally:
            sys.set_asyncgen_hooks(*before)

    def __del__(self) -> None:
        # asyncio's own would close the loop here, when Qt's side of it may be gone already and on any thread.
        # A window that an embedding program dropped without closing it has nothing left to run.
        pass

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        if threading.current_thread() is threading.main_thread():
            self._timer.drop(handle)
