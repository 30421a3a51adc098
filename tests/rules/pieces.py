"""Showable text made character by character: slow, and what the quick way of `rules.untrusted` is held against."""

from __future__ import annotations

import enum
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from placet.rules.characters import LOOKS, MAX_MARKS, Look, code_point
from placet.rules.untrusted import MAX_BREAKS, MAX_SPACES

_LONG_GAP = re.compile(f"( {{{MAX_SPACES + 1},}})")


class PieceKind(enum.StrEnum):
    """What a piece of shown text is."""

    PLAIN = "plain"  # the text itself
    CHIP = "chip"  # a character by its number, since it can't be trusted to show itself
    LAYOUT = "layout"  # a line break, a tab, or a long run of blanks


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """A stretch of shown text: `source` is what it stands for."""

    text: str
    kind: PieceKind
    source: str


def reveal(text: str, *, single_line: bool = False) -> tuple[Piece, ...]:
    """Cut a text into pieces that can be shown as they are; their sources in a row are the text.

    With `single_line` a line break is only a sign, otherwise the sign and a real break. Linear in the text's
    length.
    """
    return tuple(_pieces(text, single_line))


def _pieces(text: str, single_line: bool) -> Iterator[Piece]:
    for index, part in enumerate(_LONG_GAP.split(text)):
        if index % 2:  # the gaps are what was split at
            yield _counted(part, "spaces", "")
        else:
            yield from _part(part, single_line)


def _part(text: str, single_line: bool) -> Iterator[Piece]:
    shown = start = 0
    before = Look.BREAK  # a mark at the very start has no letter to stand on
    for look, run in itertools.groupby(map(LOOKS.__getitem__, text)):
        length = len(list(run))
        staying = start + _staying(look, length, before)
        start, before = start + length, look
        if staying < start:
            yield from _plain(text[shown:staying])
            yield from _marked(look, text[staying:start], single_line)
            shown = start
    yield from _plain(text[shown:])


def _staying(look: Look, length: int, before: Look) -> int:
    """How many characters of a run may be shown as they are."""
    if look is Look.PLAIN:
        return length
    return min(length, MAX_MARKS) if look is Look.MARK and before is Look.PLAIN else 0


def _marked(look: Look, run: str, single_line: bool) -> Iterable[Piece]:
    if look is Look.TAB:
        return itertools.repeat(_layout("⇥" if single_line else "⇥\t", "\t"), len(run))
    if look is not Look.BREAK:
        return map(_chip, run)
    end = "" if single_line else "\n"
    if len(run) > MAX_BREAKS:
        return (_counted(run, "line breaks", end),)
    return itertools.repeat(_layout(f"⏎{end}", "\n"), len(run))


def _plain(text: str) -> tuple[Piece, ...]:
    return (Piece(text=text, kind=PieceKind.PLAIN, source=text),) if text else ()


def _counted(run: str, what: str, end: str) -> Piece:
    return _layout(f"⟨{len(run):,} {what}⟩{end}", run)


def _layout(text: str, source: str) -> Piece:
    return Piece(text=text, kind=PieceKind.LAYOUT, source=source)


def _chip(char: str) -> Piece:
    return Piece(text=f"⟨{code_point(char)}⟩", kind=PieceKind.CHIP, source=char)
