"""Bytes as people compare them: where they stand, sixteen a line by number, and those that are letters as letters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LINE_BYTES: Final = 16
_HALF: Final = LINE_BYTES // 2
_HALF_CHARS: Final = 3 * _HALF - 1
_PLACE_CHARS: Final = 8
_BETWEEN: Final = "  "
_LEFT: Final = slice(_PLACE_CHARS + len(_BETWEEN), _PLACE_CHARS + len(_BETWEEN) + _HALF_CHARS)
_RIGHT: Final = slice(_LEFT.stop + len(_BETWEEN), _LEFT.stop + len(_BETWEEN) + _HALF_CHARS)


def hex_lines(data: bytes, start: int = 0, masked: Iterable[range] = ()) -> tuple[str, ...]:
    """Lines of `00000010  48 65 6c 6c 6f …  Hello`, the first of them at `start`. Printable ASCII all through.

    `masked` are places whose bytes aren't told: stars stand for them.
    """
    numbers, letters = [f"{it:02x}" for it in data], [_letter(it) for it in data]
    for places in masked:
        for at in range(max(places.start, start) - start, min(places.stop - start, len(data))):
            numbers[at], letters[at] = "**", "*"
    return tuple(
        _line(start + at, numbers[at : at + LINE_BYTES], letters[at : at + LINE_BYTES])
        for at in range(0, len(data), LINE_BYTES)
    )


def halved(line: str) -> tuple[str, ...]:
    """A line of `hex_lines` as one or two of half as many bytes, for where there is less room."""
    place, left, right = int(line[:_PLACE_CHARS], 16), line[_LEFT], line[_RIGHT]
    letters = line[_RIGHT.stop + len(_BETWEEN) :]
    first = f"{place:0{_PLACE_CHARS}x}{_BETWEEN}{left}{_BETWEEN}{letters[:_HALF]}"
    if not right.strip():
        return (first,)
    return first, f"{place + _HALF:0{_PLACE_CHARS}x}{_BETWEEN}{right}{_BETWEEN}{letters[_HALF:]}"


def _letter(byte: int) -> str:
    return chr(byte) if 0x20 <= byte < 0x7F else "."


def _line(place: int, numbers: list[str], letters: list[str]) -> str:
    left, right = " ".join(numbers[:_HALF]), " ".join(numbers[_HALF:])
    halves = f"{left:<{_HALF_CHARS}}", f"{right:<{_HALF_CHARS}}"
    return _BETWEEN.join((f"{place:0{_PLACE_CHARS}x}", *halves, "".join(letters)))
