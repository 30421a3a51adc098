"""The strict JSON reader: a text has one meaning, or it is refused with place and reason (DECISIONS B1).

The standard library's reader is fast but lenient: of two equal keys it silently drops one, it reads NaN,
and it dies on deep nesting. So a text is scanned before it is read, hooks refuse what the scan can't see, and
only when something was refused a slower walk over the same text works out where.
"""

from __future__ import annotations

import collections
import itertools
import json
import math
import re
import sys
from collections.abc import Callable
from typing import Any, Final, NoReturn

from placet.rules.errors import BadArguments, BadInput, TooLarge
from placet.rules.json_places import (
    MAX_INTEGER_DIGITS,
    Flaw,
    Walk,
    number_flaw,
    pointer,
    quoted,
    repeated_key,
    too_deep,
)

MAX_DEPTH: Final = 64
"""How many objects and lists may stand inside each other; the outermost one counts as 1."""
MAX_BYTES: Final = 4 * 2**20
"""How long a text may be, in bytes of UTF-8."""

_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_NO_BRACKET = re.compile(r"[^\[\]{}]++")
_STEP: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
_HALF_PAIRS = re.compile(
    r"\\\\"  # an escaped backslash: what follows it isn't an escape
    r"|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # a whole pair
    r"|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"  # half of one
)
_LONG_INTEGER = re.compile(rf"(?<!\d)\d{{{MAX_INTEGER_DIGITS + 1}}}")
_DIGIT = re.compile(r"\d")
_SURROGATE = re.compile("[\ud800-\udfff]")
_HALF: Final = "Half of a surrogate pair stands alone"
_INTEGER_LIMIT: Final = 10**MAX_INTEGER_DIGITS


class _FlawError(Exception):
    """A hook saw something that the reader would let pass; the message is the reason."""


def parse(
    source: str | bytes,
    *,
    max_depth: int = MAX_DEPTH,
    max_bytes: int = MAX_BYTES,
    error: type[BadInput] = BadArguments,
) -> Any:
    """Read one JSON text.

    Keys keep their order, integers are exact, `-0` is the integer 0 and `-0.0` keeps its sign. `error` is
    what a refusal is raised as; its `pointer` names the value, `details` hold `line`, `column` (from 1) and
    `offset` (from 0), in characters. Bytes that aren't UTF-8 have no lines: `details` hold `offset_bytes`
    only. Far into a long text (`json_places.MAX_WORDS`) pointer and offset may be missing.

    Raises:
        TooLarge: the text has more than `max_bytes` bytes.
        BadInput: the class given as `error`, for everything else that DECISIONS B1 refuses.
    """
    text = _decoded(source, max_bytes, error)
    _refuse_half_pairs(text, error)
    if _is_deeper(text, max_depth):
        _refuse(text, Walk(text, max_depth).first_flaw() or Flaw(too_deep(max_depth), None, None), error)
    try:
        return _reader(text).decode(text)
    except json.JSONDecodeError as wrong:
        _refuse_at(text, wrong.pos, f"This isn't JSON ({wrong.msg.lower()})", error)
    except _FlawError as seen:
        _refuse(text, Walk(text).first_flaw() or Flaw(str(seen), None, None), error)


def check(value: Any, *, max_depth: int = MAX_DEPTH, error: type[BadInput] = BadArguments) -> Any:
    """Hold a value that didn't come from `parse` to the same limits, so that it has exactly one JSON text.

    Only the plain types pass: dict with str keys, list, str, int, float, bool and None; no subclass of them,
    since what a subclass prints isn't what it compares as. Gives the value back.

    Raises:
        BadInput: the class given as `error`; `pointer` names the first value found that doesn't fit.
    """
    todo: list[tuple[Any, tuple[str | int, ...]]] = [(value, ())]
    while todo:
        item, path = todo.pop()
        if type(item) is not dict and type(item) is not list:
            _refuse_scalar(item, path, error)
            continue
        if len(path) >= max_depth:
            _refuse_value(too_deep(max_depth), path, error)
        for key, child in item.items() if type(item) is dict else enumerate(item):
            if type(item) is dict:
                _refuse_key(key, path, error)
            if type(child) is dict or type(child) is list:
                todo.append((child, (*path, key)))
            elif (reason := _scalar_flaw(child)) is not None:
                _refuse_value(reason, (*path, key), error)
    return value


def dump(value: Any, *, max_depth: int = MAX_DEPTH) -> str:
    """Write compact JSON text that `parse` gives back exactly: order kept, nothing escaped that needn't be.

    Raises:
        BadArguments: the value isn't plain JSON within the limits of `check`.
    """
    check(value, max_depth=max_depth)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def load(text: str, *, max_depth: int = MAX_DEPTH) -> Any:
    """Read back what `dump` wrote. It may be longer than what was read: `1e15` becomes `1000000000000000.0`.

    Raises:
        BadArguments: the text isn't what `dump` writes, so something else has changed it.
    """
    return parse(text, max_depth=max_depth, max_bytes=sys.maxsize)


