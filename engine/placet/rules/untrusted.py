"""Makes hostile text showable: nothing is removed, and nothing that can't be seen stays unseen.

Characters that are invisible, reorder their neighbours or have no agreed look are shown as a mark such as
⟨U+202E⟩ (prompt rule 6). What that means for a reader is said by `findings`.

There are two ways to the same marks: `showable` writes them straight into a text, for as much text as there is, and
`reveal` cuts a text into pieces, for whoever has to know what each stretch stands for.
"""

from __future__ import annotations

import enum
import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from placet.rules.characters import LOOKS, MAX_MARKS, OURS, Look, code_point, is_harmless, name_of
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
_SHORTEST_BREAK = "\n" * (MAX_BREAKS + 1)
_FEW_SIGNS: Final = 32
"""So many different characters are replaced one after another; more of them are looked up one by one."""


class PieceKind(enum.StrEnum):
    """What a piece of shown text is."""

    PLAIN = "plain"  # the text itself
    CHIP = "chip"  # a character by its number, since it can't be trusted to show itself
    LAYOUT = "layout"  # a line break, a tab, or a long run of blanks


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """A stretch of shown text: `source` is what it stands for, `name` what a screen reader says for it."""

    text: str
    kind: PieceKind
    name: str
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """A text made showable, and how many characters of it were left out. No two that are shown whole look the same."""

    text: str
    elided: int


def reveal(text: str, *, single_line: bool = False) -> tuple[Piece, ...]:
    """Cut a text into pieces that can be shown as they are; their sources in a row are the text.

    With `single_line` a line break is only a sign, otherwise the sign and a real break. Linear in the text's
    length.
    """
    if _needs_no_mark(text):
        return _plain(text)
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
    if limit is None or len(text) <= limit:
        return Shown(text=_written(text, single_line), elided=0)
    tail, elided = limit // 3, len(text) - limit
    head = limit - tail
    ends = _written(text[:head], single_line), _written(text[head + elided :], single_line)
    return Shown(text=left_out(elided).join(ends), elided=elided)


def _needs_no_mark(text: str) -> bool:
    """Most texts: nothing in them asks for a second look."""
    return is_harmless(text) and _SHORTEST_GAP not in text


def _written(text: str, single_line: bool) -> str:
    """What the pieces of a text say in a row. Made from whole stretches: a piece for each character takes seconds."""
    if _needs_no_mark(text):
        return text
    looks = {char: LOOKS[char] for char in set(text)}
    signs = _signs(looks, single_line)
    marks = [char for char, look in looks.items() if look is Look.MARK]
    parts = _cut(text, marks, signs)
    for index, part in enumerate(parts):
        parts[index] = _said_apart(part, single_line) if index % 2 else _replaced(part, signs)
    return "".join(parts)


def _signs(looks: Mapping[str, Look], single_line: bool) -> dict[str, str]:
    """What stands for each character that isn't shown as it is: those that signs are made of first."""
    found = [char for char, look in looks.items() if look not in {Look.PLAIN, Look.MARK}]
    found.sort(key=lambda char: (char != "⟨", char not in OURS))
    return {char: next(iter(_marked(looks[char], char, single_line))).text for char in found}


def _replaced(text: str, signs: Mapping[str, str]) -> str:
    if len(signs) > _FEW_SIGNS:
        return text.translate({ord(char): sign for char, sign in signs.items()})
    for char, sign in signs.items():
        text = text.replace(char, sign)
    return text


def _cut(text: str, marks: Sequence[str], signs: Iterable[str]) -> list[str]:
    """A text cut so that every second part is one that can't be shown character by character.

    Those are long runs of blanks, and combining marks that have no letter before them or too many marks.
    """
    cuts = []
    if _SHORTEST_GAP in text:
        cuts.append(f" {{{MAX_SPACES + 1},}}")
    if _SHORTEST_BREAK in text:
        cuts.append(f"\n{{{MAX_BREAKS + 1},}}")
    if marks:
        cuts.append(_loose_marks(re.escape("".join(marks)), re.escape("".join(signs))))
    return re.split(f"({'|'.join(cuts)})", text) if cuts else [text]


def _loose_marks(marks: str, signs: str) -> str:
    # The mark stands first and what is before it is looked back at: so the text is searched for marks alone.
    before = [
        "\\A",
        f" {{{MAX_SPACES + 1}}}",
        f"[{marks}]{{{MAX_MARKS}}}",
        *([f"[{signs}]"] if signs else ()),
    ]
    return f"[{marks}](?:{'|'.join(f'(?<={it}[{marks}])' for it in before)})[{marks}]*"


def _said_apart(run: str, single_line: bool) -> str:
    if run[0] == " ":
        return _counted(run, "spaces", "").text
    if run[0] == "\n":
        return _counted(run, "line breaks", "" if single_line else "\n").text
    return _replaced(run, {char: _chip(char).text for char in set(run)})


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
