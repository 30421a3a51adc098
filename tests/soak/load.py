"""Asks the engine 200 times a second, whatever becomes of it, and writes down each answer that promised something.

`python -m tests.soak.load URL TOKENS OUT RATE`: TOKENS is a JSON file with a token for each agent. A request that has a key
is asked again, with the same key, until it has an answer: that is what a careful client does, and it must cost no effect a
second time. It ends when its standard input does, with a line of JSON that says how much it asked.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, TextIO

from placet.bench.wire import Connection
from tests.soak.plan import ASKER, CLERK, message

_CONNECTIONS: Final = 16
_UNDER_WAY: Final = 2_000
"""How many requests may be without an answer before no more are made: what a long start of the engine leaves open."""
_WAITING: Final = 3
"""How many messages of the asker's wait for the owner at a time."""
_AGAIN_S: Final = 0.25
_GONE: Final = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ValueError)


class Line:
    """A connection that is opened anew after the engine came back."""

    def __init__(self, url: str, token: str) -> None:
        self._url, self._token = url, token
        self._connection: Connection | None = None

    async def ask(
        self, request: Callable[[Connection], Awaitable[tuple[int, Any]]]
    ) -> tuple[int, Any] | None:
        """The answer; None when there is nobody, or the connection broke before all of it had come."""
        try:
            if self._connection is None:
                self._connection = await Connection.open(self._url, self._token)
            return await request(self._connection)
        except _GONE:
            if self._connection is not None:
                with contextlib.suppress(OSError):
                    await self._connection.close()
            self._connection = None
            return None


class Load:
    """All that is asked. Made for one engine that may come and go at one address."""

    def __init__(self, url: str, tokens: dict[str, str], out: TextIO, rate: int) -> None:
        self._url, self._tokens, self._out, self._rate = url, tokens, out, rate
        self._free: asyncio.Queue[Line] = asyncio.Queue()
        self.counts: Counter[str] = Counter()

    async def run(self, over: asyncio.Event) -> None:
        """Ask until it is over; then wait for the answers that are still to come."""
        for _ in range(_CONNECTIONS):
            self._free.put_nowait(Line(self._url, self._tokens[CLERK]))
        async with asyncio.TaskGroup() as group:
            group.create_task(self._prompt(over))
            await self._pace(over, group)

    async def _pace(self, over: asyncio.Event, group: asyncio.TaskGroup) -> None:
        """Each request at its own moment, whatever became of those before."""
        started, number = time.monotonic(), 0
        under_way = asyncio.Semaphore(_UNDER_WAY)
        while not over.is_set():
            number += 1
            await asyncio.sleep(max(0.0, started + number / self._rate - time.monotonic()))
            await under_way.acquire()
            group.create_task(self._one(number, over)).add_done_callback(lambda _: under_way.release())

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[Line]:
        line = await self._free.get()
        try:
            yield line
        finally:
            self._free.put_nowait(line)

    async def _one(self, number: int, over: asyncio.Event) -> None:
        """Of a hundred requests, one is a message, one a write, eighteen reads that are kept, the rest only look."""
        kind = number % 100
        if kind == 0:
            await self._keyed("msg_send", message(f"free-{number}"), number, over)
        elif kind == 50:
            content = {"path": f"notes/{number % 5_000}.txt", "content": f"The note {number}.\n"}
            await self._keyed("fs_write", content, number, over)
        elif kind % 5 == 1:
            await self._keyed("fs_read", {"path": "note.txt"}, number, over)
        elif kind % 5 == 2:
            await self._look(lambda it: it.get(f"/agents/{CLERK}/tasks?limit=20"))
        else:
            await self._look(lambda it: it.post(f"/agents/{CLERK}/tool-calls", _read()))

    async def _look(self, request: Callable[[Connection], Awaitable[tuple[int, Any]]]) -> None:
        async with self._line() as line:
            answer = await line.ask(request)
        if answer is None:
            self.counts["unanswered"] += 1
            await asyncio.sleep(_AGAIN_S)
        else:
            self.counts["answered" if answer[0] < 300 else f"refused {answer[0]}"] += 1

    async def _keyed(self, tool: str, args: dict[str, Any], number: int, over: asyncio.Event) -> None:
        body = {"tool": tool, "args": {**args, "_async": True}, "request_key": f"soak-{number}", "wait_ms": 0}
        while True:
            async with self._line() as line:
                answer = await line.ask(lambda it: it.post(f"/agents/{CLERK}/tool-calls", body))
            if answer is not None:
                self._keep(f"soak-{number}", tool, args, answer)
                return
            self.counts["unanswered"] += 1
            if over.is_set():
                return
            await asyncio.sleep(_AGAIN_S)

    async def _prompt(self, over: asyncio.Event) -> None:
        """Keep a few messages waiting for the owner."""
        line, number = Line(self._url, self._tokens[ASKER]), 0
        while not over.is_set():
            answer = await line.ask(lambda it: it.get(f"/agents/{ASKER}/tasks?status=pending_approval"))
            waiting = _WAITING if answer is None or answer[0] != 200 else len(answer[1]["tasks"])
            if waiting < _WAITING:
                number += 1
                await self._ask(line, number, over)
            else:
                await asyncio.sleep(_AGAIN_S)

    async def _ask(self, line: Line, number: int, over: asyncio.Event) -> None:
        args = message(f"ask-{number}")
        body = {
            "tool": "msg_send",
            "args": {**args, "_async": True},
            "request_key": f"ask-{number}",
            "wait_ms": 0,
        }
        while not over.is_set():
            answer = await line.ask(lambda it: it.post(f"/agents/{ASKER}/tool-calls", body))
            if answer is not None:
                self._keep(f"ask-{number}", "msg_send", args, answer)
                return
            self.counts["unanswered"] += 1
            await asyncio.sleep(_AGAIN_S)

    def _keep(self, key: str, tool: str, args: dict[str, Any], answer: tuple[int, Any]) -> None:
        status, found = answer
        self.counts["answered" if status < 300 else f"refused {status}"] += 1
        if status < 300:
            task_id = found.get("task_id") or found["task"]["id"]
            kept = {"key": key, "tool": tool, "task_id": task_id, "recipient": args.get("recipient")}
            self._out.write(json.dumps(kept) + "\n")
            self._out.flush()


def _read() -> dict[str, Any]:
    return {"tool": "fs_read", "args": {"path": "note.txt"}}


async def main(url: str, tokens: Path, out: Path, rate: int) -> Counter[str]:
    """Ask until the standard input ends."""
    over = asyncio.Event()
    loop = asyncio.get_running_loop()

    def wait_for_the_end() -> None:
        sys.stdin.read()
        loop.call_soon_threadsafe(over.set)

    waiting = asyncio.create_task(asyncio.to_thread(wait_for_the_end))
    with out.open("a", encoding="utf-8") as file:
        load = Load(url, json.loads(tokens.read_text(encoding="utf-8")), file, rate)
        await load.run(over)
    await waiting
    return load.counts


if __name__ == "__main__":
    asked = asyncio.run(main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4])))
    sys.stdout.write(json.dumps(asked) + "\n")
