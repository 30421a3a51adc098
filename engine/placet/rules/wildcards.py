"""Texts against patterns with stars, in a time that only their lengths decide about.

The problem: a pattern with several stars as a regular expression tries every way to share the text among them, so one
call with a long text could hold the engine up for years. What we do: where a star stands for anything, each piece
between two stars is looked for once, from left to right, where it comes first. Where stars stop at a `/`, all places in
the pattern that the text so far may have led to are kept as the bits of one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST_STEPPED_CHARS: Final = 16 * 1024
"""A longer path or address fits no pattern whose stars stop at a `/`: looking takes time with each of its characters."""


@dataclass(frozen=True)
class Star:
    """Any text, also an empty one; `crosses`: with `/` in it."""

    crosses: bool = True


def fits(pieces: Sequence[str], text: str) -> bool:
    """Whether the text is these pieces with anything between them: the first one begins it, the last one ends it."""
    first, *inner = pieces
    if not inner:
        return text == first
    last = inner.pop()
    at, end = len(first), len(text) - len(last)
    if at > end or not (text.startswith(first) and text.endswith(last)):
        return False
    for piece in inner:
        at = text.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return True


def between_stars(parts: Sequence[str | Star]) -> list[str]:
    """The pieces of text that stars stand between, at least one; some of them may be empty."""
    pieces = [""]
    for part in parts:
        if isinstance(part, Star):
            pieces.append("")
        else:
            pieces[-1] += part
    return pieces


def fits_in_steps(parts: Sequence[str | Star], text: str) -> bool:
    """Whether the text is these parts one after the other; at most `MOST_STEPPED_CHARS` of it are looked at."""
    if len(text) > MOST_STEPPED_CHARS:
        return False
    walk = _Walk.of(parts)
    places = walk.start
    for char in text:
        places = walk.next(places, char)
        if not places:
            return False
    return bool(places & walk.end)


@dataclass(frozen=True)
class _Walk:
    """Places between the pattern's characters and stars, one bit each.

    `literal`: for a character, the places behind which it stands. `stays`: those behind which a star stands, which any
    character leads back to; `steps`: the ones of them whose star takes no `/`.
    """

    literal: dict[str, int]
    stays: int
    steps: int
    start: int
    end: int

    @classmethod
    def of(cls, parts: Sequence[str | Star]) -> _Walk:
        literal: dict[str, int] = {}
        stays = steps = 0
        bit = 1
        for part in parts:
            if isinstance(part, Star):
                if not stays & bit >> 1:  # a star behind a star is one with it
                    stays, steps, bit = stays | bit, steps | bit, bit << 1
                steps &= ~(bit >> 1) if part.crosses else steps
                continue
            for char in part:
                literal[char] = literal.get(char, 0) | bit
                bit <<= 1
        return cls(literal, stays, steps, _past_stars(1, stays), bit)

    def next(self, places: int, char: str) -> int:
        """The places that one more character leads to."""
        held = places & (self.stays & ~self.steps if char == "/" else self.stays)
        return _past_stars((places & self.literal.get(char, 0)) << 1 | held, self.stays)


def _past_stars(places: int, stars: int) -> int:
    """These places, and those behind the stars that begin at them: a star may stand for nothing."""
    while (more := places | (places & stars) << 1) != places:
        places = more
    return places
