"""Looking at the disk off the engine's loop: what a call would do is looked up before there is a row."""

from __future__ import annotations

import asyncio
import contextvars
import functools
from collections import deque
from collections.abc import Callable
from typing import Any, Final, TypeVar

T = TypeVar("T")

_MOST_THREADS: Final = 6
_LONG_S: Final = 0.05
"""After so long the first of those that wait is taken to be waiting for a thread that hangs."""
_TOGETHER: Final = 8
"""How many answers one thread brings back at once: each word to the loop costs as much as a look."""


class _Look:
    """One thing to look up, and what came of it."""

    __slots__ = ("answer", "done", "error", "look", "since_s")

    def __init__(self, look: Callable[[], Any], done: asyncio.Future[Any], since_s: float) -> None:
        self.look = look
        self.done = done
        self.since_s = since_s
        self.answer: Any = None
        self.error: BaseException | None = None

    def make(self) -> None:
        """Look. On a thread."""
        try:
            self.answer = self.look()
        except BaseException as error:  # whatever it is, it is the asker's; the others go on
            self.error = error

    def tell(self) -> None:
        """Answer whoever asked, if he still waits. On the loop."""
        if self.done.done():
            return
        if self.error is None:
            self.done.set_result(self.answer)
        else:
            self.done.set_exception(self.error)


class Lookout:
    """One thread makes all the looks that wait, in the order in which they came. Lives on the engine's loop.

    The problem: a look takes a few system calls, and to wake a thread for each costs more than all of them. What we do:
    a thread that is awake goes on as long as somebody waits. What it costs: a look that hangs, on a disk that does,
    holds up those behind it, until one of them has waited for a while; then another thread takes over.
    """

    def __init__(self) -> None:
        self._waiting: deque[_Look] = deque()
        self._threads = 0
        self._watch: asyncio.TimerHandle | None = None

    async def ask(self, look: Callable[..., T], *given: Any) -> T:
        """What the look says; raises what it raises. Cancelling the wait doesn't call the look back."""
        loop = asyncio.get_running_loop()
        within = functools.partial(contextvars.copy_context().run, look, *given)
        asked = _Look(within, loop.create_future(), loop.time())
        self._waiting.append(asked)
        if self._threads == 0:
            self._start(loop)
        elif self._watch is None:
            self._watch = loop.call_later(_LONG_S, self._relieve, loop)
        answer: T = await asked.done
        return answer

    def _relieve(self, loop: asyncio.AbstractEventLoop) -> None:
        """Send another thread when the first of those that wait has waited for long; watch on while anybody does."""
        self._watch = None
        try:
            first = self._waiting[0]
        except IndexError:
            return
        if self._threads < _MOST_THREADS and loop.time() - first.since_s >= _LONG_S:
            self._start(loop)
        self._watch = loop.call_later(_LONG_S, self._relieve, loop)

    def _start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._threads += 1
        loop.run_in_executor(None, self._work, loop)

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        more = True
        while more:
            made = self._make_some()
            more = len(made) == _TOGETHER
            try:
                loop.call_soon_threadsafe(self._tell, loop, made, more)
            except RuntimeError:  # the loop closed, so nobody waits any more
                return

    def _make_some(self) -> list[_Look]:
        made: list[_Look] = []
        while len(made) < _TOGETHER:
            try:
                look = self._waiting.popleft()
            except IndexError:
                break
            look.make()
            made.append(look)
        return made

    def _tell(self, loop: asyncio.AbstractEventLoop, made: list[_Look], more: bool) -> None:
        for look in made:
            look.tell()
        if more:
            return
        self._threads -= 1
        if self._waiting and self._threads == 0:  # it came when the thread had just looked for the last time
            self._start(loop)