def _decoded(source: str | bytes, max_bytes: int, error: type[BadInput]) -> str:
    raw = source if isinstance(source, bytes) else _encoded(source, error)
    if len(raw) > max_bytes:
        raise TooLarge(
            f"The text has {len(raw):,} bytes; at most {max_bytes:,} are read.", limit_bytes=max_bytes
        )
    try:
        text = raw.decode("utf-8") if isinstance(source, bytes) else source
    except UnicodeDecodeError as wrong:
        raise error(
            f"The text isn't UTF-8: byte {wrong.start} can't be read.", pointer="", offset_bytes=wrong.start
        ) from None
    if text.startswith("\ufeff"):
        _refuse(text, Flaw("The text starts with a byte order mark", 0, ()), error)
    return text


def _encoded(source: str, error: type[BadInput]) -> bytes:
    try:
        return source.encode("utf-8")
    except UnicodeEncodeError as wrong:
        _refuse_at(source, wrong.start, _HALF, error)


def _refuse_half_pairs(text: str, error: type[BadInput]) -> None:
    if "\\u" not in text:
        return
    for found in _HALF_PAIRS.finditer(text):
        if found[1] is not None:
            _refuse_at(text, found.start(), _HALF, error)


def _is_deeper(text: str, max_depth: int) -> bool:
    """Whether the text opens more than `max_depth` levels. Counts, and so can't overflow the stack."""
    if text.count("[") + text.count("{") <= max_depth:
        return False
    brackets = _NO_BRACKET.sub("", _STRING.sub("", text))
    return max(itertools.accumulate(map(_STEP.__getitem__, brackets)), default=0) > max_depth


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        counted = collections.Counter(key for key, _ in pairs)
        raise _FlawError(repeated_key(next(key for key, times in counted.items() if times > 1)))
    return made


def _integer(digits: str) -> int:
    _refuse_number(digits)
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        _refuse_number(digits)
    return number


def _refuse_number(word: str) -> None:
    if (reason := number_flaw(word)) is not None:
        raise _FlawError(reason)


def _decoder(parse_int: Callable[[str], int]) -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=_object, parse_int=parse_int, parse_float=_float, parse_constant=_refuse_number
    )


_CAREFUL_READER: Final = _decoder(_integer)
_READER: Final = _decoder(int)


def _reader(text: str) -> json.JSONDecoder:
    # Asking about each integer would double the time of long lists, and hardly any text has so many digits. A run of
    # them would hold one of the characters that stand so far apart; only if one of those is a digit, all are looked at.
    sample = text[:: MAX_INTEGER_DIGITS + 1]
    return _CAREFUL_READER if _DIGIT.search(sample) and _LONG_INTEGER.search(text) else _READER


def _scalar_flaw(value: Any) -> str | None:
    kind = type(value)
    if kind is str:
        half = not value.isascii() and _SURROGATE.search(value) is not None
        return _HALF if half else None
    if kind is int:
        fits = -_INTEGER_LIMIT < value < _INTEGER_LIMIT
        return None if fits else f"This integer has more than {MAX_INTEGER_DIGITS} digits"
    if kind is float:
        return None if math.isfinite(value) else "This number isn't finite"
    return None if kind is bool or value is None else f"A value of the type {kind.__name__} isn't JSON"


def _refuse_scalar(value: Any, path: tuple[str | int, ...], error: type[BadInput]) -> None:
    if (reason := _scalar_flaw(value)) is not None:
        _refuse_value(reason, path, error)


def _refuse_key(key: Any, path: tuple[str | int, ...], error: type[BadInput]) -> None:
    if type(key) is not str:
        _refuse_value(f"A key of the type {type(key).__name__} isn't JSON", path, error)
    if _scalar_flaw(key) is not None:
        _refuse_value(f"{_HALF} in a key", path, error)


def _refuse_value(reason: str, path: tuple[str | int, ...], error: type[BadInput]) -> NoReturn:
    raise error(f"{reason}: at {quoted(pointer(path))}.", pointer=pointer(path))


def _refuse_at(text: str, offset: int, reason: str, error: type[BadInput]) -> NoReturn:
    _refuse(text, Flaw(reason, offset, Walk(text).path_at(offset)), error)


def _refuse(text: str, flaw: Flaw, error: type[BadInput]) -> NoReturn:
    where = None if flaw.path is None else pointer(flaw.path)
    place = [] if where is None else [f"at {quoted(where)}"]
    details = {}
    if flaw.offset is not None:
        details = _position(text, flaw.offset)
        place.append(f"line {details['line']}, column {details['column']}")
    raise error(
        f"{flaw.reason}: {', '.join(place or ['far into the text'])}.", pointer=where, **details
    ) from None


def _position(text: str, offset: int) -> dict[str, int]:
    line = text.count("\n", 0, offset) + 1
    return {"line": line, "column": offset - text.rfind("\n", 0, offset), "offset": offset}
