"""Makes hostile text showable: nothing is removed, and nothing that can't be seen stays unseen.

Characters that are invisible, reorder their neighbours or have no agreed look are shown as a mark such as
⟨U+202E⟩ (prompt rule 6). What that means for a reader is said by `findings`.
"""

from __future__ import annotations

import enum
import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from placet.rules.characters import LOOKS, MAX_MARKS, Look, code_point, name_of
from placet.rules.suspicions import Finding, FindingKind, findings

__all__ = [
    "Finding",
    "FindingKind",
    "Piece",
    "PieceKind",
    "Shown",
    "findings",
    "left_out",
    "reveal",
    "showable",
]

MAX_SPACES: Final = 80
"""A longer run of spaces is shown as a count, so that padding can't push text out of sight."""
MAX_BREAKS: Final = 20
"""A longer run of line breaks is shown as a count."""
_LONG_GAP = re.compile(f"( {{{MAX_SPACES + 1},}})")
_SHORTEST_GAP = " " * (MAX_SPACES + 1)


class PieceKind(enum.StrEnum):
    """What a piece of shown text is."""

    PLAIN = "plain"  # the text itself
    CHIP = "chip"  # a character by its number, since it can't be trusted to show itself
    LAYOUT = "layout"  # a line break, a tab, or a long run of blanks
    ELIDED = "elided"  # a count of what is left out


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """A stretch of shown text: `source` is what it stands for, `name` what a screen reader says for it."""

    text: str
    kind: PieceKind
    name: str
    source: str


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A text made showable: its pieces, how many of them are chips, how many characters were left out.

    The findings are about the whole text, whether shown or not.
    """

    pieces: tuple[Piece, ...]
    escaped: int
    elided: int
    findings: tuple[Finding, ...]

    @property
    def text(self) -> str:
        """All pieces in a row. No two texts that are shown whole look the same."""
        return "".join(piece.text for piece in self.pieces)


def reveal(text: str, *, single_line: bool = False) -> tuple[Piece, ...]:
    """Cut a text into pieces that can be shown as they are; their sources in a row are the text.

    With `single_line` a line break is only a sign, otherwise the sign and a real break. Linear in the text's
    length.
    """
    if text.isascii() and text.isprintable() and _SHORTEST_GAP not in text:
        return _plain(text)  # most texts: nothing in them asks for a second look
    return tuple(_pieces(text, single_line))


def left_out(count: int) -> str:
    """What stands where so many characters aren't shown."""
    return f"⟨{count:,} characters not shown⟩"


def showable(text: str, *, limit: int | None = None, single_line: bool) -> Shown:
    """Make a text showable, in at most `limit` characters of it: two thirds from its head, the rest its tail.

    Raises:
        ValueError: the limit is smaller than two.
    """
    if limit is not None and limit < 2:
        raise ValueError(f"nothing can be shown in {limit} characters")
    elided = 0 if limit is None else max(0, len(text) - limit)
    pieces = _shortened(text, elided, single_line) if elided else reveal(text, single_line=single_line)
    return Shown(
        pieces=pieces,
        escaped=sum(piece.kind is PieceKind.CHIP for piece in pieces),
        elided=elided,
        findings=findings(text),
    )


def _shortened(text: str, elided: int, single_line: bool) -> tuple[Piece, ...]:
    shown = len(text) - elided
    head = shown - shown // 3
    return (
        *reveal(text[:head], single_line=single_line),
        Piece(
            text=left_out(elided),
            kind=PieceKind.ELIDED,
            name=f"{elided:,} characters not shown",
            source=text[head : head + elided],
        ),
        *reveal(text[head + elided :], single_line=single_line),
    )


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
        return itertools.repeat(_layout("⇥" if single_line else "⇥\t", "tab", "\t"), len(run))
    if look is not Look.BREAK:
        return map(_chip, run)
    end = "" if single_line else "\n"
    if len(run) > MAX_BREAKS:
        return (_counted(run, "line breaks", end),)
    return itertools.repeat(_layout(f"⏎{end}", "line break", "\n"), len(run))


def _plain(text: str) -> tuple[Piece, ...]:
    return (Piece(text=text, kind=PieceKind.PLAIN, name="", source=text),) if text else ()


def _counted(run: str, what: str, end: str) -> Piece:
    name = f"{len(run):,} {what}"
    return _layout(f"⟨{name}⟩{end}", name, run)


def _layout(text: str, name: str, source: str) -> Piece:
    return Piece(text=text, kind=PieceKind.LAYOUT, name=name, source=source)


@functools.lru_cache(maxsize=1024)
def _chip(char: str) -> Piece:
    return Piece(text=f"⟨{code_point(char)}⟩", kind=PieceKind.CHIP, name=name_of(char), source=char)
