"""Reads a unified diff line by line: what goes, what comes, what stays, and the lines' numbers."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

_HUNK: Final = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


class LineKind(enum.Enum):
    """What a line of a diff is."""

    HEAD = "head"
    HUNK = "hunk"
    SAME = "same"
    GONE = "gone"
    NEW = "new"
    NOTE = "note"


@dataclass(frozen=True, kw_only=True, slots=True)
class DiffLine:
    """One line with its numbers in the old and in the new file; None where it isn't in one."""

    text: str
    kind: LineKind
    old: int | None = None
    new: int | None = None


def read_diff(lines: Iterable[str]) -> Iterator[DiffLine]:
    """Tell the lines of a diff apart by the counts in its hunks' heads, not by their first letters alone.

    So a removed line that itself begins with two dashes isn't taken for a head.
    """
    old = new = old_left = new_left = 0
    for line in lines:
        if old_left <= 0 and new_left <= 0:
            if found := _HUNK.match(line):
                old, new = int(found[1]), int(found[3])
                old_left, new_left = int(found[2] or 1), int(found[4] or 1)
                yield DiffLine(text=line, kind=LineKind.HUNK)
            else:
                yield DiffLine(text=line, kind=LineKind.NOTE if line.startswith("\\") else LineKind.HEAD)
            continue
        kind = _KINDS.get(line[:1], LineKind.SAME)
        in_old = kind in {LineKind.SAME, LineKind.GONE}
        in_new = kind in {LineKind.SAME, LineKind.NEW}
        yield DiffLine(text=line, kind=kind, old=old if in_old else None, new=new if in_new else None)
        old, new = old + in_old, new + in_new
        old_left, new_left = old_left - in_old, new_left - in_new


_KINDS: Final = {"+": LineKind.NEW, "-": LineKind.GONE, "\\": LineKind.NOTE}
