"""A file for the owner leaves nothing behind, however its client behaves."""

import asyncio
import contextlib
from pathlib import Path

import pytest
from starlette.requests import ClientDisconnect

from placet.http.receipts import FileOnce
from placet.scratch import Scratch

SCOPE = {"type": "http", "asgi": {"spec_version": "2.4"}}


class Client:
    """One that takes so many messages, and then is gone or takes no more."""

    def __init__(self, takes: int, *, leaves: bool) -> None:
        self._takes, self._leaves = takes, leaves
        self.taken: list[dict] = []
        self.stalled = asyncio.Event()

    async def send(self, message: dict) -> None:
        if len(self.taken) < self._takes:
            self.taken.append(message)
        elif self._leaves:
            raise OSError
        else:
            self.stalled.set()
            await asyncio.Event().wait()

    async def receive(self) -> dict:
        await asyncio.Event().wait()
        raise AssertionError


def a_file() -> tuple[FileOnce, Path]:
    folder = Scratch("file")
    path = folder.path / "file"
    path.write_bytes(b"abc")
    return FileOnce(path, 3, "application/jsonl", folder), path.parent


async def sent_to(client: Client) -> Path:
    """Where the file was, after all that was begun for it has ended."""
    answer, folder = a_file()
    sending = asyncio.ensure_future(answer(SCOPE, client.receive, client.send))
    stalled = asyncio.ensure_future(client.stalled.wait())
    await asyncio.wait({sending, stalled}, return_when=asyncio.FIRST_COMPLETED)
    for each in (sending, stalled):
        each.cancel()
        with contextlib.suppress(asyncio.CancelledError, ClientDisconnect):
            await each
    await asyncio.get_running_loop().shutdown_default_executor()
    return folder


@pytest.mark.parametrize("takes", [0, 1, 2])
@pytest.mark.parametrize("leaves", [True, False], ids=["leaves", "is cancelled"])
def test_a_client_that_goes_in_the_middle_leaves_no_file_behind(takes: int, leaves: bool) -> None:
    client = Client(takes, leaves=leaves)
    folder = asyncio.run(sent_to(client))
    assert len(client.taken) == takes
    assert not folder.exists()


def test_a_client_that_takes_all_has_the_whole_file_and_leaves_none() -> None:
    client = Client(9, leaves=True)
    folder = asyncio.run(sent_to(client))
    assert b"".join(message.get("body", b"") for message in client.taken) == b"abc"
    assert not folder.exists()
