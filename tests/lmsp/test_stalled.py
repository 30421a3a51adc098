"""One reader that reads nothing (generations 2, E16)."""

import asyncio
import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from placet.api.engine import Engine
from placet.http.listening import ABORT
from placet.http.lmsp_stream import EventStream, Place, Streams
from placet.http.waiting import Waits
from tests.lmsp.client import TASKS, Frame, Lmsp, frames, text_of, until
from tests.lmsp.scenes import Scene, Served

PIECES = 320
PIECE_CHARS = 16_384


@pytest.mark.spec("E16")
def test_who_reads_nothing_is_dropped_and_can_come_back_and_nobody_else_notices(folder: Served) -> None:
    folder.set(send_stall_s=1)
    with folder.child() as (_, mine):
        task_id = begin(folder, mine, 1)
        with sleeper(mine, task_id) as line:
            until(lambda: is_held(line))
            go_on(folder, 1)
            assert_read_whole(mine, task_id)
            until(lambda: not is_held(line), "the sleeper was never dropped")
            got = whole_frames(read_to_the_end(line))
        assert 0 < len(got) < PIECES
        later = frames(mine.events(task_id, after=got[-1].id).content)
        assert [it.data for it in [*got, *later]] == [it.data for it in mine.log(task_id)]


def test_nothing_piles_up_for_who_reads_nothing(scene: Scene) -> None:
    scene.set(send_stall_s=1)
    task_id: str = scene.mine.create()["id"]
    exchange = scene.model.exchange(1)
    exchange.begin()
    exchange.say(*(f"{n:06}".ljust(PIECE_CHARS, "x") for n in range(PIECES)))
    exchange.finish()
    whole_bytes = len(scene.mine.events(task_id, after=0).content)
    client = Unreading()
    scene.house.engine.run(client.read(scene.house.engine, task_id))
    assert client.was_dropped
    assert 0 < sum(client.offered_bytes) < whole_bytes / 8


class Unreading:
    """A connection whose room is full from the first byte on."""

    def __init__(self) -> None:
        self.offered_bytes: list[int] = []
        self.was_dropped = False
        self._gone = asyncio.Event()

    async def read(self, engine: Engine, task_id: str) -> None:
        stream = EventStream(Streams(engine, engine.settings, Waits()), Place(task_id=task_id, after=0))
        scope = {"type": "http", "method": "GET", "extensions": {ABORT: {"abort": self.drop}}}
        async with asyncio.timeout(60):
            await stream(scope, self.receive, self.send)

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.body":
            self.offered_bytes.append(len(message["body"]))
            await self._gone.wait()

    async def receive(self) -> Any:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    def drop(self) -> None:
        self.was_dropped = True
        self._gone.set()


def begin(folder: Served, mine: Lmsp, number: int) -> str:
    task_id: str = mine.create()["id"]
    folder.model.exchange(number).begin()
    mine.comes_to(task_id, "running")
    return task_id


def go_on(folder: Served, number: int) -> None:
    """Five million characters, and the end."""
    exchange = folder.model.exchange(number)
    exchange.say(*(f"{n:06}".ljust(PIECE_CHARS, "x") for n in range(PIECES)))
    exchange.finish()


def assert_read_whole(mine: Lmsp, task_id: str) -> None:
    """A reader beside it gets all of it, as it comes."""
    assert len(text_of(mine.log(task_id))) == PIECES * PIECE_CHARS
    assert mine.task(task_id)["status"] == "succeeded"


@contextmanager
def sleeper(mine: Lmsp, task_id: str) -> Iterator[socket.socket]:
    """A client that asks for a stream, with little room, and doesn't read."""
    port = mine.http.base_url.port or 0
    asked = [
        f"GET {TASKS}/{task_id}/events HTTP/1.1", f"Host: 127.0.0.1:{port}",
        f"Authorization: {mine.http.headers['authorization']}", "", "",
    ]  # fmt: skip
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(30)
        line.connect(("127.0.0.1", port))
        line.sendall("\r\n".join(asked).encode())
        yield line


def is_held(line: socket.socket) -> bool:
    """Whether the other end keeps this connection: as the system has it, since open files come and go by themselves."""
    ours, theirs = (f":{address[1]:04X}" for address in (line.getsockname(), line.getpeername()))
    for row in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, state, *_ = row.split()
        if local.endswith(theirs) and remote.endswith(ours):
            return state == "01"  # established
    return False


def read_to_the_end(line: socket.socket) -> bytes:
    got = bytearray()
    try:
        while select.select([line], [], [], 30)[0] and (piece := line.recv(65_536)):
            got += piece
    except ConnectionResetError:
        return bytes(got)
    return bytes(got)


def whole_frames(sent: bytes) -> list[Frame]:
    """The whole frames of a chunked body that was cut off."""
    body, at = bytearray(), sent.index(b"\r\n\r\n") + 4
    while (end := sent.find(b"\r\n", at)) > 0:
        size = int(sent[at:end], 16)
        body += sent[end + 2 : end + 2 + size]
        at = end + 2 + size + 2
    return frames(bytes(body[: body.rfind(b"\n\n") + 2]))
