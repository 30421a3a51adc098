"""Files for the owner over HTTP: the chain of receipts, signed (`engine/receipts.md`), and a backup of the ledger."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from placet.api.engine import Engine
from placet.api.receipts import BackUp, ExportReceipts
from placet.http.access import owner
from placet.http.bodies import check_parameters, read_fields
from placet.scratch import Scratch
from placet.settings import Settings

__all__ = ["ReceiptRoutes"]

_PIECE_BYTES: Final = 256 * 1024


class ReceiptRoutes:
    """The routes of receipts; all are the owner's. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        return [
            Route("/receipts/export", self.export, methods=["POST"]),
            Route("/backup", self.back_up, methods=["POST"]),
        ]

    async def export(self, request: Request) -> Response:
        """The chain of receipts, signed."""
        return await self._file(request, ExportReceipts, "application/jsonl")

    async def back_up(self, request: Request) -> Response:
        """The whole ledger."""
        return await self._file(request, BackUp, "application/octet-stream")

    async def _file(
        self, request: Request, make: type[ExportReceipts] | type[BackUp], media_type: str
    ) -> Response:
        """Write the file aside, whole, and send it: a client that reads slowly holds nothing of the ledger."""
        check_parameters(request)
        authority = owner(request)
        (await read_fields(request, self._settings)).done()
        folder = Scratch("file")
        try:
            path = folder.path / "file"
            await self._engine.submit(make(path=path), authority)
            size = (await asyncio.to_thread(path.stat)).st_size
        except BaseException:
            _throw_away(folder)
            raise
        return FileOnce(path, size, media_type, folder)


class FileOnce(StreamingResponse):
    """A file that is sent once, with its folder: gone afterwards, sent or not, begun or not."""

    def __init__(self, path: Path, size: int, media_type: str, folder: Scratch) -> None:
        super().__init__(_pieces(path), media_type=media_type, headers={"Content-Length": str(size)})
        self._folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it; see `Response`."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            _throw_away(self._folder)


async def _pieces(path: Path) -> AsyncIterator[bytes]:
    start = 0
    while piece := await asyncio.to_thread(_piece, path, start):
        yield piece
        start += len(piece)


def _piece(path: Path, start: int) -> bytes:
    """Opens the file anew: one that a thread opened for a wait that is cancelled meanwhile would be nobody's to close."""
    with path.open("rb") as file:
        file.seek(start)
        return file.read(_PIECE_BYTES)


def _throw_away(folder: Scratch) -> None:
    """Not waited for: whoever leaves in the middle cancels every wait, and the folder must go all the same."""
    asyncio.get_running_loop().run_in_executor(None, folder.close)
