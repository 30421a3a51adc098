"""Cuts long text into pages that a text widget can lay out without the window standing still."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeVar

from placet.api import SheetLine

T = TypeVar("T")

PAGE_COST: Final = 120_000
LONG_LINE_CHARS: Final = 2_000
_LONG_LINE_FACTOR: Final = 8
"""A widget lays out visible lines only, but each whole: a character of a very long line costs more."""
_LEAST_ROOM: Final = PAGE_COST // 4
_LONGEST_MARK_CHARS: Final = 40
_MARK_COST: Final = 40
"""What colouring one of the engine's marks costs, in characters."""


def pages(text: str) -> tuple[tuple[str, ...], ...]:
    """The text as pages of lines. Line ends are cut off, and so is our own sign for them; nothing else is.

    A line too long for a page begins in what room there is and goes on on the next one; put together the pages are the
    text.
    """
    return _paged(text.split("\n"), _pieces)


def sheet_pages(lines: Iterable[SheetLine]) -> tuple[tuple[SheetLine, ...], ...]:
    """The lines of a sheet as pages. What goes on behind a line's first piece has neither its label nor its numbers."""
    return _paged(lines, _sheet_pieces)


def _sheet_pieces(line: SheetLine, room: int) -> Iterator[tuple[SheetLine, int]]:
    for at, (piece, price) in enumerate(_pieces(line.text, room)):
        if at:
            yield SheetLine(text=piece, tone=line.tone), price
        else:
            yield replace(line, text=piece), price


def _paged(lines: Iterable[T], cut: Callable[[T, int], Iterator[tuple[T, int]]]) -> tuple[tuple[T, ...], ...]:
    """Fill pages. `cut` has a line and the room that is left, and answers its pieces with their costs."""
    made: list[tuple[T, ...]] = []
    page: list[T] = []
    room = PAGE_COST
    for line in lines:
        for piece, price in cut(line, room):
            if page and price > room:
                made.append(tuple(page))
                page, room = [], PAGE_COST
            page.append(piece)
            room -= price
    return (*made, tuple(page))


def _pieces(line: str, room: int) -> Iterator[tuple[str, int]]:
    """A long line's first piece takes the room that is left, if that is worth it: each other one is a page."""
    if len(line) <= LONG_LINE_CHARS:
        yield line, len(line) + 1 + _MARK_COST * line.count("⟨")
        return
    most = PAGE_COST // _LONG_LINE_FACTOR
    start, end = 0, room // _LONG_LINE_FACTOR if room >= _LEAST_ROOM else most
    while start < len(line):
        end = _before_mark(line, end)
        yield line[start:end], len(line[start:end]) * _LONG_LINE_FACTOR
        start, end = end, end + most


def _before_mark(line: str, end: int) -> int:
    """Where to cut so that one of the engine's marks isn't cut in two, which nobody could read."""
    mark = line.rfind("⟨", end - _LONGEST_MARK_CHARS, end)
    return end if mark < 0 or "⟩" in line[mark:end] or end >= len(line) else mark
