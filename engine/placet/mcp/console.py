"""The gateway's line to the console: asks about calls in threads, and tells the loop what became of them.

A thread for each call that waits, on a connection that is used again. When the gateway ends, every wait ends, and what
nobody waits for any more is taken back.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from placet.hook import asking
from placet.hook.asking import OWN, Asked, Call, No, Yes
from placet.hook.door import Deadline, Door, Gone, Lost, Refused, Trouble, Watch, find

FOR_EVER_S: Final = 1e9
"""Longer than anybody waits, in seconds."""
_MOST_WAITING: Final = 256
_OVER_S: Final = 1.0
_AT_ONCE_S: Final = 1.0
"""How long the loop waits for a first answer before a thread asks, which has more patience."""
_LISTING_S: Final = 5.0
_REPORT_S: Final = 60.0
LINK: Final = "mcp"
"""The link whose own token is used where the environment names none."""

T = TypeVar("T")
Heard = Callable[[Mapping[str, Any]], None]


@dataclass(frozen=True, kw_only=True)
class _Way:
    """A connection with the deadline that it was given, which is set anew for each question."""

    door: Door
    deadline: Deadline


class _Line:
    """A connection as `asking` uses it: what the engine answers is also told to `heard`, and closing gives it back."""

    def __init__(
        self,
        doors: Console,
        deadline: Deadline,
        *,
        heard: Heard | None = None,
        stop: threading.Event | None = None,
        was_put: bool = False,
    ) -> None:
        self._doors = doors
        self._deadline = deadline
        self._way: _Way | None = None
        self._heard = heard
        self._stop = stop
        self._was_put = was_put
        self.watch: Watch | None = None

    def ask(
        self, method: str, path: str, body: Any = None, *, wait_s: float = 0.0
    ) -> tuple[int, dict[str, Any]]:
        """As `Door.ask`. A connection that broke isn't used again."""
        # What takes a question back watches nothing: a stop that came before the task was known must not stop that too.
        # So does one that was put already without an answer: it is put again, to learn which task there is to take back.
        stopped = self._stop is not None and self._stop.is_set()
        if stopped and self.watch is not None and not self._was_put:
            raise Gone
        answer = self._ask(method, path, body, wait_s)
        self._was_put = False
        if self._heard is not None:
            self._heard(answer[1])
        return answer

    def _ask(self, method: str, path: str, body: Any, wait_s: float) -> tuple[int, dict[str, Any]]:
        way = self._way or self._doors.take()
        if way is not None:
            try:
                return self._ask_by(way, method, path, body, wait_s)
            except Lost:
                # A connection that rests is closed after a while; a question has a name and may be put twice.
                self._way = None
        return self._ask_by(self._doors.new(), method, path, body, wait_s)

    def _ask_by(
        self, way: _Way, method: str, path: str, body: Any, wait_s: float
    ) -> tuple[int, dict[str, Any]]:
        """Ask on one connection, which is kept when a whole answer came, a refusal included."""
        # The engine counts the wait, and says so when it is over.
        way.deadline.until = self._deadline.until + _OVER_S
        way.door.watch = self.watch
        self._way = None
        try:
            answer = way.door.ask(method, path, body, wait_s=wait_s)
        except Refused:
            self._way = way
            raise
        self._way = way
        return answer

    def close(self) -> None:
        """Give the connection back."""
        if self._way is not None:
            self._doors.give_back(self._way)
        self._way = None


