"""Frames: what the engine and a child say to each other over its stdin and stdout.

A frame is a line of words and as many bytes of payload as its last word says. Inwards: `WORD ID NUMBER BYTES`;
outwards the same behind the child's key, so that nothing counts which didn't come from our own file. Everything that
comes out is a claim: it is bounded before it is read, and anything unexpected is `Broken`.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Final

LINE_BYTES: Final = 512
NOBODY: Final = "-"
"""The id in a frame that belongs to no execution."""

_SAFE = re.compile(r"[A-Za-z0-9_-]{1,100}")
_NUMBER = re.compile(r"[0-9]{1,15}")


class Broken(Exception):
    """The child said what our file never says."""


class TooMuch(Broken):
    """The child said more at once than it may."""


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One message. `number` is a call's number within its child, 0 where there is none."""

    word: str
    id: str = NOBODY
    number: int = 0
    payload: bytes = b""

    def bytes(self) -> bytes:
        """This frame as the child reads it."""
        if not (_SAFE.fullmatch(self.word) and _SAFE.fullmatch(self.id)):
            raise ValueError(f"no word of a frame: {self.word!r} {self.id!r}")
        return f"{self.word} {self.id} {self.number} {len(self.payload)}\n".encode() + self.payload


async def read(reader: asyncio.StreamReader, key: str, most_bytes: int) -> Frame | None:
    """The next frame; None when the child has closed its end.

    Raises:
        TooMuch: the payload has more than `most_bytes`.
        Broken: it is no frame, or one without the key.
    """
    try:
        line = await reader.readuntil(b"\n")
    except asyncio.IncompleteReadError as end:
        if end.partial:
            raise Broken("its last line has no end") from None
        return None
    except asyncio.LimitOverrunError:
        raise Broken("a line has no end") from None
    frame, length = _header(line, key)
    if length > most_bytes:
        raise TooMuch(f"it said {length:,} bytes at once; at most {most_bytes:,} are read")
    try:
        payload = await reader.readexactly(length)
    except asyncio.IncompleteReadError:
        raise Broken("its last frame has no end") from None
    return Frame(word=frame.word, id=frame.id, number=frame.number, payload=payload)


def _header(line: bytes, key: str) -> tuple[Frame, int]:
    words = line[:LINE_BYTES].decode("ascii", "replace").rstrip("\n").split(" ")
    if len(line) > LINE_BYTES or len(words) != 5 or words[0] != key:
        raise Broken("a line isn't ours")
    _, word, id_, number, length = words
    if not (_SAFE.fullmatch(word) and _SAFE.fullmatch(id_)):
        raise Broken("a line isn't ours")
    if not (_NUMBER.fullmatch(number) and _NUMBER.fullmatch(length)):
        raise Broken("a line isn't ours")
    return Frame(word=word, id=id_, number=int(number)), int(length)


def whole(text: str) -> str:
    """The text without halves of surrogate pairs, which are no characters: no UTF-8 and no JSON holds them."""
    return text.encode("utf-8", "replace").decode("utf-8")
