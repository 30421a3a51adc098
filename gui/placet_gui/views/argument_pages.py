"""Cuts long text into pages that a text widget can lay out without the window standing still."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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
    made: list[tuple[str, ...]] = []
    page: list[str] = []
    cost = 0
    for line, price in _pieces(text):
        if page and cost + price > PAGE_COST:
            made.append(tuple(page))
            page, cost = [], 0
        page.append(line)
        cost += price
    return (*made, tuple(page))


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    most = PAGE_COST // _LONG_LINE_FACTOR
    for line in text.split("\n"):
        if len(line) <= LONG_LINE_CHARS:
            yield line, len(line) + 1 + _MARK_COST * line.count("⟨")
            continue
        for start in range(0, len(line), most):
            piece = line[start : start + most]
            yield piece, len(piece) * _LONG_LINE_FACTOR