class Console:
    """The console, as its gateway asks it. Made and closed on the loop; what blocks runs in threads of its own."""

    def __init__(
        self, *, data: str | None = None, agent: str | None = None, deadline_s: float = FOR_EVER_S
    ) -> None:
        self._data = data
        self._listing = OWN if agent is None else f"/agents/{agent}"
        self._deadline_s = deadline_s
        self._threads = ThreadPoolExecutor(_MOST_WAITING, thread_name_prefix="asks")
        self._free: list[_Way] = []
        self._kept: set[asyncio.Task[Any]] = set()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._ends, self._end = os.pipe()

    async def ask(self, call: Call, heard: Heard, stop: threading.Event) -> Yes | No:
        """Ask about a call, and wait. `heard` is told each answer of the engine, on the thread that waits.

        Setting `stop` gives the question up once it was taken back. Being cancelled takes it back as well, and a yes that
        came meanwhile is reported as not run. Raises Gone: the gateway ends.
        """
        asked = Asked()
        question = self._keep(self._ask(call, asked, heard, stop))
        try:
            return await asyncio.shield(question)
        except asyncio.CancelledError:
            stop.set()
            await asyncio.shield(self._keep(self._take_back(question, asked)))
            raise

    async def _ask(self, call: Call, asked: Asked, heard: Heard, stop: threading.Event) -> Yes | No:
        deadline = Deadline(self._deadline_s)
        yes, was_put = await self._ask_at_once(call, asked, heard)
        if yes is not None:
            return yes

        def reach(deadline: Deadline) -> Any:
            line = _Line(self, deadline, heard=heard, stop=stop, was_put=was_put)
            line.watch = Watch(self._ends, self._ends)
            return line

        answer: Yes | No = await self._in_thread(lambda: asking.ask(call, reach, deadline, asked))
        return answer

    async def _take_back(self, question: asyncio.Task[Yes | No], asked: Asked) -> None:
        if asked.task_id is not None:
            await self.give_up(asked.task_id)  # which also ends the wait for it
        with contextlib.suppress(Gone):
            verdict = await question
            if isinstance(verdict, Yes) and verdict.task_id is not None:
                await self.give_up(verdict.task_id)

    def _keep(self, job: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Have a job done to its end, whoever waits for it leaves or not."""
        task = asyncio.get_running_loop().create_task(job)
        self._kept.add(task)
        task.add_done_callback(self._kept.discard)
        return task

    async def _ask_at_once(self, call: Call, asked: Asked, heard: Heard) -> tuple[Yes | None, bool]:
        """Put the first question on the loop: a call that the owner freed needs no thread, whose wake-ups take their time.

        No yes where it waits, where it may not run, and where no connection is at hand or it broke: then the thread asks.
        The second answer: whether it was put and no answer came; such a question is found again by its key.
        """
        way = self.take()
        if way is None:
            return None, False
        try:
            async with asyncio.timeout(min(_AT_ONCE_S, self._deadline_s)):
                status, answer = await way.door.ask_ready(*asking.first_question(call), _ready)
        except Refused:
            self.give_back(way)
            return None, False
        except (Trouble, TimeoutError):
            return None, True
        self.give_back(way)
        heard(answer)
        return asking.yes_at_once(call, asked, status, answer), False

    async def see_tools(
        self, server: str, command: Sequence[str], tools: Sequence[Mapping[str, Any]]
    ) -> dict[str, str]:
        """Have the console hold a server's list of tools against what was pinned: a word for each name.

        Raises:
            Trouble: it can't be asked, or it refuses.
        """
        body = {"command": list(command), "tools": list(tools)}
        answer = await self._in_thread(
            lambda: self._once("POST", f"{self._listing}/mcp-servers/{server}/tools", body)
        )
        states = answer.get("tools")
        if not isinstance(states, dict):
            raise Trouble("The Placet console answers with something strange.", "bad_answer")
        return {name: state for name, state in states.items() if isinstance(state, str)}

    async def report(self, task_id: str, body: Mapping[str, Any]) -> None:
        """Say how an allowed call ended. Raises Trouble: it couldn't be told."""
        await self._in_thread(lambda: self._once("POST", f"{OWN}/tasks/{task_id}/outcome", body, _REPORT_S))

    async def task(self, task_id: str) -> Mapping[str, Any]:
        """A task of the agent's, as the ledger has it. Raises Trouble: it can't be asked, or there is none."""
        answer = await self._in_thread(lambda: self._once("GET", f"{OWN}/tasks/{task_id}"))
        found = answer.get("task")
        return found if isinstance(found, dict) else {}

    async def give_up(self, task_id: str) -> None:
        """Take a question back; one that was allowed meanwhile is reported as not run."""
        await self._in_thread(
            lambda: asking.give_up(task_id, lambda deadline: cast("Door", _Line(self, deadline)))
        )

    def stop_waiting(self) -> None:
        """End every wait: who waits takes the question back. What is reported afterwards still goes its way."""
        if not self._closed.is_set():
            self._closed.set()
            os.close(self._end)

    async def close(self) -> None:
        """End every wait. Returns once what was open has been taken back, or nobody is there to take it."""
        self.stop_waiting()
        while self._kept:
            await asyncio.wait(self._kept)
        await asyncio.get_running_loop().run_in_executor(None, self._threads.shutdown)
        os.close(self._ends)
        for way in self._free:
            way.door.close()

    def _once(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, limit_s: float = _LISTING_S
    ) -> dict[str, Any]:
        line = _Line(self, Deadline(limit_s))
        try:
            return line.ask(method, path, body)[1]
        finally:
            line.close()

    def take(self) -> _Way | None:
        """A connection that was used before; None: there is none."""
        with self._lock:
            return self._free.pop() if self._free else None

    def new(self) -> _Way:
        """A new connection, to where the engine is now. Raises Trouble: there is none, or no token for it."""
        deadline = Deadline(FOR_EVER_S)
        return _Way(door=find(os.environ, deadline, data=self._data, link=LINK), deadline=deadline)

    def give_back(self, way: _Way) -> None:
        """Keep a connection for the next question."""
        with self._lock:
            if not self._closed.is_set():
                self._free.append(way)
                return
        way.door.close()

    async def _in_thread(self, do: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, do)


async def _ready(number: int, what: int) -> None:
    """Wait on the loop until a descriptor is ready for one of poll's events."""
    loop, event = asyncio.get_running_loop(), asyncio.Event()
    if what == select.POLLOUT:
        loop.add_writer(number, event.set)
        stop = loop.remove_writer
    else:
        loop.add_reader(number, event.set)
        stop = loop.remove_reader
    try:
        await event.wait()
    finally:
        stop(number)
