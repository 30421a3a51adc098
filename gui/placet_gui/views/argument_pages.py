"""Cuts long text into pages that a text widget can lay out without the window standing still."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeVar

from placet.api import SheetLine

T = TypeVar("T")

PAGE_COST: Final = 120_000
LONG_LINE_CHARS: Final = 2_000
_LONG_LINE_FACTOR: Final = 8
"""A widget lays out visible lines only, but each whole: a character of a very long line costs more."""
_MARK_COST: Final = 40
"""What colouring one of the engine's marks costs, in characters."""


def pages(text: str) -> tuple[tuple[str, ...], ...]:
    """The text as pages of lines. Line ends are cut off, and so is our own sign for them; nothing else is.

    A line too long for a page goes on on the next one; put together the pages are the text.
    """
    return _paged((piece, price) for line in text.split("\n") for piece, price in _pieces(line))


def sheet_pages(lines: Iterable[SheetLine]) -> tuple[tuple[SheetLine, ...], ...]:
    """The lines of a sheet as pages. What goes on behind a line's first piece has neither its label nor its numbers."""
    return _paged(_sheet_pieces(lines))


def _sheet_pieces(lines: Iterable[SheetLine]) -> Iterator[tuple[SheetLine, int]]:
    for line in lines:
        for at, (piece, price) in enumerate(_pieces(line.text)):
            if at:
                yield SheetLine(text=piece, tone=line.tone), price
            else:
                yield replace(line, text=piece), price


def _paged(priced: Iterable[tuple[T, int]]) -> tuple[tuple[T, ...], ...]:
    made: list[tuple[T, ...]] = []
    page: list[T] = []
    cost = 0
    for line, price in priced:
        if page and cost + price > PAGE_COST:
            made.append(tuple(page))
            page, cost = [], 0
        page.append(line)
        cost += price
    return (*made, tuple(page))


def _pieces(line: str) -> Iterator[tuple[str, int]]:
    if len(line) <= LONG_LINE_CHARS:
        yield line, len(line) + 1 + _MARK_COST * line.count("⟨")
        return
    most = PAGE_COST // _LONG_LINE_FACTOR
    for start in range(0, len(line), most):
        piece = line[start : start + most]
        yield piece, len(piece) * _LONG_LINE_FACTOR
