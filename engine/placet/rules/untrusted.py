"""Makes hostile text showable: nothing is removed, and nothing that can't be seen stays unseen.

Characters that are invisible, reorder their neighbours or have no agreed look are shown as a mark such as
⟨U+202E⟩ (prompt rule 6). What that means for a reader is said by `findings`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from placet.rules.characters import LOOKS, MAX_MARKS, OURS, Look, characters_of, code_point, is_harmless
from placet.rules.suspicions import Finding, FindingKind, findings

__all__ = [
    "Finding",
    "FindingKind",
    "Shown",
    "escaped",
    "findings",
    "in_quotes",
    "left_out",
    "named",
    "showable",
]

MAX_SPACES: Final = 80
"""A longer run of spaces is shown as a count, so that padding can't push text out of sight."""
MAX_BREAKS: Final = 20
"""A longer run of line breaks is shown as a count."""
_SHORTEST_GAP = " " * (MAX_SPACES + 1)
_SHORTEST_BREAK = "\n" * (MAX_BREAKS + 1)
_NAME: Final = re.compile(r"[A-Za-z0-9_/~.-]+")
_FEW_SIGNS: Final = 32
"""So many different characters are replaced one after another; more of them are looked up one by one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """A text made showable, and how many characters of it were left out. No two that are shown whole look the same."""

    text: str
    elided: int


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


def in_quotes(text: str, limit: int) -> str:
    """A text as one quote inside of a sentence of ours, in one line: no quotation mark of its own ends it."""
    shown = showable(text, limit=limit, single_line=True).text
    return '"' + shown.replace("\\", "\\\\").replace('"', '\\"') + '"'


def named(text: str, limit: int) -> str:
    """A name or a place inside of a sentence of ours: as it is where it can say nothing else, otherwise in quotes."""
    return text if len(text) <= limit and _NAME.fullmatch(text) else in_quotes(text, limit)


def escaped(text: str, escape: Callable[[str], str]) -> str:
    """A text in which each character that is shown by its number is what `escape` makes of it: printable ASCII.

    Line breaks, tabs and runs of blanks stay as they are.
    """
    if is_harmless(text):
        return text
    looks = {char: LOOKS[char] for char in characters_of(text)}
    signs = {char: escape(char) for char in _of_look(looks, Look.SPECIAL)}
    marks = _of_look(looks, Look.MARK)
    parts = _cut(text, marks, [*signs, *_of_look(looks, Look.BREAK), *_of_look(looks, Look.TAB)])
    for index, part in enumerate(parts):
        loose = index % 2 and part[0] in marks
        parts[index] = _replaced(part, {char: escape(char) for char in set(part)} if loose else signs)
    return "".join(parts)


def _of_look(looks: Mapping[str, Look], wanted: Look) -> list[str]:
    return [char for char, look in looks.items() if look is wanted]


def _needs_no_mark(text: str) -> bool:
    """Most texts: nothing in them asks for a second look."""
    return is_harmless(text) and _SHORTEST_GAP not in text


def _written(text: str, single_line: bool) -> str:
    """A whole text made showable, in whole stretches: going through a megabyte by characters takes seconds."""
    if _needs_no_mark(text):
        return text
    looks = {char: LOOKS[char] for char in characters_of(text)}
    signs = _signs(looks, single_line)
    parts = _cut(text, _of_look(looks, Look.MARK), signs)
    for index, part in enumerate(parts):
        parts[index] = _said_apart(part, single_line) if index % 2 else _replaced(part, signs)
    return "".join(parts)


def _signs(looks: Mapping[str, Look], single_line: bool) -> dict[str, str]:
    """What stands for each character that isn't shown as it is: those that signs are made of first."""
    found = [char for char, look in looks.items() if look not in {Look.PLAIN, Look.MARK}]
    found.sort(key=lambda char: (char != "⟨", char not in OURS))
    layout = {"\n": "⏎", "\t": "⇥"} if single_line else {"\n": "⏎\n", "\t": "⇥\t"}
    return {char: layout.get(char) or _chip(char) for char in found}


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
        return _counted(run, "spaces")
    if run[0] == "\n":
        return _counted(run, "line breaks", "" if single_line else "\n")
    return _replaced(run, {char: _chip(char) for char in set(run)})


def _chip(char: str) -> str:
    return f"⟨{code_point(char)}⟩"


def _counted(run: str, what: str, end: str = "") -> str:
    return f"⟨{len(run):,} {what}⟩{end}"
