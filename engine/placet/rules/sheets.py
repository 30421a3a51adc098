"""A request laid out for reading: lines of showable text, with what each line is and our own words beside it.

Untrusted text stands in `text` alone, ours in `label`, which is drawn apart from it: so no text can pass for a label.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

LEFT_OUT: Final = "⟨"
"""How the line begins that counts what a difference leaves out (`diffs.unified`); no other line of one does."""
_HUNK: Final = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


class Tone(enum.Enum):
    """What a line is."""

    HEAD = "head"  # a difference's own first lines
    HUNK = "hunk"  # where in the files the next lines stand
    SAME = "same"  # a line as it is, and what both sides of a difference share
    GONE = "gone"
    NEW = "new"
    STRONG = "strong"  # what decides: a host, a command, a recipient
    NOTE = "note"  # a remark of ours
    WARNING = "warning"  # a remark of ours that matters
    GAP = "gap"  # nothing: room between two parts


class SheetKind(enum.StrEnum):
    """What a sheet shows, by which its page is named."""

    COMMAND = "command"
    REQUEST = "request"
    QUERY = "query"
    MESSAGE = "message"
    ENTRY = "entry"
    FILE = "file"
    CHANGES = "changes"
    SINCE = "since"


@dataclass(frozen=True, kw_only=True, slots=True)
class SheetLine:
    """One line. `old` and `new` are its numbers in the two texts of a difference; None where it isn't in one.

    `signed`: it is a line of a difference, whose first character says what becomes of it.
    """

    text: str
    tone: Tone = Tone.SAME
    label: str = ""
    old: int | None = None
    new: int | None = None
    signed: bool = False


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A request laid out. `whole`: pointers of the arguments of which every character stands in it."""

    kind: SheetKind
    lines: tuple[SheetLine, ...]
    whole: tuple[str, ...] = ()


GAP: Final = SheetLine(text="", tone=Tone.GAP)


def note(words: str) -> SheetLine:
    """A remark of ours."""
    return SheetLine(text=words, tone=Tone.NOTE)


def warning(words: str) -> SheetLine:
    """A remark of ours that nobody should miss."""
    return SheetLine(text=words, tone=Tone.WARNING)


def read_diff(lines: Iterable[str]) -> Iterator[SheetLine]:
    """Tell the lines of a unified diff apart by the counts in its hunks' heads, not by their first letters alone.

    So a removed line that itself begins with two dashes isn't taken for a head. Where `diffs.unified` left lines out,
    the next have no numbers until a hunk says where it stands: no line inside of one begins with an `@`.
    """
    old = new = old_left = new_left = 0
    lost = False
    for line in lines:
        if line.startswith(LEFT_OUT):
            lost = True
            yield note(line.strip("⟨⟩"))
        elif (found := _HUNK.match(line)) and (lost or (old_left <= 0 and new_left <= 0)):
            old, new, lost = int(found[1]), int(found[3]), False
            old_left, new_left = int(found[2] or 1), int(found[4] or 1)
            yield SheetLine(text=line, tone=Tone.HUNK)
        elif lost:
            yield SheetLine(text=line, tone=_TONES.get(line[:1], Tone.SAME), signed=True)
        elif old_left <= 0 and new_left <= 0:
            ends = line.startswith("\\")
            yield SheetLine(text=line, tone=Tone.NOTE if ends else Tone.HEAD, signed=ends)
        else:
            tone = _TONES.get(line[:1], Tone.SAME)
            in_old, in_new = tone in {Tone.SAME, Tone.GONE}, tone in {Tone.SAME, Tone.NEW}
            numbers = old if in_old else None, new if in_new else None
            yield SheetLine(text=line, tone=tone, old=numbers[0], new=numbers[1], signed=True)
            old, new = old + in_old, new + in_new
            old_left, new_left = old_left - in_old, new_left - in_new


_TONES: Final = {"+": Tone.NEW, "-": Tone.GONE, "\\": Tone.NOTE}
