"""How a single character behaves on a screen, as far as a reader could be misled by it."""

from __future__ import annotations

import enum
import re
import unicodedata
from typing import Final

_MAX_REMEMBERED: Final = 2**16
_SAMPLE: Final = 2**11
_MOST_KNOWN: Final = 256
_SELECTORS: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Variation selectors: they change the look of the character before them and have none themselves."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Fillers and the like: printable to the database of characters, yet nothing is to be seen."""
_SEEN: Final = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
)
"""Format characters of Arabic, Syriac and Kaithi that do have a look."""
MAX_MARKS: Final = 4
"""How many combining marks may stand on one letter before the rest is shown by number (rule 6)."""
OURS: Final = frozenset("⟨⏎⇥")
"""What our own marks are made of. In somebody else's text they are marked, so that no mark can be forged."""
REORDERING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction in which their neighbours are written."""
_CONTROL_NAMES: Final = (
    *("NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY"),
    *("ACKNOWLEDGE", "BELL", "BACKSPACE", "TAB", "LINE FEED", "LINE TABULATION", "FORM FEED"),
    *("CARRIAGE RETURN", "SHIFT OUT", "SHIFT IN", "DATA LINK ESCAPE", "DEVICE CONTROL ONE"),
    *("DEVICE CONTROL TWO", "DEVICE CONTROL THREE", "DEVICE CONTROL FOUR", "NEGATIVE ACKNOWLEDGE"),
    *("SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL", "END OF MEDIUM", "SUBSTITUTE", "ESCAPE"),
    *("FILE SEPARATOR", "GROUP SEPARATOR", "RECORD SEPARATOR", "UNIT SEPARATOR"),
)
_CATEGORY_NAMES: Final = {
    "Cc": "CONTROL CHARACTER",
    "Cn": "UNASSIGNED CHARACTER",
    "Co": "PRIVATE USE CHARACTER",
    "Cs": "HALF OF A SURROGATE PAIR",
}


class Look(enum.Enum):
    """How a character is treated when text is shown."""

    PLAIN = "plain"  # as it is
    MARK = "mark"  # combines with the letter before it: as it is, unless there are very many
    BREAK = "break"  # ends the line
    TAB = "tab"
    SPECIAL = "special"  # shown by its number


_FIXED: Final = {"\n": Look.BREAK, "\t": Look.TAB}


class _Looks(dict[str, Look]):
    """Every character's look, worked out when it is first asked for. Bounded, as all of Unicode is big."""

    def __missing__(self, char: str) -> Look:
        look = _look(char)
        if len(self) < _MAX_REMEMBERED:
            self[char] = look
        return look


def _look(char: str) -> Look:
    if char in _SELECTORS or char in _BLANK or char in OURS or not (char.isprintable() or char in _SEEN):
        return Look.SPECIAL
    return Look.MARK if unicodedata.category(char) in {"Mn", "Me"} else Look.PLAIN


LOOKS: Final[dict[str, Look]] = _Looks(_FIXED)
"""Every character's `Look`: `LOOKS[char]`."""


def is_harmless(text: str) -> bool:
    """Whether a text is printable ASCII, so that no character of it needs a second look."""
    return text.isascii() and text.isprintable()


def characters_of(text: str) -> set[str]:
    """The different characters of a text.

    The problem: a set takes up each character by itself, which for a megabyte is what a reader waits for. What we do: those
    of its beginning, and of places all over it, are taken out in whole stretches, and what is left is taken up. What it
    costs: a pattern for each such text.
    """
    known = set(text[:_SAMPLE]) | set(text[::_SAMPLE])
    if len(text) <= _SAMPLE or len(known) > _MOST_KNOWN:
        return set(text)
    return known | set(re.sub(f"[{re.escape(''.join(sorted(known)))}]+", "", text))


def code_point(char: str) -> str:
    """A character by its number, as Unicode writes it: `U+202E`."""
    return f"U+{ord(char):04X}"


def name_of(char: str) -> str:
    """A character's name in Unicode, or what kind of nameless character it is. Upper-case ASCII."""
    if ord(char) < len(_CONTROL_NAMES):
        return _CONTROL_NAMES[ord(char)]
    fallback = "DELETE" if char == "\x7f" else _CATEGORY_NAMES.get(unicodedata.category(char), "CHARACTER")
    return unicodedata.name(char, fallback)
