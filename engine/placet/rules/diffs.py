"""What a write would change in a text, as a unified diff that is always ready soon."""

from __future__ import annotations

import difflib
import itertools
import json
from collections.abc import Iterator
from typing import Final

CONTEXT_LINES: Final = 3
MAX_COMPARED_LINES: Final = 10_000
"""Longer texts aren't compared line by line beyond what they share at both ends."""
_MAX_PAIRS: Final = 2_000_000
"""How many pairs of lines may be compared. In the worst case this takes some tenths of a second."""

Block = tuple[int, int, int, int]
"""Lines `a0..a1` of the old text make way for lines `b0..b1` of the new one."""


def unified(before: str | None, after: str | None, path: str, *, max_lines: int = 2_000) -> str | None:
    """Write the change from `before` (None: a new file) to `after` (None: no file) as a unified diff; None for no change.

    Only a line feed ends a line. A diff longer than `max_lines` is cut in its middle, and what is left out is
    counted in a line that starts with `⟨`, as no line of a diff does. Very different texts are shown as one
    block that goes and one that comes.

    Raises:
        ValueError: `max_lines` is smaller than four, the header and something beside it.
    """
    if max_lines < 4:
        raise ValueError(f"a diff has no room in {max_lines} lines")
    if before == after:
        return None
    old, new = _lines(before or ""), _lines(after or "")
    name = _spelled(path)
    head = [
        "--- /dev/null" if before is None else f"--- a/{name}",
        "+++ /dev/null" if after is None else f"+++ b/{name}",
    ]
    return "\n".join(_bounded(head + list(_body(old, new)), max_lines)) + "\n"


def _lines(text: str) -> list[str]:
    """A text's lines with their line feeds, so that a last line without one differs from one with it."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _spelled(path: str) -> str:
    return path if path.isprintable() else json.dumps(path)


def _body(old: list[str], new: list[str]) -> Iterator[str]:
    for group in _grouped(_blocks(old, new)):
        yield from _hunk(old, new, group)


def _blocks(old: list[str], new: list[str]) -> list[Block]:
    """What changed, in order. What both share at either end is taken off first: it costs nothing."""
    head = _shared(iter(zip(old, new, strict=False)))
    tail = _shared(zip(reversed(old[head:]), reversed(new[head:]), strict=False))
    a, b = old[head : len(old) - tail], new[head : len(new) - tail]
    if not _comparable(a, b):
        return [(head, head + len(a), head, head + len(b))]
    codes = difflib.SequenceMatcher(None, a, b).get_opcodes()
    return [(head + a0, head + a1, head + b0, head + b1) for tag, a0, a1, b0, b1 in codes if tag != "equal"]


def _comparable(a: list[str], b: list[str]) -> bool:
    """Whether comparing is sure to end soon, also when the same line is there many times."""
    if len(a) + len(b) > MAX_COMPARED_LINES:
        return False
    return len(a) * len(b) <= _MAX_PAIRS


def _shared(pairs: Iterator[tuple[str, str]]) -> int:
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


def _grouped(blocks: list[Block]) -> Iterator[list[Block]]:
    """Put blocks together whose context would touch."""
    group: list[Block] = []
    for block in blocks:
        if group and block[0] - group[-1][1] > 2 * CONTEXT_LINES:
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _hunk(old: list[str], new: list[str], group: list[Block]) -> Iterator[str]:
    first, last = group[0], group[-1]
    before, behind = min(CONTEXT_LINES, first[0]), min(CONTEXT_LINES, len(old) - last[1])
    spans = _span(first[0] - before, last[1] + behind), _span(first[2] - before, last[3] + behind)
    yield f"@@ -{spans[0]} +{spans[1]} @@"
    at = first[0] - before
    for a0, a1, b0, b1 in group:
        yield from _marked(" ", old[at:a0])
        yield from _marked("-", old[a0:a1])
        yield from _marked("+", new[b0:b1])
        at = a1
    yield from _marked(" ", old[at : last[1] + behind])


def _span(start: int, end: int) -> str:
    length = end - start
    return f"{start + 1 if length else start},{length}"


def _marked(sign: str, lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield sign + line.removesuffix("\n")
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _bounded(lines: list[str], max_lines: int) -> list[str]:
    if len(lines) <= max_lines:
        return lines
    kept = max_lines - 1
    tail = kept // 3
    gap = f"⟨{len(lines) - kept:,} lines of the difference are not shown⟩"
    return [*lines[: kept - tail], gap, *lines[len(lines) - tail :]]
