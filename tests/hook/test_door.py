"""The line to the engine, as a loop uses it."""

import asyncio
import select
import socket

import pytest

from placet.hook.door import Deadline, Door, Lost


async def _never(number: int, what: int) -> None:
    assert what == select.POLLIN
    raise TimeoutError


def _door(listener: socket.socket) -> Door:
    return Door(f"http://127.0.0.1:{listener.getsockname()[1]}", "token", Deadline(10.0))


def test_a_connection_whose_answer_was_not_waited_for_is_not_used_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        door = _door(listener)
        door._connect(door._deadline.until)  # a connection that rests
        engine, _ = listener.accept()
        with engine:
            with pytest.raises(Lost):  # a timeout is an OSError as well
                asyncio.run(door.ask_ready("POST", "/tool-calls", {}, _never))
            engine.settimeout(10.0)
            assert engine.recv(65536).startswith(b"POST /tool-calls HTTP/1.1\r\n")
            assert engine.recv(65536) == b""
        with pytest.raises(Lost):
            asyncio.run(door.ask_ready("POST", "/tool-calls", {}, _never))
