"""Where in a JSON text something is: the slow, exact walk that is taken once a text was refused."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

MAX_INTEGER_DIGITS: Final = 400
"""How many digits an integer may have (DECISIONS B1)."""
MAX_WORDS: Final = 200_000
"""How many words of a refused text are walked over to find the place; further in, only the offset is told."""
_SHOWN_CHARS: Final = 120
_WORD = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{},:]|[^\s"\[\]{},:]++', re.DOTALL)
_CONSTANTS: Final = frozenset({"NaN", "Infinity", "-Infinity"})

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Flaw:
    """What is wrong, as a sentence without its stop; where, in characters; the way to the value, if known."""

    reason: str
    offset: int | None
    path: Path | None


@dataclass
class _Level:
    """An open object or list: where in it the walk is, and the keys seen so far."""

    at: str | int | None
    keys: set[str] = field(default_factory=set)
    wants_key: bool = False


def pointer(path: Iterable[str | int]) -> str:
    """Spell a way into a value as RFC 6901 does; the whole value is the empty pointer."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def quoted(text: str) -> str:
    """Quote somebody else's text inside a sentence of ours: plain ASCII, and never long."""
    if len(text) <= _SHOWN_CHARS:
        return json.dumps(text)
    return json.dumps(text[:_SHOWN_CHARS]) + f" and {len(text) - _SHOWN_CHARS:,} more characters"


def number_flaw(word: str) -> str | None:
    """Why a number, as written, can't be taken over exactly enough; None when it can."""
    if word in _CONSTANTS:
        return f"{word} isn't a JSON number"
    if word.lstrip("-").isdecimal():
        too_long = len(word.lstrip("-")) > MAX_INTEGER_DIGITS
        return f"This integer has more than {MAX_INTEGER_DIGITS} digits" if too_long else None
    try:
        return "This number is too large for a double" if math.isinf(float(word)) else None
    except ValueError:
        return None  # true, false, null, or no JSON at all: not for us to say


class Walk:
    """One walk over a text, word by word. It trusts nothing, so what isn't JSON can't lead it astray.

    It gives up after a fixed number of words, so that a long bad text costs little more than a long good one.
    """

    def __init__(self, text: str, max_depth: int | None = None) -> None:
        self._text = text
        self._max_depth = max_depth
        self._levels: list[_Level] = []

    def first_flaw(self) -> Flaw | None:
        """Find the first repeated key, number out of bounds or level too deep; None when it is too far in."""
        for word, start in self._words():
            reason = self._step(word)
            if reason is not None:
                return Flaw(reason, start, self._path())
        return None

    def path_at(self, offset: int) -> Path | None:
        """The way to the value that is being read at this offset; None when it is too far in."""
        end = 0
        for word, start in self._words():
            end = start + len(word)
            if end > offset:
                return self._path()
            self._step(word)
        return None if self._text[end:offset].strip() else self._path()

    def _words(self) -> Iterator[tuple[str, int]]:
        found = itertools.islice(_WORD.finditer(self._text), MAX_WORDS)
        return ((word[0], word.start()) for word in found)

    def _path(self) -> Path:
        return tuple(level.at for level in self._levels if level.at is not None)

    def _step(self, word: str) -> str | None:
        if word in {"{", "["}:
            return self._open(is_object=word == "{")
        if word in {"}", "]"}:
            del self._levels[-1:]
        elif word == ",":
            self._next()
        elif word[0] == '"':
            return self._string(word)
        elif word != ":":
            return number_flaw(word)
        return None

    def _open(self, *, is_object: bool) -> str | None:
        if self._max_depth is not None and len(self._levels) >= self._max_depth:
            return too_deep(self._max_depth)
        self._levels.append(_Level(at=None if is_object else 0, wants_key=is_object))
        return None

    def _next(self) -> None:
        if not self._levels:
            return
        level = self._levels[-1]
        if isinstance(level.at, int):
            level.at += 1
        else:
            level.at, level.wants_key = None, True

    def _string(self, word: str) -> str | None:
        if not self._levels or not self._levels[-1].wants_key:
            return None
        level = self._levels[-1]
        key = _unescaped(word)
        level.at, level.wants_key = key, False
        if key in level.keys:
            return repeated_key(key)
        level.keys.add(key)
        return None


def too_deep(max_depth: int) -> str:
    """The sentence for a value with more levels than it may have."""
    return f"This is nested more than {max_depth} levels deep"


def repeated_key(key: str) -> str:
    """The sentence for a key that an object has twice."""
    return f"The key {quoted(key)} is there twice"


def _unescaped(word: str) -> str:
    try:
        return str(json.loads(word))
    except ValueError:
        return word
