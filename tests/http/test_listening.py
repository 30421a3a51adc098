"""A connection's transport joins what an answer is written in, and keeps nothing back for longer than a turn."""

import asyncio
from typing import Any, cast

import pytest

from placet.http.listening import _Joined

pytestmark = pytest.mark.anyio


class Wire:
    """A transport that notes what it is given."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.is_paused = False

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def close(self) -> None:
        self.sent.append(b"closed")

    def pause_reading(self) -> None:
        self.is_paused = True


def joined() -> tuple[Any, Wire]:
    wire = Wire()
    return _Joined(cast("asyncio.Transport", wire)), wire


async def test_head_and_body_go_out_together_in_the_next_turn() -> None:
    transport, wire = joined()
    transport.write(b"head ")
    transport.write(b"body")
    assert wire.sent == []
    await asyncio.sleep(0)
    assert wire.sent == [b"head body"]
    transport.write(b"next")
    await asyncio.sleep(0)
    assert wire.sent == [b"head body", b"next"]


async def test_a_long_answer_is_sent_as_it_comes_so_that_a_slow_reader_is_noticed() -> None:
    transport, wire = joined()
    for _ in range(4):
        transport.write(b"x" * 10_000)
    assert sum(map(len, wire.sent)) == 40_000
    await asyncio.sleep(0)
    assert sum(map(len, wire.sent)) == 40_000


async def test_what_was_written_goes_out_before_the_connection_closes() -> None:
    transport, wire = joined()
    transport.write(b"last words")
    transport.close()
    await asyncio.sleep(0)
    assert wire.sent == [b"last words", b"closed"]


async def test_everything_else_is_the_transports() -> None:
    transport, wire = joined()
    transport.pause_reading()
    assert wire.is_paused
