"""Messages as lines: each ends with a newline, and one that is too long is dropped without being kept in memory."""

from __future__ import annotations

import asyncio
from typing import Final

_CHUNK_BYTES: Final = 64 * 1024


class TooLong(Exception):
    """A line was longer than the limit and is gone; `rest` is its beginning and its end, to find the sender's id in."""

    def __init__(self, rest: bytes) -> None:
        super().__init__("a line is too long")
        self.rest = rest


class Lines:
    """Reads lines from a stream, none longer than `most_bytes`. Not for two readers at once."""

    def __init__(self, stream: asyncio.StreamReader, most_bytes: int) -> None:
        self._stream = stream
        self._most_bytes = most_bytes
        self._kept = bytearray()
        self._looked = 0

    async def next(self) -> bytes | None:
        """The next line without its end; None when there is no more. Blank lines are passed over.

        Raises:
            TooLong: this one was; the next call goes on behind it.
        """
        while True:
            end = self._kept.find(b"\n", self._looked)
            if end >= 0:
                line = bytes(self._kept[:end]).strip()
                del self._kept[: end + 1]
                self._looked = 0
                if line:
                    return line
                continue
            self._looked = len(self._kept)
            if self._looked > self._most_bytes:
                raise TooLong(await self._drop())
            more = await self._stream.read(_CHUNK_BYTES)
            if not more:
                rest = bytes(self._kept).strip()
                self._kept.clear()
                self._looked = 0
                return rest or None
            self._kept += more

    async def _drop(self) -> bytes:
        """Read on to the end of the line, and keep its two ends only."""
        first, last = bytes(self._kept[:_CHUNK_BYTES]), bytes(self._kept[-_CHUNK_BYTES:])
        self._kept.clear()
        self._looked = 0
        while more := await self._stream.read(_CHUNK_BYTES):
            end = more.find(b"\n")
            if end >= 0:
                self._kept += more[end + 1 :]
                return first + (last + more[:end])[-_CHUNK_BYTES:]
            last = (last + more)[-_CHUNK_BYTES:]
        return first + last
