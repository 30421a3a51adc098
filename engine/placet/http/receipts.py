"""Files for the owner over HTTP: the chain of receipts, signed (`engine/receipts.md`), and a backup of the ledger."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from placet.api.engine import Engine
from placet.api.receipts import BackUp, ExportReceipts
from placet.http.access import owner
from placet.http.bodies import check_parameters, read_fields
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
        folder = await asyncio.to_thread(tempfile.TemporaryDirectory, prefix="placet-file-")
        try:
            path = Path(folder.name) / "file"
            await self._engine.submit(make(path=path), authority)
            size = (await asyncio.to_thread(path.stat)).st_size
        except BaseException:
            await asyncio.to_thread(folder.cleanup)
            raise
        headers = {"Content-Length": str(size)}
        return StreamingResponse(_pieces(path, folder), media_type=media_type, headers=headers)


async def _pieces(path: Path, folder: tempfile.TemporaryDirectory[str]) -> AsyncIterator[bytes]:
    try:
        with await asyncio.to_thread(path.open, "rb") as file:
            while piece := await asyncio.to_thread(file.read, _PIECE_BYTES):
                yield piece
    finally:
        await asyncio.to_thread(folder.cleanup)
