"""What in somebody else's text could mislead a reader, in words (prompt rules 6 and 7)."""

from __future__ import annotations

import enum
import functools
import itertools
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from placet.rules.characters import (
    LOOKS,
    MAX_MARKS,
    OURS,
    REORDERING,
    Look,
    characters_of,
    code_point,
    is_harmless,
    name_of,
)

_MAX_NAMED: Final = 3
_MAX_WORD_CHARS: Final = 40

_PICTURE: Final = "[\u2190-\u3299\U0001f000-\U0001faff]"
_JOINED_LETTER: Final = "[\u0620-\u109f\u1780-\u18af]"
_INNOCENT = re.compile(
    f"(?<=[#*0-9\u00a9\u00ae\u203c\u2049]|{_PICTURE})[\ufe0e\ufe0f]"  # a symbol as a picture, or as text
    f"|(?<={_PICTURE}|\ufe0f)\u200d(?={_PICTURE})"  # joins pictures into one
    "|\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f"  # the flag of a region
    f"|(?<={_JOINED_LETTER})[\u200c\u200d](?={_JOINED_LETTER})"  # Persian, Hindi and others are spelled so
    "|\r(?=\n)"  # a line break of Windows
)
_MAYBE_INNOCENT: Final = frozenset("\ufe0e\ufe0f\u200c\u200d\r\U000e007f")
_WORD = re.compile(r"\w+")
_ALIKE: Final = frozenset(
    {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "FULLWIDTH", "MATHEMATICAL"}
)
"""First words of the names of letters that can be taken for one another."""
_USUAL: Final = frozenset({None, "LATIN"})
_SCRIPTS_KEPT: Final = 2**12


class FindingKind(enum.StrEnum):
    """What sort of thing was found. The first three make a request high-risk (DECISIONS B4)."""

    HIDDEN = "hidden"
    REORDERING = "reordering"
    UNINSPECTABLE = "uninspectable"
    SPACING = "spacing"
    MIXED_SCRIPT = "mixed_script"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One sort of thing that was found in a text, and a sentence of ours about it: plain ASCII, bounded."""

    kind: FindingKind
    sentence: str


_OF_CATEGORY: Final = {
    "Zs": FindingKind.SPACING,
    "Co": FindingKind.UNINSPECTABLE,
    "Cn": FindingKind.UNINSPECTABLE,
    "Cs": FindingKind.UNINSPECTABLE,
}
_OF_CHARACTERS: Final = {
    FindingKind.HIDDEN: "It holds characters that can't be seen",
    FindingKind.REORDERING: "It holds characters that change the order in which text is shown",
    FindingKind.UNINSPECTABLE: "It holds characters that no two programs need show alike",
    FindingKind.SPACING: "It holds blanks that aren't plain spaces",
}
_STACKED: Final = f"It stacks more than {MAX_MARKS} marks on one letter, which can cover the text around it."


def findings(text: str) -> tuple[Finding, ...]:
    """Say what in a text could mislead a reader: a finding for each kind, none for ordinary text.

    Emoji, right-to-left writing and the joiners that some languages are spelled with are ordinary, although
    their invisible parts are marked when the text is shown.
    """
    if is_harmless(text):
        return ()
    chars = characters_of(text)
    if chars & _MAYBE_INNOCENT:
        text = _INNOCENT.sub("", text)
        chars = characters_of(text)
    return tuple(_findings(text, chars))


def _findings(text: str, chars: set[str]) -> Iterator[Finding]:
    by_kind: dict[FindingKind, list[str]] = {kind: [] for kind in _OF_CHARACTERS}
    for char in chars:
        if LOOKS[char] is Look.SPECIAL and char not in OURS:
            by_kind[_kind(char)].append(char)
    for kind, found in by_kind.items():
        if found:
            yield Finding(kind=kind, sentence=f"{_OF_CHARACTERS[kind]}: {_listed(text, sorted(found))}.")
    if _stacks(text, [char for char in chars if LOOKS[char] is Look.MARK]):
        yield Finding(kind=FindingKind.HIDDEN, sentence=_STACKED)
    if words := _mixed_words(text, chars):
        yield Finding(kind=FindingKind.MIXED_SCRIPT, sentence=_mixed_sentence(words))


def _kind(char: str) -> FindingKind:
    if char in REORDERING:
        return FindingKind.REORDERING
    return _OF_CATEGORY.get(unicodedata.category(char), FindingKind.HIDDEN)


def _listed(text: str, chars: list[str]) -> str:
    named = [f"{text.count(char)} x {code_point(char)} {name_of(char)}" for char in chars[:_MAX_NAMED]]
    more = len(chars) - _MAX_NAMED
    return ", ".join(named) + (f" and {more:,} other kinds" if more > 0 else "")


def _stacks(text: str, marks: list[str]) -> bool:
    return bool(marks) and re.search(f"[{''.join(marks)}]{{{MAX_MARKS + 1}}}", text) is not None


def odd_letters(text: str) -> Iterator[tuple[int, int]]:
    """Where a word of several scripts has letters that can be taken for Latin ones: from and to, for each row of them.

    What `findings` says of a text in words, told by place. Such letters are there to be marked, never to be replaced.
    """
    if text.isascii() or len(_scripts(characters_of(text))) < 2:
        return
    for word in _WORD.finditer(text):
        if _is_mixed(word[0]):
            yield from _rows_of_odd(word[0], word.start())


def _rows_of_odd(word: str, start: int) -> Iterator[tuple[int, int]]:
    for is_odd, row in itertools.groupby(enumerate(word, start), lambda it: _script(it[1]) not in _USUAL):
        places = [place for place, _ in row]
        if is_odd:
            yield places[0], places[-1] + 1


@functools.lru_cache(maxsize=_SCRIPTS_KEPT)
def _script(char: str) -> str | None:
    """The first word of a letter's name, when such letters can be taken for those of other scripts."""
    if not char.isalpha():
        return None
    first = unicodedata.name(char, "").partition(" ")[0]
    return first if first in _ALIKE else None


def _scripts(chars: Iterable[str]) -> set[str]:
    return {script for char in chars if (script := _script(char)) is not None}


def _is_mixed(word: str) -> bool:
    return len(_scripts(set(word))) > 1


def _mixed_words(text: str, chars: set[str]) -> list[str]:
    """The first few different words that are spelled with letters of several look-alike scripts."""
    if len(_scripts(chars)) < 2:
        return []
    # A long text repeats itself: what stands between its blanks is looked at once, and no word goes beyond a blank.
    pieces = (piece for piece in dict.fromkeys(text.split()) if not piece.isascii())
    words = dict.fromkeys(word for piece in pieces for word in _WORD.findall(piece) if not word.isascii())
    return list(itertools.islice((word for word in words if _is_mixed(word)), _MAX_NAMED))


def _mixed_sentence(words: list[str]) -> str:
    spelled = ", ".join(f"{json.dumps(word[:_MAX_WORD_CHARS])} ({_letters(word)})" for word in words)
    return f"It mixes letters of different scripts that look alike inside one word: {spelled}."


def _letters(word: str) -> str:
    """The letters of a word that aren't ASCII, by number and name; the first few."""
    odd = [char for char in dict.fromkeys(word) if not char.isascii()]
    return ", ".join(f"{code_point(char)} {name_of(char)}" for char in odd[:_MAX_NAMED])
